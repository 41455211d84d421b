#include "replay/difference.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "generated.hpp"
#include "laws/samples.hpp"
#include "limiter/spec.hpp"
#include "replay/keyed.hpp"
#include "replay/stepped.hpp"

using namespace ratereplay;

namespace {

DifferenceSummary difference_of(const std::string& a, const std::string& b, const Events& events,
                                std::size_t longest = 10, std::size_t block = 1 << 20) {
  DifferenceRun run({parse_limiter(a), parse_limiter(b)}, longest, {.outline = {events.unit_costs()}});
  for (std::size_t begin = 0; begin < events.size(); begin += block)
    run.feed(events.part(begin, std::min(block, events.size() - begin)));
  return run.summary();
}

bool same(const FirstDifference& a, const FirstDifference& b) {
  return a.number == b.number && a.line == b.line && a.time == b.time && a.key == b.key && a.cost == b.cost &&
         a.verdicts == b.verdicts;
}

bool same(const DifferingStretch& a, const DifferingStretch& b) {
  return a.number == b.number && a.from == b.from && a.to == b.to && a.count == b.count && a.passed_by == b.passed_by &&
         a.key == b.key;
}

void add(EventCount& count, Cost cost) {
  ++count.events;
  count.cost += cost;
}

/// By the decisions of each limiter alone.
DifferenceSummary defined(const AnyLimiter& a, const AnyLimiter& b, const Events& events, std::size_t longest) {
  const std::array<std::vector<test::Step>, 2> steps{test::stepped(a, events), test::stepped(b, events)};
  DifferenceSummary summary;
  std::vector<DifferingStretch> stretches;
  bool goes_on = false;
  for (std::size_t event = 0; event < events.size(); ++event) {
    const Cost cost = events.cost_of(event);
    const bool first = steps[0][event].passed;
    const bool second = steps[1][event].passed;
    if (first == second) {
      add(first ? summary.both_passed : summary.both_refused, cost);
      goes_on = false;
      continue;
    }
    const std::size_t passed_by = second ? 1 : 0;
    add(summary.passed_by_one[passed_by], cost);
    if (!summary.first) {
      summary.first.emplace();
      summary.first->number = event + 1;
      summary.first->time = events.time(event);
      summary.first->cost = cost;
      for (std::size_t side = 0; side < 2; ++side) {
        const test::Step& step = steps[side][event];
        summary.first->verdicts[side] = {step.passed, step.room, step.state, step.retry_after};
      }
    }
    if (!goes_on || stretches.back().passed_by != passed_by)
      stretches.push_back({event + 1, events.time(event), events.time(event), {}, passed_by});
    goes_on = true;
    stretches.back().to = events.time(event);
    add(stretches.back().count, cost);
  }
  summary.stretches = stretches.size();
  std::stable_sort(stretches.begin(), stretches.end(),
                   [](const auto& x, const auto& y) { return x.count.events > y.count.events; });
  stretches.resize(std::min(longest, stretches.size()));
  summary.longest = std::move(stretches);
  return summary;
}

void require_same(const DifferenceSummary& is, const DifferenceSummary& expected) {
  REQUIRE(is.both_passed == expected.both_passed);
  REQUIRE(is.both_refused == expected.both_refused);
  REQUIRE(is.passed_by_one == expected.passed_by_one);
  REQUIRE(is.first.has_value() == expected.first.has_value());
  if (is.first) REQUIRE(same(*is.first, *expected.first));
  REQUIRE(is.stretches == expected.stretches);
  REQUIRE(is.longest.size() == expected.longest.size());
  for (std::size_t place = 0; place < is.longest.size(); ++place)
    REQUIRE(same(is.longest[place], expected.longest[place]));
}

constexpr std::int64_t second = 1'000'000'000;

}  // namespace

