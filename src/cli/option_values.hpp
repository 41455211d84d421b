#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

/// The value of an option through one of core's parsers, or none when it was not given. Throws Error naming the option.
template <class Parse>
auto parse_option(std::string_view option, const std::string& text, Parse parse) {
  std::optional<decltype(parse(text))> value;
  if (text.empty()) return value;
  try {
    value = parse(text);
  } catch (const Error& error) {
    throw Error(std::string(option) + ": " + error.what());
  }
  return value;
}

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

/// --seed, 1 unless given. Throws Error naming it.
inline std::uint64_t seed_option(const std::string& text) {
  return parse_option("--seed", text, whole_within(0, std::numeric_limits<std::int64_t>::max())).value_or(1);
}

}  // namespace ratereplay
