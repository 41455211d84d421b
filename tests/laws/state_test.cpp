// What every limiter says of a state is what comes of it: how much would pass, and when the state makes no difference
// from that of a key never seen.

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <string>
#include <type_traits>

#include "laws/replayed.hpp"
#include "laws/samples.hpp"
#include "limiter/wide_rule.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

constexpr std::uint64_t traces = 400;

/// Calls `law(rule, state, now, unit_costs)` with the states that generated traces lead to, at the time of an event and
/// some time after it, for the chosen form of every sample and for the widest.
template <class Law>
void for_all_states(const Law& law) {
  for (const auto& [name, parameters] : samples()) {
    for (const std::string& each : parameters) {
      const AnyLimiter limiter = parse_limiter(name + ":" + each);
      for (std::uint64_t seed = 0; seed < traces; ++seed) {
        CAPTURE(name, each, seed);
        Random random(seed);
        const bool with_costs = seed % 2 == 1;
        const Arrivals arrivals = random.arrivals(with_costs);
        Extent extent = extent_of(arrivals);
        extent.unit_costs = !with_costs;
        const auto walk = [&](const auto& rule, bool unit_costs) {
          auto state = rule.start({arrivals.front().at});
          for (const Arrival& arrival : arrivals) {
            rule.admit(state, {arrival.at}, arrival.cost);
            for (const std::uint64_t after : {std::uint64_t{0}, random.below(30)}) {
              if (!law(rule, state, Instant{arrival.at + static_cast<std::int64_t>(after)}, unit_costs)) return false;
            }
          }
          return true;
        };
        REQUIRE(with_rule(limiter, extent, [&](const auto& rule) { return walk(rule, !with_costs); }));
        extent.unit_costs = false;
        REQUIRE(std::visit([&](const auto& of) { return walk(wide_rule(of, extent), false); }, limiter));
      }
    }
  }
}

/// Whether events of cost 1 tell the states apart, of which there are as many as pass now and every so many
/// nanoseconds.
template <class Rule>
bool told_apart_every(std::int64_t gap, const Rule& rule, typename Rule::State one, typename Rule::State other,
                      Instant now) {
  for (std::int64_t after = 0; after < 40 * gap; after += gap) {
    for (int event = 0; event < 8; ++event) {
      const auto first = outcome(rule, one, {now.ns + after}, 1);
      if (first != outcome(rule, other, {now.ns + after}, 1)) return true;
      if (!first) break;
    }
  }
  return false;
}

/// Whether a continuation tells the states apart: one event as large as either has room for, or as many of cost 1 as
/// pass each nanosecond or, where a bucket overflows into another one once it is full, after some rest.
template <class Rule>
bool can_be_told_apart(const Rule& rule, typename Rule::State one, typename Rule::State other, Instant now,
                       bool unit_costs) {
  if (!unit_costs) {
    for (const Cost cost : {rule.room(one, now), rule.room(other, now)}) {
      if (cost == 0) continue;
      auto one_of = one;
      auto other_of = other;
      if (outcome(rule, one_of, now, cost) != outcome(rule, other_of, now, cost)) return true;
    }
  }
  return told_apart_every(1, rule, one, other, now) || (Marker<Rule> && told_apart_every(25, rule, one, other, now));
}

}  // namespace

TEST_CASE("as much as there is room for passes, and no unit more") {
  for_all_states([](const auto& rule, const auto& state, Instant now, bool unit_costs) {
    const Cost room = rule.room(state, now);
    if (room < 0) return false;
    if (unit_costs) {
      auto filled = state;
      for (Cost event = 0; event < room; ++event) {
        if (rule.room(filled, now) != room - event || !rule.admit(filled, now, 1)) return false;
      }
      return rule.room(filled, now) == 0 && !rule.admit(filled, now, 1);
    }
    auto taken = state;
    auto overflowing = state;
    if (room > 0 && !rule.admit(taken, now, room)) return false;
    // A marker may have room in its other bucket.
    if (room > 0 && rule.room(taken, now) > (Marker<std::remove_cvref_t<decltype(rule)>> ? room : 0)) return false;
    return !rule.admit(overflowing, now, room + 1);
  });
}

TEST_CASE("a settled state makes no difference, and it did a nanosecond before") {
  std::int64_t settled_later = 0;
  for_all_states([&](const auto& rule, const auto& state, Instant now, bool unit_costs) {
    const std::optional<Duration> wait = rule.until_settled(state, now);
    if (wait && rule.rested(state, now) != (*wait == Duration{0})) return false;
    if (!wait) {
      // At an instant a bucket may hold what a new one does, but not at the next one too.
      for (const std::int64_t after : {0, 1, 50, 100'000}) {
        const Instant then{now.ns + after};
        const Instant next{then.ns + 1};
        if (rule.until_settled(state, then)) return false;
        if (!can_be_told_apart(rule, state, rule.start(then), then, unit_costs) &&
            !can_be_told_apart(rule, state, rule.start(next), next, unit_costs)) {
          return false;
        }
      }
      return true;
    }
    if (wait->ns < 0) return false;
    const Instant then{now.ns + static_cast<std::int64_t>(wait->ns)};
    if (rule.until_settled(state, then) != Duration{0}) return false;
    for (const std::int64_t after : {0, 1, 2, 17}) {
      const Instant later{then.ns + after};
      if (can_be_told_apart(rule, state, rule.start(later), later, unit_costs)) return false;
    }
    if (wait->ns == 0) return true;
    ++settled_later;
    const Instant before{then.ns - 1};
    return rule.until_settled(state, before) == Duration{1} &&
           can_be_told_apart(rule, state, rule.start(before), before, unit_costs);
  });
  CHECK(settled_later > 200'000);
}

TEST_CASE("a limiter at rest stays so, with no more room later, and each comes to rest") {
  for_all_states([](const auto& rule, const auto& state, Instant now, bool /*unit_costs*/) {
    constexpr std::int64_t rest = 100'000;
    if (now.ns > std::numeric_limits<std::int64_t>::max() - rest) return true;
    const Instant later{now.ns + rest};
    if (!rule.rested(state, later)) return false;
    if (!rule.rested(state, now)) return true;
    return rule.rested(state, Instant{now.ns + 1}) && rule.room(state, now) == rule.room(state, later);
  });
}

TEST_CASE("a key never seen is settled, and has room for all that its limiter ever passes at once") {
  for_all_states([](const auto& rule, const auto& state, Instant now, bool /*unit_costs*/) {
    const auto fresh = rule.start(now);
    const std::optional<Duration> settled = rule.until_settled(fresh, now);
    // A bucket that begins with less than it can hold may have more later.
    return !settled || (*settled == Duration{0} && rule.room(state, now) <= rule.room(fresh, now));
  });
}
