#pragma once

#include <cstdint>
#include <string>

namespace ratereplay {

// The compiler's own 128-bit integers; __extension__ keeps -Wpedantic quiet about them.
__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

inline constexpr Int128 int128_max = static_cast<Int128>(~UInt128{0} >> 1);
inline constexpr Int128 int128_min = -int128_max - 1;

std::string to_text(Int128 value);

/// Exact products and sums. Throws Error when the result does not fit in 128 bits.
Int128 checked_add(Int128 a, Int128 b);
Int128 checked_mul(Int128 a, Int128 b);

/// Whether a * b fits in 128 bits, with the product in `product` when it does.
bool multiply(Int128 a, Int128 b, Int128& product) noexcept;

/// Greatest common divisor of the magnitudes; gcd(0, 0) is 0.
Int128 gcd(Int128 a, Int128 b) noexcept;

/// Quotient rounded down, also for negative numerators. `divisor` > 0.
template <class Int>
constexpr Int floor_div(Int value, Int divisor) noexcept {
  const Int quotient = value / divisor;
  return value % divisor < 0 ? quotient - 1 : quotient;
}

/// Quotient rounded up, also for negative numerators. `divisor` > 0.
template <class Int>
constexpr Int ceil_div(Int value, Int divisor) noexcept {
  const Int quotient = value / divisor;
  return value % divisor > 0 ? quotient + 1 : quotient;
}

}  // namespace ratereplay
