#include "core/digit_words.hpp"

#include <catch2/catch.hpp>
#include <cstdio>
#include <string>

using namespace ratereplay;

TEST_CASE("a word holds its first character lowest, at compile time, byte by byte, as at run time") {
  constexpr std::uint64_t at_compile_time = word_at("12345678");
  static_assert(at_compile_time == 0x3837363534333231);
  static_assert(pair_at("12") == 0x3231);
  static_assert(bytes_at("\xFF:\x80", 3) == 0x803AFF);
  const std::string text = "x12345678";
  CHECK(word_at(text.data() + 1) == at_compile_time);
  CHECK(pair_at(text.data() + 1) == 0x3231);
  CHECK(bytes_at(text.data() + 1, 8) == at_compile_time);
}

TEST_CASE("only digits are digits, wherever they stand") {
  for (std::size_t at = 0; at < 8; ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      for (const char others : {'0', '9'}) {
        std::string text(8, others);
        text[at] = static_cast<char>(byte);
        const bool found = any_top_bit(not_digits(without_zeros(word_at(text.data()))));
        if (found == (byte >= '0' && byte <= '9')) FAIL("byte " << byte << " at " << at);
      }
    }
  }
}

TEST_CASE("eight digits are their number") {
  for (std::uint64_t number = 0; number < 100'000'000; number += 9'973) {
    char text[32];
    std::snprintf(text, sizeof(text), "%08llu", static_cast<unsigned long long>(number));
    if (number_of(without_zeros(word_at(text))) != number) FAIL(text);
  }
  CHECK(number_of(without_zeros(word_at("99999999"))) == 99'999'999);
}
