#pragma once

#include <cstddef>

namespace ratereplay {

/// The rank of a percentile by nearest rank: ceil(percent * count / 100), from 1 to count. `percent` 1 to 100,
/// `count` >= 1; no product overflows.
constexpr std::size_t nearest_rank(std::size_t count, std::size_t percent) noexcept {
  return count / 100 * percent + (count % 100 * percent + 99) / 100;
}

}  // namespace ratereplay