TEST_CASE("a fixed window passes twice its limit around a boundary, and a log does not") {
  std::vector<std::int64_t> times(5, 59 * second);
  times.insert(times.end(), 5, 61 * second);
  const std::vector<std::uint64_t> lines{11, 10, 9, 8, 7, 6, 5, 4, 3, 2};
  Events events{times};
  events.line = lines;
  const DifferenceSummary difference =
      difference_of("fixed-window:limit=5,window=60s", "sliding-log:limit=5,window=60s", events);
  CHECK(difference.both_passed == EventCount{5, 5});
  CHECK(difference.both_refused == EventCount{});
  CHECK(difference.passed_by_one == std::array<EventCount, 2>{{{5, 5}, {}}});
  REQUIRE(difference.first);
  CHECK(difference.first->number == 6);
  CHECK(difference.first->line == 6);
  CHECK(difference.first->time == Instant{61 * second});
  CHECK(difference.first->verdicts[0].passed);
  CHECK(difference.first->verdicts[0].room == 5);
  CHECK_FALSE(difference.first->verdicts[1].passed);
  CHECK(difference.first->verdicts[1].room == 0);
  CHECK(difference.first->verdicts[1].retry_after == Duration{58 * second});
  CHECK(difference.stretches == 1);
  REQUIRE(difference.longest.size() == 1);
  CHECK(same(difference.longest[0], {6, {61 * second}, {61 * second}, {5, 5}, 0}));
}

TEST_CASE("an event that both decide alike ends a stretch, and so does one that the other passes") {
  // Of a bucket of 1 that refills in 4 ns, and a window of 1 in 4 ns that begins at 0, 4, ...
  const std::vector<std::int64_t> times{3, 4, 7, 8, 11, 11};
  const DifferenceSummary difference = difference_of("fixed-window:limit=1,window=4ns", "pacer:rate=1/4ns", {times}, 2);
  // window + + - + - -
  // pacer  + - + - + -
  CHECK(difference.both_passed.events == 1);
  CHECK(difference.both_refused.events == 1);
  CHECK(difference.passed_by_one[0].events == 2);
  CHECK(difference.passed_by_one[1].events == 2);
  CHECK(difference.stretches == 4);
  REQUIRE(difference.longest.size() == 2);
  CHECK(same(difference.longest[0], {2, {4}, {4}, {1, 1}, 0}));
  CHECK(same(difference.longest[1], {3, {7}, {7}, {1, 1}, 1}));
}

TEST_CASE("three names of one bucket never differ, also with costs") {
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    const test::GeneratedTrace trace(seed);
    const std::string same_bucket = seed % 2 == 0 ? ":rate=3/7ns,burst=3" : ":rate=1/10ns,burst=2.5";
    for (const auto& [a, b] :
         {std::pair("token-bucket", "gcra"), std::pair("leaky-bucket", "gcra"), std::pair("gcra", "token-bucket")}) {
      const DifferenceSummary difference = difference_of(a + same_bucket, b + same_bucket, trace.events());
      REQUIRE_FALSE(difference.first);
      REQUIRE(difference.stretches == 0);
      REQUIRE(difference.both_passed.events + difference.both_refused.events == trace.arrival.size());
    }
  }
}

