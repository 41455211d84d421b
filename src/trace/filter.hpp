#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ratereplay {

/// A decimal number as it is written, of any length, compared exactly and without arithmetic: 0.d1d2d3... times
/// 10^exponent. The digits are a view into the text.
struct DecimalText {
  int sign = 0;             ///< -1, 0, 1
  std::string_view digits;  ///< from the first to the last that is not zero; a '.' may stand among them
  std::int64_t exponent = 0;
};

/// Reads `5`, `-2.31`, `.5`, `5.`, `1e3`, blanks around it skipped; none when the text is not a number (nan, inf, 0x1,
/// `1,5`, an exponent of more than 15 digits).
std::optional<DecimalText> read_decimal_text(std::string_view text) noexcept;

std::strong_ordering operator<=>(const DecimalText& a, const DecimalText& b) noexcept;

/// Numbers of so many digits are compared as integers, longer ones digit by digit.
inline constexpr std::size_t most_plain_digits = 18;

/// A condition of --where on one column: `mag>=5`, `type = 'earthquake'`. A number compares as a number, exactly;
/// anything else, and a number in quotes, by its bytes. To be less or greater than what begins as a number but is
/// neither one nor a time (`1_000`, `5s`) is refused, unless it stands in quotes.
class Condition {
 public:
  enum class Result : std::uint8_t { holds, fails, not_a_number };

  /// Operators = != < <= > >=. Throws Error naming the text.
  explicit Condition(std::string_view text);

  const std::string& text() const noexcept { return text_; }  ///< as typed
  const std::string& column() const noexcept { return column_; }

  /// Whether it asks for an order of texts, by words or a time that stand without quotes: to be said, since an order of
  /// numbers or times may be meant.
  bool orders_words() const noexcept { return orders_words_; }

  /// `not_a_number` where a number is asked for and the cell holds none.
  Result test(std::string_view cell) const noexcept;

 private:
  void keep(const DecimalText& number);
  // `at_least` the literal, `more` than it.
  Result accepts(bool at_least, bool more) const noexcept {
    return results_[static_cast<std::size_t>(at_least) + static_cast<std::size_t>(more)];
  }

  std::string text_;
  std::string column_;
  std::array<Result, 3> results_;  ///< for a cell less than, equal to, greater than the literal
  bool orders_words_ = false;

  std::string literal_;  ///< the text, or a number's digits, as a view of them would dangle in a copy
  bool numeric_ = false;
  int sign_ = 0;               ///< of the number, as in DecimalText
  std::int64_t exponent_ = 0;  ///< of the number, as in DecimalText
  // For a cell with so many places twice the mantissa that the number has with as many: an odd one is between two.
  std::array<std::int64_t, most_plain_digits + 1> bounds_ = {};
};

}  // namespace ratereplay
