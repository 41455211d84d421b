#pragma once

#include <compare>
#include <string>
#include <string_view>

#include "core/int128.hpp"

namespace ratereplay {

/// An exact rational number in lowest terms, the denominator positive. Arithmetic throws Error when
/// a result does not fit in 128 bits by 128 bits; nothing is ever rounded.
class Fraction {
 public:
  constexpr Fraction() noexcept = default;
  Fraction(Int128 whole) noexcept : numerator_(whole) {}  // NOLINT(google-explicit-constructor): a whole number is one
  Fraction(Int128 numerator, Int128 denominator);

  Int128 numerator() const noexcept { return numerator_; }
  Int128 denominator() const noexcept { return denominator_; }

  Int128 floor() const noexcept { return floor_div(numerator_, denominator_); }
  Int128 ceil() const noexcept { return ceil_div(numerator_, denominator_); }
  double approximate() const noexcept;  ///< The nearest double. For display only; no decision is taken on it.

  friend Fraction operator+(const Fraction& a, const Fraction& b);
  friend Fraction operator-(const Fraction& a, const Fraction& b);
  friend Fraction operator*(const Fraction& a, const Fraction& b);
  friend Fraction operator/(const Fraction& a, const Fraction& b);  ///< Throws Error when b is 0.
  friend bool operator==(const Fraction&, const Fraction&) = default;
  friend std::strong_ordering operator<=>(const Fraction& a, const Fraction& b);

 private:
  Int128 numerator_ = 0;
  Int128 denominator_ = 1;
};

/// Reads `5`, `2.5` or `17753599/240000`: a decimal or a fraction, not negative. Leading zeros are decimal
/// zeros. Throws Error naming the text.
Fraction parse_fraction(std::string_view text);

/// `N/D`, or `N` for a whole number.
std::string to_text(const Fraction& value);

enum class Rounding { nearest, down, up };  ///< nearest: half away from zero; down and up: towards -inf and +inf

/// Decimal with at most `digits` fraction digits, no trailing zeros.
std::string decimal_text(const Fraction& value, int digits, Rounding rounding = Rounding::nearest);

}  // namespace ratereplay
