#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/cost.hpp"
#include "core/instant.hpp"
#include "limiter/limiter.hpp"
#include "metrics/busiest.hpp"

namespace ratereplay {

/// Delays of a shaper's departures, in ns rounded up; the percentiles by nearest rank.
struct DelaySummary {
  Duration longest;
  Duration mean;
  Duration p50;
  Duration p99;

  friend bool operator==(const DelaySummary&, const DelaySummary&) = default;
};

/// What a limiter did with a trace.
struct ReplaySummary {
  std::uint64_t passed = 0;
  std::uint64_t dropped = 0;
  Cost passed_cost = 0;
  Cost dropped_cost = 0;
  BusiestWindow busiest;                          ///< of events passed; of a shaper: departed
  std::optional<BusiestWindow> busiest_admitted;  ///< of a shaper: by arrival
  std::optional<Instant> first_drop;
  std::uint64_t longest_drop_run = 0;
  RetryAfter longest_retry_after;  ///< over refused events that could have passed later; none when there are none
  std::uint64_t never_count = 0;   ///< refused events that can never pass
  std::optional<DelaySummary> delay;
  std::size_t state_bytes = 0;  ///< the largest held

  friend bool operator==(const ReplaySummary&, const ReplaySummary&) = default;
};

}  // namespace ratereplay
