// A condition of --where on the first line, and a cell on each of the others. Numbers are compared once more, digit by
// digit with all their zeros.

#include <optional>
#include <string>
#include <string_view>

#include "fuzz/fuzz.hpp"
#include "trace/filter.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

/// A number with `places` digits before its point and as many behind, zeros where none are written.
struct Padded {
  bool negative = false;
  std::string digits;
};

constexpr std::size_t places = 3'000;

/// As the README describes a number; `too_large` where it has more places than are looked at here.
std::optional<Padded> padded(std::string_view text, bool& too_large) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  Padded number;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    number.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  std::string whole;
  std::string fraction;
  const auto take_digits = [&](std::string& digits) {
    while (!text.empty() && digit(text.front())) {
      digits += text.front();
      text.remove_prefix(1);
    }
  };
  take_digits(whole);
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    take_digits(fraction);
  }
  if (whole.empty() && fraction.empty()) return std::nullopt;
  long exponent = 0;
  if (!text.empty()) {
    if (text.front() != 'e' && text.front() != 'E') return std::nullopt;
    text.remove_prefix(1);
    const bool down = !text.empty() && text.front() == '-';
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
    std::size_t length = 0;
    for (const char c : text) {
      if (!digit(c)) return std::nullopt;
      if (length > 0 || c != '0') ++length;
      if (length <= 15) exponent = exponent * 10 + (c - '0');
    }
    // Of more digits it is no number.
    if (length > 15) return std::nullopt;
    if (down) exponent = -exponent;
  }
  const auto limit = static_cast<long>(places) - static_cast<long>(whole.size() + fraction.size());
  too_large = exponent > limit || exponent < -limit;
  if (too_large) return number;
  const std::string all = whole + fraction;
  const long first = static_cast<long>(places) - static_cast<long>(whole.size()) - exponent;
  number.digits.assign(2 * places, '0');
  number.digits.replace(static_cast<std::size_t>(first), all.size(), all);
  if (number.digits.find_first_not_of('0') == std::string::npos) number.negative = false;
  return number;
}

int order(const Padded& a, const Padded& b) {
  if (a.negative != b.negative) return a.negative ? -1 : 1;
  const int larger = a.digits.compare(b.digits);
  return a.negative ? -larger : larger;
}

bool fits(std::string_view spelling, int order) {
  if (spelling == "=") return order == 0;
  if (spelling == "!=") return order != 0;
  if (spelling == "<") return order < 0;
  if (spelling == "<=") return order <= 0;
  if (spelling == ">") return order > 0;
  return order >= 0;
}

/// `COLUMN OP VALUE` for a condition that can be read.
struct Parts {
  std::string_view spelling;
  std::string_view value;
};

Parts parts_of(std::string_view text) {
  const std::size_t at = text.find_first_of("=!<>");
  const std::size_t length = text.substr(at + 1).substr(0, 1) == "=" && text[at] != '=' ? 2 : 1;
  return {text.substr(at, length), trimmed(text.substr(at + length))};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = text_of(data, size);
  const OwnText text(take_line(input));
  std::optional<Condition> condition;
  try {
    condition.emplace(text.view());
  } catch (const Error& error) {
    require_names(error, text.view());
    return 0;
  }
  require(condition->text() == text.view(), "a condition keeps its text", condition->text());
  const Condition copy = *condition;
  condition.emplace("a=b");  // what a copy kept a view of is gone

  const auto [spelling, value] = parts_of(text.view());
  const bool quoted = value.front() == '\'' || value.front() == '"';
  bool literal_too_large = false;
  const std::optional<Padded> literal = quoted ? std::nullopt : padded(value, literal_too_large);
  while (!input.empty()) {
    const OwnText own(take_line(input));
    const std::string_view cell = own.view();
    const Condition::Result result = copy.test(cell);
    if (!literal) {
      const std::string_view words = quoted ? value.substr(1, value.size() - 2) : value;
      require(result == (fits(spelling, cell.compare(words)) ? Condition::Result::holds : Condition::Result::fails),
              "words are compared by their bytes", cell);
      continue;
    }
    bool cell_too_large = false;
    const std::optional<Padded> number = padded(cell, cell_too_large);
    require((result == Condition::Result::not_a_number) == !number, "what is a number is known", cell);
    if (!number || literal_too_large || cell_too_large) continue;
    require((result == Condition::Result::holds) == fits(spelling, order(*number, *literal)),
            "numbers are compared exactly", cell);
  }
  return 0;
}
