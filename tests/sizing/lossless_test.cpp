#include <catch2/catch.hpp>

#include "catalog.hpp"
#include "generated.hpp"
#include "limiter/catalogue.hpp"
#include "replay/replay.hpp"
#include "sizing/curve.hpp"
#include "sizing/least_bucket.hpp"
#include "sizing/segment.hpp"

using namespace ratereplay;

namespace {

std::uint64_t dropped(const Events& events, const Fraction& per_ns, const Fraction& burst) {
  const Rate rate{static_cast<std::int64_t>(per_ns.numerator()), Duration{per_ns.denominator()}, "a rate"};
  return replay(TokenBucket::for_comparison(rate, burst), events, Duration{1}).dropped;
}

}  // namespace

TEST_CASE("a bucket of the exact answer loses nothing, and one a little smaller does, on generated traces") {
  int lossy = 0;
  for (std::uint64_t seed = 0; seed < 5'000; ++seed) {
    test::GeneratedTrace trace(seed);
    const Events events = trace.events();
    const Rate rate{static_cast<std::int64_t>(1 + trace.below(5)), Duration{static_cast<Int128>(1 + trace.below(12))},
                    "a rate"};
    const LeastBucket least = least_bucket(events, rate);
    if (!least.witness) continue;
    INFO("seed " << seed);
    const auto dropped = [&](const Fraction& burst) {
      return replay(TokenBucket::for_comparison(rate, burst), events, Duration{1}).dropped;
    };
    REQUIRE(dropped(least.exact) == 0);
    REQUIRE(dropped(least.exact - Fraction(1, 1'000'000)) >= 1);
    ++lossy;
  }
  CHECK(lossy > 4'000);
}

TEST_CASE("a bucket loses nothing at its least rate, and something a little below it, on generated traces") {
  const Fraction a_little_less(999'999, 1'000'000);
  int lossy = 0;
  int hopeless = 0;
  for (std::uint64_t seed = 0; seed < 5'000; ++seed) {
    test::GeneratedTrace trace(seed);
    const Events events = trace.events();
    if (extent_of(events).span() >= Duration{Int128{1} << 40}) continue;
    const Curve curve(segment_of(events).pairs);
    for (int turn = 0; turn < 3; ++turn) {
      const Fraction burst(1 + static_cast<Int128>(trace.below(24)), 1 + static_cast<Int128>(trace.below(3)));
      INFO("seed " << seed << ", burst " << to_text(burst));
      const std::optional<LeastRate> least = curve.least_rate(burst);
      if (!least) {
        REQUIRE(dropped(events, Fraction(1'000), burst) >= 1);
        ++hopeless;
      } else if (least->per_ns == Fraction(0)) {
        REQUIRE(dropped(events, Fraction(1, longest_parameter.ns), burst) == 0);
      } else {
        REQUIRE(dropped(events, least->per_ns, burst) == 0);
        REQUIRE(dropped(events, least->per_ns * a_little_less, burst) >= 1);
        ++lossy;
      }
    }
  }
  CHECK(lossy > 3'000);
  CHECK(hopeless > 500);
}

TEST_CASE("74 loses nothing of eleven years at 31000/22339203 a second, and one event at any less") {
  const std::vector<std::int64_t> times = test::catalog_times("data/usgs-m5-2015-2025.csv");
  if (times.empty()) return;
  const Events events{times, {}};
  const Curve curve(segment_of(events).pairs);
  const std::optional<LeastRate> least = curve.least_rate(74);
  REQUIRE(least);
  CHECK(least->per_ns * Fraction(ns_per_second) == Fraction(31'000, 22'339'203));
  CHECK(least->witness->events == 105);
  CHECK(dropped(events, least->per_ns, 74) == 0);
  CHECK(dropped(events, least->per_ns * Fraction(999'999'999, 1'000'000'000), 74) == 1);

  // The one-pass scan of one rate names the same as the curve.
  for (const char* text : {"5/d", "1/h", "5/h", "31000/22339203s", "10/min", "1000/s"}) {
    const Rate rate = parse_rate(text);
    const LeastBucket scanned = least_bucket(events, rate);
    const LeastBucket at = curve.at(rate.per_ns());
    CHECK(scanned.exact == at.exact);
    CHECK(scanned.witness == at.witness);
  }
}
