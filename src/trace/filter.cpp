#include "trace/filter.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include "core/digit_words.hpp"
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

// A number that is written plainly, as mantissa / 10^places, whose number is too large where it is none.
struct PlainNumber {
  std::int64_t mantissa = 0;
  std::size_t places = most_plain_digits + 1;

  bool found() const noexcept { return places <= most_plain_digits; }
};

// `text` of 2 to 8 characters, none read but its own, in a way that does not branch on their number.
std::uint64_t short_word(std::string_view text) noexcept {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < 8; i += 2) {
    const std::size_t at = std::min(i, text.size() - 2);
    word |= pair_at(text.data() + at) << (8 * at);
  }
  return word;
}

// The lowest top bit is at the first byte of `values` that was a point; others may be set above it.
std::uint64_t points_in(std::uint64_t values) noexcept {
  const std::uint64_t none_where_point = values ^ each_byte('.' ^ '0');
  return (none_where_point - each_byte(1)) & ~none_where_point & each_byte(0x80);
}

// All the bytes below the lowest top bit.
std::uint64_t bytes_before(std::uint64_t points) noexcept { return ((points & -points) >> 7) - 1; }

std::size_t count_before(std::uint64_t points) noexcept {
  return static_cast<std::size_t>(std::countr_zero(points)) / 8;
}

// Digits with or without a point, 2 to 7 characters in all. Magnitudes differ in length and some have no point: a
// branch on either would be mispredicted too often.
PlainNumber read_short(std::string_view text) noexcept {
  const std::uint64_t behind_text = std::uint64_t{1} << (8 * text.size());
  const std::uint64_t values = short_word(text) ^ (each_byte('0') & (behind_text - 1));
  // Where there is no point, there is one behind the text.
  const std::uint64_t points = points_in(values) | behind_text << 7;
  const std::uint64_t whole = bytes_before(points);
  const std::uint64_t digits = (values & whole) | (values >> 8 & ~whole);
  if (any_top_bit(not_digits(digits))) return {};
  const std::size_t whole_count = count_before(points);
  const std::size_t count = text.size() - (whole_count < text.size() ? 1 : 0);
  return {static_cast<std::int64_t>(number_of(digits << (64 - 8 * count))), count - whole_count};
}

// Digits with a point, at most 7 before it and 1 to 8 behind, 8 characters or more in all: places on the globe.
PlainNumber read_medium(std::string_view text) noexcept {
  constexpr std::array<std::int64_t, 9> powers_of_ten = {1,       10,        100,        1'000,      10'000,
                                                         100'000, 1'000'000, 10'000'000, 100'000'000};
  const std::uint64_t front = without_zeros(word_at(text.data()));
  const std::uint64_t points = points_in(front);
  const std::size_t places = text.size() - 1 - count_before(points);
  if (points == 0 || places - 1 > 7) return {};
  const std::uint64_t whole = (front & bytes_before(points)) << 8 << (56 - 8 * count_before(points));
  const std::uint64_t back = without_zeros(word_at(text.data() + text.size() - 8));
  const std::uint64_t fraction = back >> (64 - 8 * places) << (64 - 8 * places);
  if (any_top_bit(not_digits(whole) | not_digits(fraction))) return {};
  return {static_cast<std::int64_t>(number_of(whole)) * powers_of_ten[places] +
              static_cast<std::int64_t>(number_of(fraction)),
          places};
}

PlainNumber read_long(std::string_view text) noexcept {
  if (text.size() > most_plain_digits + 1) return {};
  std::uint64_t mantissa = 0;
  std::size_t point = text.size();
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_digit(text[i])) {
      mantissa = mantissa * 10 + static_cast<std::uint64_t>(text[i] - '0');
    } else if (text[i] == '.' && point == text.size()) {
      point = i;
    } else {
      return {};
    }
  }
  const std::size_t count = text.size() - (point < text.size() ? 1 : 0);
  if (count == 0 || count > most_plain_digits) return {};
  return {static_cast<std::int64_t>(mantissa), count - point};
}

// Digits, at most 18, with or without a point and a minus sign, and nothing else.
PlainNumber read_plain(std::string_view text) noexcept {
  if (text.empty()) return {};
  const std::size_t sign = text.front() == '-' ? 1 : 0;
  text = std::string_view(text.data() + sign, text.size() - sign);
  PlainNumber number;
  if (text.size() >= 8) {
    number = read_medium(text);
  } else if (text.size() >= 2) {
    number = read_short(text);
  } else if (text.size() == 1 && is_digit(text.front())) {
    number = {text.front() - '0', 0};
  }
  if (!number.found()) number = read_long(text);
  number.mantissa *= 1 - 2 * static_cast<std::int64_t>(sign);
  return number;
}

// A digit, behind a sign, a point or both; of a text that is not empty.
bool begins_as_number(std::string_view text) noexcept {
  if (text.front() == '-' || text.front() == '+') text.remove_prefix(1);
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

  constexpr Result yes = Result::holds;
  constexpr Result no = Result::fails;
  struct Operator {
    std::string_view spelling;
    std::array<Result, 3> results;
  };
  constexpr Operator operators[] = {{"!=", {yes, no, yes}}, {"<=", {yes, yes, no}}, {">=", {no, yes, yes}},
                                    {"=", {no, yes, no}},   {"<", {yes, no, no}},   {">", {no, no, yes}}};
  std::string_view value;
  bool known = false;
  for (const auto& [spelling, results] : operators) {
    if (text.substr(at, spelling.size()) != spelling) continue;
    results_ = results;
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
    orders_words_ = results_[0] != results_[2];
    if (const std::optional<DecimalText> number = read_decimal_text(value)) {
      orders_words_ = false;
      keep(*number);
    } else if (orders_words_ && begins_as_number(literal_) && !is_time(literal_)) {
      refuse(in_quotes(literal_) + " is not a number; write it as 5 or 5.2, or in quotes to compare as text");
    }
  }
}

void Condition::keep(const DecimalText& number) {
  numeric_ = true;
  literal_ = std::string(number.digits);
  sign_ = number.sign;
  exponent_ = number.exponent;

  constexpr auto most_digits = static_cast<std::int64_t>(most_plain_digits);
  for (std::size_t places = 0; places < bounds_.size(); ++places) {
    const std::int64_t whole = exponent_ + static_cast<std::int64_t>(places);
    if (whole > most_digits) {
      // Beyond every mantissa that a cell can have.
      bounds_[places] = sign_ * std::numeric_limits<std::int64_t>::max();
      continue;
    }
    std::string_view digits = literal_;
    std::int64_t mantissa = 0;
    for (std::int64_t i = 0; i < whole; ++i) mantissa = mantissa * 10 + (take_digit(digits) - '0');
    bounds_[places] = sign_ * (2 * mantissa + (digits.empty() ? 0 : 1));
  }
}

Condition::Result Condition::test(std::string_view cell) const noexcept {
  if (!numeric_) {
    const int order = cell.compare(literal_);
    return accepts(order >= 0, order > 0);
  }
  if (const PlainNumber plain = read_plain(cell); plain.found()) {
    const std::int64_t bound = bounds_[plain.places];
    return accepts(2 * plain.mantissa >= bound, 2 * plain.mantissa > bound);
  }
  const std::optional<DecimalText> number = read_decimal_text(cell);
  if (!number) return Result::not_a_number;
  const std::strong_ordering order = *number <=> DecimalText{sign_, literal_, exponent_};
  return accepts(order >= 0, order > 0);
}

}  // namespace ratereplay
