#include "limiter/dialect/go_rate.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "limiter/dialect/refused.hpp"
#include "limiter/spec.hpp"
#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

GoRateRule rule_of(const char* spec) { return GoRateRule(std::get<GoRate>(parse_limiter(spec))); }

}  // namespace

TEST_CASE("go-rate passes an event when its tokens are less than a nanosecond away") {
  check_table("go-rate:limit=0.1,burst=1",
              {{0, 1, passes}, {10 * s - 1, 1, 1}, {10 * s, 1, passes}, {10 * s, 1, 10 * s}, {10 * s, 2, never}});
  check_table("go-rate:limit=3,burst=1", {{0, 1, passes}, {333'333'332, 1, 1}, {333'333'333, 1, passes}});
  // The double nearest to 10/3 is above it.
  check_table("go-rate:limit=10/3,burst=1", {{0, 1, passes}, {299'999'998, 1, 1}, {299'999'999, 1, passes}});
}

TEST_CASE("go-rate owes what it passes early") {
  check_table("go-rate:limit=3000000000,burst=5",
              {{0, 5, passes}, {0, 1, passes}, {1, 4, passes}, {1, 3, 1}, {2, 5, 1}, {3, 5, passes}});
}

TEST_CASE("go-rate takes what an event costs, or nothing") {
  check_table("go-rate:rate=5/h,burst=5", {{0, 5, passes},
                                           {0, 1, 720 * s},
                                           {720 * s - 1, 1, 1},
                                           {720 * s, 1, passes},
                                           {1440 * s, 2, 720 * s},
                                           {1440 * s, 1, passes},
                                           {1440 * s, 6, never},
                                           {10 * hour, 5, passes}});
}

// What the Go program beside `tests/dialects/go_rate_test.py` printed of these events: whether they passed, and the
// tokens then. A clock that has been set back is taken over by what passes, and by no refusal.
TEST_CASE("go-rate takes over a clock that has been set back") {
  struct Printed {
    std::int64_t at;
    bool passed;
    double tokens;
  };
  const std::vector<Printed> printed{
      {100 * s, true, 0x1p+01},
      {100 * s, true, 0x1p+00},
      {40 * s, true, 0x0p+00},
      {43 * s, true, 0x0p+00},
      {43 * s, false, 0x0p+00},
      {46 * s - 1, false, 0x1.fffffffd22fep-01},
      {46 * s - 2, false, 0x1.fffffffa45fcp-01},
      {46 * s, true, 0x0p+00},
      {40 * s, false, 0x0p+00},
      {43 * s - 2, false, 0x0p+00},
      {43 * s, false, 0x0p+00},
  };
  const GoRateRule rule = rule_of("go-rate:limit=1/3,burst=3");
  GoRateRule::State state = rule.start({100 * s});
  for (const Printed& each : printed) {
    CAPTURE(each.at);
    CHECK(rule.admit(state, {each.at}, 1) == each.passed);
    // Refusals leave no tokens; what they are then is what they would be worth.
    if (each.passed) CHECK(state == GoRateRule::State{each.at, each.tokens});
  }
  CHECK(state == GoRateRule::State{46 * s, 0});
}

