#pragma once

#include <optional>
#include <string_view>

#include "core/int128.hpp"

namespace ratereplay {

/// An unsigned decimal as read from the front of a text: digits / 10^places.
struct DecimalPrefix {
  Int128 digits = 0;
  Int128 scale = 1;        ///< 10^places
  std::size_t length = 0;  ///< bytes of the text that it took
};

/// Reads `12`, `12.5` or `.5` from the front of `text` (no sign, no exponent, at least one digit). None when there is
/// no number there or it has more than 36 significant digits.
std::optional<DecimalPrefix> read_decimal(std::string_view text) noexcept;

}  // namespace ratereplay
