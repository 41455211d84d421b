#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "core/instant.hpp"

namespace ratereplay {

/// The largest power of ten of ns, at most 1 s, that divides every stamp it was told of.
class Resolution {
 public:
  void add(Instant stamp) noexcept {
    any_ = true;
    const std::uint64_t size =
        stamp.ns < 0 ? -static_cast<std::uint64_t>(stamp.ns) : static_cast<std::uint64_t>(stamp.ns);
    while (!divides(size)) refine();
  }

  void add(const Resolution& other) noexcept {
    any_ = any_ || other.any_;
    while (places_ > other.places_) refine();
  }

  /// None before the first stamp.
  std::optional<Duration> value() const noexcept {
    if (!any_) return std::nullopt;
    return Duration{static_cast<Int128>(power_of_ten(places_))};
  }

 private:
  // An odd divisor divides exactly when the product with its inverse modulo 2^64 is a quotient that can be; the twos
  // are seen to by the rotation. No division, one row of every trace after another. Source: Granlund and Montgomery,
  // "Division by Invariant Integers using Multiplication" (1994), section 9.
  bool divides(std::uint64_t size) const noexcept { return std::rotr(size * inverse_, places_) <= limit_; }

  void refine() noexcept {
    --places_;
    inverse_ *= 5;
    limit_ = most_quotient / power_of_ten(places_);
  }

  static constexpr std::uint64_t power_of_ten(int places) noexcept {
    return places == 0 ? 1 : 10 * power_of_ten(places - 1);
  }

  // Of 5^places modulo 2^64, by Newton's iteration.
  static constexpr std::uint64_t inverse_of_five_to(int places) noexcept {
    std::uint64_t power = 1;
    for (int i = 0; i < places; ++i) power *= 5;
    std::uint64_t inverse = power;
    for (int i = 0; i < 6; ++i) inverse *= 2 - power * inverse;
    return inverse;
  }

  static constexpr std::uint64_t most_quotient = ~std::uint64_t{0};

  bool any_ = false;
  int places_ = 9;
  std::uint64_t inverse_ = inverse_of_five_to(9);
  std::uint64_t limit_ = most_quotient / power_of_ten(9);
};

}  // namespace ratereplay
