#include "limiter/dialect/upstash.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "core/error.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/dialect/refused.hpp"
#include "limiter/spec.hpp"
#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

TEST_CASE("upstash cuts the weighted count down to whole requests") {
  // Of 3 in the window before 2 count from its first millisecond on, and 1 from 334 ms on.
  check_table("upstash-sliding:limit=3,window=1s",
              {{0, 3, passes},
               {999 * ms, 1, 2 * ms},
               {1'000 * ms, 1, ms},
               {1'001 * ms - 1, 1, 1},
               {1'001 * ms, 1, passes},
               {1'333 * ms, 1, ms},
               {1'334 * ms, 1, passes},
               {1'334 * ms, 1, 333 * ms},
               {1'667 * ms, 1, passes}},
              true);
}

TEST_CASE("upstash's weight is a double that may cut down one more") {
  // 1 - 0.7 is 0.30000000000000004, of 10 the 3 that it should be; 1 - 0.9 is 0.09999999999999998, of 10 none.
  const UpstashRule rule(std::get<Upstash>(parse_limiter("upstash-sliding:limit=10,window=10ms")));
  CHECK(rule.room({0, 0, 10}, {7 * ms}) == 7);
  CHECK(rule.room({0, 0, 10}, {9 * ms}) == 10);
}

TEST_CASE("upstash counts a cost that began below the limit, and refuses it where it leads beyond") {
  check_table("upstash-sliding:limit=5,window=1s",
              {{0, 4, passes}, {0, 3, 1'572 * ms}, {0, 1, 1'286 * ms}, {0, 9, never}}, true);
}

TEST_CASE("upstash takes a clock that is set back to stand at the beginning of the window") {
  const UpstashRule rule(std::get<Upstash>(parse_limiter("upstash-sliding:limit=4,window=1s")));
  UpstashRule::State state = rule.start({0});
  CHECK(rule.admit(state, {999 * ms}, 2));
  CHECK(rule.admit(state, {1'600 * ms}, 1));
  CHECK(rule.admit(state, {1'200 * ms}, 1));  // within the window the clock counts as it is
  CHECK(state == WindowCounts{1, 2, 2});
  CHECK_FALSE(rule.admit(state, {500 * ms}, 1));
  CHECK(state == WindowCounts{1, 2, 2});
}

TEST_CASE("upstash loses up to half of the limit where more than one a millisecond pass") {
  const auto long_run = [](const char* spec) { return long_run_per_ns(parse_limiter(spec)); };
  CHECK(long_run("upstash-sliding:limit=10,window=1s") == Fraction(10, s));
  CHECK(long_run("upstash-sliding:limit=10,window=1ms") == Fraction(5, ms));
  CHECK(long_run("upstash-sliding:limit=10,window=10ms") == Fraction(10, 10 * ms));
  CHECK(long_run("upstash-sliding:limit=100,window=10ms") == Fraction(91, 10 * ms));
}

TEST_CASE("upstash promises what the fixed window does") {
  const AnyLimiter limiter = parse_limiter("upstash-sliding:limit=10,window=1s");
  CHECK(promise(limiter, {1}) == Int128{10});
  CHECK(promise(limiter, {s + 1}) == Int128{20});
  CHECK(promise(limiter, {s + 2}) == Int128{30});
}

TEST_CASE("upstash describes what counts") {
  const UpstashRule rule(std::get<Upstash>(parse_limiter("upstash-sliding:limit=4,window=1s")));
  CHECK(rule.describe({0, 1, 3}, {400 * ms}) == "2 of 4 counted");
  CHECK(rule.describe({0, 3, 3}, {1'000 * ms}) == "3 of 4 counted");
  CHECK(rule.describe({0, 3, 3}, {2'000 * ms}) == "0 of 4 counted");
  CHECK(rule.state_bytes({0, 3, 3}) == 24);
}

TEST_CASE("upstash is configured with whole milliseconds") {
  CHECK(refused("upstash-sliding:limit=5,window=1us").find("window is whole milliseconds") != std::string::npos);
  CHECK(spec_text(Upstash::for_comparison(parse_rate("5/h"), 5)) == "upstash-sliding:limit=5,window=1h");
  CHECK(spec_text(*ideal_of(parse_limiter("upstash-sliding:limit=5,window=1h"))) ==
        "sliding-counter:limit=5,window=1h");
  CHECK_THROWS_WITH(Upstash::for_comparison(parse_rate("1/us"), 1),
                    "its windows are whole milliseconds, up to 10000d, and the period of 1/us is not");
}
