#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "catalog.hpp"
#include "generated.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/spec.hpp"
#include "replay/replay.hpp"

using namespace ratereplay;

namespace {

constexpr std::int64_t second = 1'000'000'000;

ReplaySummary replayed(const std::string& spec, const Events& events, const std::string& window) {
  return replay(parse_limiter(spec), events, parse_duration(window));
}

Duration seconds(const std::string& text) { return parse_signed_duration(text + "s"); }

// The same summary taken event by event, with nothing of the recorders: of departures and delays only for a queue.
struct Plain {
  ReplaySummary summary;
  std::vector<std::int64_t> passed_times;
  std::vector<Cost> passed_costs;
  std::vector<Int128> delays;  ///< ticks
  Int128 ticks_per_ns = 1;

  template <class Rule>
  void run(const Rule& rule, const Events& events, Instant origin) {
    std::optional<typename Rule::State> state;
    std::uint64_t run = 0;
    for (std::size_t event = 0; event < events.size(); ++event) {
      const Instant now = events.time(event);
      const Cost cost = events.cost_of(event);
      if (cost > 0 && !state) state = rule.start(now);
      const bool passes = cost == 0 || rule.admit(*state, now, cost);
      if (state) summary.state_bytes = std::max(summary.state_bytes, rule.state_bytes(*state));
      if (passes) {
        ++summary.passed;
        summary.passed_cost += cost;
        run = 0;
        passed_times.push_back(now.ns);
        passed_costs.push_back(cost);
        if constexpr (Shaper<Rule>) {
          ticks_per_ns = rule.ticks_per_ns();
          const Int128 arrived = ticks_per_ns * (now - origin).ns;
          delays.push_back(state ? rule.departure(*state, now).at - arrived : 0);
          if (state) REQUIRE((rule.departure(*state, now).delay == delays.back()));
        }
        continue;
      }
      ++summary.dropped;
      summary.dropped_cost += cost;
      if (!summary.first_drop) summary.first_drop = now;
      summary.longest_drop_run = std::max(summary.longest_drop_run, ++run);
      const RetryAfter wait = rule.retry_after(*state, now, cost);
      if (!wait) ++summary.never_count;
      if (wait) summary.longest_retry_after = std::max(summary.longest_retry_after, wait);
    }
  }
};

}  // namespace

TEST_CASE("a queue's departures, delays and admissions are told apart") {
  // Three of six at once go in, leaving at 0, 1 and 2 s; one at 1.5 s leaves at 3 s.
  const std::vector<std::int64_t> times{0, 0, 0, 0, 0, 0, second * 3 / 2};
  const ReplaySummary summary = replayed("leaky-queue:rate=1/s,queue=2", {times, {}}, "1s");
  CHECK(summary.passed == 4);
  CHECK(summary.dropped == 3);
  CHECK(summary.busiest.events == 1);
  CHECK(summary.busiest.from == Instant{0});
  REQUIRE(summary.busiest_admitted);
  CHECK(summary.busiest_admitted->events == 3);
  CHECK(summary.longest_retry_after == RetryAfter(seconds("1")));
  CHECK(summary.longest_drop_run == 3);
  REQUIRE(summary.delay);
  CHECK(summary.delay->longest == seconds("2"));
  CHECK(summary.delay->mean == seconds("1.125"));
  CHECK(summary.delay->p50 == seconds("1"));
  CHECK(summary.delay->p99 == seconds("2"));
}

TEST_CASE("departures are compared exactly, not as rounded nanoseconds") {
  // At 3 a second they leave at 0, 1/3, 2/3 and 1 s.
  const std::vector<std::int64_t> times{0, 0, 0, 0};
  const std::string queue = "leaky-queue:rate=3/s,queue=3";
  CHECK(replayed(queue, {times, {}}, "333333333ns").busiest.events == 1);
  CHECK(replayed(queue, {times, {}}, "333333334ns").busiest.events == 2);
  CHECK(replayed(queue, {times, {}}, "1s").busiest.events == 3);
  CHECK(replayed(queue, {times, {}}, "1000000001ns").busiest.events == 4);
  const ReplaySummary summary = replayed(queue, {times, {}}, "1s");
  CHECK(summary.delay->p50 == Duration{333'333'334});
  CHECK(summary.delay->mean == seconds("0.5"));
}

