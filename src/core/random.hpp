#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/int128.hpp"

namespace ratereplay {

/// Numbers that look random, the same for a seed on every machine and with every compiler: xoshiro256**, whose state
/// splitmix64 fills. Source: Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators" (2021).
class Random {
 public:
  /// Streams of one seed have no word of their first states in common.
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) noexcept {
    std::uint64_t mixed = seed;
    for (std::uint64_t skipped = 0; skipped <= stream; ++skipped) {
      for (std::uint64_t& word : state_) word = split_mix(mixed);
    }
  }

  /// Each of 64 bits is as likely set as not.
  std::uint64_t bits() noexcept {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// 0 to n - 1, each as likely as another; n >= 1. Source: Lemire, "Fast Random Integer Generation in an Interval"
  /// (2019).
  std::uint64_t below(std::uint64_t n) noexcept {
    UInt128 product = UInt128{bits()} * n;
    if (static_cast<std::uint64_t>(product) < n) {
      const std::uint64_t least = (0 - n) % n;
      while (static_cast<std::uint64_t>(product) < least) product = UInt128{bits()} * n;
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

 private:
  /// The next number of splitmix64, whose state is `state`.
  static std::uint64_t split_mix(std::uint64_t& state) noexcept {
    state += 0x9E3779B97F4A7C15;
    std::uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    return mixed ^ (mixed >> 31);
  }

  std::array<std::uint64_t, 4> state_;
};

}  // namespace ratereplay
