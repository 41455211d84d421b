// What holds of every dialect of the catalogue, whatever it makes of its parameters.

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "laws/dialect_samples.hpp"
#include "laws/replayed.hpp"
#include "limiter/catalogue.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

constexpr std::uint64_t traces = 300;

/// A trace of `Random`, at the scale of a sample: its nanoseconds are tenths of the gap, and some more so that events
/// stand beside the ticks of a clock too.
Arrivals scaled(Random& random, bool with_costs, std::int64_t gap) {
  static constexpr std::int64_t starts[] = {-3'000'000'000, 0, 1'753'831'492'000'000'000, 4'000'000'000'000'000'000};
  Arrivals arrivals = random.arrivals(with_costs);
  const std::int64_t first = arrivals.front().at;
  const std::int64_t start = starts[random.below(4)];
  std::int64_t before = start;
  for (Arrival& each : arrivals) {
    const std::int64_t beside = random.below(3) == 0 ? static_cast<std::int64_t>(random.below(3)) - 1 : 0;
    each.at = std::max(before, start + (each.at - first) * (gap / 10) + beside);
    before = each.at;
  }
  return arrivals;
}

/// Calls `law(spec, rule, arrivals)` for every sample on generated traces, with costs too where the dialect knows any.
template <class Law>
void for_all_replays(Law law) {
  for (const auto& [name, samples] : dialect_samples()) {
    for (const DialectSample& sample : samples) {
      const std::string spec = name + ":" + sample.parameters;
      const AnyLimiter limiter = parse_limiter(spec);
      for (std::uint64_t seed = 0; seed < traces; ++seed) {
        CAPTURE(spec, seed);
        Random random(seed);
        const bool costs = seed % 2 == 1;
        const bool held = std::visit(
            [&]<class Parameters>(const Parameters& parameters) {
              if constexpr (is_dialect<Parameters>) {
                using Rule = std::tuple_element_t<0, typename Parameters::Rules>;
                const Arrivals arrivals = scaled(random, costs && !Rule::counts_requests, sample.gap);
                return parameters.with_rule(extent_of(arrivals),
                                            [&](const auto& rule) { return law(spec, rule, arrivals); });
              }
              return false;
            },
            limiter);
        REQUIRE(held);
      }
    }
  }
}

/// Whether events of cost 1 at a time, and `steps` of `gap` later, tell the states apart.
template <class Rule>
bool can_be_told_apart(const Rule& rule, typename Rule::State one, typename Rule::State other, Instant now,
                       std::int64_t gap) {
  for (std::int64_t step = 0; step < 12; ++step) {
    for (int event = 0; event < 8; ++event) {
      const auto first = outcome(rule, one, {now.ns + step * gap}, 1);
      if (first != outcome(rule, other, {now.ns + step * gap}, 1)) return true;
      if (!first) break;
    }
  }
  return false;
}

template <class Rule>
constexpr bool room_counts_requests() {
  if constexpr (requires { Rule::next_pays; }) return true;
  return Rule::counts_requests;
}

}  // namespace

TEST_CASE("every dialect of the catalogue is put to the laws, and nothing else") {
  CHECK(dialect_samples().size() == dialects().size());
  for (const Description& each : dialects()) {
    CAPTURE(each.name);
    REQUIRE(dialect_samples().contains(std::string(each.name)));
    CHECK_FALSE(dialect_samples().at(std::string(each.name)).empty());
    CHECK_FALSE(each.drift.empty());
  }
  for (const Description& each : algorithms()) CHECK(each.drift.empty());
}

TEST_CASE("a dialect's spec text reads as the same dialect, which has an ideal and a rate") {
  for (const auto& [name, samples] : dialect_samples()) {
    for (const DialectSample& sample : samples) {
      const std::string spec = name + ":" + sample.parameters;
      CAPTURE(spec);
      const AnyLimiter limiter = parse_limiter(spec);
      CHECK(spec_text(limiter) == spec);
      const std::optional<AnyLimiter> ideal = ideal_of(limiter);
      REQUIRE(ideal);
      CHECK_FALSE(ideal_of(*ideal));
      CHECK(long_run_per_ns(limiter) > Fraction(0));
      CHECK(quota(limiter) >= 1);
    }
  }
}

TEST_CASE("a refusal by a dialect changes nothing, unless it counts refusals") {
  for_all_replays([](const std::string& spec, const auto& rule, const Arrivals& arrivals) {
    if (counts_refusals(spec)) return true;
    auto state = rule.start({arrivals.front().at});
    for (const Arrival& each : arrivals) {
      const auto before = state;
      if (!rule.admit(state, {each.at}, each.cost) && !(state == before)) return false;
    }
    return true;
  });
}

