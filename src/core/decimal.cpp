#include "core/decimal.hpp"

namespace ratereplay {

std::optional<DecimalPrefix> read_decimal(std::string_view text) noexcept {
  // 10^36 leaves two decimal digits of room below 2^127 for the caller's first product.
  constexpr Int128 largest = static_cast<Int128>(1'000'000'000'000'000'000) * 1'000'000'000'000'000'000;
  DecimalPrefix result;
  bool fraction = false;
  bool any_digit = false;
  for (const char c : text) {
    if (c == '.' && !fraction) {
      fraction = true;
    } else if (c >= '0' && c <= '9') {
      any_digit = true;
      result.digits = result.digits * 10 + (c - '0');
      if (fraction) result.scale *= 10;
      if (result.digits >= largest || result.scale >= largest) return std::nullopt;
    } else {
      break;
    }
    ++result.length;
  }
  if (!any_digit) return std::nullopt;
  return result;
}

}  // namespace ratereplay
