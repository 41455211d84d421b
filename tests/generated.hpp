#pragma once

#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "core/events.hpp"

namespace ratereplay::test {

/// A small trace that a seed makes, the same on every machine: ties, bursts and gaps, perhaps costs with zeros among
/// them, around 1970 or at either end of the range of times.
struct GeneratedTrace {
  explicit GeneratedTrace(std::uint64_t seed) : random(seed) {
    const std::uint64_t size = below(14);
    const std::uint64_t widest = std::uint64_t{1} << (below(4) == 0 ? 1 + below(60) : 1 + below(6));
    std::uint64_t time = 0;
    for (std::uint64_t event = 0; event < size; ++event) {
      if (below(3) != 0) time += below(widest);
      arrival.push_back(static_cast<std::int64_t>(time));
    }
    constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
    const std::uint64_t where = below(4);
    const std::uint64_t room = ~time;
    std::uint64_t shift = static_cast<std::uint64_t>(lowest);
    if (where == 0) shift += room;
    if (where >= 2) shift += room / 2;
    for (std::int64_t& at : arrival) at = static_cast<std::int64_t>(static_cast<std::uint64_t>(at) + shift);
    if (below(2) == 0) {
      for (std::uint64_t event = 0; event < size; ++event) cost.push_back(static_cast<Cost>(below(4)));
    }
  }

  std::uint64_t below(std::uint64_t bound) { return random() % bound; }

  Events events() const noexcept { return {arrival, cost}; }

  std::mt19937_64 random;
  std::vector<std::int64_t> arrival;
  std::vector<Cost> cost;
};

}  // namespace ratereplay::test