TEST_CASE("a dialect's retry-after is tight: the event passes then, and not a nanosecond before") {
  std::int64_t probed = 0;
  for_all_replays([&](const std::string&, const auto& rule, const Arrivals& arrivals) {
    auto state = rule.start({arrivals.front().at});
    for (const Arrival& each : arrivals) {
      if (rule.admit(state, {each.at}, each.cost)) continue;
      const RetryAfter wait = rule.retry_after(state, {each.at}, each.cost);
      if (!wait) {
        if (!rule.waits_longer(state, {each.at}, each.cost, rule.longest_wait())) return false;
        continue;
      }
      ++probed;
      if (wait->ns < 1 || *wait > rule.longest_wait()) return false;
      if (!rule.waits_longer(state, {each.at}, each.cost, {wait->ns - 1})) return false;
      if (rule.waits_longer(state, {each.at}, each.cost, *wait)) return false;
      const Instant then{each.at + static_cast<std::int64_t>(wait->ns)};
      auto at_the_wait = state;
      auto just_before = state;
      auto much_later = state;
      if (!rule.admit(at_the_wait, then, each.cost)) return false;
      if (wait->ns > 1 && rule.admit(just_before, {then.ns - 1}, each.cost)) return false;
      if (!rule.admit(much_later, {then.ns + 777'777'777}, each.cost)) return false;
    }
    return true;
  });
  CHECK(probed > 1'000);
}

TEST_CASE("as much as a dialect has room for passes, and no unit more") {
  for_all_replays([](const std::string&, const auto& rule, const Arrivals& arrivals) {
    auto state = rule.start({arrivals.front().at});
    for (const Arrival& each : arrivals) {
      rule.admit(state, {each.at}, each.cost);
      const Cost room = rule.room(state, {each.at});
      auto filled = state;
      if (room_counts_requests<std::remove_cvref_t<decltype(rule)>>()) {
        for (Cost event = 0; event < room; ++event) {
          if (!rule.admit(filled, {each.at}, 1)) return false;
        }
        if (rule.admit(filled, {each.at}, 1)) return false;
      } else {
        auto overflowing = state;
        if (room > 0 && !rule.admit(filled, {each.at}, room)) return false;
        if (rule.admit(overflowing, {each.at}, room + 1)) return false;
      }
    }
    return true;
  });
}

TEST_CASE("a dialect comes to rest and stays so, and at rest is as a key never seen") {
  std::int64_t settled_later = 0;
  for_all_replays([&](const std::string&, const auto& rule, const Arrivals& arrivals) {
    const std::int64_t gap = std::max<std::int64_t>(1, (arrivals.back().at - arrivals.front().at) / 40);
    auto state = rule.start({arrivals.front().at});
    for (const Arrival& each : arrivals) {
      rule.admit(state, {each.at}, each.cost);
      const auto longest = static_cast<std::int64_t>(rule.longest_wait().ns);
      if (!rule.rested(state, {each.at + longest})) return false;
      const std::optional<Duration> wait = rule.until_settled(state, {each.at});
      if (wait.has_value() != std::remove_cvref_t<decltype(rule)>::starts_rested) return false;
      if (!wait) continue;
      const Instant then{each.at + static_cast<std::int64_t>(wait->ns)};
      if (!rule.rested(state, then) || !rule.rested(state, {then.ns + 1})) return false;
      if (rule.rested(state, {each.at}) != (wait->ns == 0)) return false;
      if (can_be_told_apart(rule, state, rule.start(then), then, gap)) return false;
      const Instant later{then.ns + gap};
      if (can_be_told_apart(rule, state, rule.start(later), later, gap)) return false;
      settled_later += wait->ns > 0 ? 1 : 0;
    }
    return true;
  });
  CHECK(settled_later > 1'000);
}

TEST_CASE("a dialect keeps the promise that it makes") {
  for_all_replays([](const std::string& spec, const auto& rule, const Arrivals& arrivals) {
    const AnyLimiter limiter = parse_limiter(spec);
    std::vector<std::pair<Int128, Cost>> admitted;
    std::vector<std::pair<Int128, Cost>> departed;
    auto state = rule.start({arrivals.front().at});
    for (const Arrival& each : arrivals) {
      if (!rule.admit(state, {each.at}, each.cost)) continue;
      admitted.emplace_back(each.at, each.cost);
      if constexpr (Shaper<std::remove_cvref_t<decltype(rule)>>) {
        departed.emplace_back(each.at + rule.departure(state, {each.at}).delay, each.cost);
      }
    }
    std::sort(departed.begin(), departed.end());
    const std::int64_t gap = std::max<std::int64_t>(1, (arrivals.back().at - arrivals.front().at) / 40);
    for (const std::int64_t length : {std::int64_t{1}, gap, 3 * gap, 10 * gap, std::int64_t{1'000'000'000}}) {
      const std::optional<Int128> most = promise(limiter, {length}, 6);
      const std::optional<Int128> most_admitted = admission_promise(limiter, {length});
      if (most && busiest(departed.empty() ? admitted : departed, length) > *most) return false;
      if (most_admitted && busiest(admitted, length) > *most_admitted) return false;
    }
    return true;
  });
}
