#pragma once

#include <cstdint>
#include <optional>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/instant.hpp"

namespace ratereplay {

/// The most events, and the most cost, in any half-open window [s, s + length), each with the time of the first
/// event in the earliest such window; no time when there are no events (no cost), or when it is a departure beyond the
/// range of Instant. Events of cost 0 are counted, but play no part in the figures for cost.
struct BusiestWindow {
  Duration length;
  std::uint64_t events = 0;
  std::optional<Instant> from;
  Cost cost = 0;
  std::optional<Instant> cost_from;

  friend bool operator==(const BusiestWindow&, const BusiestWindow&) = default;
};

/// Of all events of a trace. `length`: 1 ns to `longest_parameter`.
BusiestWindow busiest_window(const Events& events, Duration length);

}  // namespace ratereplay
