#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/key_id.hpp"
#include "metrics/key_tally.hpp"

namespace ratereplay {

// How clients fared in a replay, from what they had in all and what was dropped of it. Tallies of one trace have a
// place for each of its clients, every one of which has an event.

/// Jain's index of the shares of their events that clients pass, (sum x)^2 / (n sum x^2): 1 where all pass the same
/// share, 1/n where one client alone passes any; none where nothing passes. Rounded to nine
/// digits.
/// Source: R. Jain, D. Chiu, W. Hawe, "A quantitative measure of fairness", DEC-TR-301, 1984.
std::optional<double> jain_index(const KeyTally& in_all, const KeyTally& dropped);

/// Clients that lost an event.
std::uint64_t refused_clients(const KeyTally& dropped);

/// Clients that lost an event in one replay and would have lost none in another.
std::uint64_t refused_only_in(const KeyTally& dropped, const KeyTally& elsewhere);

/// Up to `count` clients with the most events in all tallies together, the first first; none without an event. Of
/// equals the one that comes `before`.
std::vector<KeyId> clients_with_most(std::span<const KeyTally> tallies, std::size_t count,
                                     const std::function<bool(KeyId, KeyId)>& before);

/// The client of whose events the most passed; of equals the one that comes `before`; none where nothing passed.
std::optional<KeyId> largest_client(const KeyTally& in_all, const KeyTally& dropped,
                                    const std::function<bool(KeyId, KeyId)>& before);

}  // namespace ratereplay
