#include "limiter/dialect/envoy_ratelimit.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "core/error.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/dialect/refused.hpp"
#include "limiter/spec.hpp"
#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

TEST_CASE("envoy-ratelimit decides its published cases") {
  // After 5 of 10 in second 1234 it passes, after 11 of 10 a minute it does not; 11 and 13 of 15 an hour pass, 16 not.
  const auto after = [](const char* spec, std::int64_t at, std::int64_t before) {
    const EnvoyRatelimitRule rule(std::get<EnvoyRatelimit>(parse_limiter(spec)));
    EnvoyRatelimitRule::State state = rule.start({at});
    state.count = before;
    return rule.admit(state, {at}, 1);
  };
  CHECK(after("envoy-ratelimit:requests_per_unit=10", 1'234 * s, 4));
  CHECK_FALSE(after("envoy-ratelimit:requests_per_unit=10,unit=minute", 1'234 * s, 10));
  CHECK(after("envoy-ratelimit:requests_per_unit=15,unit=hour", 1'000'000 * s, 10));
  CHECK(after("envoy-ratelimit:requests_per_unit=15,unit=hour", 1'000'000 * s, 12));
  CHECK_FALSE(after("envoy-ratelimit:requests_per_unit=15,unit=hour", 1'000'000 * s, 15));
}

TEST_CASE("envoy-ratelimit's windows are those of its published keys") {
  // 1234 lies in the minute from 1200, 1000000 in the hour from 997200 and the day from 950400.
  check_table("envoy-ratelimit:requests_per_unit=1,unit=minute",
              {{1'200 * s, 1, passes}, {1'234 * s, 1, 26 * s}, {1'260 * s - 1, 1, 1}, {1'260 * s, 1, passes}}, true);
  check_table("envoy-ratelimit:requests_per_unit=1,unit=hour",
              {{997'200 * s, 1, passes}, {1'000'000 * s, 1, 800 * s}, {1'000'800 * s, 1, passes}}, true);
  check_table("envoy-ratelimit:requests_per_unit=1,unit=day",
              {{950'400 * s, 1, passes}, {1'000'000 * s, 1, 36'800 * s}, {1'036'800 * s, 1, passes}}, true);
  check_table("envoy-ratelimit:requests_per_unit=1", {{-1, 1, passes}, {-1, 1, 1}, {0, 1, passes}}, true);
}

TEST_CASE("envoy-ratelimit counts what it refuses") {
  check_table("envoy-ratelimit:requests_per_unit=5",
              {{0, 3, passes}, {0, 3, s}, {0, 1, s}, {0, 6, never}, {s, 6, never}, {s, 1, s}, {2 * s, 5, passes}},
              true);
}

TEST_CASE("envoy-ratelimit takes a clock that is set back to stay in the last window") {
  const EnvoyRatelimitRule rule(std::get<EnvoyRatelimit>(parse_limiter("envoy-ratelimit:requests_per_unit=2")));
  EnvoyRatelimitRule::State state = rule.start({0});
  CHECK(rule.admit(state, {10 * s}, 1));
  CHECK(rule.admit(state, {5 * s}, 1));
  CHECK_FALSE(rule.admit(state, {5 * s}, 1));
  CHECK(state == EnvoyRatelimitRule::State{10, 3});
  CHECK(rule.describe(state, {10 * s}) == "3 of 2 counted in the window");
  CHECK(rule.describe(state, {11 * s}) == "0 of 2 counted in the window");
  CHECK(rule.state_bytes(state) == 16);
}

TEST_CASE("envoy-ratelimit has all of its room again in the next window") {
  const EnvoyRatelimitRule rule(std::get<EnvoyRatelimit>(parse_limiter("envoy-ratelimit:requests_per_unit=2")));
  EnvoyRatelimitRule::State state = rule.start({10 * s});
  CHECK(rule.rested(state, {10 * s}));
  CHECK(rule.admit(state, {10 * s}, 1));
  CHECK(rule.room(state, {11 * s - 1}) == 1);
  CHECK_FALSE(rule.rested(state, {11 * s - 1}));
  CHECK(rule.room(state, {11 * s}) == 2);
  CHECK(rule.rested(state, {11 * s}));
  CHECK_FALSE(rule.admit(state, {10 * s}, 2));
  CHECK(rule.room(state, {10 * s}) == 0);
}

TEST_CASE("envoy-ratelimit promises what the fixed window does") {
  const AnyLimiter limiter = parse_limiter("envoy-ratelimit:requests_per_unit=10,unit=minute");
  CHECK(promise(limiter, {1}) == Int128{10});
  CHECK(promise(limiter, {60 * s + 1}) == Int128{20});
  CHECK(promise(limiter, {60 * s + 2}) == Int128{30});
}

TEST_CASE("envoy-ratelimit is configured by the unit") {
  CHECK(refused("envoy-ratelimit:requests_per_unit=4294967296") ==
        "limiter 'envoy-ratelimit:requests_per_unit=4294967296': requests_per_unit is taken up to 4294967295, not "
        "4294967296");
  CHECK(refused("envoy-ratelimit:requests_per_unit=1,unit=week").find("unit cannot be 'week'") != std::string::npos);
  const auto configured = [](const char* rate) {
    return spec_text(EnvoyRatelimit::for_comparison(parse_rate(rate), 1));
  };
  CHECK(configured("120/m") == "envoy-ratelimit:requests_per_unit=120,unit=minute");
  CHECK(configured("120/120s") == "envoy-ratelimit:requests_per_unit=1");
  CHECK(configured("1/2s") == "envoy-ratelimit:requests_per_unit=30,unit=minute");
  CHECK(configured("5/d") == "envoy-ratelimit:requests_per_unit=5,unit=day");
  CHECK(configured("4/2d") == "envoy-ratelimit:requests_per_unit=2,unit=day");
  CHECK(configured("4294967295/s") == "envoy-ratelimit:requests_per_unit=4294967295");
  CHECK(configured("4294967294/m") == "envoy-ratelimit:requests_per_unit=4294967294,unit=minute");
  for (const std::string rate : {"4294967296/s", "4294967297/m"}) {
    CHECK_THROWS_WITH(
        configured(rate.c_str()),
        "it counts whole requests, up to 4294967295, a second, minute, hour or day, and " + rate + " is none of these");
  }
  CHECK(long_run_per_ns(parse_limiter("envoy-ratelimit:requests_per_unit=5,unit=hour")) == Fraction(5, hour));
  CHECK(spec_text(*ideal_of(parse_limiter("envoy-ratelimit:requests_per_unit=5,unit=hour"))) ==
        "fixed-window:limit=5,window=1h");
  CHECK_THROWS_WITH(configured("1/7d"),
                    "it counts whole requests, up to 4294967295, a second, minute, hour or day, and "
                    "1/7d is none of these");
}
