#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace ratereplay {

// Digits up to eight at a time: text as a word whose lowest byte is the first character, on every machine.
// Source: Daniel Lemire, "Quickly parsing eight digits", and Wojciech Muła, "SIMD-ized parsing of numbers".

/// `count` characters at `text`, 1 to 8; the bytes above them are 0.
constexpr std::uint64_t bytes_at(const char* text, std::size_t count) noexcept {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < count; ++i) word |= std::uint64_t{static_cast<unsigned char>(text[i])} << (8 * i);
  return word;
}

/// The same, in one load where the count is known and the machine has the lowest byte first.
template <class Unsigned>
constexpr std::uint64_t load_bytes(const char* text) noexcept {
  if (std::is_constant_evaluated() || std::endian::native != std::endian::little) {
    return bytes_at(text, sizeof(Unsigned));
  }
  Unsigned word = 0;
  std::memcpy(&word, text, sizeof(word));
  return word;
}

/// Two and eight characters at `text`.
constexpr std::uint64_t pair_at(const char* text) noexcept { return load_bytes<std::uint16_t>(text); }
constexpr std::uint64_t word_at(const char* text) noexcept { return load_bytes<std::uint64_t>(text); }

/// Every byte of a word the same.
constexpr std::uint64_t each_byte(unsigned char byte) noexcept { return byte * std::uint64_t{0x0101010101010101}; }

/// What is left of eight characters when `0` is taken from each: 0 to 9 where it is a digit, else more.
constexpr std::uint64_t without_zeros(std::uint64_t word) noexcept { return word ^ each_byte('0'); }

/// Its top bits tell where a byte of `values` is more than it may be: `room` is 0x7F less the most that it may be, byte
/// by byte.
constexpr std::uint64_t excess(std::uint64_t values, std::uint64_t room) noexcept {
  // A carry into the next byte comes only from a byte whose own top bit is set.
  return (values + room) | values;
}

/// Its top bits tell where a byte of `values` is no digit.
constexpr std::uint64_t not_digits(std::uint64_t values) noexcept { return excess(values, each_byte(0x7F - 9)); }

constexpr bool any_top_bit(std::uint64_t word) noexcept { return (word & each_byte(0x80)) != 0; }

/// The number in eight digits, each 0 to 9, the first in the lowest byte.
constexpr std::uint64_t number_of(std::uint64_t digits) noexcept {
  digits = (digits * (1 + (10 << 8)) >> 8) & 0x00FF00FF00FF00FF;
  digits = (digits * (1 + (100 << 16)) >> 16) & 0x0000FFFF0000FFFF;
  return digits * (1 + (std::uint64_t{10'000} << 32)) >> 32;
}

}  // namespace ratereplay
