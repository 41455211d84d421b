#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "core/cost.hpp"
#include "core/instant.hpp"
#include "core/key_id.hpp"
#include "limiter/limiter.hpp"
#include "metrics/busiest.hpp"
#include "metrics/busiest_keys.hpp"
#include "metrics/key_tally.hpp"
#include "metrics/periods.hpp"

namespace ratereplay {

/// Events, and what they cost together.
struct EventCount {
  std::uint64_t events = 0;
  Cost cost = 0;

  friend bool operator==(const EventCount&, const EventCount&) = default;
};

/// Delays of a shaper's departures, in ns rounded up; the percentiles by nearest rank.
struct DelaySummary {
  Duration longest;
  Duration mean;
  Duration p50;
  Duration p99;

  friend bool operator==(const DelaySummary&, const DelaySummary&) = default;
};

/// All drops of one limiter between two moments, each just before an event, at which it is at rest: `rested`.
struct Episode {
  Instant from;  ///< of the first drop
  Instant to;    ///< of the last
  std::uint64_t dropped = 0;
  Cost dropped_cost = 0;
  KeyId key = 0;  ///< where each key has a limiter of its own

  friend bool operator==(const Episode&, const Episode&) = default;
  /// The worse first, of equals the earlier; what else they differ in makes the order one and the same at all times.
  friend bool operator<(const Episode& a, const Episode& b) noexcept {
    return std::tie(b.dropped, a.from, a.key, b.dropped_cost, a.to) <
           std::tie(a.dropped, b.from, b.key, a.dropped_cost, b.to);
  }
};

/// When a limiter dropped.
struct EpisodeSummary {
  std::uint64_t count = 0;
  std::uint64_t days = 0;  ///< of UTC, on which a drop falls
  std::vector<Episode> worst;

  friend bool operator==(const EpisodeSummary&, const EpisodeSummary&) = default;
};

/// What is to be said where each key has a limiter of its own.
struct KeyedSummary {
  BusiestKeys busiest;                          ///< whose the busiest windows are
  std::optional<BusiestKeys> busiest_admitted;  ///< of a shaper
  BusiestWindow busiest_all;                    ///< over all keys together
  std::uint64_t states = 0;                     ///< keys that have one: an event of cost >= 1 asked for it
  std::uint64_t live_states = 0;  ///< the most at one time, were each forgotten once that changes no decision

  friend bool operator==(const KeyedSummary&, const KeyedSummary&) = default;
};

/// What a limiter did with a trace. Where each key has a limiter of its own, the busiest windows are of a single key.
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
  std::optional<EventCount> yellow;  ///< of a marker, among the passed: the others are green, the dropped red
  std::size_t state_bytes = 0;       ///< the largest held
  EpisodeSummary episodes;
  std::vector<PeriodCount> periods;  ///< where asked for: those that hold events, by arrival
  std::optional<KeyedSummary> keyed;
  std::optional<KeyTally>
      key_drops;  ///< by the numbers that events bear: where events bear keys, also when all share one limiter

  friend bool operator==(const ReplaySummary&, const ReplaySummary&) = default;
};

}  // namespace ratereplay
