#include "limiter/dialect/redis_incr.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "core/error.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/dialect/refused.hpp"
#include "limiter/spec.hpp"
#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

TEST_CASE("a key of Redis is there for the last of its milliseconds, and gone in the next") {
  check_table("redis-incr:limit=1,window=1s",
              {{500 * ms, 1, passes},
               {1'500 * ms, 1, ms},
               {1'501 * ms - 1, 1, 1},
               {1'501 * ms, 1, passes},
               {1'501 * ms, 1, 1'001 * ms}},
              true);
  // The window is opened by the clock's millisecond.
  check_table("redis-incr:limit=1,window=1ms", {{999'999, 1, passes}, {2 * ms - 1, 1, 1}, {2 * ms, 1, passes}}, true);
  CHECK(long_run_per_ns(parse_limiter("redis-incr:limit=5,window=1s")) == Fraction(5, 1'001'000'000));
}

TEST_CASE("redis-incr counts what it refuses, also that which opens a window") {
  check_table("redis-incr:limit=3,window=1s",
              {{0, 1, passes},
               {0, 4, never},
               {0, 1, 1'001 * ms},
               {1'001 * ms, 4, never},
               {1'002 * ms, 1, 1'000 * ms},
               {2'002 * ms, 3, passes},
               {2'002 * ms, 1, 1'001 * ms}},
              true);
}

TEST_CASE("redis-incr's counter stays at the end of its 64 bits") {
  check_table("redis-incr:limit=3,window=1s",
              {{0, 2, passes}, {0, INT64_MAX - 2, never}, {0, 3, 1'001 * ms}, {0, 3, 1'001 * ms}}, true);
}

TEST_CASE("redis-incr's key stands still with a clock that is set back") {
  const RedisIncrRule rule(std::get<RedisIncr>(parse_limiter("redis-incr:limit=2,window=1s")));
  RedisIncrRule::State state = rule.start({10 * s});
  CHECK(rule.admit(state, {10 * s}, 1));
  CHECK(rule.admit(state, {5 * s}, 1));
  CHECK_FALSE(rule.admit(state, {5 * s}, 1));
  CHECK_FALSE(rule.admit(state, {11 * s}, 1));
  CHECK(rule.admit(state, {11 * s + ms}, 1));
  CHECK(state == RedisIncrRule::State{12'001, 1});
}

TEST_CASE("redis-incr's promise is kept with two windows side by side") {
  const auto promised = [](std::int64_t length) {
    return to_text(promise(parse_limiter("redis-incr:limit=5,window=1s"), {length}).value());
  };
  CHECK(promised(1) == "5");
  CHECK(promised(2) == "10");
  CHECK(promised(1'001 * ms + 1) == "10");
  CHECK(promised(1'001 * ms + 2) == "15");
}

TEST_CASE("redis-incr describes its key") {
  const RedisIncrRule rule(std::get<RedisIncr>(parse_limiter("redis-incr:limit=2,window=1s")));
  RedisIncrRule::State state = rule.start({0});
  CHECK(rule.describe(state, {0}) == "no key");
  rule.admit(state, {0}, 3);
  CHECK(rule.describe(state, {500 * ms}) == "3 of 2 counted, the key goes in 501 ms");
  CHECK(rule.room(state, {1'001 * ms - 1}) == 0);
  CHECK(rule.describe(state, {1'001 * ms}) == "no key");
  CHECK(rule.room(state, {1'001 * ms}) == 2);
  CHECK(rule.state_bytes(state) == 16);
}

TEST_CASE("redis-incr is configured with whole milliseconds") {
  CHECK(refused("redis-incr:limit=5,window=1500us") ==
        "limiter 'redis-incr:limit=5,window=1500us': window is whole milliseconds, up to 10000d, not '1500us'");
  CHECK(refused("redis-incr:limit=5,window=10001d").find("up to 10000d") != std::string::npos);
  CHECK(refused("redis-incr:limit=1000000000000001,window=1s") ==
        "limiter 'redis-incr:limit=1000000000000001,window=1s': limit is taken up to 1000000000000000, not "
        "1000000000000001");
  CHECK(refused("redis-incr:limit=0,window=1s").find("from 1 up") != std::string::npos);
  CHECK(spec_text(RedisIncr::for_comparison(parse_rate("120/60s"), 5)) == "redis-incr:limit=120,window=1m");
  CHECK(spec_text(*ideal_of(parse_limiter("redis-incr:limit=5,window=90s"))) ==
        "fixed-window:limit=5,window=90s,anchor=first");
  CHECK_THROWS_WITH(RedisIncr::for_comparison(parse_rate("1/500us"), 1),
                    "its windows are whole milliseconds, up to 10000d, and the period of 1/500us is not");
  CHECK_THROWS_WITH(RedisIncr::for_comparison(parse_rate("1/10001d"), 1),
                    "its windows are whole milliseconds, up to 10000d, and the period of 1/10001d is not");
  CHECK_THROWS_WITH(RedisIncr::for_comparison(parse_rate("1000000000000001/s"), 1),
                    "its limit is taken up to 1000000000000000");
}
