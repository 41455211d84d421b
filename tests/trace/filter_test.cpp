#include "trace/filter.hpp"

#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"

using namespace ratereplay;
using Result = Condition::Result;

namespace {

std::strong_ordering order_of(std::string_view a, std::string_view b) {
  const auto x = read_decimal_text(a);
  const auto y = read_decimal_text(b);
  REQUIRE(x.has_value());
  REQUIRE(y.has_value());
  return *x <=> *y;
}

// What a condition on a number means, digit by digit.
Result slow_result(std::string_view cell, std::string_view op, std::string_view literal) {
  const auto number = read_decimal_text(cell);
  if (!number) return Result::not_a_number;
  const std::strong_ordering order = *number <=> *read_decimal_text(literal);
  const bool holds = op == "="    ? order == 0
                     : op == "!=" ? order != 0
                     : op == "<"  ? order < 0
                     : op == "<=" ? order <= 0
                     : op == ">"  ? order > 0
                                  : order >= 0;
  return holds ? Result::holds : Result::fails;
}

// A number, or nearly one, of up to some 40 characters, most of them short.
std::string generated_cell(std::mt19937_64& random) {
  const auto below = [&](std::uint64_t bound) { return random() % bound; };
  const std::string_view digits = below(3) == 0 ? "0" : below(2) == 0 ? "09" : "0123456789";
  const auto append_digits = [&](std::string& text) {
    for (std::uint64_t count = below(8) == 0 ? below(20) : below(6); count > 0; --count) {
      text += digits[below(digits.size())];
    }
  };
  std::string text = below(4) == 0 ? "-" : below(20) == 0 ? "+" : "";
  append_digits(text);
  if (below(4) != 0) text += ".";
  append_digits(text);
  if (below(10) == 0) text += "e" + std::to_string(static_cast<int>(below(50)) - 25);
  if (below(20) == 0) text.insert(below(text.size() + 1), 1, " .-+e/:x\0\xAE\xB0"[below(11)]);
  if (below(30) == 0) text += " ";
  return text;
}

}  // namespace

TEST_CASE("decimal texts compare exactly at any length") {
  const std::vector<std::pair<std::string, std::string>> equal = {
      {"5", "5.0"},
      {"5", "+5"},
      {"0", "-0.00"},
      {"05", "5."},
      {".5", "0.50"},
      {"1e3", "1000"},
      {"1E+3", "1000.0"},
      {"5e-1", "0.5"},
      {"0e999", "0"},
      {"120e-1", "12"},
      {"0.001e3", "1"},
      {"-2.50", "-2.5"},
      {" 7 ", "7"},
      {"1000.001", "1000.00100"},
      {"2.31", "2.31000000000000000000000000000000000000000000000000000000000000000000000000000000"}};
  for (const auto& [a, b] : equal) {
    CAPTURE(a, b);
    CHECK(order_of(a, b) == std::strong_ordering::equal);
    CHECK(order_of(b, a) == std::strong_ordering::equal);
  }
  const std::vector<std::pair<std::string, std::string>> less = {
      {"-1", "0"},
      {"0", "1e-999999"},
      {"2.309999999999999999999999999999999999999", "2.31"},
      {"2.31", "2.310000000000000000000000000000000001"},
      {"9", "10"},
      {"-10", "-9"},
      {"-2.32", "-2.31"},
      {"0.09", "0.1"},
      {"99999999999999999999999999999998", "99999999999999999999999999999999"},
      {"1e100", "1e101"},
      {"-1e101", "-1e100"},
      {"9007199254740992", "9007199254740993"},
      {"0.1", "0.10000000000000000555"},
      {"12.3", "12.31"},
      {"1.05", "1.5"},
      {"100", "101"}};
  for (const auto& [a, b] : less) {
    CAPTURE(a, b);
    CHECK(order_of(a, b) == std::strong_ordering::less);
    CHECK(order_of(b, a) == std::strong_ordering::greater);
  }
}

