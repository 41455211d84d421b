#include "report/csv_cell.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace ratereplay;

namespace {

std::string cell_of(std::string_view text) {
  std::string cell;
  append_csv_cell(cell, text);
  return cell;
}

}  // namespace

TEST_CASE("a cell stands in quotes where something may take it for more than its text") {
  for (const std::string plain : {"", "a", "a b", "=", "-", "a=b", "caf\xC3\xA9"}) CHECK(cell_of(plain) == plain);
  for (const std::string quoted : {"a,b", "a;b", "a\tb", "a\rb", "a\nb", " ", " a", "a ", "a\t"}) {
    CHECK(cell_of(quoted) == '"' + quoted + '"');
  }
  CHECK(cell_of("a\"b") == "\"a\"\"b\"");
}

TEST_CASE("what begins as a formula stands behind an apostrophe, also where its sign is wide") {
  for (const std::string formula : {"=1", "+1", "-1", "@a", "\ta", "\ra", "\na", "'a",
                                    "\xEF\xBC\x9D"
                                    "1",
                                    "\xEF\xBC\x8B"
                                    "1",
                                    "\xEF\xBC\x8D"
                                    "1",
                                    "\xEF\xBC\xA0"
                                    "a"}) {
    CHECK(cell_of(formula) == "\"'" + formula + '"');
  }
  // Alone, or another wide character.
  for (const std::string plain : {"\xEF\xBC\x9D",
                                  "\xEF\xBC\x9C"
                                  "1",
                                  "\xEF\xBC\x81"
                                  "1",
                                  "\xEF\xBD\x9D"
                                  "1"}) {
    CHECK(cell_of(plain) == plain);
  }
}
