#include "sizing/tolerance.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "generated.hpp"
#include "limiter/catalogue.hpp"
#include "replay/replay.hpp"
#include "sizing/least_bucket.hpp"

using namespace ratereplay;

namespace {

std::uint64_t dropped(const Events& events, const Rate& rate, std::int64_t burst) {
  return replay(Gcra::for_comparison(rate, Fraction(burst)), events, Duration{1}).dropped;
}

CountDrops by_replay(const Events& events, const Rate& rate) {
  return [events, rate](const std::vector<std::int64_t>& bursts) {
    std::vector<std::uint64_t> drops;
    for (const std::int64_t burst : bursts) drops.push_back(dropped(events, rate, burst));
    return drops;
  };
}

/// As a step: so many drops for every burst below each of `falls`.
CountDrops stepped(std::vector<std::int64_t> falls, std::size_t& passes) {
  return [falls = std::move(falls), &passes](const std::vector<std::int64_t>& bursts) {
    ++passes;
    std::vector<std::uint64_t> drops;
    for (const std::int64_t burst : bursts) {
      std::uint64_t above = 0;
      for (const std::int64_t fall : falls) above += burst < fall ? 1 : 0;
      drops.push_back(above);
    }
    return drops;
  };
}

}  // namespace

TEST_CASE("for events of cost 1 the least bucket within the tolerance is found by trying all") {
  std::size_t larger_than_one = 0;
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    test::GeneratedTrace trace(seed);
    const Events events{trace.arrival, {}};
    const Rate rate{static_cast<std::int64_t>(1 + trace.below(5)), Duration{1 + static_cast<Int128>(trace.below(40))},
                    "a rate"};
    const auto lossless = static_cast<std::int64_t>(least_bucket(events, rate).exact.ceil());
    for (std::uint64_t allowed = 0; allowed < 5; ++allowed) {
      std::int64_t expected = events.empty() ? 0 : 1;
      while (expected > 0 && dropped(events, rate, expected) > allowed) ++expected;
      INFO("seed " << seed << ", allowed " << allowed);
      const ToleratedBucket found = least_tolerated(lossless, allowed, by_replay(events, rate), allowed == 0 ? 1 : 32);
      REQUIRE(found.bucket == expected);
      REQUIRE(found.dropped == (expected == 0 ? 0 : dropped(events, rate, expected)));
      REQUIRE(found.step == 1);
      REQUIRE(found.larger_beyond == 0);
      if (found.bucket > 1) ++larger_than_one;
    }
  }
  CHECK(larger_than_one > 3'000);
}

TEST_CASE("a section takes few passes, however large the bucket") {
  constexpr auto largest = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t fall : {std::int64_t{1}, std::int64_t{2}, std::int64_t{34}, std::int64_t{35},
                                  std::int64_t{1'000'003}, largest - 1, largest}) {
    std::size_t passes = 0;
    INFO("fall " << fall);
    CHECK(least_tolerated(largest, 0, stepped({fall}, passes), 32).bucket == fall);
    CHECK(passes <= 13);
  }
  std::size_t passes = 0;
  const ToleratedBucket found = least_tolerated(1'000, 1, stepped({10, 700, 1'000}, passes), 32);
  CHECK(found.bucket == 700);
  CHECK(found.dropped == 1);
  CHECK(least_tolerated(1'000, 3, stepped({10, 700, 1'000}, passes), 32).bucket == 1);
}

TEST_CASE("with costs every whole bucket is tried where there are few") {
  std::size_t not_monotone = 0;
  for (std::uint64_t seed = 0; seed < 6'000; ++seed) {
    test::GeneratedTrace trace(seed);
    const Events events = trace.events();
    if (events.unit_costs()) continue;
    const Rate rate{static_cast<std::int64_t>(1 + trace.below(5)), Duration{1 + static_cast<Int128>(trace.below(40))},
                    "a rate"};
    const auto lossless = static_cast<std::int64_t>(least_bucket(events, rate).exact.ceil());
    for (std::uint64_t allowed = 0; allowed < 4; ++allowed) {
      ToleratedBucket expected;
      for (std::int64_t burst = lossless; burst >= 1; --burst) {
        if (dropped(events, rate, burst) <= allowed) expected = {burst, dropped(events, rate, burst), 1, 0};
      }
      for (std::int64_t burst = expected.bucket; burst < lossless; ++burst) {
        if (dropped(events, rate, burst) > allowed) ++expected.larger_beyond;
      }
      if (lossless == 0) expected.larger_beyond = 0;
      INFO("seed " << seed << ", allowed " << allowed);
      const ToleratedBucket found = least_tolerated_of_grid(lossless, allowed, by_replay(events, rate));
      REQUIRE(found.bucket == expected.bucket);
      REQUIRE(found.dropped == expected.dropped);
      REQUIRE(found.step == 1);
      REQUIRE(found.larger_beyond == expected.larger_beyond);
      if (found.larger_beyond > 0) ++not_monotone;
    }
  }
  CHECK(not_monotone > 100);
}

TEST_CASE("a grid of many buckets has the lossless one and says its step") {
  const auto grid_of = [](std::int64_t lossless, std::int64_t grid) {
    std::vector<std::int64_t> tried;
    const CountDrops count = [&](const std::vector<std::int64_t>& bursts) {
      tried = bursts;
      return std::vector<std::uint64_t>(bursts.size(), 1);
    };
    const ToleratedBucket found = least_tolerated_of_grid(lossless, 0, count, grid);
    CHECK(found.bucket == lossless);
    CHECK(found.dropped == 0);
    CHECK(found.larger_beyond == 0);
    tried.push_back(found.step);
    return tried;
  };
  CHECK(grid_of(1, 4) == std::vector<std::int64_t>{1});
  CHECK(grid_of(4, 4) == std::vector<std::int64_t>{1, 2, 3, 1});
  CHECK(grid_of(5, 4) == std::vector<std::int64_t>{1, 3, 2});
  CHECK(grid_of(10, 4) == std::vector<std::int64_t>{1, 4, 7, 3});
  CHECK(grid_of(12, 4) == std::vector<std::int64_t>{3, 6, 9, 3});
  std::size_t passes = 0;
  const ToleratedBucket found = least_tolerated_of_grid(10'000, 2, stepped({20, 500, 7'000}, passes));
  CHECK(found.bucket == 20);
  CHECK(found.step == 10);
  CHECK(passes == 1);
  CHECK(least_tolerated_of_grid(0, 0, stepped({}, passes)).bucket == 0);
}
