#include "report/text.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace ratereplay;

TEST_CASE("a long key is cut before the first byte of a character") {
  const std::string as(23, 'a');
  CHECK(key_text(as + "aaaaa") == "'" + as + "aaaaa'");
  CHECK(key_text(as + "aaaaaa") == "'" + as + "aa...'");
  CHECK(key_text(as + "aa\xC3\xA9\xC3\xA9") == "'" + as + "aa...'");
  CHECK(key_text(as + "a\xC3\xA9\xC3\xA9\xC3\xA9") == "'" + as + "a...'");
  CHECK(key_text(as + "\xF0\x9F\x90\x9F\xF0\x9F\x90\x9F") == "'" + as + "...'");
}

TEST_CASE("as many columns stand beside each other as the report is wide, at least one") {
  const auto text = [](std::size_t count, std::size_t width) {
    const auto of = [&](std::size_t begin, std::size_t end) {
      Table table;
      for (std::size_t each = begin; each < end; ++each) {
        table.add_column(std::to_string(each) + std::string(width - 1, '-'), Table::Align::left);
      }
      return table;
    };
    return side_by_side(count, of, Style{});
  };
  const auto heading = [](char digit, std::size_t width) { return digit + std::string(width - 1, '-'); };
  constexpr std::size_t half = (report_width - 2) / 2;
  CHECK(text(0, 5).empty());
  CHECK(text(3, half) == heading('0', half) + "  " + heading('1', half) + "\n\n" + heading('2', half) + "\n");
  CHECK(text(2, half + 1) == heading('0', half + 1) + "\n\n" + heading('1', half + 1) + "\n");
  CHECK(text(2, 200) == heading('0', 200) + "\n\n" + heading('1', 200) + "\n");
}

TEST_CASE("a rate is told in the unit that fits it") {
  const auto text = [](Int128 count, Int128 ns) { return rate_text(Fraction(count, ns)); };
  constexpr Int128 day = 86'400 * ns_per_second;
  CHECK(rate_text({}) == "0");
  CHECK(text(1, ns_per_second) == "1/s");
  CHECK(text(1, ns_per_second + 1) == "60/min");
  CHECK(text(7, 2 * ns_per_second) == "3.5/s");
  CHECK(text(1, 60 * ns_per_second) == "1/min");
  CHECK(text(1, 61 * ns_per_second) == "59.016/h");
  CHECK(text(1, 3'600 * ns_per_second) == "1/h");
  CHECK(text(31'000, 22'339'203 * ns_per_second) == "4.996/h");
  CHECK(text(1, 3'601 * ns_per_second) == "23.993/d");
  CHECK(text(1, day) == "1/d");
  CHECK(text(1, 3 * day) == "0.3333/d");
  CHECK(text(1, 10 * day) == "0.1/d");
  CHECK(text(2, 21 * day) == "0.09524/d");
  CHECK(text(1, (Int128{1} << 64) - 1) == "0.000004684/d");
  CHECK(text((Int128{1} << 63) - 1, 1) == "9223372036854775807000000000/s");
}

TEST_CASE("a rate is rounded as told, in the unit of another") {
  const Fraction rate(31'000, 22'339'203 * ns_per_second);
  CHECK(rate_text(rate, 3, Rounding::up, rate) == "4.996/h");
  CHECK(rate_text(rate, 3, Rounding::down, rate) == "4.995/h");
  CHECK(rate_text(rate, 6, Rounding::nearest, rate) == "4.995702/h");
  const Fraction minutely(1, 60 * ns_per_second);
  CHECK(rate_text(Fraction(1, 61 * ns_per_second), 6, Rounding::down, minutely) == "0.9836065/min");
  CHECK(rate_text(Fraction(1, ns_per_second), 6, Rounding::up, minutely) == "60/min");
}
