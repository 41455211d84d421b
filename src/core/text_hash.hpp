#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ratereplay {

/// A hash of a text that is good for this run alone: of a function that the run has picked at random, so that nobody
/// can write a file whose texts all fall into one place of a table.
std::uint64_t text_hash(std::string_view text) noexcept;

/// The same for the containers of the standard library, whose own is known to all.
struct TextHash {
  std::size_t operator()(std::string_view text) const noexcept { return static_cast<std::size_t>(text_hash(text)); }
};

}  // namespace ratereplay
