#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/events.hpp"
#include "core/keys.hpp"
#include "core/workers.hpp"
#include "policy/policy_change.hpp"

namespace ratereplay {

/// What a rule would have to hold at its rate: its burst, of a two-rate marker that of its peak; its queue, which is
/// one less; or, of windows, its limit.
struct RuleSize {
  std::uint64_t events = 0;  ///< that reach it
  Int128 held = 0;           ///< what it holds now, rounded up
  /// The least whole one that refuses none of them; none where no one does, of a dialect, and of a single-rate marker,
  /// whose two bursts would both have to be found.
  std::optional<std::int64_t> lossless;
  std::optional<std::int64_t> within;  ///< the least that refuses no more than is allowed; the same
  std::uint64_t refused = 0;           ///< with it
};

/// Of each rule, for the events that reach it as the policy stands. `allowed` of so many events: how many it may
/// refuse. With costs other than 1 a thousand sizes are tried where anything is allowed. Throws Error.
std::vector<RuleSize> size_policy(const PreparedPolicy& prepared, const std::shared_ptr<const Keys>& keys,
                                  const Events& events, const Extent& extent,
                                  const std::function<std::uint64_t(std::uint64_t)>& allowed, Workers& workers);

/// A limiter that holds so much, >= 1, and is else the same; none of those of which there is no size.
std::optional<AnyLimiter> holding(const AnyLimiter& limiter, std::int64_t size);

}  // namespace ratereplay
