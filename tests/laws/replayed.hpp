#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/cost.hpp"
#include "core/instant.hpp"
#include "limiter/limiter.hpp"
#include "limiter/spec.hpp"

namespace ratereplay::test {

struct Arrival {
  std::int64_t at;
  Cost cost;
};
using Arrivals = std::vector<Arrival>;

/// The extent of a trace and of the waits that its refusals may be given.
inline Extent extent_of(const Arrivals& arrivals) {
  constexpr std::int64_t longest_wait = 1'000'000;
  Extent extent{{arrivals.front().at}, {std::min(arrivals.back().at, INT64_MAX - longest_wait) + longest_wait}};
  for (const Arrival& each : arrivals) extent.largest_cost = std::max(extent.largest_cost, each.cost);
  extent.unit_costs = extent.largest_cost == 1;
  return extent;
}

/// What a limiter says to each event: the retry-after in ns, which may be beyond 64 bits, 0 for one that passes, -1 for
/// never.
using Outcomes = std::vector<Int128>;

template <Limiter Rule>
Outcomes outcomes(const Rule& rule, const Arrivals& arrivals) {
  Outcomes result;
  auto state = rule.start({arrivals.front().at});
  for (const Arrival& each : arrivals) {
    if (rule.admit(state, {each.at}, each.cost)) {
      result.push_back(0);
    } else {
      const RetryAfter wait = rule.retry_after(state, {each.at}, each.cost);
      result.push_back(wait ? wait->ns : Int128{-1});
    }
  }
  return result;
}

inline Outcomes outcomes(const AnyLimiter& limiter, const Arrivals& arrivals) {
  return with_rule(limiter, extent_of(arrivals), [&](const auto& rule) { return outcomes(rule, arrivals); });
}

inline Outcomes outcomes(const std::string& spec, const Arrivals& arrivals) {
  return outcomes(parse_limiter(spec), arrivals);
}

inline std::int64_t drops(const std::string& spec, const Arrivals& arrivals) {
  const Outcomes result = outcomes(spec, arrivals);
  return std::count_if(result.begin(), result.end(), [](Int128 outcome) { return outcome != 0; });
}

/// What becomes of an event: none where it is refused, else how long it is delayed or which colour it has.
template <Limiter Rule>
std::optional<Int128> outcome(const Rule& rule, typename Rule::State& state, Instant now, Cost cost) {
  if constexpr (Marker<Rule>) {
    const auto colour = static_cast<Int128>(rule.colour(state, now, cost));
    return rule.admit(state, now, cost) ? std::optional(colour) : std::nullopt;
  }
  if (!rule.admit(state, now, cost)) return std::nullopt;
  if constexpr (Shaper<Rule>) return rule.departure(state, now).delay;
  return 0;
}

/// What a marker sees in each event.
template <class Parameters>
std::vector<Colour> coloured(const Parameters& marker, const Arrivals& arrivals) {
  std::vector<Colour> result;
  marker.with_rule(extent_of(arrivals), [&](const auto& rule) {
    auto state = rule.start({arrivals.front().at});
    for (const Arrival& each : arrivals) {
      result.push_back(rule.colour(state, {each.at}, each.cost));
      rule.admit(state, {each.at}, each.cost);
    }
  });
  return result;
}

/// The most cost in any half-open window of `length`, all in the same unit of time.
inline Int128 busiest(const std::vector<std::pair<Int128, Cost>>& passed, Int128 length) {
  Int128 most = 0;
  for (std::size_t first = 0; first < passed.size(); ++first) {
    Int128 sum = 0;
    for (std::size_t i = first; i < passed.size() && passed[i].first - passed[first].first < length; ++i) {
      sum += passed[i].second;
    }
    most = std::max(most, sum);
  }
  return most;
}

/// A trace that a seed makes, the same on every machine: bursts, ties, short and long gaps, before, around and after
/// 1970 or near either end of the range of times; costs 1 or up to 6.
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept : state_(seed) {}

  std::uint64_t below(std::uint64_t bound) noexcept {
    // SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
    std::uint64_t mixed = state_ += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    return (mixed ^ (mixed >> 31)) % bound;
  }

  Arrivals arrivals(bool with_costs) {
    static constexpr std::int64_t starts[] = {INT64_MIN, -30, 0, 1'753'831'492'000'000'000, INT64_MAX - 5'000'000};
    std::int64_t at = starts[below(5)] + static_cast<std::int64_t>(below(20));
    const std::uint64_t typical_gap = 1 + below(8);
    Arrivals result;
    for (std::uint64_t size = 1 + below(40); size > 0; --size) {
      result.push_back({at, with_costs ? static_cast<Cost>(1 + below(6)) : 1});
      const std::uint64_t kind = below(16);
      if (kind < 8) at += static_cast<std::int64_t>(below(typical_gap));
      if (kind >= 8 && kind < 12) at += static_cast<std::int64_t>(below(25));
      if (kind == 12) at += static_cast<std::int64_t>(below(1'000));
    }
    return result;
  }

 private:
  std::uint64_t state_;
};

}  // namespace ratereplay::test
