#include "core/text.hpp"

#include <catch2/catch.hpp>

using namespace ratereplay;

TEST_CASE("a suggestion is the nearest candidate, or none when all are far") {
  const std::vector<std::string> names{"fixed-window", "token-bucket", "gcra", "leaky-bucket", "leaky-queue"};
  CHECK(nearest("tokenbucket", names) == "token-bucket");
  CHECK(nearest("GRCA", names) == "gcra");
  CHECK(nearest("leaky-queu", names) == "leaky-queue");
  CHECK(nearest("zebra", names) == std::nullopt);
  CHECK(nearest("", names) == std::nullopt);
  CHECK(suggestion("brst", std::vector<std::string>{"rate", "burst"}) == "; did you mean 'burst'?");
  CHECK(suggestion("x", names).empty());
}

TEST_CASE("quoted text never carries a control byte or broken UTF-8") {
  CHECK(in_quotes("plain") == "'plain'");
  CHECK(in_quotes("caf\xC3\xA9") == "'caf\xC3\xA9'");
  CHECK(in_quotes("a\x1b[31mb") == "'a\\x1B[31mb'");
  CHECK(in_quotes("\xC2\x9B") == "'\\xC2\\x9B'");
  CHECK(in_quotes("\xff\xC3") == "'\\xFF\\xC3'");
  CHECK(in_quotes("\xC0\xAF") == "'\\xC0\\xAF'");
  CHECK(in_quotes("\xED\xA0\x80") == "'\\xED\\xA0\\x80'");
  CHECK(in_quotes("\xF0\x9F\x8C\x8D") == "'\xF0\x9F\x8C\x8D'");
  CHECK(in_quotes("a\nb") == "'a\\x0Ab'");
  const std::string shown = in_quotes(std::string(500, 'x'));
  CHECK(shown.size() < 90);
  CHECK(shown.substr(shown.size() - 4) == "...'");
}

TEST_CASE("printable text is one line that drives no terminal, and is not cut") {
  CHECK(printable("").empty());
  CHECK(printable("caf\xC3\xA9 'a' \\x") == "caf\xC3\xA9 'a' \\x");
  CHECK(printable("a\nb\x1b[31m\x7F\xC2\x9B\xff") == "a\\x0Ab\\x1B[31m\\x7F\\xC2\\x9B\\xFF");
  CHECK(printable(std::string(500, 'x')) == std::string(500, 'x'));
}

TEST_CASE("the length of a character in UTF-8 is known at the bounds of each, and 0 for what is none") {
  for (const char* text : {"\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
                           "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    CAPTURE(in_quotes(text));
    CHECK(utf8_length(text) == std::string_view(text).size());
    CHECK(utf8_length(std::string(text) + "x") == std::string_view(text).size());
    if (text[1] != '\0') CHECK(utf8_length(std::string_view(text).substr(0, std::string_view(text).size() - 1)) == 0);
  }
  for (const char* text : {"\x80", "\xC1\xBF", "\xC2\x7F", "\xDF\xC0", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xE1\x80\x7F",
                           "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
    CAPTURE(in_quotes(text));
    CHECK(utf8_length(text) == 0);
  }
  CHECK(bytes_not_utf8("a\xF4\x90\x80\x80\xF4\x8F\xBF\xBF") == 4);
}

TEST_CASE("what drives a terminal or is not seen is unprintable, and its neighbours are not") {
  for (const char* text : {"\x1F", "\x7F", "\xC2\x80", "\xC2\x9F", "\xC2\xAD", "\xD8\x9C", "\xE2\x80\x8B",
                           "\xE2\x80\x8F", "\xE2\x80\xA8", "\xE2\x80\xAE", "\xE2\x81\xA0", "\xE2\x81\xAF",
                           "\xEF\xBB\xBF", "\xEF\xBF\xB9", "\xEF\xBF\xBB", "\xF3\xA0\x80\x80", "\xF3\xA0\x81\xBF"}) {
    CAPTURE(in_quotes(text));
    CHECK(is_unprintable(text));
  }
  for (const char* text : {"\x20",
                           "\x7E",
                           "\xC2\xA0",
                           "\xC2\xAC",
                           "\xC2\xAE",
                           "\xC3\x80",
                           "\xD8\x9B",
                           "\xD8\x9D",
                           "\xD9\x9C",
                           "\xE2\x80\x8A",
                           "\xE2\x80\x90",
                           "\xE2\x80\xA7",
                           "\xE2\x80\xAF",
                           "\xE2\x81\x9F",
                           "\xE2\x81\xB0",
                           "\xE2\x82\xA0",
                           "\xE3\x80\x8B",
                           "\xEF\xBB\xBE",
                           "\xEF\xBC\xBF",
                           "\xEF\xBF\xB8",
                           "\xEF\xBF\xBC",
                           "\xF3\x9F\x80\x80",
                           "\xF3\xA0\x82\x80",
                           "\xF3\xA1\x80\x80",
                           "\xF0\xA0\x80\x80"}) {
    CAPTURE(in_quotes(text));
    CHECK_FALSE(is_unprintable(text));
  }
}

TEST_CASE("whole numbers are decimal digits and nothing else") {
  CHECK(parse_whole("010") == 10);
  CHECK(parse_whole("0") == 0);
  CHECK(parse_whole("9223372036854775807") == INT64_MAX);
  for (const char* text : {"9223372036854775808", "", "-1", "+1", "1.0", "1e3", " 1", "0x10", "nan"}) {
    CHECK(parse_whole(text) == std::nullopt);
  }
}

TEST_CASE("counts carry their noun in its number") {
  CHECK(counted(0, "row") == "0 rows");
  CHECK(counted(1, "row") == "1 row");
  CHECK(counted(18790, "event") == "18,790 events");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(1234567) == "1,234,567");
  CHECK(grouped(-123) == "-123");
  CHECK(grouped(-1234) == "-1,234");
}

TEST_CASE("split keeps empty parts and trims each") {
  CHECK(split(" a, b ,,c", ',') == std::vector<std::string_view>{"a", "b", "", "c"});
  CHECK(split("", ',') == std::vector<std::string_view>{""});
}
