#include "core/fraction.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/decimal.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

Fraction::Fraction(Int128 numerator, Int128 denominator) {
  if (denominator == 0) throw Error("a fraction has the denominator 0");
  const Int128 common = gcd(numerator, denominator);
  const Int128 sign = denominator < 0 ? -1 : 1;
  numerator_ = sign * (numerator / common);
  denominator_ = sign * (denominator / common);
}

double Fraction::approximate() const noexcept {
  const bool negative = numerator_ < 0;
  const UInt128 over = negative ? -static_cast<UInt128>(numerator_) : static_cast<UInt128>(numerator_);
  const auto under = static_cast<UInt128>(denominator_);
  constexpr UInt128 exact = UInt128{1} << 53U;
  // A quotient of two doubles is the nearest to that of their values, which must be those of the two parts.
  if (over <= exact && under <= exact) return static_cast<double>(numerator_) / static_cast<double>(denominator_);

  UInt128 quotient = over / under;
  UInt128 rest = over % under;
  int exponent = 0;
  while (quotient >> 63U == 0) {
    const bool carry = rest >= under - rest;
    rest = carry ? rest - (under - rest) : rest + rest;
    quotient = (quotient << 1U) | static_cast<UInt128>(carry);
    --exponent;
  }
  if (rest != 0) quotient |= 1U;  // far below what is rounded, for all bits that follow
  const double nearest = std::ldexp(static_cast<double>(quotient), exponent);
  return negative ? -nearest : nearest;
}

Fraction operator+(const Fraction& a, const Fraction& b) {
  const Int128 common = gcd(a.denominator(), b.denominator());
  const Int128 a_scale = b.denominator() / common;
  const Int128 b_scale = a.denominator() / common;
  return {checked_add(checked_mul(a.numerator(), a_scale), checked_mul(b.numerator(), b_scale)),
          checked_mul(a.denominator(), a_scale)};
}

Fraction operator-(const Fraction& a, const Fraction& b) { return a + Fraction(-b.numerator(), b.denominator()); }

Fraction operator*(const Fraction& a, const Fraction& b) {
  const Fraction across(a.numerator(), b.denominator());
  const Fraction back(b.numerator(), a.denominator());
  return {checked_mul(across.numerator(), back.numerator()), checked_mul(across.denominator(), back.denominator())};
}

Fraction operator/(const Fraction& a, const Fraction& b) { return a * Fraction(b.denominator(), b.numerator()); }

std::strong_ordering operator<=>(const Fraction& a, const Fraction& b) {
  // By continued fractions: no product, so any two values compare.
  Int128 a_over = a.numerator();
  Int128 a_under = a.denominator();
  Int128 b_over = b.numerator();
  Int128 b_under = b.denominator();
  bool flipped = false;
  while (true) {
    const Int128 a_whole = floor_div(a_over, a_under);
    const Int128 b_whole = floor_div(b_over, b_under);
    if (a_whole != b_whole) {
      const bool less = (a_whole < b_whole) != flipped;
      return less ? std::strong_ordering::less : std::strong_ordering::greater;
    }
    a_over -= a_whole * a_under;
    b_over -= b_whole * b_under;
    if (a_over == 0 || b_over == 0) {
      if (a_over == b_over) return std::strong_ordering::equal;
      const bool less = (a_over == 0) != flipped;
      return less ? std::strong_ordering::less : std::strong_ordering::greater;
    }
    std::swap(a_over, a_under);
    std::swap(b_over, b_under);
    flipped = !flipped;
  }
}

Fraction parse_fraction(std::string_view text) {
  const auto fail = [&](std::string_view why) {
    return Error(fmt::format("{} is not a number: {}; write it as 5, 2.5 or 7/2", in_quotes(text), why));
  };
  const auto read = [&](std::string_view part) -> Fraction {
    part = trimmed(part);
    if (part.empty()) throw fail("it is empty");
    if (part.front() == '-') throw fail("it is negative");
    const std::optional<DecimalPrefix> number = read_decimal(part);
    if (!number) throw fail(part.find_first_of("0123456789") == 0 ? "it has too many digits" : "it is no decimal");
    if (number->length != part.size()) {
      throw fail(fmt::format("{} is left over", in_quotes(part.substr(number->length))));
    }
    return {number->digits, number->scale};
  };
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return read(text);
  const Fraction under = read(text.substr(slash + 1));
  if (under.numerator() == 0) throw fail("the denominator is 0");
  return read(text.substr(0, slash)) / under;
}

std::string to_text(const Fraction& value) {
  if (value.denominator() == 1) return to_text(value.numerator());
  return to_text(value.numerator()) + "/" + to_text(value.denominator());
}

std::string decimal_text(const Fraction& value, int digits, Rounding rounding) {
  const bool negative = value.numerator() < 0;
  const Int128 over = negative ? -value.numerator() : value.numerator();
  const Int128 under = value.denominator();
  Int128 whole = over / under;
  Int128 rest = over % under;
  std::string fraction;
  for (int place = 0; place < digits && rest != 0; ++place) {
    // rest * 10 without overflow: a denominator may use all 127 bits.
    Int128 digit = 0;
    Int128 tenfold = 0;
    for (int i = 0; i < 10; ++i) {
      if (tenfold >= under - rest) {
        tenfold -= under - rest;
        ++digit;
      } else {
        tenfold += rest;
      }
    }
    fraction.push_back(static_cast<char>('0' + static_cast<int>(digit)));
    rest = tenfold;
  }
  // Away from zero: up for a positive number, down for a negative one.
  const bool away = rounding == Rounding::nearest ? rest >= under - rest : negative == (rounding == Rounding::down);
  if (rest != 0 && away) {
    // Carry through nines.
    std::size_t place = fraction.size();
    while (place > 0 && fraction[place - 1] == '9') fraction[--place] = '0';
    if (place > 0) {
      ++fraction[place - 1];
    } else {
      ++whole;
    }
  }
  while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
  std::string text = to_text(whole);
  if (!fraction.empty()) text += "." + fraction;
  return negative && text != "0" ? "-" + text : text;
}

}  // namespace ratereplay
