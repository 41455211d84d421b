#include "core/int128.hpp"

#include <algorithm>
#include <numeric>

#include "core/error.hpp"

namespace ratereplay {

namespace {

[[noreturn]] void throw_too_large() {
  throw Error("the numbers are too large for exact 128-bit arithmetic; use a coarser rate, burst or cost unit");
}

constexpr UInt128 magnitude(Int128 value) noexcept {
  return value < 0 ? ~static_cast<UInt128>(value) + 1 : static_cast<UInt128>(value);
}

}  // namespace

std::string to_text(Int128 value) {
  if (value >= INT64_MIN && value <= INT64_MAX) return std::to_string(static_cast<std::int64_t>(value));
  UInt128 rest = magnitude(value);
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(rest % 10)));
    rest /= 10;
  } while (rest != 0);
  if (value < 0) digits.push_back('-');
  std::reverse(digits.begin(), digits.end());
  return digits;
}

Int128 checked_add(Int128 a, Int128 b) {
  Int128 sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) throw_too_large();
  return sum;
}

// By magnitudes: clang turns a signed 128-bit overflow check into a call that libgcc does not have.
bool multiply(Int128 a, Int128 b, Int128& product) noexcept {
  UInt128 size = 0;
  if (__builtin_mul_overflow(magnitude(a), magnitude(b), &size)) return false;
  const bool negative = (a < 0) != (b < 0);
  if (size > static_cast<UInt128>(int128_max)) return false;
  product = negative ? -static_cast<Int128>(size) : static_cast<Int128>(size);
  return true;
}

Int128 checked_mul(Int128 a, Int128 b) {
  Int128 product = 0;
  if (!multiply(a, b, product)) throw_too_large();
  return product;
}

Int128 gcd(Int128 a, Int128 b) noexcept {
  UInt128 x = magnitude(a);
  UInt128 y = magnitude(b);
  // Division of 128 bits is slow, and seldom needed more than once.
  constexpr UInt128 narrow = ~std::uint64_t{0};
  while (y != 0) {
    if (x <= narrow && y <= narrow) {
      return static_cast<Int128>(std::gcd(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y)));
    }
    const UInt128 rest = x % y;
    x = y;
    y = rest;
  }
  return static_cast<Int128>(x);
}

}  // namespace ratereplay
