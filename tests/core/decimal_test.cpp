#include "core/decimal.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace ratereplay;

TEST_CASE("a decimal is read from the front of a text") {
  const auto read = [](std::string_view text) {
    const std::optional<DecimalPrefix> number = read_decimal(text);
    return number ? to_text(number->digits) + " / " + to_text(number->scale) + ", " + std::to_string(number->length)
                  : "none";
  };
  CHECK(read("12") == "12 / 1, 2");
  CHECK(read("12.50h") == "1250 / 100, 5");
  CHECK(read(".5.5") == "5 / 10, 2");
  CHECK(read("7.") == "7 / 1, 2");
  for (const char* text : {"", ".", "-1", "h", ".h"}) CHECK(read(text) == "none");
}

TEST_CASE("a decimal has up to 36 digits, up to 35 of them behind the point") {
  const std::string nines(36, '9');
  CHECK(to_text(read_decimal(nines).value().digits) == nines);
  CHECK(read_decimal("00" + nines).value().length == 38);
  CHECK_FALSE(read_decimal("1" + std::string(36, '0')));
  CHECK(to_text(read_decimal("0." + std::string(34, '0') + "1").value().scale) == "1" + std::string(35, '0'));
  CHECK_FALSE(read_decimal("0." + std::string(35, '0') + "1"));
}