TEST_CASE("what is not a decimal number") {
  for (const std::string text :
       {"",      " ",   ".",   "-",  "+",  "-.",  "nan",   "inf",   "Infinity", "0x10", "1,5",
        "1_000", "5 5", "--5", "5-", "1e", "1e+", "1e1.5", "1.2.3", "e5",       "5f",   "1e1234567890123456"}) {
    CAPTURE(text);
    CHECK_FALSE(read_decimal_text(text).has_value());
  }
}

TEST_CASE("a number in a condition compares as a number") {
  const Condition at_least("mag>=2.31");
  CHECK(at_least.column() == "mag");
  CHECK(at_least.test("2.31") == Result::holds);
  CHECK(at_least.test("2.310") == Result::holds);
  CHECK(at_least.test("2.3099999999999999999999") == Result::fails);
  CHECK(at_least.test("10") == Result::holds);
  CHECK(at_least.test("") == Result::not_a_number);
  CHECK(at_least.test("n/a") == Result::not_a_number);
  CHECK(Condition("mag!=5").test("") == Result::not_a_number);
  CHECK(Condition("mag!=5").test("5.00") == Result::fails);
  CHECK(Condition("mag = 5").test("5.00") == Result::holds);
  CHECK(Condition("mag<0").test("-0.4") == Result::holds);
  CHECK(Condition("mag<0").test("-0.0") == Result::fails);
  CHECK(Condition("mag <= -0.4").test("-0.4") == Result::holds);
  CHECK(Condition("mag>5").test("5") == Result::fails);
  CHECK(Condition("mag>5").test("5.0000000000000000000000000001") == Result::holds);
  CHECK(Condition("mag=1e-0000000000000000002").test("0.01") == Result::holds);
}

