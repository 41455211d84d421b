#include "limiter/leaky_queue.hpp"

#include <catch2/catch.hpp>
#include <optional>
#include <vector>

#include "limiter/table.hpp"
#include "limiter/wide_rule.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

using Departures = std::vector<std::optional<std::int64_t>>;

/// When each event leaves, in ticks; none for those refused. An event of cost 0 is not asked and leaves behind the
/// last.
template <class Rule>
Departures departures(const Rule& rule, const std::vector<std::pair<std::int64_t, Cost>>& events) {
  Departures result;
  auto state = rule.start({events.front().first});
  for (const auto& [at, cost] : events) {
    const bool passed = cost == 0 || rule.admit(state, {at}, cost);
    result.push_back(passed ? std::optional(static_cast<std::int64_t>(rule.departure(state, {at}).at)) : std::nullopt);
  }
  return result;
}

}  // namespace

TEST_CASE("leaky-queue lets one leave at once and as many wait as the queue holds") {
  check_table("leaky-queue:rate=1/s,queue=2", {
                                                  {0, 1, passes},
                                                  {0, 1, passes},
                                                  {0, 1, passes},
                                                  {0, 1, 1 * s},
                                                  {1 * s - 1, 1, 1},
                                                  {1 * s, 1, passes},
                                                  {1 * s, 4, never},
                                                  {1 * s, 3, 3 * s},
                                                  {4 * s, 3, passes},
                                              });
  check_table("leaky-queue:rate=1/s,queue=0", {{0, 1, passes}, {0, 1, 1 * s}, {0, 2, never}, {1 * s, 1, passes}});
}

TEST_CASE("leaky-queue departs one cost unit an interval, in exact ticks") {
  const std::vector<std::pair<std::int64_t, Cost>> events{{7 * s, 0}, {7 * s, 1}, {7 * s, 1},  {7 * s, 0},
                                                          {7 * s, 1}, {8 * s, 1}, {17 * s, 2}, {17 * s, 0}};
  const LeakyQueue limiter{parse_rate("3/s"), 2};
  const Extent extent{{5 * s}, {20 * s}, 2};
  // A tick is a third of a nanosecond: an interval of 1e9 ticks, times from the extent's first instant.
  const Departures expected{6 * s, 6 * s, 7 * s, 7 * s, 8 * s, 9 * s, 37 * s, 37 * s};
  limiter.with_rule(extent, [&](const auto& rule) {
    CHECK(rule.ticks_per_ns() == 3);
    CHECK(departures(rule, events) == expected);
  });
  CHECK(departures(wide_rule(limiter, extent), events) == expected);
}

TEST_CASE("leaky-queue holds over the whole range of rates, queues and times") {
  check_table("leaky-queue:rate=1/10000000000s,queue=1", {
                                                             {INT64_MIN, 1, passes},
                                                             {INT64_MIN, 1, passes},
                                                             {INT64_MIN, 3, never},
                                                             {INT64_MAX, 1, passes},
                                                         });
  check_table("leaky-queue:rate=2000000000/s,queue=9223372036854775807", {
                                                                             {0, INT64_MAX, passes},
                                                                             {0, 1, passes},
                                                                             {0, 1, 1},
                                                                             {1, 2, passes},
                                                                         });
  // 5 * 10^18 ns are 10^19 ticks.
  check_table("leaky-queue:rate=2/ns,queue=0", {
                                                   {0, 1, passes},
                                                   {0, 1, 1},
                                                   {5'000'000'000 * s, 1, passes},
                                                   {5'000'000'000 * s, 1, 1},
                                               });
}

TEST_CASE("a bucket below 1 has no queue that admits as little") {
  const Rate rate = parse_rate("5/h");
  CHECK(LeakyQueue::for_comparison(rate, 1).queue == 0);
  CHECK(LeakyQueue::for_comparison(rate, Fraction(5, 2)).queue == 1);
  // As long as a queue can be.
  CHECK(LeakyQueue::for_comparison(rate, Int128{INT64_MAX} + 1).queue == INT64_MAX);
  CHECK(LeakyQueue::for_comparison(rate, Int128{INT64_MAX} + 2).queue == INT64_MAX);
  CHECK_THROWS_AS(LeakyQueue::for_comparison(rate, Fraction(1, 2)), Error);
}
