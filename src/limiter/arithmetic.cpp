#include "limiter/arithmetic.hpp"

#include <string>

#include "core/error.hpp"

namespace ratereplay {

namespace {

[[noreturn]] void throw_unrepresentable(std::string_view parameter) {
  throw Error(
      std::string(parameter) +
      " is too large: with this rate or window it cannot be represented exactly in 128 bits; use a smaller one");
}

}  // namespace

// Whole parts and rests apart: the sum of the fractions would need their common denominator, which may not fit.
Int128 bucket_promise(const Rate& rate, const Fraction& burst, Duration length) {
  const Fraction refill = rate.per_ns() * Fraction(length.ns - 1);
  const Fraction burst_rest = burst - Fraction(burst.floor());
  const Fraction refill_rest = refill - Fraction(refill.floor());
  const bool carry = refill_rest >= Fraction(1) - burst_rest;
  return checked_add(checked_add(burst.floor(), refill.floor()), carry ? 1 : 0);
}

Int128 product_plus(Int128 a, Int128 b, Int128 c, std::string_view parameter) {
  Int128 product = 0;
  if (!multiply(a, b, product) || product > int128_max - c) throw_unrepresentable(parameter);
  return product + c;
}

// Whole part and rest apart, so that a long numerator does not overflow where the result would fit.
Int128 in_units(const Fraction& amount, Int128 per_cost, std::string_view parameter) {
  const Int128 whole = amount.floor();
  const Int128 rest = amount.numerator() - whole * amount.denominator();
  const Int128 part = product_plus(rest, per_cost, 0, parameter) / amount.denominator();
  return product_plus(whole, per_cost, part, parameter);
}

BucketScale bucket_scale(const Rate& rate, const Fraction& burst, std::string_view parameter) {
  const Fraction per_ns = rate.per_ns();
  const Int128 largest_cost = std::min<Int128>(burst.floor(), std::numeric_limits<Cost>::max());
  return {per_ns.numerator(), per_ns.denominator(), in_units(burst, per_ns.denominator(), parameter),
          static_cast<Cost>(largest_cost)};
}

}  // namespace ratereplay