TEST_CASE("the busiest departures begin at the first of them, rounded up to a nanosecond") {
  const std::vector<std::int64_t> times{-7};
  const std::vector<Cost> costs{2};
  const ReplaySummary summary = replayed("leaky-queue:rate=3/s,queue=3", {times, costs}, "1s");
  CHECK(summary.busiest.from == Instant{333'333'334 - 7});
  CHECK(summary.busiest.cost == 2);
  CHECK(summary.busiest_admitted->from == Instant{-7});
}

TEST_CASE("a departure beyond the range of times is exact but has no time to be named") {
  constexpr auto last = std::numeric_limits<std::int64_t>::max();
  const std::vector<std::int64_t> times{last, last};
  const std::string queue = "leaky-queue:rate=1/s,queue=3";
  CHECK(replayed(queue, {times, {}}, "1s").busiest.from == Instant{last});
  CHECK(replayed(queue, {times, {}}, "1s").delay->longest == seconds("1"));
  const std::vector<Cost> costs{2, 1};
  const ReplaySummary beyond = replayed(queue, {times, costs}, "2s");
  CHECK(beyond.busiest.events == 2);
  CHECK_FALSE(beyond.busiest.from);
  CHECK(beyond.busiest.cost == 3);
  CHECK_FALSE(beyond.busiest.cost_from);
  CHECK(beyond.busiest_admitted->from == Instant{last});
}

TEST_CASE("a queue without departures has no delays") {
  const std::vector<std::int64_t> times{0};
  const std::vector<Cost> costs{9};
  const ReplaySummary summary = replayed("leaky-queue:rate=1/s,queue=3", {times, costs}, "1s");
  CHECK_FALSE(summary.delay);
  CHECK(summary.busiest.events == 0);
  CHECK(summary.busiest_admitted->events == 0);
  CHECK(summary.never_count == 1);
}

TEST_CASE("events of cost 0 leave behind those that wait") {
  const std::vector<std::int64_t> times{0, 5, 5, 6, 6};
  const std::vector<Cost> costs{0, 1, 1, 0, 0};
  const ReplaySummary summary = replayed("leaky-queue:rate=1/s,queue=3", {times, costs}, "1s");
  CHECK(summary.passed == 5);
  CHECK(summary.delay->longest == seconds("1"));
  CHECK(summary.delay->p50 == Duration{second - 1});
  CHECK(summary.delay->mean == Duration{(3 * second - 2 + 4) / 5});
  CHECK(summary.busiest.events == 3);
  CHECK(summary.busiest.from == Instant{second + 5});
  CHECK(summary.busiest.cost == 1);
  CHECK(summary.busiest.cost_from == Instant{5});
}

