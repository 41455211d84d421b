#pragma once

#include <cstdint>

#include "core/int128.hpp"

namespace ratereplay {

// Powers and logarithms in integers alone: those of a C library differ from one machine to the next in the last bit.

/// A number with 64 bits behind the point.
using Fixed64 = UInt128;

/// 2 to a power of 0 to below 1, which is given in 2^-64: in 2^-62, at most 2^-54 too small.
std::uint64_t exp2_of_fraction(std::uint64_t power) noexcept;

/// The logarithm of n >= 1 to the base of 2: at most 2^-57 too small.
Fixed64 log2_of(std::uint64_t n) noexcept;

/// log2(e), rounded down.
inline constexpr Fixed64 log2_of_e = (Fixed64{1} << 64) + 0x71547652B82FE177;

/// a * b / 2^places, rounded down, which is less than 2^128; places: 1 to 64.
constexpr UInt128 scaled(UInt128 a, std::uint64_t b, int places = 64) noexcept {
  return ((a >> 64) * b << (64 - places)) + (((a & ~std::uint64_t{0}) * b) >> places);
}

}  // namespace ratereplay
