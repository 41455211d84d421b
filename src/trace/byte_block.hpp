#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace ratereplay {

/// 64 bytes that are compared at once, in plain integers: for every processor. Bit i of a mask stands for byte i.
class PortableBlock {
 public:
  explicit PortableBlock(const char* bytes) noexcept {
    for (std::uint64_t& word : words_) {
      word = 0;
      for (unsigned i = 0; i < 8; ++i) word |= std::uint64_t{static_cast<unsigned char>(*bytes++)} << (8 * i);
    }
  }

  std::uint64_t equal(char byte) const noexcept {
    const std::uint64_t pattern = ones * static_cast<unsigned char>(byte);
    std::uint64_t mask = 0;
    for (unsigned i = 0; i < 8; ++i) {
      // The product moves the lowest bit of every byte, in order, to the highest byte.
      mask |= (zeros(words_[i] ^ pattern) * 0x0102'0408'1020'4080) >> 56 << (8 * i);
    }
    return mask;
  }

  bool has_nul() const noexcept {
    std::uint64_t found = 0;
    for (const std::uint64_t word : words_) found |= zeros(word);
    return found != 0;
  }

 private:
  static constexpr std::uint64_t ones = 0x0101'0101'0101'0101;

  // 1 in every byte that is 0, else 0; exact, for no carry leaves a byte.
  static constexpr std::uint64_t zeros(std::uint64_t word) noexcept {
    constexpr std::uint64_t low_bits = ones * 0x7F;
    return (~(((word & low_bits) + low_bits) | word) >> 7) & ones;
  }

  std::array<std::uint64_t, 8> words_{};
};

#if defined(__SSE2__)
/// The same by the vectors that every x86-64 has.
class Sse2Block {
 public:
  explicit Sse2Block(const char* bytes) noexcept {
    for (__m128i& part : parts_) {
      part = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
      bytes += sizeof part;
    }
  }

  std::uint64_t equal(char byte) const noexcept {
    const __m128i pattern = _mm_set1_epi8(byte);
    std::uint64_t mask = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const int bits = _mm_movemask_epi8(_mm_cmpeq_epi8(parts_[i], pattern));
      mask |= std::uint64_t{static_cast<unsigned>(bits)} << (16 * i);
    }
    return mask;
  }

  bool has_nul() const noexcept {
    const __m128i least = _mm_min_epu8(_mm_min_epu8(parts_[0], parts_[1]), _mm_min_epu8(parts_[2], parts_[3]));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(least, _mm_setzero_si128())) != 0;
  }

 private:
  __m128i parts_[4];
};

using ByteBlock = Sse2Block;
#else
using ByteBlock = PortableBlock;
#endif

}  // namespace ratereplay
