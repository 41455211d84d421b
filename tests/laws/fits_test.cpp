// Limiters whose state is too long to be copied say whether an event would pass before it does.

#include <catch2/catch.hpp>
#include <utility>

#include "laws/replayed.hpp"
#include "laws/samples.hpp"
#include "limiter/catalogue.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

TEST_CASE("an event passes where the limiter says that it fits, or has the room") {
  for_all_samples([](const std::string& spec) {
    const AnyLimiter limiter = parse_limiter(spec);
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      CAPTURE(spec, seed);
      const Arrivals arrivals = Random(seed).arrivals(seed % 2 == 1);
      const bool held = with_rule(limiter, extent_of(arrivals), [&](const auto& rule) {
        auto state = rule.start({arrivals.front().at});
        for (const Arrival& arrival : arrivals) {
          const Instant now{arrival.at};
          const bool has_room = rule.room(std::as_const(state), now) >= arrival.cost;
          bool fits = has_room;
          if constexpr (requires { rule.fits(state, now, arrival.cost); })
            fits = rule.fits(std::as_const(state), now, arrival.cost);
          if (rule.admit(state, now, arrival.cost) != fits || fits != has_room) return false;
        }
        return true;
      });
      REQUIRE(held);
    }
  });
}
