// What holds between limiters, and between the parameters of one.

#include <catch2/catch.hpp>
#include <string>

#include "laws/replayed.hpp"
#include "limiter/catalogue.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

constexpr std::uint64_t traces = 2000;
constexpr const char* rates[] = {"1/ns", "3/7ns", "5/3ns", "1/10ns", "2/9ns"};

/// Which events pass.
std::vector<bool> passes(const std::string& spec, const Arrivals& arrivals) {
  std::vector<bool> result;
  for (const Int128 outcome : outcomes(spec, arrivals)) result.push_back(outcome == 0);
  return result;
}

}  // namespace

TEST_CASE("limiters of one family decide every event alike, also with costs, and give the same retry-after") {
  std::vector<std::string> names;
  for (const Description& each : catalogue()) {
    if (each.family == "bucket") names.emplace_back(each.name);
  }
  REQUIRE(names == std::vector<std::string>{"token-bucket", "gcra", "leaky-bucket"});
  for (std::uint64_t seed = 0; seed < traces; ++seed) {
    const Arrivals arrivals = Random(seed).arrivals(seed % 2 == 1);
    const char* const rate = rates[seed % 5];
    for (const char* burst : {"1", "3", "2.5", "7/3", "0.5"}) {
      const std::string parameters = std::string(":rate=") + rate + ",burst=" + burst;
      CAPTURE(parameters, seed);
      const Outcomes first = outcomes(names[0] + parameters, arrivals);
      REQUIRE(outcomes(names[1] + parameters, arrivals) == first);
      REQUIRE(outcomes(names[2] + parameters, arrivals) == first);
    }
  }
}

TEST_CASE("leaky-queue with queue = burst - 1 admits what a bucket passes, and the pacer is a bucket of 1") {
  for (std::uint64_t seed = 0; seed < traces; ++seed) {
    const Arrivals arrivals = Random(seed).arrivals(seed % 2 == 1);
    const std::string rate = rates[seed % 5];
    CAPTURE(rate, seed);
    for (int burst = 1; burst <= 4; ++burst) {
      REQUIRE(outcomes("leaky-queue:rate=" + rate + ",queue=" + std::to_string(burst - 1), arrivals) ==
              outcomes("gcra:rate=" + rate + ",burst=" + std::to_string(burst), arrivals));
    }
    REQUIRE(outcomes("pacer:rate=" + rate, arrivals) == outcomes("token-bucket:rate=" + rate + ",burst=1", arrivals));
  }
}

TEST_CASE("a leaky-queue departs in order, an interval apart, and none waits longer than the queue") {
  for (std::uint64_t seed = 0; seed < traces; ++seed) {
    const Arrivals arrivals = Random(seed).arrivals(false);
    CAPTURE(seed);
    const bool held =
        with_rule(parse_limiter("leaky-queue:rate=3/7ns,queue=2"), extent_of(arrivals), [&](const auto& rule) {
          if constexpr (Shaper<std::remove_cvref_t<decltype(rule)>>) {
            auto state = rule.start({arrivals.front().at});
            std::optional<Int128> last;
            for (const Arrival& each : arrivals) {
              if (!rule.admit(state, {each.at}, each.cost)) continue;
              const Int128 departure = rule.departure(state, {each.at}).at;
              const Int128 waited = departure - (Int128{each.at} - arrivals.front().at) * 3;
              if (waited < 0 || waited > 2 * 7 || (last && departure - *last < 7)) return false;
              last = departure;
            }
          }
          return true;
        });
    REQUIRE(held);
  }
}

TEST_CASE("with unit costs drops never rise with burst, limit, queue or rate") {
  for (std::uint64_t seed = 0; seed < traces; ++seed) {
    const Arrivals arrivals = Random(seed).arrivals(false);
    CAPTURE(seed);
    for (const char* growing : {"fixed-window:window=7ns,limit=", "fixed-window:window=7ns,anchor=first,limit=",
                                "sliding-log:window=7ns,limit=", "sliding-log:window=7ns,count=all,limit=",
                                "sliding-counter:window=7ns,limit=", "sliding-counter:window=7ns,rounding=exact,limit=",
                                "token-bucket:rate=3/7ns,burst=", "gcra:rate=3/7ns,burst=",
                                "leaky-bucket:rate=3/7ns,burst=", "leaky-queue:rate=3/7ns,queue="}) {
      CAPTURE(growing);
      for (int size = 1; size < 5; ++size) {
        REQUIRE(drops(growing + std::to_string(size), arrivals) >= drops(growing + std::to_string(size + 1), arrivals));
      }
    }
    for (const char* growing :
         {"pacer:rate=", "gcra:burst=2,rate=", "leaky-queue:queue=1,rate=", "token-bucket:burst=3,initial=0,rate="}) {
      CAPTURE(growing);
      REQUIRE(drops(growing + std::string("1/10ns"), arrivals) >= drops(growing + std::string("2/9ns"), arrivals));
      REQUIRE(drops(growing + std::string("2/9ns"), arrivals) >= drops(growing + std::string("3/7ns"), arrivals));
      REQUIRE(drops(growing + std::string("3/7ns"), arrivals) >= drops(growing + std::string("5/3ns"), arrivals));
    }
  }
}

TEST_CASE("sliding-log counts alike whether it logs all or what passed, until the first refusal") {
  for (std::uint64_t seed = 0; seed < traces; ++seed) {
    const Arrivals arrivals = Random(seed).arrivals(seed % 2 == 1);
    CAPTURE(seed);
    const std::vector<bool> passed = passes("sliding-log:limit=3,window=7ns", arrivals);
    const std::vector<bool> all = passes("sliding-log:limit=3,window=7ns,count=all", arrivals);
    const auto first_refusal = std::find(passed.begin(), passed.end(), false);
    REQUIRE(std::equal(passed.begin(), first_refusal, all.begin()));
  }
}

TEST_CASE("token-bucket and gcra agree on every one of a million Poisson events") {
  // Geometric gaps in steps of a 64th of their mean: no library's logarithm is in them.
  Random random(20'250'729);
  Arrivals arrivals;
  std::int64_t at = 0;
  for (int event = 0; event < 1'000'000; ++event) {
    while (random.below(64) != 0) at += 1'000'000 / 64;
    at += static_cast<std::int64_t>(random.below(1'000'000 / 64));
    arrivals.push_back({at, 1});
  }
  const Outcomes tokens = outcomes("token-bucket:rate=700/s,burst=50", arrivals);
  REQUIRE(outcomes("gcra:rate=700/s,burst=50", arrivals) == tokens);
  REQUIRE(outcomes("leaky-bucket:rate=700/s,burst=50", arrivals) == tokens);
  const auto dropped = std::count_if(tokens.begin(), tokens.end(), [](Int128 outcome) { return outcome != 0; });
  CHECK(dropped > 250'000);
  CHECK(dropped < 350'000);
}
