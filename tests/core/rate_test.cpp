#include "core/rate.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "core/error.hpp"

using namespace ratereplay;

TEST_CASE("rates in every spelling keep the pair as typed") {
  struct Case {
    const char* text;
    std::int64_t count;
    std::int64_t period;
  };
  for (const Case& c : {Case{"5/h", 5, 3'600'000'000'000},
                        {"5/hour", 5, 3'600'000'000'000},
                        {"5 / h", 5, 3'600'000'000'000},
                        {"100/s", 100, 1'000'000'000},
                        {"1/2h", 1, 7'200'000'000'000},
                        {"10/13s", 10, 13'000'000'000},
                        {"1/500ms", 1, 500'000'000},
                        {"120/60s", 120, 60'000'000'000},
                        {"0.5/s", 1, 2'000'000'000},
                        {"2.5/s", 5, 2'000'000'000},
                        {"5.0/s", 5, 1'000'000'000},
                        {"1/m", 1, 60'000'000'000},
                        {"1/min", 1, 60'000'000'000},
                        {"010/s", 10, 1'000'000'000},
                        {"3/day", 3, 86'400'000'000'000},
                        {"1/1h30m", 1, 5'400'000'000'000},
                        {"2000000000/s", 2'000'000'000, 1'000'000'000}}) {
    INFO(c.text);
    const Rate rate = parse_rate(c.text);
    CHECK(rate.count == c.count);
    CHECK(static_cast<std::int64_t>(rate.period.ns) == c.period);
  }
  CHECK(parse_rate("1/10000000000s").period.ns == static_cast<Int128>(10'000'000'000) * ns_per_second);
  CHECK(parse_rate(" 5 / h ").text == "5/h");
  CHECK(parse_rate("5\t/\t1 h").text == "5/1h");
  CHECK(parse_rate("120/60s").per_ns() == parse_rate("2/s").per_ns());
}

TEST_CASE("what is not a rate is named, with the mend") {
  for (const char* text : {"5",
                           "5/0s",
                           "5/",
                           "-5/h",
                           "0/s",
                           "5/hx",
                           "1e3/s",
                           "1,5/s",
                           "",
                           " ",
                           "nan/s",
                           "nan",
                           "inf/s",
                           "5/60",
                           "5//h",
                           "5/h/h",
                           "/h",
                           "5/-1h",
                           "99999999999999999999/s",
                           "9223372036854775808/s",
                           "0x5/s",
                           "5/1e3s",
                           "1/99999999999d",
                           "99999999999999999999999999999999999999999/s"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_rate(text), Error);
  }
  CHECK_THROWS_WITH(parse_rate("1,5/s"), Catch::Contains("'1,5/s' is not a rate") && Catch::Contains("write it as"));
  CHECK_THROWS_WITH(parse_rate("5"), Catch::Contains("the period is missing"));
  CHECK_THROWS_WITH(parse_rate("nan"), Catch::Contains("not COUNT/PERIOD"));
  CHECK_THROWS_WITH(parse_rate("5/60"), Catch::Contains("the period '60' has no unit"));
  CHECK_THROWS_WITH(parse_rate("5/60."), Catch::Contains("the period '60.' has no unit"));
  CHECK_THROWS_WITH(parse_rate("5/60-"), Catch::Contains("its period '60-' is not a duration"));
}

TEST_CASE("the period of one event is no longer than a parameter may be") {
  CHECK(parse_rate("0.5/9223372036854775807ns").period.ns == longest_parameter.ns - 1);
  CHECK_THROWS_WITH(parse_rate("0.5/9223372036854775808ns"), Catch::Contains("the period is longer than 584 years"));
  // Beyond 128 bits, and then beyond the digits that are read.
  const std::string smallest = "0." + std::string(34, '0') + "1";
  CHECK_THROWS_WITH(parse_rate(smallest + "/d"), Catch::Contains("the period is longer than 584 years"));
  CHECK_THROWS_WITH(parse_rate("0.0" + smallest.substr(2) + "/d"), Catch::Contains("the count has too many digits"));
}

TEST_CASE("a rate of any size has a text that reads as the same rate") {
  struct Case {
    const char* rate;
    const char* text;
  };
  for (const Case& c : {Case{"5/h", "5/h"},
                        {"120/60s", "2/s"},
                        {"2/m", "2/min"},
                        {"1/2h", "12/d"},
                        {"0.5/s", "30/min"},
                        {"1/2d", "1/2d"},
                        {"10/13s", "1/1300ms"},
                        {"31000/22339203s", "31/22339203ms"},
                        {"7/14000000011us", "7/14000000011us"},
                        {"9223372036854775807/s", "9223372036854775807/s"},
                        {"9223372036854775807/ms", "9223372036854775807/ms"},
                        {"9223372036854775807/ns", "9223372036854775807/ns"},
                        {"3/10ms", "300/s"},
                        {"1/1001ms", "1/1001ms"},
                        {"1/18446744073709551615ns", "1/18446744073709551615ns"}}) {
    INFO(c.rate);
    const Fraction per_ns = parse_rate(c.rate).per_ns();
    CHECK(exact_rate_text(per_ns) == c.text);
    CHECK(parse_rate(c.text).per_ns() == per_ns);
  }
}
