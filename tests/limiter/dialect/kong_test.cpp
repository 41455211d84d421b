#include "limiter/dialect/kong.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "core/error.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/dialect/refused.hpp"
#include "limiter/spec.hpp"
#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

TEST_CASE("Kong's published rate: 10 now and half of 20 before are 20") {
  const KongRule ten(std::get<Kong>(parse_limiter("kong-sliding:limit=19,window=1m")));
  const KongRule twenty(std::get<Kong>(parse_limiter("kong-sliding:limit=20,window=1m")));
  KongRule::State one{0, 9, 20};
  KongRule::State other{0, 9, 20};
  CHECK(twenty.describe({0, 10, 20}, {30 * s}) == "20 of 20 counted");
  CHECK_FALSE(ten.admit(one, {30 * s}, 1));
  CHECK(twenty.admit(other, {30 * s}, 1));
  CHECK(other == WindowCounts{0, 10, 20});
  CHECK_FALSE(twenty.admit(other, {30 * s}, 1));
}

TEST_CASE("Kong refuses a client that keeps asking for ever") {
  const KongRule rule(std::get<Kong>(parse_limiter("kong-sliding:limit=5,window=1m")));
  const KongRule lenient(std::get<Kong>(parse_limiter("kong-sliding:limit=5,window=1m,disable_penalty")));
  KongRule::State state = rule.start({0});
  KongRule::State forgiven = lenient.start({0});
  std::int64_t passed = 0;
  std::int64_t passed_forgiven = 0;
  for (std::int64_t at = 0; at < 24 * hour; at += 10 * s) {  // six a minute
    passed += rule.admit(state, {at}, 1) ? 1 : 0;
    passed_forgiven += lenient.admit(forgiven, {at}, 1) ? 1 : 0;
  }
  CHECK(passed == 5);  // all of them in the first minute of the day
  CHECK(passed_forgiven == 5'761);
}

TEST_CASE("Kong's weight is that of a whole second, and full in the first") {
  check_table("kong-sliding:limit=2,window=10s,disable_penalty", {{9 * s, 1, passes},
                                                                  {9 * s, 1, passes},
                                                                  {9 * s, 1, 6 * s},
                                                                  {10 * s, 1, 5 * s},
                                                                  {15 * s - 1, 1, 1},
                                                                  {15 * s, 1, passes},
                                                                  {15 * s, 1, 5 * s}});
}

TEST_CASE("Kong weighs in doubles") {
  // 42 * (9 / 14) is 27.000000000000004, so that with one more it is above 28.
  const KongRule rule(std::get<Kong>(parse_limiter("kong-sliding:limit=28,window=14s")));
  CHECK(rule.room({0, 0, 42}, {5 * s}) == 0);
  CHECK(rule.room({0, 0, 42}, {6 * s}) == 4);
  // 49 * (1 / 49) is 0.9999999999999999, and with one more rounded to 2.
  const KongRule close(std::get<Kong>(parse_limiter("kong-sliding:limit=2,window=49s")));
  CHECK(close.room({0, 0, 49}, {48 * s}) == 1);
  // 77 * (9 / 11) is 63.00000000000001, which leaves less than one of 64, but with one more is rounded to 64.
  const KongRule rounded(std::get<Kong>(parse_limiter("kong-sliding:limit=64,window=11s")));
  CHECK(rounded.room({0, 0, 77}, {2 * s}) == 1);
  KongRule::State state{0, 0, 77};
  CHECK(rounded.admit(state, {2 * s}, 1));
  CHECK(rounded.room(state, {2 * s}) == 0);
  CHECK_FALSE(rounded.admit(state, {2 * s}, 1));
}

TEST_CASE("Kong takes a clock that is set back to stand at the beginning of the window") {
  const KongRule rule(std::get<Kong>(parse_limiter("kong-sliding:limit=3,window=10s")));
  KongRule::State state{5, 1, 2};
  CHECK(rule.admit(state, {59 * s}, 1));
  CHECK_FALSE(rule.admit(state, {12 * s}, 1));
  CHECK(state == WindowCounts{5, 3, 2});
  CHECK(rule.describe(state, {55 * s}) == "4 of 3 counted");
  CHECK(rule.state_bytes(state) == 24);
}

TEST_CASE("Kong passes one in two windows where the limit is one") {
  const auto long_run = [](const char* spec) { return long_run_per_ns(parse_limiter(spec)); };
  CHECK(long_run("kong-sliding:limit=1,window=1m") == Fraction(1, 120 * s));
  CHECK(long_run("kong-sliding:limit=60,window=1m") == Fraction(59, 60 * s));
  CHECK(long_run("kong-sliding:limit=10,window=1s") == Fraction(5, s));
  const AnyLimiter limiter = parse_limiter("kong-sliding:limit=10,window=1m");
  CHECK(promise(limiter, {60 * s + 1}) == Int128{20});
}

TEST_CASE("Kong is configured with whole seconds") {
  CHECK(refused("kong-sliding:limit=5,window=1500ms") ==
        "limiter 'kong-sliding:limit=5,window=1500ms': window is whole seconds, up to 10000d, not '1500ms'");
  CHECK(refused("kong-sliding:limit=5,window=1s,disable_penalty=1").find("stands alone") != std::string::npos);
  CHECK(spec_text(Kong::for_comparison(parse_rate("5/h"), 5)) == "kong-sliding:limit=5,window=1h");
  CHECK(spec_text(*ideal_of(parse_limiter("kong-sliding:limit=5,window=1h"))) ==
        "sliding-counter:limit=5,window=1h,rounding=exact");
  CHECK_THROWS_WITH(Kong::for_comparison(parse_rate("1/500ms"), 1),
                    "its windows are whole seconds, up to 10000d, and the period of 1/500ms is not");
}

TEST_CASE("Kong comes closest to a bucket with as many in the whole seconds that fill it") {
  const Kong closest = Kong::closest(parse_rate("5/h"), 74);
  CHECK(closest.text() == "limit=74,window=888m,disable_penalty");
  CHECK(Kong::closest(parse_rate("3/s"), 2).text() == "limit=3,window=1s,disable_penalty");
  CHECK(closest.stanza(true) ==
        "plugins:\n"
        "- name: rate-limiting-advanced\n"
        "  config:\n"
        "    limit: [74]\n"
        "    window_size: [53280]\n"
        "    window_type: sliding\n"
        "    identifier: ip\n"
        "    disable_penalty: true\n");
  CHECK(closest.stanza(false).find("    identifier: service\n") != std::string::npos);
  CHECK_THROWS_WITH(Kong::closest(parse_rate("1/200000d"), 2),
                    Catch::Matchers::StartsWith("its limit is taken up to "));
}
