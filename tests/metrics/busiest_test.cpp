#include "metrics/busiest.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

#include "catalog.hpp"
#include "generated.hpp"
#include "metrics/busiest_scan.hpp"
#include "sanitized.hpp"

using namespace ratereplay;

namespace {

constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
constexpr auto highest = std::numeric_limits<std::int64_t>::max();

// Every window that begins at an event, by the definition.
BusiestWindow by_definition(const Events& events, Duration length) {
  BusiestWindow best{length, 0, {}, 0, {}};
  for (std::size_t first = 0; first < events.size(); ++first) {
    std::uint64_t count = 0;
    Cost cost = 0;
    for (std::size_t event = first; event < events.size(); ++event) {
      if (events.time(event) - events.time(first) >= length) break;
      ++count;
      cost += events.cost_of(event);
    }
    if (count > best.events) {
      best.events = count;
      best.from = events.time(first);
    }
    if (events.cost_of(first) > 0 && cost > best.cost) {
      best.cost = cost;
      best.cost_from = events.time(first);
    }
  }
  return best;
}

void require_same(const BusiestWindow& found, const BusiestWindow& expected) {
  REQUIRE(found.length == expected.length);
  REQUIRE(found.events == expected.events);
  REQUIRE(found.from == expected.from);
  REQUIRE(found.cost == expected.cost);
  REQUIRE(found.cost_from == expected.cost_from);
}

BusiestWindow busiest_of_times(const std::vector<std::int64_t>& times, Int128 length) {
  return busiest_window({times, {}}, Duration{length});
}

}  // namespace

TEST_CASE("a busiest window is half-open") {
  CHECK(busiest_of_times({0, 10, 20}, 10).events == 1);
  CHECK(busiest_of_times({0, 10, 20}, 11).events == 2);
  CHECK(busiest_of_times({0, 10, 20}, 20).events == 2);
  CHECK(busiest_of_times({0, 10, 20}, 21).events == 3);
  CHECK(busiest_of_times({5, 5, 5}, 1).events == 3);
}

TEST_CASE("the earliest of equally busy windows is reported") {
  const BusiestWindow busiest = busiest_of_times({0, 100, 101, 200, 201}, 10);
  CHECK(busiest.events == 2);
  CHECK(busiest.from == Instant{100});
  CHECK(busiest.cost == 2);
  CHECK(busiest.cost_from == Instant{100});
}

TEST_CASE("a trace without events has no busiest window") {
  const BusiestWindow busiest = busiest_window({}, Duration{5});
  CHECK(busiest.length == Duration{5});
  CHECK(busiest.events == 0);
  CHECK_FALSE(busiest.from);
  CHECK(busiest.cost == 0);
  CHECK_FALSE(busiest.cost_from);
}

TEST_CASE("a window as long as a parameter may be still leaves out what is exactly that far") {
  CHECK(busiest_of_times({lowest, highest}, longest_parameter.ns).events == 1);
  CHECK(busiest_of_times({lowest, highest - 1}, longest_parameter.ns).events == 2);
  CHECK(busiest_of_times({lowest + 1, highest}, longest_parameter.ns).from == Instant{lowest + 1});
}

TEST_CASE("counts and costs have windows of their own") {
  const std::vector<std::int64_t> times{0, 1, 2, 100, 200, 201};
  const std::vector<Cost> costs{1, 1, 1, 0, 0, 9};
  const BusiestWindow busiest = busiest_window({times, costs}, Duration{10});
  CHECK(busiest.events == 3);
  CHECK(busiest.from == Instant{0});
  CHECK(busiest.cost == 9);
  CHECK(busiest.cost_from == Instant{201});

  const std::vector<Cost> none{0, 0, 0, 0, 0, 0};
  const BusiestWindow free = busiest_window({times, none}, Duration{10});
  CHECK(free.events == 3);
  CHECK(free.cost == 0);
  CHECK_FALSE(free.cost_from);
}