TEST_CASE("go-rate's limit is the nearest double, and a rate is the quotient of two") {
  const auto a_second = [](const char* spec) { return std::get<GoRate>(parse_limiter(spec)).per_second(); };
  CHECK(a_second("go-rate:limit=0.1,burst=1") == 0.1);
  CHECK(a_second("go-rate:limit=1/3,burst=1") == 1.0 / 3);
  CHECK(a_second("go-rate:rate=5/h,burst=1") == 5.0 / 3600);
  CHECK(a_second("go-rate:rate=1/1.1s,burst=1") == 1 / (1 + 100'000'000 / 1e9));
  CHECK(long_run_per_ns(parse_limiter("go-rate:limit=0.25,burst=1")) == Fraction(1, 4'000'000'000));
  CHECK(long_run_per_ns(parse_limiter("go-rate:limit=0.1,burst=1")) ==
        Fraction(3602879701896397, (Int128{1} << 55) * 1'000'000'000));
  CHECK(long_run_per_ns(parse_limiter("go-rate:rate=9223372036854775807/s,burst=1")) ==
        Fraction(Int128{1} << 63, 1'000'000'000));
}

TEST_CASE("go-rate's ideal is a token bucket") {
  CHECK(spec_text(*ideal_of(parse_limiter("go-rate:limit=2.5,burst=4"))) == "token-bucket:rate=150/min,burst=4");
  CHECK(spec_text(*ideal_of(parse_limiter("go-rate:rate=120/60s,burst=4"))) == "token-bucket:rate=120/60s,burst=4");
  CHECK_FALSE(promise(parse_limiter("go-rate:limit=1,burst=1"), {1 * s}));
  CHECK(default_window(parse_limiter("go-rate:limit=2.5,burst=4")) == Duration{1 * s});
  CHECK(default_window(parse_limiter("go-rate:rate=5/h,burst=4")) == Duration{hour});
  CHECK(quota(parse_limiter("go-rate:rate=5/h,burst=4")) == 4);
}

TEST_CASE("go-rate says how many tokens there are") {
  const GoRateRule rule = rule_of("go-rate:limit=0.5,burst=5");
  GoRateRule::State state = rule.start({0});
  CHECK(rule.describe(state, {0}) == "5 of 5 tokens");
  CHECK(rule.admit(state, {0}, 5));
  CHECK(rule.describe(state, {1 * s}) == "0.5 of 5 tokens");
}

TEST_CASE("go-rate is refused where it cannot be") {
  CHECK(refused("go-rate:burst=5").find("go-rate needs limit=NUMBER (events a second, as 0.5)") != std::string::npos);
  CHECK(refused("go-rate:limit=1").find("go-rate needs burst=N") != std::string::npos);
  CHECK(refused("go-rate:limit=0,burst=5").find("limit must be above 0") != std::string::npos);
  CHECK(refused("go-rate:limit=1,rate=1/s,burst=5").find("give either limit or rate, not both") != std::string::npos);
  CHECK(refused("go-rate:limit=1,burst=0").find("burst must be a whole number from 1 up") != std::string::npos);
  CHECK(refused("go-rate:limit=1,burst=1000000000000001").find("burst is taken up to 1000000000000000") !=
        std::string::npos);
  CHECK(refused("go-rate:limit=0.00000000001,burst=1").find("up to ten digits behind the point") != std::string::npos);
  CHECK(
      refused("go-rate:limit=1,burst=4600000001") ==
      "limiter 'go-rate:limit=1,burst=4600000001': at this limit the burst takes more than a century to refill; use a "
      "smaller one");
  CHECK(refused("go-rate:limit=1,burst=4599999999").empty());
  CHECK(refused("go-rate:rate=1/18446744073709551615ns,burst=1").find("more than a century") != std::string::npos);
}

TEST_CASE("go-rate says every rate that refills within a century") {
  const auto configured = [](const char* rate, const Fraction& burst) {
    return "go-rate:" + GoRate::for_comparison(parse_rate(rate), burst).text();
  };
  CHECK(configured("5/h", 5) == "go-rate:rate=5/h,burst=5");
  CHECK(configured("1/2s", Fraction(5, 2)) == "go-rate:rate=1/2s,burst=2");
  CHECK(configured("1/2s", Fraction(1, 2)) == "go-rate:rate=1/2s,burst=1");
  CHECK_THROWS_WITH(configured("1/h", Int128{1} << 50), "its burst is taken up to 1000000000000000");
  CHECK_THROWS_WITH(configured("1/h", 2'000'000), "at this rate the burst takes more than a century to refill");
}
