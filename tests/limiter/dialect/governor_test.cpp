#include "limiter/dialect/governor.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "limiter/dialect/refused.hpp"
#include "limiter/spec.hpp"
#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

// These are what its own tests (tests/direct.rs) have it do.

TEST_CASE("governor passes a burst, and then one an interval") {
  check_table("governor:rate=2/s", {{0, 1, passes},
                                    {1 * ms, 1, passes},
                                    {2 * ms, 1, 498 * ms},
                                    {1002 * ms, 1, passes},
                                    {1003 * ms, 1, passes},
                                    {1004 * ms, 1, 498 * ms}});
}

TEST_CASE("governor passes no more than a burst after it has been idle") {
  check_table("governor:rate=5/s", {{0, 1, passes},
                                    {0, 1, passes},
                                    {0, 1, passes},
                                    {0, 1, passes},
                                    {0, 1, passes},
                                    {0, 1, 200 * ms},
                                    {2 * s, 1, passes},
                                    {2 * s, 1, passes},
                                    {2 * s, 1, passes},
                                    {2 * s, 1, passes},
                                    {2 * s, 1, passes},
                                    {2 * s, 1, 200 * ms}});
}

TEST_CASE("governor passes all cells of an event or none, and never more than a burst") {
  check_table("governor:rate=4/s", {{0, 2, passes},
                                    {0, 2, passes},
                                    {1 * ms, 2, 499 * ms},
                                    {1001 * ms, 2, passes},
                                    {1001 * ms, 2, passes},
                                    {1002 * ms, 2, 499 * ms}});
  check_table("governor:rate=5/s", {{0, 15, never}, {0, 7, never}, {0, 6, never}, {0, 5, passes}, {3 * s, 15, never}});
}

// And these what follows from its source.

TEST_CASE("governor cuts the interval between cells down to whole nanoseconds") {
  check_table(
      "governor:rate=3/s,burst=1",
      {{0, 1, passes}, {333'333'332, 1, 1}, {333'333'333, 1, passes}, {666'666'665, 1, 1}, {666'666'666, 1, passes}});
  CHECK(long_run_per_ns(parse_limiter("governor:rate=3/s")) == Fraction(1, 333'333'333));
  // Beyond one a nanosecond it is not cut down to nothing.
  check_table("governor:rate=2000000000/s,burst=2", {{0, 2, passes}, {0, 2, 2}, {1, 2, 1}, {2, 2, passes}});
}

TEST_CASE("governor has no rule for a clock that goes back: the arrival time stays") {
  const GovernorRule rule(std::get<Governor>(parse_limiter("governor:rate=1/s,burst=2")));
  GovernorRule::State state = rule.start({100 * s});
  CHECK_FALSE(rule.admit(state, {100 * s}, 3));  // leaves no arrival time
  CHECK(rule.admit(state, {90 * s}, 1));
  CHECK(state == GovernorRule::State{91 * s});
  CHECK(rule.admit(state, {90 * s}, 1));
  CHECK_FALSE(rule.admit(state, {91 * s - 1}, 1));
  CHECK(rule.admit(state, {91 * s}, 1));
  CHECK(state == GovernorRule::State{93 * s});
  CHECK_FALSE(rule.admit(state, {50 * s}, 1));
}

TEST_CASE("governor keeps its promise to the cell") {
  const auto promised = [](const char* spec, std::int64_t length) {
    return to_text(promise(parse_limiter(spec), {length}).value());
  };
  CHECK(promised("governor:rate=3/s", 1) == "3");
  CHECK(promised("governor:rate=3/s", 333'333'333) == "3");
  CHECK(promised("governor:rate=3/s", 333'333'334) == "4");
  CHECK(promised("governor:rate=5/h,burst=9", hour) == "13");
}

TEST_CASE("governor says where its arrival time is") {
  const GovernorRule rule(std::get<Governor>(parse_limiter("governor:rate=1/s,burst=3")));
  GovernorRule::State state = rule.start({0});
  CHECK(rule.describe(state, {0}) == "arrival time 0 s ahead, a cell passes up to 2 s");
  CHECK(rule.admit(state, {0}, 2));
  CHECK(rule.describe(state, {500 * ms}) == "arrival time 1.5 s ahead, a cell passes up to 2 s");
  CHECK(rule.state_bytes(state) == 8);
}

TEST_CASE("governor's burst is the count of its rate unless given, and what cannot be is refused") {
  CHECK(spec_text(parse_limiter("governor:rate=5/h,burst=5")) == "governor:rate=5/h");
  CHECK(quota(parse_limiter("governor:rate=5/h")) == 5);
  CHECK(default_window(parse_limiter("governor:rate=5/h")) == Duration{hour});
  CHECK(spec_text(*ideal_of(parse_limiter("governor:rate=3/s,burst=2"))) == "gcra:rate=3/s,burst=2");
  CHECK(refused("governor:burst=5").find("governor needs rate=RATE") != std::string::npos);
  CHECK(refused("governor:rate=4294967296/s").find("the count of rate is taken up to 4294967295") != std::string::npos);
  CHECK(refused("governor:rate=1/s,burst=4294967296").find("burst is taken up to 4294967295") != std::string::npos);
  CHECK(
      refused("governor:rate=1/2s,burst=2305843010") ==
      "limiter 'governor:rate=1/2s,burst=2305843010': at this rate the burst takes more than a century to refill; use "
      "a smaller one");
  CHECK(refused("governor:rate=1/2s,burst=2305843009").empty());
  CHECK(refused("governor:rate=1/18446744073709551615ns").find("more than a century") != std::string::npos);
}

TEST_CASE("governor is configured by a period and a burst") {
  const auto configured = [](const char* rate, const Fraction& burst) {
    return "governor:" + Governor::for_comparison(parse_rate(rate), burst).text();
  };
  CHECK(configured("5/h", 5) == "governor:rate=5/h");
  CHECK(configured("5/h", Fraction(15, 2)) == "governor:rate=5/h,burst=7");
  CHECK(configured("5/h", Fraction(1, 2)) == "governor:rate=5/h,burst=1");
  CHECK_THROWS_WITH(configured("4294967296/s", 1), "its numbers are taken up to 4294967295");
  CHECK_THROWS_WITH(configured("1/s", Int128{1} << 32), "its numbers are taken up to 4294967295");
  CHECK_THROWS_WITH(configured("1/h", 2'000'000), "at this rate the burst takes more than a century to refill");
}
