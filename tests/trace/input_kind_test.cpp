#include "trace/input_kind.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "core/error.hpp"

using namespace ratereplay;

TEST_CASE("a delimiter is given as a byte or by its name") {
  CHECK(parse_delimiter("comma") == ',');
  CHECK(parse_delimiter("Tab") == '\t');
  CHECK(parse_delimiter("\\t") == '\t');
  CHECK(parse_delimiter("\t") == '\t');
  CHECK(parse_delimiter("SEMICOLON") == ';');
  CHECK(parse_delimiter("pipe") == '|');
  CHECK(parse_delimiter("^") == '^');
  CHECK(parse_delimiter(" ") == ' ');
  for (const std::string& none : {std::string(), std::string(";;"), std::string("\\n"), std::string("\""),
                                  std::string("\n"), std::string("\r"), std::string(1, '\0')}) {
    CAPTURE(none);
    CHECK_THROWS_WITH(parse_delimiter(none),
                      Catch::Contains(": not a delimiter; give one byte, or comma, tab, semicolon or pipe"));
  }
}

TEST_CASE("a delimiter without a name is shown as it is") {
  CHECK(delimiters_text('\t') == "tabs");
  CHECK(delimiters_text('^') == "'^'");
}

TEST_CASE("a line in braces is JSON where a name may begin in it, or nothing does") {
  for (const std::string object : {"{}", "{ }", "{\"time\":1}", " { \"time\": 1 }\r"}) {
    CHECK(guess_input(object + "\n") == InputKind::jsonl);
  }
  for (const std::string other : {"{1}", "{time}", "{", "}", "{\"time\":1", "\"time\":1}", "[{\"time\":1}]"}) {
    CHECK(guess_input(other + "\n") == InputKind::csv);
  }
}