TEST_CASE("every limiter's summary is that of an event by event account, on generated traces") {
  std::map<std::string, std::uint64_t> drops;
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    test::GeneratedTrace trace(seed);
    const Events events = trace.events();
    const Extent extent = extent_of(events);
    const Rate rate = parse_rate(std::to_string(1 + trace.below(3)) + "/" + std::to_string(1 + trace.below(9)) + "ns");
    const Duration window{static_cast<Int128>(1 + trace.below(20))};
    for (const AnyLimiter& limiter : limiters_for_comparison(rate, Fraction(static_cast<Int128>(2 + trace.below(3))))) {
      INFO("seed " << seed << ", " << spec_text(limiter));
      Plain plain;
      with_rule(limiter, extent, [&](const auto& rule) { plain.run(rule, events, extent.first); });
      const ReplaySummary& expected = plain.summary;
      const ReplaySummary summary = replay(limiter, events, window);
      REQUIRE(summary.passed == expected.passed);
      REQUIRE(summary.dropped == expected.dropped);
      REQUIRE(summary.passed_cost == expected.passed_cost);
      REQUIRE(summary.dropped_cost == expected.dropped_cost);
      REQUIRE(summary.first_drop == expected.first_drop);
      REQUIRE(summary.longest_drop_run == expected.longest_drop_run);
      REQUIRE(summary.longest_retry_after == expected.longest_retry_after);
      REQUIRE(summary.never_count == expected.never_count);
      REQUIRE(summary.state_bytes >= expected.state_bytes);
      drops[std::string(name_of(limiter))] += summary.dropped;

      const Events passed{plain.passed_times, events.unit_costs() ? std::span<const Cost>() : plain.passed_costs};
      const BusiestWindow busiest = busiest_window(passed, window);
      const BusiestWindow& found = summary.busiest_admitted ? *summary.busiest_admitted : summary.busiest;
      REQUIRE(found.events == busiest.events);
      REQUIRE(found.from == busiest.from);
      REQUIRE(found.cost == busiest.cost);
      REQUIRE(found.cost_from == busiest.cost_from);

      REQUIRE(summary.delay.has_value() == !plain.delays.empty());
      if (plain.delays.empty()) continue;
      std::sort(plain.delays.begin(), plain.delays.end());
      const auto count = static_cast<Int128>(plain.delays.size());
      const auto in_ns = [&](Int128 ticks) { return Duration{ceil_div(ticks, plain.ticks_per_ns)}; };
      const auto ranked = [&](Int128 percent) {
        return in_ns(plain.delays[static_cast<std::size_t>(ceil_div<Int128>(count * percent, 100) - 1)]);
      };
      REQUIRE(summary.delay->longest == in_ns(plain.delays.back()));
      REQUIRE(summary.delay->p50 == ranked(50));
      REQUIRE(summary.delay->p99 == ranked(99));
      const Int128 total = std::accumulate(plain.delays.begin(), plain.delays.end(), Int128{0});
      REQUIRE(summary.delay->mean == Duration{ceil_div(total, count * plain.ticks_per_ns)});
    }
  }
  // Every limiter has had something to refuse.
  REQUIRE(drops.size() == algorithms().size());
  for (const auto& [name, dropped] : drops) CHECK(dropped > 1'000);
}

TEST_CASE("48 hours of Kamchatka at 5 an hour") {
  const std::vector<std::int64_t> times = test::catalog_times("facts/kamchatka-2025-07-29.csv");
  if (times.empty()) return;
  REQUIRE(times.size() == 189);
  struct Row {
    std::string spec;
    std::uint64_t passed;
    std::uint64_t dropped;
    std::uint64_t busiest;
  };
  const std::vector<Row> rows{
      {"fixed-window:rate=5/h", 114, 75, 9},         {"fixed-window:rate=5/h,anchor=first", 110, 79, 9},
      {"sliding-log:rate=5/h", 107, 82, 5},          {"sliding-log:rate=5/h,count=all", 74, 115, 5},
      {"sliding-counter:rate=5/h", 111, 78, 7},      {"sliding-counter:rate=5/h,rounding=exact", 99, 90, 6},
      {"token-bucket:rate=5/h,burst=5", 120, 69, 9}, {"gcra:rate=5/h,burst=5", 120, 69, 9},
      {"leaky-bucket:rate=5/h,burst=5", 120, 69, 9}, {"pacer:rate=5/h", 79, 110, 5},
      {"leaky-queue:rate=5/h,queue=4", 120, 69, 5},
  };
  for (const Row& row : rows) {
    INFO(row.spec);
    const ReplaySummary summary = replayed(row.spec, {times, {}}, "1h");
    CHECK(summary.passed == row.passed);
    CHECK(summary.dropped == row.dropped);
    CHECK(summary.busiest.events == row.busiest);
  }
  const ReplaySummary queue = replayed(rows.back().spec, {times, {}}, "1h");
  CHECK(queue.busiest_admitted->events == 9);
  CHECK(queue.delay->longest == seconds("2871.341"));
}

TEST_CASE("eleven years of earthquakes through buckets of 5, 73 and 74") {
  const std::vector<std::int64_t> times = test::catalog_times("data/usgs-m5-2015-2025.csv");
  if (times.empty()) return;
  const auto dropped = [&](const std::string& burst) {
    return replayed("token-bucket:rate=5/h,burst=" + burst, {times, {}}, "1h").dropped;
  };
  CHECK(dropped("5") == 197);
  CHECK(dropped("73") == 1);
  CHECK(dropped("74") == 0);
  CHECK(dropped("17753599/240000") == 0);
  CHECK(dropped("17753598/240000") == 1);
}