TEST_CASE("a condition compares numbers as their texts compare, digit by digit") {
  std::mt19937_64 random(5);
  std::vector<std::string> literals = {"0",
                                       "2.31",
                                       "-90",
                                       "0.1",
                                       "5.",
                                       ".5",
                                       "+7",
                                       "1e3",
                                       "-25e-1",
                                       "1e18",
                                       "999999999999999999",
                                       "9999999999999999999",
                                       "-0.000000000000000001",
                                       "0.0000000000000000001",
                                       "1e-30",
                                       "1e30",
                                       "-1e999999999999999",
                                       "1e-999999999999999",
                                       "123456789012345678901234567890.5"};
  while (literals.size() < 60) {
    const std::string literal = generated_cell(random);
    if (read_decimal_text(literal)) literals.push_back(literal);
  }
  std::size_t numbers = 0;
  for (const std::string& literal : literals) {
    for (const std::string op : {"=", "!=", "<", "<=", ">", ">="}) {
      const Condition condition("x" + op + literal);
      for (int i = 0; i < 400; ++i) {
        std::string cell = generated_cell(random);
        // Near to the literal, where a digit decides.
        if (i % 4 == 0) cell = std::string(trimmed(literal));
        if (i % 8 == 0) cell[random() % cell.size()] = static_cast<char>('0' + random() % 10);
        if (i % 16 == 4) cell += std::string(random() % 4, '0');
        if (i % 16 == 12) cell += ".";
        // Memory of its own, so that a sanitizer sees what is read around it.
        const std::unique_ptr<char[]> block(new char[cell.size()]);
        std::copy(cell.begin(), cell.end(), block.get());
        const Result result = condition.test({block.get(), cell.size()});
        if (result != slow_result(cell, op, literal)) FAIL(in_quotes(cell) << " " << op << " " << literal);
        numbers += result != Result::not_a_number ? 1 : 0;
      }
    }
  }
  CHECK(numbers > 100'000);
}

TEST_CASE("a condition that was copied or moved compares as before") {
  for (const std::string literal : {"5", "123456789012345678901234567890"}) {
    auto first = std::make_unique<Condition>("x>=" + literal);
    const Condition copy = *first;
    std::vector<Condition> moved;
    moved.push_back(std::move(*first));
    moved.emplace_back("y<0");
    first.reset();
    for (const Condition& condition : {copy, moved[0]}) {
      CHECK(condition.test(literal + "e0") == Result::holds);
      CHECK(condition.test(literal) == Result::holds);
      CHECK(condition.test("4.9") == Result::fails);
      CHECK(condition.test("4.9999999999999999999999") == Result::fails);
    }
  }
}

TEST_CASE("any other text compares by its bytes") {
  CHECK(Condition("type=earthquake").test("earthquake") == Result::holds);
  CHECK(Condition("type = 'earthquake'").test("earthquake") == Result::holds);
  CHECK(Condition("type=\"quarry blast\"").test("quarry blast") == Result::holds);
  CHECK(Condition("type = quarry blast").test("quarry blast") == Result::holds);
  CHECK(Condition("type=earthquake").test("Earthquake") == Result::fails);
  CHECK(Condition("type!=earthquake").test("") == Result::holds);
  CHECK(Condition("type=''").test("") == Result::holds);
  CHECK(Condition("type!=''").test("") == Result::fails);
  CHECK(Condition("id='5'").test("5") == Result::holds);
  CHECK(Condition("id='5'").test("5.0") == Result::fails);
  CHECK(Condition("place=' x '").test(" x ") == Result::holds);
  CHECK(Condition("name<b").test("a") == Result::holds);
  CHECK(Condition("name<b").test("\xC3\xA9") == Result::fails);
  CHECK(Condition("name>=b").test("b") == Result::holds);
  CHECK(Condition("q='a=b'").test("a=b") == Result::holds);
}

TEST_CASE("what begins as a number but is none is refused in an order, unless in quotes") {
  for (const std::string literal : {"1_000", "5s", "5,2", "-5x", "+.5.", ".5e", "1e1234567890123456", "2025-02-30",
                                    "2025-7-1", "10:30", "1 000", "0x10"}) {
    for (const std::string op : {"<", "<=", ">", ">="}) {
      const std::string text = "bytes" + op + literal;
      CHECK_THROWS_WITH(Condition(text),
                        "--where '" + text + "': '" + literal +
                            "' is not a number; write it as 5 or 5.2, or in quotes to compare as text");
      CHECK_FALSE(Condition("bytes" + op + "'" + literal + "'").orders_words());
    }
    CHECK_FALSE(Condition("bytes=" + literal).orders_words());
    CHECK(Condition("bytes=" + literal).test(literal) == Result::holds);
    CHECK(Condition("bytes!=" + literal).test(literal) == Result::fails);
  }
}

TEST_CASE("an order of words or times compares as text and can be told") {
  for (const std::string text : {"name<b", "name<=-", "name>.", "name>=-x", "updated>=2025-07-30",
                                 "updated<2025-07-30T10:00:00Z", "t>[29/Jul/2025:23:24:52 +0000]"}) {
    CAPTURE(text);
    CHECK(Condition(text).orders_words());
  }
  for (const std::string text : {"mag>=5", "mag<-.5", "mag>1e3", "name<'b'", "name>=\"b\"", "type=b", "type!=b"}) {
    CAPTURE(text);
    CHECK_FALSE(Condition(text).orders_words());
  }
  CHECK(Condition("updated>=2025-07-30").test("2025-07-30T01:00:00Z") == Result::holds);
  CHECK(Condition("updated>=2025-07-30").test("2025-07-29T23:00:00-04:00") == Result::fails);
}

TEST_CASE("a condition that cannot be meant is refused by name") {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"mag", "--where 'mag': no operator; write COLUMN OP VALUE with one of = != < <= > >="},
      {"", "--where '': no operator; write COLUMN OP VALUE with one of = != < <= > >="},
      {">=5", "--where '>=5': no column before the operator"},
      {"mag>=", "--where 'mag>=': no value after the operator; write '' for an empty text"},
      {"mag>= ", "--where 'mag>= ': no value after the operator; write '' for an empty text"},
      {"mag==5", "--where 'mag==5': no such operator; use one of = != < <= > >="},
      {"mag=>5", "--where 'mag=>5': no such operator; use one of = != < <= > >="},
      {"mag<>5", "--where 'mag<>5': no such operator; use one of = != < <= > >="},
      {"mag!5", "--where 'mag!5': no such operator; use one of = != < <= > >="},
      {"type='x", "--where 'type='x': the quote is not closed"},
      {"type='", "--where 'type='': the quote is not closed"}};
  for (const auto& [text, message] : table) CHECK_THROWS_WITH(Condition(text), message);
}
