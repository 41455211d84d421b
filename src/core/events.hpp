#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/cost.hpp"
#include "core/instant.hpp"

namespace ratereplay {

/// The columns of a trace that a replay reads, in replay order: what limiters, metrics and sizing work on.
struct Events {
  std::span<const std::int64_t> arrival;  ///< ns since 1970, non-decreasing
  std::span<const Cost> cost;             ///< as many as arrivals, or empty: every event costs 1

  std::size_t size() const noexcept { return arrival.size(); }
  bool empty() const noexcept { return arrival.empty(); }
  bool unit_costs() const noexcept { return cost.empty(); }
  Instant time(std::size_t event) const noexcept { return {arrival[event]}; }
  Cost cost_of(std::size_t event) const noexcept { return cost.empty() ? 1 : cost[event]; }
  /// `count` events from `begin` on; both within the columns.
  Events part(std::size_t begin, std::size_t count) const noexcept {
    return {arrival.subspan(begin, count), cost.empty() ? cost : cost.subspan(begin, count)};
  }
};

/// What has to be known of a trace to choose the arithmetic of a limiter or a sizing: the times and costs that it
/// will see lie within these bounds.
struct Extent {
  Instant first;
  Instant last;
  Cost largest_cost = 1;
  Cost total_cost = 0;

  Duration span() const noexcept { return last - first; }
};

/// The bounds of `events`; all zero for an empty trace.
Extent extent_of(const Events& events) noexcept;

}  // namespace ratereplay
