#include "sizing/envelope.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <vector>

#include "sizing/segment_scan.hpp"

using namespace ratereplay;

namespace {

Witness interval(std::int64_t length, Cost cost) { return {{0}, {length}, 1, cost}; }

Envelope bound_of(const PairHull& intervals) {
  Envelope bound;
  bound.add(intervals);
  return bound;
}

/// Whether one interval of that length and cost reaches the bound.
bool reaches(const Envelope& bound, std::int64_t length, Cost cost) {
  StartHull start;
  start.add({{100}, 7, 1});
  EndHull end;
  end.add({{100 + length}, 7 + cost, 2});
  return bound.reached_by(start, end);
}

/// Whether a block of two events that costs so much in all exceeds it; of the second event alone all but 1.
bool exceeds(const Envelope& bound, std::int64_t length, Cost cost) {
  const std::vector<double> times{0, static_cast<double>(length)};
  const std::vector<double> costs{1, static_cast<double>(cost - 1)};
  return bound.exceeded_by(times, costs.data(), cost, portable_block_kernels);
}

}  // namespace

TEST_CASE("nothing is within an empty bound") {
  CHECK(reaches({}, 1000, 1));
  CHECK(exceeds({}, 1000, 2));
}

TEST_CASE("nothing is within a bound that has no interval of no length, for it says nothing of high rates") {
  const Envelope bound = bound_of({interval(5, 3), interval(10, 4)});
  CHECK(reaches(bound, 1000, 1));
  CHECK(exceeds(bound, 1000, 2));
}

TEST_CASE("an interval reaches the bound where it equals it, and exceeds it where it is above") {
  // At one cost unit in 5 ns both intervals force a bucket of 2.
  const Envelope bound = bound_of({interval(0, 2), interval(10, 4)});
  CHECK(reaches(bound, 0, 2));
  CHECK(reaches(bound, 5, 3));
  CHECK_FALSE(reaches(bound, 6, 3));
  CHECK_FALSE(reaches(bound, 0, 1));
  CHECK_FALSE(exceeds(bound, 0, 2));
  CHECK_FALSE(exceeds(bound, 5, 3));
  CHECK(exceeds(bound, 4, 3));
}

TEST_CASE("beyond the last vertex it is the cost in all that counts") {
  const Envelope bound = bound_of({interval(0, 2), interval(10, 4)});
  CHECK(reaches(bound, 1000, 4));
  CHECK_FALSE(reaches(bound, 1000, 3));
  // The second event of a block of two costs all but 1, so that it would exceed the bound alone if it cost more.
  const Envelope dear = bound_of({interval(0, 4), interval(10, 5)});
  CHECK_FALSE(exceeds(dear, 1000, 5));
  CHECK(exceeds(bound_of({interval(0, 5)}), 1000, 6));
  CHECK_FALSE(exceeds(bound_of({interval(0, 5)}), 1000, 5));
}

TEST_CASE("a bound is never taken for higher than it is, and hardly for lower") {
  int below_hull = 0;
  int left_out = 0;
  std::mt19937_64 random(3);
  const auto below = [&](std::uint64_t bound) { return static_cast<std::int64_t>(random() % bound); };
  for (int turn = 0; turn < 20'000; ++turn) {
    const auto scale = std::uint64_t{1} << below(20);
    PairHull intervals;
    std::int64_t length = 0;
    Cost cost = 1 + below(5);
    for (std::int64_t left = below(40); left >= 0; --left) {
      add(intervals, interval(length, cost));
      length += 1 + below(2 * scale);
      cost += 1 + below(4);
    }
    const Envelope bound = bound_of(intervals);
    // One interval, against what the hull without it is: above it, on it or below.
    const Witness other{
        {-5}, {-5 + below(static_cast<std::uint64_t>(length))}, 1, 1 + below(static_cast<std::uint64_t>(cost))};
    const auto joins = [&](const Witness& candidate) { return united(intervals, {candidate}) != intervals; };
    if (joins(other)) REQUIRE(reaches(bound, static_cast<std::int64_t>(other.length().ns), other.cost));
    // What costs half of that and lasts longer is below the hull, but for some of the longest.
    Witness half = other;
    half.last.ns += static_cast<std::int64_t>(scale);
    half.cost = (other.cost + 1) / 2;
    if (intervals.size() > 3 && !joins(other) && half.length() < Duration{length / 2}) {
      ++below_hull;
      if (!reaches(bound, static_cast<std::int64_t>(half.length().ns), half.cost)) ++left_out;
    }
    if (other.cost > 1) {
      // The block's second event is an interval too.
      const bool above = joins(other) || other.cost - 1 > intervals.front().cost;
      Witness later = other;  // named after those of the bound
      later.first.ns += 1000;
      later.last.ns += 1000;
      if (above && joins(later)) REQUIRE(exceeds(bound, static_cast<std::int64_t>(other.length().ns), other.cost));
    }
  }
  CHECK(below_hull > 1000);
  CHECK(left_out > below_hull * 9 / 10);
}
