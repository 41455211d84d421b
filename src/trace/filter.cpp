#include "trace/filter.hpp"

#include <utility>

#include "core/error.hpp"
#include "core/text.hpp"
#include "trace/timestamp.hpp"

namespace ratereplay {

namespace {

// The exponent after `e`. More than 15 digits are no number that anybody means, and would not be compared exactly.
bool read_exponent(std::string_view text, std::int64_t& exponent) noexcept {
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  while (text.size() > 1 && text.front() == '0') text.remove_prefix(1);
  if (text.size() > 15) return false;
  const std::optional<std::int64_t> value = parse_whole(text);
  if (!value) return false;
  exponent = negative ? -*value : *value;
  return true;
}

// The next digit of a DecimalText from the front of `digits`, zeros without end behind the last.
char take_digit(std::string_view& digits) noexcept {
  if (!digits.empty() && digits.front() == '.') digits.remove_prefix(1);
  if (digits.empty()) return '0';
  const char digit = digits.front();
  digits.remove_prefix(1);
  return digit;
}

// A digit, behind a sign, a point or both.
bool begins_as_number(std::string_view text) noexcept {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  if (!text.empty() && text.front() == '.') text.remove_prefix(1);
  return !text.empty() && is_digit(text.front());
}

bool is_time(std::string_view text) noexcept {
  TimeReading reading;
  return TimeReader().read(text, reading) == TimeFault::none;
}

}  // namespace

std::optional<DecimalText> read_decimal_text(std::string_view text) noexcept {
  text = trimmed(text);
  bool negative = false;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  std::size_t end = 0;
  std::size_t point = std::string_view::npos;
  while (end < text.size() && (is_digit(text[end]) || (text[end] == '.' && point == std::string_view::npos))) {
    if (text[end] == '.') point = end;
    ++end;
  }
  if (end == 0 || (end == 1 && point == 0)) return std::nullopt;
  DecimalText number;
  if (end < text.size()) {
    if (text[end] != 'e' && text[end] != 'E') return std::nullopt;
    if (!read_exponent(text.substr(end + 1), number.exponent)) return std::nullopt;
  }
  const std::string_view mantissa = text.substr(0, end);
  if (point == std::string_view::npos) point = end;
  const std::size_t first = mantissa.find_first_not_of("0.");
  if (first == std::string_view::npos) return DecimalText{};
  number.sign = negative ? -1 : 1;
  number.digits = mantissa.substr(first, mantissa.find_last_not_of("0.") + 1 - first);
  // As 0.d1d2...: places from the first digit up to the point, below zero for zeros behind the point.
  number.exponent +=
      first < point ? static_cast<std::int64_t>(point - first) : -static_cast<std::int64_t>(first - point - 1);
  return number;
}

std::strong_ordering operator<=>(const DecimalText& a, const DecimalText& b) noexcept {
  if (a.sign != b.sign || a.sign == 0) return a.sign <=> b.sign;
  const DecimalText& small_if_less = a.sign > 0 ? a : b;
  const DecimalText& other = a.sign > 0 ? b : a;
  if (small_if_less.exponent != other.exponent) return small_if_less.exponent <=> other.exponent;
  std::string_view x = small_if_less.digits;
  std::string_view y = other.digits;
  while (!x.empty() || !y.empty()) {
    const char digit_x = take_digit(x);
    const char digit_y = take_digit(y);
    if (digit_x != digit_y) return digit_x <=> digit_y;
  }
  return std::strong_ordering::equal;
}

Condition::Condition(std::string_view text) : text_(text) {
  const auto refuse = [this](std::string_view why) {
    throw Error("--where " + in_quotes(text_) + ": " + std::string(why));
  };
  const std::size_t at = text.find_first_of("=!<>");
  if (at == std::string_view::npos) refuse("no operator; write COLUMN OP VALUE with one of = != < <= > >=");
  column_ = std::string(trimmed(text.substr(0, at)));
  if (column_.empty()) refuse("no column before the operator");

  constexpr std::pair<std::string_view, Operator> operators[] = {
      {"!=", Operator::not_equal}, {"<=", Operator::less_or_equal}, {">=", Operator::greater_or_equal},
      {"=", Operator::equal},      {"<", Operator::less},           {">", Operator::greater},
  };
  std::string_view value;
  bool known = false;
  for (const auto& [spelling, meaning] : operators) {
    if (text.substr(at, spelling.size()) != spelling) continue;
    operator_ = meaning;
    value = trimmed(text.substr(at + spelling.size()));
    known = true;
    break;
  }
  // `==`, `=>` and `<>` would otherwise compare with a text that begins with an operator, and keep nothing.
  if (!known || value.find_first_of("=!<>") == 0) refuse("no such operator; use one of = != < <= > >=");
  if (value.empty()) refuse("no value after the operator; write '' for an empty text");
  if (value.front() == '\'' || value.front() == '"') {
    if (value.size() < 2 || value.back() != value.front()) refuse("the quote is not closed");
    literal_ = std::string(value.substr(1, value.size() - 2));
  } else {
    literal_ = std::string(value);
    numeric_ = read_decimal_text(literal_).has_value();
    orders_words_ = !numeric_ && operator_ != Operator::equal && operator_ != Operator::not_equal;
    if (orders_words_ && begins_as_number(literal_) && !is_time(literal_)) {
      refuse(in_quotes(literal_) + " is not a number; write it as 5 or 5.2, or in quotes to compare as text");
    }
  }
}

bool Condition::accepts(std::strong_ordering order) const noexcept {
  switch (operator_) {
    case Operator::equal:
      return order == 0;
    case Operator::not_equal:
      return order != 0;
    case Operator::less:
      return order < 0;
    case Operator::less_or_equal:
      return order <= 0;
    case Operator::greater:
      return order > 0;
    case Operator::greater_or_equal:
      return order >= 0;
  }
  return false;
}

Condition::Result Condition::test(std::string_view cell) const noexcept {
  std::strong_ordering order = std::strong_ordering::equal;
  if (numeric_) {
    const std::optional<DecimalText> number = read_decimal_text(cell);
    if (!number) return Result::not_a_number;
    order = *number <=> *read_decimal_text(literal_);
  } else {
    order = cell <=> std::string_view(literal_);
  }
  return accepts(order) ? Result::holds : Result::fails;
}

}  // namespace ratereplay
