#include "metrics/gaps.hpp"

#include <catch2/catch.hpp>
#include <vector>

using namespace ratereplay;

namespace {

Events events_at(const std::vector<std::int64_t>& arrival) { return {arrival, {}}; }

}  // namespace

TEST_CASE("gaps by nearest rank") {
  // Each from 1 to 100, in no order.
  std::vector<std::int64_t> arrival{0};
  for (std::int64_t gap = 1; gap <= 100; ++gap) arrival.push_back(arrival.back() + gap * 37 % 101);
  const auto gaps = gaps_of(events_at(arrival));
  REQUIRE(gaps);
  CHECK(gaps->shortest == Duration{1});
  CHECK(gaps->p50 == Duration{50});
  CHECK(gaps->p99 == Duration{99});
  CHECK(gaps->longest == Duration{100});
}

TEST_CASE("one gap is every percentile, and the whole range is a gap") {
  const std::vector<std::int64_t> arrival{INT64_MIN, INT64_MAX};
  const auto gaps = gaps_of(events_at(arrival));
  REQUIRE(gaps);
  CHECK(gaps->shortest == longest_parameter);
  CHECK(gaps->p99 == longest_parameter);
  const std::vector<std::int64_t> single{7};
  CHECK_FALSE(gaps_of(events_at(single)));
  CHECK_FALSE(gaps_of(Events{}));
}

TEST_CASE("ties are events at the instant of the one before") {
  const std::vector<std::int64_t> arrival{-5, -5, -5, 0, 7, 7};
  CHECK(ties_in(events_at(arrival)) == 3);
  CHECK(ties_in(Events{}) == 0);
}

TEST_CASE("the mean rate is (n - 1) over the span, or nothing") {
  const std::vector<std::int64_t> arrival{0, 1, 3'000'000'000};
  CHECK(mean_rate_per_s(events_at(arrival)) == Fraction(2, 3));
  const std::vector<std::int64_t> tied{4, 4};
  CHECK_FALSE(mean_rate_per_s(events_at(tied)));
  CHECK_FALSE(mean_rate_per_s(Events{}));
}
