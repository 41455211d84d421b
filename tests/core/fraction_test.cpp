#include "core/fraction.hpp"

#include <catch2/catch.hpp>

#include "core/error.hpp"

using namespace ratereplay;

TEST_CASE("fractions are read exactly") {
  CHECK(parse_fraction("5") == Fraction(5));
  CHECK(parse_fraction("2.5") == Fraction(5, 2));
  CHECK(parse_fraction("010") == Fraction(10));
  CHECK(parse_fraction("17753599/240000") == Fraction(17753599, 240000));
  CHECK(parse_fraction("0.1") == Fraction(1, 10));
  CHECK(parse_fraction(" 4 / 6 ") == Fraction(2, 3));
  CHECK(parse_fraction("0") == Fraction(0));
  CHECK(parse_fraction("1000000000000000000") == Fraction(1'000'000'000'000'000'000));
}

TEST_CASE("what is not a number is named") {
  for (const char* text : {"", "-1", "1e400", "nan", "inf", "1/0", "/2", "2/", "1,5", "0x10", "5 5", ".", "+5", "1/2/3",
                           "9999999999999999999999999999999999999999"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_fraction(text), Error);
  }
  CHECK_THROWS_WITH(parse_fraction("1e400"), Catch::Contains("'1e400'"));
}

TEST_CASE("the double that is shown for a fraction is the nearest one") {
  CHECK(Fraction(0).approximate() == 0);
  CHECK(Fraction(-1, 3).approximate() == -1.0 / 3);
  // Neither part need be a double.
  CHECK(Fraction(1, 9'007'199'254'740'993).approximate() == 1.1102230246251564e-16);
  CHECK(Fraction(-1, 9'007'199'254'740'993).approximate() == -1.1102230246251564e-16);
  CHECK(Fraction(9'007'199'254'740'993, 2).approximate() == 4503599627370496.5);
  // Halfway between two doubles to the even one, and away from it by the least there is.
  CHECK(Fraction(9'007'199'254'740'993).approximate() == 9007199254740992.0);
  CHECK(Fraction(9'007'199'254'740'995).approximate() == 9007199254740996.0);
  const Int128 wide = int128_max / 9'007'199'254'740'993;
  CHECK(Fraction(9'007'199'254'740'993 * wide + 1, wide).approximate() == 9007199254740994.0);
  CHECK(Fraction(9'007'199'254'740'993 * wide - 1, wide).approximate() == 9007199254740992.0);
  CHECK(Fraction(1, int128_max).approximate() == 0x1p-127);
  CHECK(Fraction(int128_max).approximate() == 0x1p127);
  CHECK(Fraction(int128_min, 1).approximate() == -0x1p127);
}

TEST_CASE("fractions compute and compare exactly") {
  CHECK(Fraction(1, 3) + Fraction(1, 6) == Fraction(1, 2));
  CHECK(Fraction(1, 3) - Fraction(1, 2) == Fraction(-1, 6));
  CHECK(Fraction(-2, 3) * Fraction(9, 4) == Fraction(-3, 2));
  CHECK(Fraction(1, 3) / Fraction(-2, 3) == Fraction(-1, 2));
  CHECK(Fraction(-7, 2).floor() == -4);
  CHECK(Fraction(-7, 2).ceil() == -3);
  CHECK(Fraction(7, 2).ceil() == 4);
  CHECK(Fraction(6, -4) == Fraction(-3, 2));
  CHECK(Fraction(1, 3) < Fraction(1, 2));
  CHECK(Fraction(-1, 2) < Fraction(-1, 3));
  CHECK(Fraction(1, int128_max) < Fraction(1, int128_max - 1));
  CHECK(Fraction(int128_max - 1, int128_max) < Fraction(int128_max - 2, int128_max - 2));
  CHECK_FALSE(Fraction(2, 4) < Fraction(1, 2));
  CHECK_THROWS_AS(Fraction(int128_max) * Fraction(2), Error);
  CHECK_THROWS_AS(Fraction(int128_max) + Fraction(1), Error);
  CHECK_THROWS_AS(Fraction(1) / Fraction(0), Error);
}

TEST_CASE("fractions as text") {
  CHECK(to_text(Fraction(17753599, 240000)) == "17753599/240000");
  CHECK(to_text(Fraction(74)) == "74");
  CHECK(decimal_text(Fraction(17753599, 240000), 3) == "73.973");
  CHECK(decimal_text(Fraction(1, 3), 3) == "0.333");
  CHECK(decimal_text(Fraction(2, 3), 3) == "0.667");
  CHECK(decimal_text(Fraction(1999, 1000), 2) == "2");
  CHECK(decimal_text(Fraction(9995, 1000), 2) == "10");
  CHECK(decimal_text(Fraction(-1, 8), 2) == "-0.13");
  CHECK(decimal_text(Fraction(-1, 800), 2) == "0");
  CHECK(decimal_text(Fraction(int128_max - 1, int128_max), 6) == "1");
  CHECK(decimal_text(Fraction(5, 2), 0) == "3");
}

TEST_CASE("a decimal can be rounded in a given direction") {
  CHECK(decimal_text(Fraction(1, 3), 2, Rounding::down) == "0.33");
  CHECK(decimal_text(Fraction(1, 3), 2, Rounding::up) == "0.34");
  CHECK(decimal_text(Fraction(-1, 3), 2, Rounding::down) == "-0.34");
  CHECK(decimal_text(Fraction(-1, 3), 2, Rounding::up) == "-0.33");
  CHECK(decimal_text(Fraction(999, 1000), 2, Rounding::up) == "1");
  CHECK(decimal_text(Fraction(1, 4), 2, Rounding::up) == "0.25");
  CHECK(decimal_text(Fraction(1, 4), 2, Rounding::down) == "0.25");
  CHECK(decimal_text(Fraction(int128_max, 3), 1, Rounding::up) == "56713727820156410577229101238628035242.4");
}

TEST_CASE("128-bit products know when they do not fit") {
  Int128 product = 0;
  CHECK(multiply(int128_max, -1, product));
  CHECK(product == -int128_max);
  CHECK_FALSE(multiply(int128_max, 2, product));
  CHECK(multiply(0, int128_max, product));
  CHECK(product == 0);
  CHECK(to_text(int128_min) == "-170141183460469231731687303715884105728");
  CHECK(to_text(int128_max) == "170141183460469231731687303715884105727");
  CHECK_THROWS_AS(checked_add(int128_min, -1), Error);
  CHECK(gcd(-12, 18) == 6);
  CHECK(gcd(0, 0) == 0);
  CHECK(floor_div(-7, 2) == -4);
  CHECK(ceil_div(-7, 2) == -3);
}
