#include <catch2/catch.hpp>

#include "generated.hpp"
#include "limiter/catalogue.hpp"
#include "replay/replay.hpp"
#include "sizing/least_bucket.hpp"

using namespace ratereplay;

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
