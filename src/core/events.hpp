#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cost.hpp"
#include "core/instant.hpp"
#include "core/key_id.hpp"

namespace ratereplay {

/// The columns of a trace that a replay reads, in replay order: what limiters, metrics and sizing work on.
struct Events {
  std::span<const std::int64_t> arrival;     ///< ns since 1970, non-decreasing
  std::span<const Cost> cost = {};           ///< as many as arrivals, or empty: every event costs 1
  std::span<const KeyId> key = {};           ///< as many, or empty: all events have one key
  std::span<const std::uint64_t> line = {};  ///< of the file, from 1; as many, or empty: not asked for

  std::size_t size() const noexcept { return arrival.size(); }
  bool empty() const noexcept { return arrival.empty(); }
  bool unit_costs() const noexcept { return cost.empty(); }
  Instant time(std::size_t event) const noexcept { return {arrival[event]}; }
  Cost cost_of(std::size_t event) const noexcept { return cost.empty() ? 1 : cost[event]; }
  /// `count` events from `begin` on; both within the columns.
  Events part(std::size_t begin, std::size_t count) const noexcept {
    const auto part_of = [&](auto column) { return column.empty() ? column : column.subspan(begin, count); };
    return {part_of(arrival), part_of(cost), part_of(key), part_of(line)};
  }
};

/// The same columns where they are owned, in whatever order.
struct EventColumns {
  std::vector<std::int64_t> arrival;
  std::vector<Cost> cost = {};
  std::vector<KeyId> key = {};
  std::vector<std::uint64_t> line = {};

  Events events() const noexcept { return {arrival, cost, key, line}; }

  /// Calls `f` with each column but for the arrivals.
  template <class F>
  void for_each_further(F&& f) {
    f(cost);
    f(key);
    f(line);
  }
  template <class F>
  void for_each_further(F&& f) const {
    f(cost);
    f(key);
    f(line);
  }
};

/// What has to be known of a trace to choose the arithmetic of a limiter or a sizing: the times and costs that it
/// will see lie within these bounds.
struct Extent {
  Instant first;
  Instant last;
  Cost largest_cost = 1;
  Cost total_cost = 0;
  bool unit_costs = true;  ///< no event has a cost of its own

  Duration span() const noexcept { return last - first; }

  friend bool operator==(const Extent&, const Extent&) = default;
};

/// The bounds of `events`; all zero for an empty trace.
Extent extent_of(const Events& events) noexcept;

/// The bounds of a trace that begins with the events of `first`, at least one, and goes on with those of `second`.
Extent joined(const Extent& first, const Extent& second) noexcept;

}  // namespace ratereplay