TEST_CASE("the busiest window is what the definition says, on generated traces") {
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    test::GeneratedTrace trace(seed);
    const Events events = trace.events();
    // Mostly the very distance of two events, or 1 ns beside it.
    Duration length{static_cast<Int128>(1 + trace.below(60))};
    if (!events.empty() && trace.below(2) == 0) {
      const std::size_t last = trace.below(events.size());
      const Duration exact = events.time(last) - events.time(trace.below(last + 1));
      length.ns = std::max<Int128>(1, exact.ns + static_cast<Int128>(trace.below(3)) - 1);
    }
    INFO("seed " << seed);
    require_same(busiest_window(events, length), by_definition(events, length));
  }
}

TEST_CASE("long windows, skipped strides and streams that outgrow their buffer find the same") {
  std::mt19937_64 random(7);
  std::vector<std::int64_t> times;
  std::vector<Cost> costs;
  std::int64_t now = -5'000'000;
  for (int event = 0; event < (test::sanitized ? 7'000 : 20'000); ++event) {
    const bool busy = event / 3'000 % 2 == 1;
    now += static_cast<std::int64_t>(random() % (busy ? 50 : 1'000));
    times.push_back(now);
    costs.push_back(static_cast<Cost>(random() % 3));
  }
  const Events events{times, costs};
  for (const std::int64_t ns : {1, 40, 800, 20'000, 1'000'000, 100'000'000}) {
    const Duration length{ns};
    const BusiestWindow expected = by_definition(events, length);
    require_same(busiest_window(events, length), expected);

    BusiestScan<std::uint64_t> blocks(static_cast<std::uint64_t>(ns), false);
    for (std::size_t begin = 0; begin < events.size();) {
      const std::size_t count = std::min<std::size_t>(1 + random() % 64, events.size() - begin);
      blocks.add_passed(events.arrival.data() + begin, events.cost.subspan(begin, count), count, ~std::uint64_t{0});
      begin += count;
    }
    require_same(blocks.result(length, instant_at), expected);

    const auto add_singly = [&](auto& scan, std::size_t begin, std::size_t end) {
      for (std::size_t event = begin; event < end; ++event) {
        const auto position = static_cast<UInt128>(times[event] - times[0]);
        scan.add_passed(&position, events.cost.subspan(event, 1), 1, 1);
      }
    };
    const auto instant = [&](UInt128 at) { return Instant{times[0] + static_cast<std::int64_t>(at)}; };
    BusiestScan<UInt128> singly(static_cast<UInt128>(ns), false);
    add_singly(singly, 0, events.size());
    require_same(singly.result(length, instant), expected);

    // From one width into the other in the middle.
    BusiestScan<std::uint64_t> narrow(static_cast<std::uint64_t>(ns), false);
    add_singly(narrow, 0, 4'321);
    BusiestScan<UInt128> wide(narrow, static_cast<UInt128>(ns));
    add_singly(wide, 4'321, events.size());
    require_same(wide.result(length, instant), expected);
  }
}

TEST_CASE("only the chosen events of a block are counted") {
  const std::vector<std::int64_t> times{0, 1, 2, 3, 10, 11};
  const std::vector<Cost> costs{1, 5, 1, 1, 2, 2};
  BusiestScan<std::uint64_t> scan(5, false);
  scan.add_passed(times.data(), costs, times.size(), 0b111001);
  const BusiestWindow busiest = scan.result(Duration{5}, instant_at);
  CHECK(busiest.events == 2);
  CHECK(busiest.from == Instant{0});
  CHECK(busiest.cost == 4);
  CHECK(busiest.cost_from == Instant{10});
}

TEST_CASE("no hour of eleven years holds more than 38 earthquakes") {
  const std::vector<std::int64_t> times = test::catalog_times("data/usgs-m5-2015-2025.csv");
  if (times.empty()) return;
  const Events events{times, {}};
  const BusiestWindow hour = busiest_window(events, parse_duration("1h"));
  CHECK(hour.events == 38);
  require_same(hour, by_definition(events, parse_duration("1h")));
  require_same(busiest_window(events, parse_duration("30d")), by_definition(events, parse_duration("30d")));
}