TEST_CASE("differences of generated traces are those of the single decisions, whatever the blocks") {
  std::uint64_t differing = 0;
  for (std::uint64_t seed = 0; seed < 1'500; ++seed) {
    test::GeneratedTrace trace(seed);
    for (int repeat = 0; repeat < 4; ++repeat) {
      const auto any = [&] {
        auto sample = test::samples().begin();
        std::advance(sample, trace.below(test::samples().size()));
        return sample->first + ":" + sample->second[trace.below(sample->second.size())];
      };
      const std::string a = any();
      const std::string b = any();
      CAPTURE(seed, a, b);
      const DifferenceSummary expected = defined(parse_limiter(a), parse_limiter(b), trace.events(), 3);
      require_same(difference_of(a, b, trace.events(), 3, 1 + trace.below(9)), expected);
      if (expected.first) ++differing;
    }
  }
  CHECK(differing > 1'000);
}

TEST_CASE("stretches go on from one word of decisions to the next and from block to block") {
  std::mt19937_64 random(9);
  for (std::size_t round = 0; round < 100; ++round) {
    std::vector<std::int64_t> times;
    std::vector<Cost> costs;
    std::int64_t now = 0;
    for (int event = 0; event < 400; ++event) {
      now += random() % 30 == 0 ? static_cast<std::int64_t>(random() % 200) : static_cast<std::int64_t>(random() % 2);
      times.push_back(now);
      costs.push_back(static_cast<Cost>(random() % 4));
    }
    const Events events = round % 2 == 0 ? Events{times} : Events{times, costs};
    const std::string a = round % 3 == 0 ? "fixed-window:limit=90,window=100ns" : "gcra:rate=1/s,burst=100";
    const std::string b = "sliding-log:limit=20,window=50ns";
    require_same(difference_of(a, b, events, 5, 1 + random() % 200),
                 defined(parse_limiter(a), parse_limiter(b), events, 5));
  }
}

TEST_CASE("an error of the arithmetic names its limiter") {
  const std::vector<std::int64_t> times{INT64_MIN, INT64_MAX};
  CHECK_THROWS_WITH(
      difference_of("pacer:rate=1/s", "gcra:rate=9223372036854775807/1ns,burst=18446744073709551614", {times}, 10, 1),
      Catch::Contains("gcra") && Catch::Contains("rate is too large: "));
}

TEST_CASE("with keys each has its own limiters, and stretches of its own events") {
  std::mt19937_64 random(10);
  for (std::size_t round = 0; round < 300; ++round) {
    const std::size_t keys = 1 + random() % 4;
    EventColumns columns;
    std::int64_t now = 0;
    for (int event = 0; event < 150; ++event) {
      now += static_cast<std::int64_t>(random() % 6);
      columns.arrival.push_back(now);
      columns.key.push_back(static_cast<KeyId>(random() % keys));
      if (round % 2 == 0) columns.cost.push_back(static_cast<Cost>(random() % 4));
    }
    const Events events = columns.events();
    const AnyLimiter a = parse_limiter("fixed-window:limit=3,window=7ns");
    const AnyLimiter b = parse_limiter(round % 3 == 0 ? "sliding-log:limit=3,window=9ns" : "gcra:rate=1/4ns,burst=3");
    DifferenceRun run({a, b}, 1'000, {.outline = test::outline_of_keys(keys, events.unit_costs()), .choice = 0});
    for (std::size_t begin = 0, size = 0; begin < events.size(); begin += size) {
      size = std::min<std::size_t>(1 + random() % 150, events.size() - begin);
      run.feed(events.part(begin, size));
    }
    const DifferenceSummary is = run.summary();

    DifferenceSummary expected;
    for (KeyId key = 0; key < keys; ++key) {
      std::vector<std::uint64_t> number;
      for (std::size_t event = 0; event < events.size(); ++event) {
        if (events.key[event] == key) number.push_back(event + 1);
      }
      const EventColumns only = test::only_key(events, key);
      DifferenceSummary of_key = defined(a, b, only.events(), 1'000);
      const auto join = [](EventCount& to, const EventCount& more) {
        to.events += more.events;
        to.cost += more.cost;
      };
      join(expected.both_passed, of_key.both_passed);
      join(expected.both_refused, of_key.both_refused);
      for (std::size_t side = 0; side < 2; ++side) join(expected.passed_by_one[side], of_key.passed_by_one[side]);
      expected.stretches += of_key.stretches;
      for (DifferingStretch& stretch : of_key.longest) {
        stretch.number = number[stretch.number - 1];
        stretch.key = key;
        expected.longest.push_back(stretch);
      }
      if (!of_key.first) continue;
      of_key.first->number = number[of_key.first->number - 1];
      of_key.first->key = key;
      if (!expected.first || of_key.first->number < expected.first->number) expected.first = of_key.first;
    }
    std::sort(expected.longest.begin(), expected.longest.end(), [](const auto& x, const auto& y) {
      return x.count.events != y.count.events ? x.count.events > y.count.events : x.number < y.number;
    });
    CAPTURE(round);
    require_same(is, expected);
  }
}
