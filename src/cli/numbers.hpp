#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

/// Reads a whole number of least..most, for `parse_option`. Throws Error naming the text.
inline auto whole_within(std::uint64_t least, std::uint64_t most) {
  return [=](std::string_view text) {
    const std::optional<std::int64_t> number = parse_whole(trimmed(text));
    const auto value = static_cast<std::uint64_t>(number.value_or(0));
    if (!number || value < least || value > most) {
      throw Error(fmt::format("{} is not a whole number from {} to {}", in_quotes(text), least, grouped(most)));
    }
    return value;
  };
}

}  // namespace ratereplay
