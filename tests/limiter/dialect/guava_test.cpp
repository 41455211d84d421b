#include "limiter/dialect/guava.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "limiter/dialect/refused.hpp"
#include "limiter/spec.hpp"
#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

constexpr std::int64_t us = 1'000;

/// Of a limiter that waits for as long as it takes. Events come one after the other, `idle` ns after the one before has
/// been let go, the first after the limiter was made.
struct Acquire {
  std::int64_t idle;
  Cost permits;
  std::int64_t waits;
};

void check_waits(const std::string& parameters, const std::vector<Acquire>& events) {
  const auto guava = std::get<Guava>(parse_limiter("guava:" + parameters + ",timeout=1d"));
  const Waiting<GuavaRule> rule(guava.checked(100));
  Waiting<GuavaRule>::State state = rule.start({0});
  std::int64_t now = 0;
  for (const Acquire& each : events) {
    now += each.idle;
    CAPTURE(now, each.permits);
    REQUIRE(rule.admit(state, {now}, each.permits));
    CHECK(rule.leaves(state, {now}).ns - now == each.waits);
    now = rule.leaves(state, {now}).ns;
  }
}

}  // namespace

// These are what its own tests (RateLimiterTest.java) have it do.

TEST_CASE("guava's events wait an interval for each other") {
  check_waits("permits_per_second=5", {{0, 1, 0}, {0, 1, 200 * ms}, {0, 1, 200 * ms}});
  check_waits("permits_per_second=5", {{0, 1, 0}, {200 * ms, 1, 0}, {0, 1, 200 * ms}});
}

TEST_CASE("guava stores what is not used, for a second") {
  check_waits("permits_per_second=5", {{0, 1, 0}, {400 * ms, 1, 0}, {0, 1, 0}, {0, 1, 200 * ms}});
  check_waits("permits_per_second=5", {{2 * s, 1, 0}, {0, 1, 0}, {0, 3, 0}, {0, 1, 0}, {0, 1, 200 * ms}});
}

TEST_CASE("guava has the next event pay for the one before") {
  check_waits("permits_per_second=1",
              {{0, 1, 0}, {0, 1, 1 * s}, {0, 2, 1 * s}, {0, 4, 2 * s}, {0, 8, 4 * s}, {0, 1, 8 * s}});
  check_table("guava:permits_per_second=5", {{0, 5, passes}, {900 * ms, 1, 100 * ms}, {1 * s, 1, passes}});
}

TEST_CASE("guava refuses at once what would wait beyond the timeout") {
  check_table("guava:permits_per_second=5",
              {{0, 1, passes}, {0, 1, 200 * ms}, {0, 1, 200 * ms}, {100 * ms, 1, 100 * ms}});
  const auto with_timeout = [](const char* timeout) {
    const auto guava = std::get<Guava>(parse_limiter("guava:permits_per_second=5,timeout=" + std::string(timeout)));
    return Waiting<GuavaRule>(guava.checked(1));
  };
  const Waiting<GuavaRule> none = with_timeout("0");
  const Waiting<GuavaRule> short_one = with_timeout("100ms");
  Waiting<GuavaRule>::State state = none.start({0});
  CHECK(none.admit(state, {0}, 1));
  CHECK(with_timeout("200ms").admit(state, {0}, 1));
  CHECK(none.leaves(state, {0}) == Instant{200 * ms});
  CHECK_FALSE(short_one.admit(state, {200 * ms}, 1));
  CHECK(short_one.admit(state, {300 * ms}, 1));
  CHECK(none.leaves(state, {300 * ms}) == Instant{400 * ms});
}

// And these what follows from its source.

