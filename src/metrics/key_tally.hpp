#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/key_id.hpp"

namespace ratereplay {

/// How many events, and how much cost, by key: a place for each number up to the largest met.
struct KeyTally {
  std::vector<std::uint64_t> events;
  std::vector<Cost> cost;  ///< as many; empty where every event costs 1

  std::size_t size() const noexcept { return events.size(); }
  Cost cost_of(std::size_t key) const noexcept { return cost.empty() ? static_cast<Cost>(events[key]) : cost[key]; }

  /// Makes a place for each of `keys` keys, where there are fewer.
  void make_room(std::size_t keys, bool unit_costs);

  /// Counts every event of a block, which has keys, all below `keys`.
  void add(const Events& block, std::size_t keys);

  friend bool operator==(const KeyTally&, const KeyTally&) = default;
};

/// The tally of each client from one by combinations of key cells, as events bear them. `client_of`: the client of each
/// combination, empty where they are the same. `clients`: how many there are; those past the end of the tally have
/// none.
KeyTally by_client(const KeyTally& combinations, std::span<const KeyId> client_of, std::size_t clients);

}  // namespace ratereplay
