#include "policy/toml_text.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "core/error.hpp"
#include "policy/rules.hpp"

using namespace ratereplay;

namespace {

std::string refusal(const std::string& text) {
  try {
    check_toml_text(text, "rules.toml");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string dots(std::size_t count) { return std::string(count, '.'); }

const std::string too_many = "tables in tables, of which rules have none; leave them out";

}  // namespace

TEST_CASE("bytes that are not UTF-8 are found where they are") {
  CHECK(refusal("a = 1\n\xFF = 1\n") == "rules.toml:2:1: not UTF-8, as TOML is; save the file as UTF-8");
  CHECK(refusal("# \xC3\xA9\xFF") == "rules.toml:1:4: not UTF-8, as TOML is; save the file as UTF-8");
  CHECK(refusal("a = \"\\\xFF\"") == "rules.toml:1:7: not UTF-8, as TOML is; save the file as UTF-8");
  CHECK(refusal("\xFF\xFE[") == "rules.toml:1:1: not UTF-8, as TOML is; save the file as UTF-8");
  CHECK(refusal("\xEF\xBB\xBF[") == "");
}

TEST_CASE("so many dots are taken outside of texts and comments") {
  CHECK(refusal(dots(1000)) == "");
  CHECK(refusal(dots(1001)) == "rules.toml:1:1001: " + too_many);
  CHECK(refusal("\n[" + dots(1001) + "]") == "rules.toml:2:1002: " + too_many);
  for (const std::string open : {"#", "\"", "'", "\"\"\"", "'''", "\"\"\"\"", "'\"", "\"\\\"", "\"\"\"\n", "'''\n'"}) {
    INFO(open);
    CHECK(refusal(open + dots(1001)) == "");
  }
  for (const std::string closed : {"#\n", "\"\"", "''", "\"a\"", "'\\'", "\"\\\\\"", "\"\\\"\"", "\"\"\"\"\"\"",
                                   "'''a'''''", "\"\"\"\"a\"\"\"\"\"", "\"\n"}) {
    INFO(closed);
    CHECK(refusal(closed + dots(1001)) != "");
  }
}

TEST_CASE("tables in tables are refused, however deep") {
  std::string deep = "a";
  for (int key = 0; key < 400'000; ++key) deep += ".a";
  CHECK_THROWS_WITH(parse_policy(deep + " = 1\n", "rules.toml"), "rules.toml:1:2002: " + too_many);
  CHECK_THROWS_WITH(parse_policy("[" + deep + "]\n", "rules.toml"), "rules.toml:1:2003: " + too_many);
}
