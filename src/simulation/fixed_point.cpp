#include "simulation/fixed_point.hpp"

#include <array>
#include <bit>
#include <cstddef>

namespace ratereplay {

namespace {

constexpr int point = 62;
constexpr UInt128 one = UInt128{1} << point;

constexpr std::uint64_t square_root(UInt128 value) noexcept {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 63; bit != 0; bit >>= 1) {
    const std::uint64_t tried = root | bit;
    if (UInt128{tried} * tried <= value) root = tried;
  }
  return root;
}

/// 2^(1/2), 2^(1/4), ...
constexpr std::array<std::uint64_t, 64> roots_of_two() noexcept {
  std::array<std::uint64_t, 64> roots{};
  std::uint64_t root = static_cast<std::uint64_t>(2 * one);
  for (std::uint64_t& each : roots) each = root = square_root(UInt128{root} << point);
  return roots;
}

constexpr std::array<std::uint64_t, 64> roots = roots_of_two();

}  // namespace

std::uint64_t exp2_of_fraction(std::uint64_t power) noexcept {
  UInt128 result = one;
  for (std::size_t bit = 0; power != 0; ++bit, power <<= 1) {
    if (power >> 63 != 0) result = (result * roots[bit]) >> point;
  }
  return static_cast<std::uint64_t>(result);
}

// Squared over and over, a number between 1 and 2 shows the digits of its logarithm.
Fixed64 log2_of(std::uint64_t n) noexcept {
  const int whole = 63 - std::countl_zero(n);
  std::uint64_t mantissa = n << (63 - whole);  // 1 to below 2, in 2^-63
  std::uint64_t fraction = 0;
  for (std::uint64_t digit = std::uint64_t{1} << 63; digit != 0; digit >>= 1) {
    const UInt128 square = UInt128{mantissa} * mantissa;
    const bool two_or_more = square >> 127 != 0;
    if (two_or_more) fraction |= digit;
    mantissa = static_cast<std::uint64_t>(square >> (two_or_more ? 64 : 63));
  }
  return (Fixed64{static_cast<unsigned>(whole)} << 64) + fraction;
}

}  // namespace ratereplay
