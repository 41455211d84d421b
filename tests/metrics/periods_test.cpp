#include "metrics/periods.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "generated.hpp"

using namespace ratereplay;

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t day = 86'400 * second;
constexpr std::int64_t lowest = INT64_MIN;
constexpr std::int64_t highest = INT64_MAX;

std::string label_at(const char* period, std::int64_t ns) {
  const Period parsed = Period::parse(period);
  return parsed.label(parsed.index({ns}));
}

std::vector<PeriodCount> counts_of(const Period& period, const Events& events,
                                   const std::vector<std::uint64_t>& masks) {
  PeriodCounts counts(period, 1 << 20);
  for (std::size_t block = 0; block < masks.size(); ++block)
    counts.record(events.part(64 * block, std::min<std::size_t>(64, events.size() - 64 * block)), masks[block]);
  return counts.counts();
}

}  // namespace

TEST_CASE("a period is a word, a unit or a duration") {
  CHECK(Period::parse("second").length() == Duration{second});
  CHECK(Period::parse(" Hour ").length() == Duration{3'600 * Int128{second}});
  CHECK(Period::parse("days").length() == Duration{day});
  CHECK(Period::parse("week").length() == Duration{7 * Int128{day}});
  CHECK(Period::parse("15m").length() == Duration{900 * Int128{second}});
  CHECK(Period::parse("15m").name() == "15m");
  CHECK_THROWS_WITH(Period::parse("dya"),
                    "'dya' is not a period; write second, minute, hour, day, week, or a duration "
                    "as 15m; did you mean 'day'?");
  CHECK_THROWS_WITH(Period::parse("month"),
                    "'month' is not a period; write second, minute, hour, day, week, or a duration as 15m");
  CHECK_THROWS_WITH(Period::parse("0h"), Catch::Contains("'0h' is not a duration"));
  CHECK_THROWS_WITH(Period::parse("-1h"), Catch::Contains("'-1h' is not a duration: it is negative"));
  CHECK_THROWS_AS(Period::parse(""), Error);
}

TEST_CASE("a period begins on its boundary, also before 1970") {
  CHECK(Period::parse("day").index({0}) == 0);
  CHECK(Period::parse("day").index({-1}) == -1);
  CHECK(Period::parse("day").index({day - 1}) == 0);
  CHECK(Period::parse("day").index({day}) == 1);
  CHECK(label_at("day", -1) == "1969-12-31");
  CHECK(label_at("day", -day) == "1969-12-31");
  CHECK(label_at("day", -day - 1) == "1969-12-30");
  CHECK(label_at("hour", 3'600 * second - 1) == "1970-01-01 00:00");
  CHECK(label_at("hour", 3'600 * second) == "1970-01-01 01:00");
  CHECK(label_at("second", -1) == "1969-12-31 23:59:59");
  CHECK(label_at("250ms", -1) == "1969-12-31 23:59:59.75");
  CHECK(label_at("6h", 86'399 * second) == "1970-01-01 18:00");
  CHECK(label_at("2d", -1) == "1969-12-30");
  CHECK(label_at("90s", 90 * second) == "1970-01-01 00:01:30");
}

TEST_CASE("a week begins on Monday") {
  constexpr std::int64_t thursday = 0;
  constexpr std::int64_t next_monday = 4 * day;
  CHECK(label_at("week", thursday) == "week of 1969-12-29");
  CHECK(label_at("week", next_monday - 1) == "week of 1969-12-29");
  CHECK(label_at("week", next_monday) == "week of 1970-01-05");
  CHECK(label_at("week", thursday - 3 * day) == "week of 1969-12-29");
  CHECK(label_at("week", thursday - 3 * day - 1) == "week of 1969-12-22");
  // 2025-07-29 was a Tuesday.
  CHECK(label_at("week", days_from_civil(2025, 7, 29) * day) == "week of 2025-07-28");
  CHECK(label_at("7d", thursday) == "1970-01-01");
}

TEST_CASE("the first and the last instant have periods, which may reach beyond them") {
  CHECK(label_at("day", lowest) == "1677-09-21");
  CHECK(label_at("week", lowest) == "week of 1677-09-20");
  CHECK(label_at("hour", highest) == "2262-04-11 23:00");
  for (const char* text : {"1ns", "week", "day", "1000d", "18446744073709551615ns", "9223372036854775808ns"}) {
    const Period period = Period::parse(text);
    for (const std::int64_t ns : {lowest, lowest + 1, std::int64_t{-1}, std::int64_t{0}, highest - 1, highest}) {
      const std::int64_t index = period.index({ns});
      CHECK(period.start(index).ns <= ns);
      CHECK(period.start(index).ns + period.length().ns > ns);
      CHECK(period.last(index) >= Instant{ns});
      CHECK(period.last(index).ns == std::min<Int128>(highest, period.start(index).ns + period.length().ns - 1));
    }
  }
}

TEST_CASE("only periods with events are counted, each event in that of its arrival") {
  const std::vector<std::int64_t> times{-1, 0, 9, 10, 49, 50, 50};
  const Period period = Period::parse("10ns");
  CHECK(counts_of(period, {times}, {0b0110101}) ==
        std::vector<PeriodCount>{{-1, 1, 0, 1, 0}, {0, 1, 1, 1, 1}, {1, 0, 1, 0, 1}, {4, 1, 0, 1, 0}, {5, 1, 1, 1, 1}});
  const std::vector<Cost> costs{5, 0, 7, 1, 2, 3, 4};
  CHECK(counts_of(period, {times, costs}, {0b0110101}) ==
        std::vector<PeriodCount>{{-1, 1, 0, 5, 0}, {0, 1, 1, 7, 0}, {1, 0, 1, 0, 1}, {4, 1, 0, 2, 0}, {5, 1, 1, 3, 4}});
}

TEST_CASE("counts of generated traces are those of every event by itself") {
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    test::GeneratedTrace trace(seed);
    // Long enough for several blocks of 64.
    const std::size_t size = trace.arrival.size();
    for (std::size_t more = size; more > 0 && more < 150; ++more) {
      trace.arrival.push_back(trace.arrival.back());
      if (trace.arrival.back() < highest - 40) trace.arrival.back() += static_cast<std::int64_t>(trace.below(40));
      if (!trace.cost.empty()) trace.cost.push_back(static_cast<Cost>(trace.below(4)));
    }
    const std::vector<const char*> periods{"1ns", "7ns", "64ns", "1us", "second", "week", "18446744073709551615ns"};
    const Period period = Period::parse(periods[seed % periods.size()]);
    const Events events = trace.events();
    std::vector<std::uint64_t> masks;
    std::map<std::int64_t, PeriodCount> expected;
    for (std::size_t event = 0; event < events.size(); ++event) {
      if (event % 64 == 0) masks.push_back(0);
      const bool passes = trace.below(2) == 0;
      masks.back() |= std::uint64_t{passes} << event % 64;
      PeriodCount& count = expected[period.index(events.time(event))];
      count.index = period.index(events.time(event));
      ++(passes ? count.passed : count.dropped);
      (passes ? count.passed_cost : count.dropped_cost) += events.cost_of(event);
    }
    std::vector<PeriodCount> in_order;
    for (const auto& [index, count] : expected) in_order.push_back(count);
    REQUIRE(counts_of(period, events, masks) == in_order);
  }
}

TEST_CASE("more periods than fit in memory are an error that names the mend") {
  PeriodCounts counts(Period::parse("1ns"), 100 * sizeof(PeriodCount));
  const auto record = [&](std::int64_t ns) {
    const std::vector<std::int64_t> times{ns};
    counts.record({times}, 1);
  };
  for (std::int64_t ns = 0; ns < 100; ++ns) record(ns);
  record(99);
  CHECK_THROWS_WITH(record(100),
                    "--by '1ns': more than 100 periods hold events, for which there is no memory; take "
                    "longer ones, or raise --max-memory");
}
