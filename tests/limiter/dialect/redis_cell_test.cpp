#include "limiter/dialect/redis_cell.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "core/error.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/dialect/refused.hpp"
#include "limiter/spec.hpp"
#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

/// The rate at which so many pass, in whole rounds from 0, when each comes as soon as it may.
Fraction overloaded(const char* spec, std::int64_t count) {
  const DialectRule<RedisCellRule> rule(std::get<RedisCell>(parse_limiter(spec)), {0});
  auto state = rule.start({0});
  std::int64_t now = 0;
  for (std::int64_t passed = 0; passed <= count;) {
    if (rule.admit(state, {now}, 1))
      ++passed;
    else
      now += static_cast<std::int64_t>(rule.retry_after(state, {now}, 1)->ns);
  }
  return Fraction(count, now);
}

}  // namespace

TEST_CASE("redis-cell decides its published cases") {
  // A burst of 5 at one a second: what is larger never passes and takes nothing, what is refused waits for its turn.
  check_table("redis-cell:max_burst=4,count=1,period=1s", {{0, 6, never},
                                                           {0, 1, passes},
                                                           {0, 1, passes},
                                                           {0, 1, passes},
                                                           {0, 1, passes},
                                                           {0, 1, passes},
                                                           {0, 1, s},
                                                           {3'000 * ms, 1, passes},
                                                           {3'100 * ms, 1, passes},
                                                           {4'000 * ms, 1, passes},
                                                           {8'000 * ms, 1, passes},
                                                           {9'500 * ms, 1, passes},
                                                           {9'500 * ms, 2, passes},
                                                           {9'500 * ms, 5, 3 * s}});
}

TEST_CASE("redis-cell's interval is cut down to whole nanoseconds") {
  check_table("redis-cell:max_burst=1,count=3,period=1s",
              {{0, 2, passes}, {333'333'332, 1, 1}, {333'333'333, 1, passes}, {333'333'333, 1, 333'333'333}});
  CHECK(std::get<RedisCell>(parse_limiter("redis-cell:max_burst=0,count=3,period=1s")).interval() == 333'333'333);
  // The quotient is a double: of so long an interval a multiple of 16 ns, which was rounded up.
  CHECK(std::get<RedisCell>(parse_limiter("redis-cell:max_burst=0,count=7,period=863999999s")).interval() ==
        123'428'571'285'714'288);
}

TEST_CASE("redis-cell's key goes at the end of a millisecond, up to one before it is due") {
  // Due at 333.833333 ms; the key, written in millisecond 0 for 333 ms, is there until 334 ms begin.
  check_table("redis-cell:max_burst=0,count=3,period=1s",
              {{500'000, 1, passes}, {333'833'332, 1, 1}, {333'833'333, 1, passes}});
  // Due at 334.233333 ms, but the key is gone with the end of 333.
  check_table("redis-cell:max_burst=0,count=3,period=1s",
              {{900'000, 1, passes}, {333'999'999, 1, 1}, {334 * ms, 1, passes}, {334 * ms, 1, 333'333'333}});
}

TEST_CASE("redis-cell's long run is what it lets through") {
  const auto long_run = [](const char* spec) { return long_run_per_ns(parse_limiter(spec)); };
  // What is beyond a millisecond adds up until a key goes before it is due: the fourth interval ends 0.333332 ms early.
  CHECK(long_run("redis-cell:max_burst=0,count=3,period=1s") == Fraction(4, 1'333 * ms));
  CHECK(overloaded("redis-cell:max_burst=0,count=3,period=1s", 4 * 50) == Fraction(4, 1'333 * ms));
  CHECK(long_run("redis-cell:max_burst=0,count=7,period=10s") == Fraction(2, 2'857 * ms));
  CHECK(overloaded("redis-cell:max_burst=0,count=7,period=10s", 2 * 50) == Fraction(2, 2'857 * ms));
  CHECK(long_run("redis-cell:max_burst=0,count=8,period=1s") == Fraction(8, s));
  CHECK(overloaded("redis-cell:max_burst=0,count=8,period=1s", 50) == Fraction(8, s));
  CHECK(long_run("redis-cell:max_burst=4,count=3,period=1s") == Fraction(1, 333'333'333));
  // With each tick of the clock all that pass at once pass anew.
  CHECK(long_run("redis-cell:max_burst=0,count=3000,period=1s") == Fraction(4, ms));
  CHECK(overloaded("redis-cell:max_burst=0,count=3000,period=1s", 4 * 50) == Fraction(4, ms));
  CHECK(long_run("redis-cell:max_burst=1,count=10000,period=1s") == Fraction(11, ms));
  CHECK(overloaded("redis-cell:max_burst=1,count=10000,period=1s", 11 * 50) == Fraction(11, ms));
}

TEST_CASE("redis-cell refuses while a clock that was set back is behind") {
  const RedisCellRule rule(std::get<RedisCell>(parse_limiter("redis-cell:max_burst=1,count=1,period=1s")));
  RedisCellRule::State state = rule.start({100 * s});
  CHECK(rule.admit(state, {100 * s}, 1));
  CHECK_FALSE(rule.admit(state, {50 * s}, 1));
  CHECK(rule.room(state, {50 * s}) == 0);
  CHECK_FALSE(rule.admit(state, {100 * s - 1}, 1));
  CHECK(rule.admit(state, {100 * s}, 1));
  CHECK(state == RedisCellRule::State{102 * s, 102'000});
}

TEST_CASE("redis-cell promises a little more than its bucket") {
  const auto promised = [](const char* spec, std::int64_t length) {
    return to_text(promise(parse_limiter(spec), {length}).value());
  };
  CHECK(promised("redis-cell:max_burst=4,count=1,period=1s", 1) == "5");
  CHECK(promised("redis-cell:max_burst=4,count=1,period=1s", 999'000'001) == "5");
  CHECK(promised("redis-cell:max_burst=4,count=1,period=1s", 999'000'002) == "6");
  CHECK(promised("redis-cell:max_burst=1,count=10000,period=1s", ms) == "21");
}

TEST_CASE("redis-cell describes its arrival") {
  const RedisCellRule rule(std::get<RedisCell>(parse_limiter("redis-cell:max_burst=1,count=1,period=1s")));
  RedisCellRule::State state = rule.start({0});
  CHECK(rule.describe(state, {0}) == "0 s of 2 s ahead");
  rule.admit(state, {0}, 2);
  CHECK(rule.describe(state, {500 * ms}) == "1.5 s of 2 s ahead");
  CHECK(rule.state_bytes(state) == 16);
}

TEST_CASE("redis-cell is configured as its command is called") {
  CHECK(refused("redis-cell:max_burst=1,count=5,period=1500ms") ==
        "limiter 'redis-cell:max_burst=1,count=5,period=1500ms': period is whole seconds, up to 10000d, not '1500ms'");
  CHECK(
      refused("redis-cell:max_burst=1,count=1000000001,period=1s").find("redis-cell takes at most one a nanosecond") !=
      std::string::npos);
  CHECK(refused("redis-cell:max_burst=1000000000000001,count=1,period=1s").find("max_burst is taken up to") !=
        std::string::npos);
  CHECK(refused("redis-cell:max_burst=1000000000,count=1,period=1m").find("more than a century") != std::string::npos);
  CHECK(refused("redis-cell:count=1,period=1m").find("needs max_burst=N") != std::string::npos);
}

TEST_CASE("redis-cell says every rate that has a whole number of seconds") {
  const auto configured = [](const char* rate, const Fraction& burst) {
    return spec_text(RedisCell::for_comparison(parse_rate(rate), burst));
  };
  CHECK(configured("120/60s", 6) == "redis-cell:max_burst=5,count=120,period=1m");
  CHECK(configured("1/500ms", Fraction(5, 2)) == "redis-cell:max_burst=1,count=2,period=1s");
  CHECK(configured("10/13ms", Fraction(1, 2)) == "redis-cell:max_burst=0,count=10000,period=13s");
  CHECK(spec_text(*ideal_of(parse_limiter("redis-cell:max_burst=5,count=120,period=1m"))) ==
        "gcra:rate=120/60s,burst=6");
  CHECK_THROWS_WITH(configured("1/10001d", 1),
                    "its numbers are taken up to 1000000000000000, and its period up to "
                    "10000d");
  CHECK(configured("1000000000/s", 1'000'000'000'000'000) ==
        "redis-cell:max_burst=999999999999999,count=1000000000,period=1s");
  CHECK_THROWS_WITH(configured("1000000000/s", 1'000'000'000'000'001),
                    "its numbers are taken up to 1000000000000000, and its period up to 10000d");
  CHECK_THROWS_WITH(configured("2/ns", 1), "redis-cell takes at most one a nanosecond; use a smaller count");
}

TEST_CASE("redis-cell's stanza is its command") {
  const RedisCell closest = RedisCell::closest(parse_rate("5/h"), 74);
  CHECK(closest.text() == "max_burst=73,count=5,period=1h");
  CHECK(closest.stanza(false) == "CL.THROTTLE all 73 5 3600 1\n");
  CHECK(closest.stanza(true) == "CL.THROTTLE client:ADDRESS 73 5 3600 1\n");
}
