// What holds of every limiter of the catalogue, whatever its parameters and the trace.

#include <catch2/catch.hpp>
#include <string>

#include "laws/replayed.hpp"
#include "laws/samples.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/wide_rule.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

constexpr std::uint64_t traces = 2000;

/// Calls `law(spec, limiter, arrivals)` for every sample on generated traces, with unit costs and with others.
template <class Law>
void for_all_replays(Law law) {
  for_all_samples([&](const std::string& spec) {
    const AnyLimiter limiter = parse_limiter(spec);
    for (std::uint64_t seed = 0; seed < traces; ++seed) {
      CAPTURE(spec, seed);
      law(spec, limiter, Random(seed).arrivals(seed % 2 == 1));
    }
  });
}

bool logs_refusals(const std::string& spec) { return spec.find("count=all") != std::string::npos; }

}  // namespace

TEST_CASE("every algorithm and marker of the catalogue is put to the laws, and nothing else") {
  CHECK(samples().size() == algorithms().size() + markers().size());
  for (const auto& part : {algorithms(), markers()}) {
    for (const Description& each : part) {
      CAPTURE(each.name);
      REQUIRE(samples().contains(std::string(each.name)));
      CHECK_FALSE(samples().at(std::string(each.name)).empty());
    }
  }
}

TEST_CASE("a refusal changes nothing, unless the limiter's parameters say so") {
  for_all_replays([](const std::string& spec, const AnyLimiter& limiter, const Arrivals& arrivals) {
    if (logs_refusals(spec)) return;
    const bool held = with_rule(limiter, extent_of(arrivals), [&](const auto& rule) {
      auto state = rule.start({arrivals.front().at});
      for (const Arrival& each : arrivals) {
        const auto before = state;
        if (!rule.admit(state, {each.at}, each.cost) && !(state == before)) return false;
      }
      return true;
    });
    REQUIRE(held);
  });
}

TEST_CASE("an event that can never pass is told so, and changes nothing even where refusals are logged") {
  for_all_replays([](const std::string&, const AnyLimiter& limiter, const Arrivals& arrivals) {
    Extent extent = extent_of(arrivals);
    extent.largest_cost = INT64_MAX;
    extent.unit_costs = false;
    const bool held = with_rule(limiter, extent, [&](const auto& rule) {
      auto state = rule.start({arrivals.front().at});
      for (const Arrival& each : arrivals) {
        rule.admit(state, {each.at}, each.cost);
        const auto before = state;
        for (const Cost oversize : {Cost{1'000'000}, Cost{INT64_MAX}}) {
          if (rule.admit(state, {each.at}, oversize) || !(state == before)) return false;
          if (rule.retry_after(state, {each.at}, oversize)) return false;
          if (!rule.waits_longer(state, {each.at}, oversize, {0})) return false;
        }
      }
      return true;
    });
    REQUIRE(held);
  });
}

TEST_CASE("retry-after is tight: the event passes then, and not a nanosecond before") {
  std::int64_t probed = 0;
  for_all_replays([&](const std::string&, const AnyLimiter& limiter, const Arrivals& arrivals) {
    const bool held = with_rule(limiter, extent_of(arrivals), [&](const auto& rule) {
      auto state = rule.start({arrivals.front().at});
      for (const Arrival& each : arrivals) {
        if (rule.admit(state, {each.at}, each.cost)) continue;
        const RetryAfter wait = rule.retry_after(state, {each.at}, each.cost);
        if (!wait) continue;
        ++probed;
        if (wait->ns < 1) return false;
        if (!rule.waits_longer(state, {each.at}, each.cost, {wait->ns - 1})) return false;
        if (rule.waits_longer(state, {each.at}, each.cost, *wait)) return false;
        const Instant then{each.at + static_cast<std::int64_t>(wait->ns)};
        auto at_the_wait = state;
        auto just_before = state;
        if (!rule.admit(at_the_wait, then, each.cost)) return false;
        if (wait->ns > 1 && rule.admit(just_before, {then.ns - 1}, each.cost)) return false;
      }
      return true;
    });
    REQUIRE(held);
  });
  CHECK(probed > 300'000);
}

TEST_CASE("an event that is never to pass does not pass after any wait") {
  for_all_replays([](const std::string&, const AnyLimiter& limiter, const Arrivals& arrivals) {
    const bool held = with_rule(limiter, extent_of(arrivals), [&](const auto& rule) {
      auto state = rule.start({arrivals.front().at});
      for (const Arrival& each : arrivals) {
        if (rule.admit(state, {each.at}, each.cost) || rule.retry_after(state, {each.at}, each.cost)) continue;
        auto much_later = state;
        if (rule.admit(much_later, {each.at + 100'000}, each.cost)) return false;
      }
      return true;
    });
    REQUIRE(held);
  });
}

TEST_CASE("the same trace gets the same decisions, in the chosen form and in the widest") {
  for_all_replays([](const std::string&, const AnyLimiter& limiter, const Arrivals& arrivals) {
    const Outcomes once = outcomes(limiter, arrivals);
    REQUIRE(outcomes(limiter, arrivals) == once);
    const Outcomes widest =
        std::visit([&](const auto& each) { return outcomes(wide_rule(each, extent_of(arrivals)), arrivals); }, limiter);
    REQUIRE(widest == once);
  });
}

TEST_CASE("no replay breaks its limiter's promise") {
  for_all_replays([](const std::string&, const AnyLimiter& limiter, const Arrivals& arrivals) {
    std::vector<std::pair<Int128, Cost>> admitted;
    std::vector<std::pair<Int128, Cost>> left;
    Int128 ticks_per_ns = 1;
    const Extent extent = extent_of(arrivals);
    with_rule(limiter, extent, [&](const auto& rule) {
      auto state = rule.start({arrivals.front().at});
      for (const Arrival& each : arrivals) {
        if (!rule.admit(state, {each.at}, each.cost)) continue;
        admitted.emplace_back(each.at, each.cost);
        if constexpr (Shaper<std::remove_cvref_t<decltype(rule)>>) {
          ticks_per_ns = rule.ticks_per_ns();
          left.emplace_back(rule.departure(state, {each.at}).at, each.cost);
        }
      }
    });
    for (const std::int64_t length : {1, 2, 3, 4, 5, 7, 8, 9, 10, 14, 19, 20, 21, 22, 40, 41, 57, 1000}) {
      const std::optional<Int128> by_arrival = admission_promise(limiter, {length});
      const Int128 by_departure = promise(limiter, {length}, extent.largest_cost).value();
      const bool held = busiest(admitted, length) <= by_arrival.value_or(by_departure) &&
                        busiest(left, length * ticks_per_ns) <= by_departure;
      CAPTURE(length);
      REQUIRE(held);
    }
  });
}

TEST_CASE("a shift by whole windows or periods changes nothing") {
  for_all_replays([](const std::string&, const AnyLimiter& limiter, const Arrivals& arrivals) {
    Arrivals shifted = arrivals;
    const auto window = static_cast<std::int64_t>(default_window(limiter).ns);
    const std::int64_t shift = (arrivals.front().at < 0 ? 1'000 : -1'000) * window;
    for (Arrival& each : shifted) each.at += shift;
    REQUIRE(outcomes(limiter, shifted) == outcomes(limiter, arrivals));
  });
}