TEST_CASE("guava owes whole microseconds") {
  check_table(
      "guava:permits_per_second=3,max_burst_seconds=0",
      {{0, 1, passes}, {333'332'999, 1, 1}, {333'333'000, 1, passes}, {666'665'999, 1, 1}, {666'666'000, 1, passes}});
  CHECK(long_run_per_ns(parse_limiter("guava:permits_per_second=3")) == Fraction(1, 333'333'000));
  CHECK(long_run_per_ns(parse_limiter("guava:permits_per_second=300000")) == Fraction(1, 3'000));
  check_table("guava:permits_per_second=300000,max_burst_seconds=0",
              {{0, 1, passes}, {3 * us - 1, 1, 1}, {3 * us, 1, passes}});
}

TEST_CASE("guava's microseconds are those since the limiter was made") {
  check_table("guava:permits_per_second=1000000,max_burst_seconds=0",
              {{700, 1, passes}, {1'699, 1, 1}, {1'700, 1, passes}, {2'000, 1, 700}});
}

TEST_CASE("guava takes the rest of a permit before it waits for one") {
  // After 1.5 s there are half a permit and the one that is free; the second owes the other half.
  check_table("guava:permits_per_second=1", {{0, 1, passes},
                                             {1500 * ms, 1, passes},
                                             {1500 * ms, 1, 500 * ms},
                                             {2 * s, 1, passes},
                                             {2 * s, 1, 1 * s},
                                             {9 * s, 2, passes},
                                             {9 * s, 1, 1 * s}});
}

TEST_CASE("guava's microseconds of a timeout are whole, and a delayed event leaves as many after it came") {
  const auto guava = std::get<Guava>(parse_limiter("guava:permits_per_second=1000,timeout=2000999ns"));
  const Waiting<GuavaRule> rule(guava.checked(1));
  Waiting<GuavaRule>::State state = rule.start({0});
  CHECK(rule.room(state, {0}) == 3);
  CHECK(rule.admit(state, {0}, 1));
  CHECK(rule.admit(state, {1}, 1));
  CHECK(rule.leaves(state, {1}) == Instant{1 * ms + 1});
  CHECK(rule.admit(state, {2}, 1));
  CHECK(rule.leaves(state, {2}) == Instant{2 * ms + 2});
  CHECK_FALSE(rule.admit(state, {999'999}, 1));
  CHECK(rule.admit(state, {1 * ms}, 1));
  CHECK(rule.leaves(state, {1 * ms}) == Instant{3 * ms});
}

TEST_CASE("guava has no rule for a clock that goes back: what is owed stays") {
  const GuavaRule rule(std::get<Guava>(parse_limiter("guava:permits_per_second=1")).checked(1));
  GuavaRule::State state = rule.start({100 * s});
  CHECK(rule.admit(state, {101 * s}, 1));
  CHECK(state == GuavaRule::State{100 * s, 1'000'000, 0});
  CHECK(rule.admit(state, {101 * s}, 1));
  CHECK_FALSE(rule.admit(state, {90 * s}, 1));
  CHECK(state == GuavaRule::State{100 * s, 2'000'000, 0});
}

TEST_CASE("guava says what it has stored and when the next is free") {
  const GuavaRule rule(std::get<Guava>(parse_limiter("guava:permits_per_second=2")).checked(1));
  GuavaRule::State state = rule.start({0});
  CHECK(rule.describe(state, {250 * ms}) == "0.5 of 2 permits stored");
  CHECK(rule.admit(state, {0}, 1));
  CHECK(rule.describe(state, {100 * ms}) == "0 of 2 permits stored, the next is free in 400 ms");
}

TEST_CASE("guava is refused where it cannot be") {
  CHECK(refused("guava:timeout=1s").find("guava needs permits_per_second=NUMBER") != std::string::npos);
  CHECK(refused("guava:permits_per_second=0").find("permits_per_second must be above 0") != std::string::npos);
  CHECK(refused("guava:permits_per_second=1000000.5").find("permits_per_second is taken up to 1000000; beyond it") !=
        std::string::npos);
  CHECK(refused("guava:permits_per_second=0.00000000001").find("up to ten digits") != std::string::npos);
  CHECK(refused("guava:permits_per_second=1,max_burst_seconds=0.00000000001").find("up to ten digits") !=
        std::string::npos);
  CHECK(refused("guava:permits_per_second=1,max_burst_seconds=0.0000000001").empty());
  CHECK(refused("guava:permits_per_second=1,max_burst_seconds=9223372036854775807").find("more than a century") !=
        std::string::npos);
  CHECK(refused("guava:permits_per_second=1,max_burst_seconds=9223372036854775808").find("and 18 in all") !=
        std::string::npos);
  CHECK(refused("guava:permits_per_second=1,timeout=-1s").find("timeout must not be below 0") != std::string::npos);
  CHECK(refused("guava:permits_per_second=1,max_burst_seconds=4600000000").find("more than a century") !=
        std::string::npos);
  CHECK(refused("guava:permits_per_second=0.0000000001").find("more than a century") != std::string::npos);
  CHECK(refused("guava:permits_per_second=1,timeout=200000d").find("more than a century") != std::string::npos);

  const auto guava = std::get<Guava>(parse_limiter("guava:permits_per_second=1/720"));
  CHECK_NOTHROW(guava.checked(6'388'000));
  CHECK_THROWS_WITH(guava.checked(6'389'000),
                    "a cost of 6389000 is paid back only after more than a century; raise permits_per_second");
  CHECK_THROWS_WITH(guava.checked(2'147'483'648), "it takes costs up to 2147483647");
}

TEST_CASE("guava is one that stores a burst of which the first is free") {
  const auto configured = [](const char* rate, const Fraction& burst) {
    return "guava:" + Guava::for_comparison(parse_rate(rate), burst).text();
  };
  CHECK(configured("5/h", 5) == "guava:permits_per_second=1/720,max_burst_seconds=2880");
  CHECK(configured("10/s", 11) == "guava:permits_per_second=10");
  CHECK(configured("10/s", Fraction(1, 2)) == "guava:permits_per_second=10,max_burst_seconds=0");
  CHECK_THROWS_WITH(configured("1000001/s", 1),
                    "permits_per_second is taken up to 1000000; beyond it Guava's interval is cut down to nothing, and "
                    "it limits nothing");
  const AnyLimiter guava = parse_limiter("guava:permits_per_second=1/720,max_burst_seconds=2880");
  CHECK(spec_text(*ideal_of(guava)) == "token-bucket:rate=5/h,burst=5,initial=1");
  CHECK(quota(guava) == 5);
  CHECK(quota(parse_limiter("guava:permits_per_second=10,timeout=250ms")) == 13);
  CHECK_FALSE(may_delay(guava));
  CHECK(may_delay(parse_limiter("guava:permits_per_second=10,timeout=250ms")));
  CHECK(spec_text(parse_limiter("guava:permits_per_second=10,timeout=0,max_burst_seconds=1")) ==
        "guava:permits_per_second=10");
}
