#pragma once

#include <cstdint>
#include <optional>

#include "core/events.hpp"
#include "core/fraction.hpp"
#include "core/instant.hpp"

namespace ratereplay {

/// Times between an event and the next, percentiles by nearest rank.
struct Gaps {
  Duration shortest;
  Duration p50;
  Duration p99;
  Duration longest;
};

/// None for fewer than two events.
std::optional<Gaps> gaps_of(const Events& events);

/// Events at the very instant of the event before them.
std::uint64_t ties_in(const Events& events) noexcept;

/// (n - 1) / span in events per second; none for fewer than two events or a span of 0.
std::optional<Fraction> mean_rate_per_s(const Events& events);

}  // namespace ratereplay
