#pragma once

#include <cstdint>
#include <span>

#include "core/events.hpp"
#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "core/workers.hpp"
#include "limiter/fixed_window.hpp"

namespace ratereplay {

/// What a fixed window drops, depending on where on the clock its boundaries fall: its `offset`.
struct Alignments {
  struct Outcome {
    std::uint64_t dropped = 0;  ///< events
    Duration offset;            ///< one of the first with this outcome, from 0 to below the window

    friend bool operator==(const Outcome&, const Outcome&) = default;
  };

  std::uint64_t tried = 0;  ///< offsets; where all were, those between which an event changes its window count as one
  Outcome least;
  Outcome most;
  Fraction mean;  ///< drops, over the offsets tried; over every offset of a whole ns where all were

  friend bool operator==(const Alignments&, const Alignments&) = default;
};

/// Over `count` >= 1 offsets, window * k / count for k from 0, rounded down to a ns.
Alignments align_at(const Events& events, const FixedWindow& limiter, std::uint64_t count, Workers& workers);

/// Throws Error where `align_everywhere` of all of these would take too long.
void check_align_everywhere(const Events& events, std::span<const FixedWindow> limiters);

/// Over every offset, in O(n log n) for unit costs; with costs a window is replayed for each of its events.
Alignments align_everywhere(const Events& events, const FixedWindow& limiter);

}  // namespace ratereplay
