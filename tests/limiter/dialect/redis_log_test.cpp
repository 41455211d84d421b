#include "limiter/dialect/redis_log.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "core/error.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/dialect/refused.hpp"
#include "limiter/spec.hpp"
#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

TEST_CASE("redis-log forgets what is a window old, in whole milliseconds") {
  check_table("redis-log:limit=2,window=1s", {{999'999, 1, passes},
                                              {500 * ms, 1, passes},
                                              {500 * ms, 1, 500 * ms},
                                              {1'000 * ms - 1, 1, 1},
                                              {1'000 * ms, 1, passes},
                                              {1'499 * ms, 1, ms},
                                              {1'500 * ms, 1, passes}});
}

TEST_CASE("redis-log with count=all keeps a client out that keeps asking") {
  check_table("redis-log:limit=2,window=1s,count=all", {{0, 1, passes},
                                                        {0, 1, passes},
                                                        {500 * ms, 1, 500 * ms},
                                                        {999 * ms, 1, 501 * ms},
                                                        {1'400 * ms, 1, 599 * ms},
                                                        {1'999 * ms, 1, passes},
                                                        {1'999 * ms, 1, 1'000 * ms}});
}

TEST_CASE("redis-log orders by score when a clock is set back, and removes by the clock") {
  const RedisLogRule rule(std::get<RedisLog>(parse_limiter("redis-log:limit=3,window=1s")));
  RedisLogRule::State state = rule.start({0});
  CHECK(rule.admit(state, {10 * s}, 1));
  CHECK(rule.admit(state, {9'500 * ms}, 1));
  CHECK(rule.admit(state, {5 * s}, 1));
  CHECK_FALSE(rule.admit(state, {6 * s - ms}, 1));
  CHECK(rule.admit(state, {6 * s}, 1));  // 5 s is gone
  CHECK(state == RedisLogRule::State{{6'000, 9'500, 10'000}, 0});
  CHECK(rule.room(state, {10'500 * ms}) == 2);
  const RedisLogRule all(std::get<RedisLog>(parse_limiter("redis-log:limit=2,window=1s,count=all")));
  RedisLogRule::State full = all.start({0});
  CHECK(all.admit(full, {10 * s}, 1));
  CHECK(all.admit(full, {10 * s}, 1));
  CHECK_FALSE(all.admit(full, {9'500 * ms}, 1));
  CHECK(full == RedisLogRule::State{{10'000, 10'000}, 0});
}

TEST_CASE("redis-log holds no more than the limit, wherever it has removed") {
  const RedisLogRule rule(std::get<RedisLog>(parse_limiter("redis-log:limit=3,window=10ms,count=all")));
  RedisLogRule::State state = rule.start({0});
  for (std::int64_t at = 0; at < 1000; ++at) {
    rule.admit(state, {at * ms}, 1);
    REQUIRE(state.size() <= 3);
    REQUIRE(rule.state_bytes(state) <= sizeof(RedisLogRule::State) + 7 * 8);
  }
  CHECK(rule.describe(state, {999 * ms}) == "3 of 3 logged in the window");
  CHECK(rule.describe(state, {1'008 * ms}) == "1 of 3 logged in the window");
  CHECK(rule.rested(state, {1'009 * ms}));
}

TEST_CASE("redis-log's promise counts the ticks of its clock") {
  const auto promised = [](std::int64_t length) {
    return to_text(promise(parse_limiter("redis-log:limit=5,window=1s"), {length}).value());
  };
  CHECK(promised(1) == "5");
  CHECK(promised(999 * ms + 1) == "5");
  CHECK(promised(999 * ms + 2) == "10");
}

TEST_CASE("redis-log is configured with whole milliseconds") {
  CHECK(refused("redis-log:limit=5,window=1us").find("window is whole milliseconds") != std::string::npos);
  CHECK(refused("redis-log:limit=5,window=1s,count=none").find("count cannot be 'none'") != std::string::npos);
  CHECK(spec_text(RedisLog::for_comparison(parse_rate("5/h"), 5)) == "redis-log:limit=5,window=1h");
  CHECK(spec_text(*ideal_of(parse_limiter("redis-log:limit=5,window=1h,count=all"))) ==
        "sliding-log:limit=5,window=1h,count=all");
  CHECK(long_run_per_ns(parse_limiter("redis-log:limit=5,window=1s")) == Fraction(5, s));
  CHECK_THROWS_WITH(RedisLog::for_comparison(parse_rate("1/us"), 1),
                    "its windows are whole milliseconds, up to 10000d, and the period of 1/us is not");
}
