#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/instant.hpp"
#include "core/keys.hpp"
#include "core/radix_heap.hpp"
#include "limiter/limiter.hpp"
#include "metrics/busiest_keys.hpp"
#include "metrics/periods.hpp"
#include "replay/delays.hpp"
#include "replay/episodes.hpp"
#include "replay/live_states.hpp"
#include "replay/replay.hpp"
#include "replay/run_options.hpp"
#include "replay/summary.hpp"

namespace ratereplay {

/// How much passed and how much was dropped: the least that a replay can record.
struct Tally {
  std::uint64_t passed = 0;
  std::uint64_t dropped = 0;
  Cost passed_cost = 0;
  Cost dropped_cost = 0;

  void record(const Events& events, std::uint64_t passes) noexcept {
    const int count = std::popcount(passes);
    passed += static_cast<std::uint64_t>(count);
    dropped += events.size() - static_cast<std::uint64_t>(count);
    if (events.unit_costs()) {
      passed_cost += count;
      dropped_cost += static_cast<Cost>(events.size()) - count;
    }
    for (std::size_t event = 0; event < events.cost.size(); ++event)
      (passes >> event & 1 ? passed_cost : dropped_cost) += events.cost[event];
  }

  ReplaySummary summary() const;  ///< with nothing else in it
};

/// The same, and where events bear keys what was dropped of each.
class Tallies {
 public:
  explicit Tallies(const TraceOutline& outline) : keys_(outline.keys), unit_costs_(outline.unit_costs) {}

  void record(const Events& events, std::uint64_t passed) {
    all_.record(events, passed);
    if (keys_) record_drops(events, passed);
  }

  ReplaySummary summary() const;  ///< with nothing else in it

 private:
  void record_drops(const Events& events, std::uint64_t passed);

  Tally all_;
  std::shared_ptr<const Keys> keys_;
  bool unit_costs_;
  KeyTally drops_;
};

/// The longest run of drops, in replay order, and the time of the first drop.
class Drops {
 public:
  void record(const Events& events, std::uint64_t passed) noexcept {
    const auto count = static_cast<int>(events.size());
    std::uint64_t dropped = ~passed & ~std::uint64_t{0} >> (64 - count);
    if (dropped == 0) {
      run_ = 0;
      return;
    }
    if (!first_) first_ = events.time(static_cast<std::size_t>(std::countr_zero(dropped)));
    run_ += static_cast<std::uint64_t>(std::countr_one(dropped));
    longest_ = std::max(longest_, run_);
    if (passed == 0) return;
    run_ = static_cast<std::uint64_t>(std::countl_one(dropped << (64 - count)));
    // Each step takes one from the end of every run within the block.
    std::uint64_t within = 0;
    for (; dropped != 0; dropped &= dropped << 1) ++within;
    longest_ = std::max(longest_, within);
  }

  const std::optional<Instant>& first() const noexcept { return first_; }
  std::uint64_t longest_run() const noexcept { return longest_; }

 private:
  std::optional<Instant> first_;
  std::uint64_t run_ = 0;
  std::uint64_t longest_ = 0;
};

/// The busiest window of what passed, by arrival.
class ArrivalWindows {
 public:
  explicit ArrivalWindows(const RunOptions& options)
      : window_(options.window),
        busiest_(static_cast<std::uint64_t>(options.window.ns), options.outline.unit_costs,
                 options.choice.has_value()) {}

  void record(const Events& events, std::uint64_t passed, const KeyId* keys = nullptr) {
    busiest_.add_passed(events.arrival.data(), events.cost, keys, events.size(), passed);
  }

  /// Puts the busiest windows into a summary.
  void sum_up(ReplaySummary& summary);

 private:
  Duration window_;
  BusiestScans<std::uint64_t> busiest_;
};

/// Everything that a summary says of a limiter that passes or refuses.
class SummaryRecorder {
 public:
  explicit SummaryRecorder(const RunOptions& options)
      : tallies_(options.outline), busiest_(options), episodes_(options.worst_episodes, options.choice.has_value()) {
    if (options.by) periods_.emplace(*options.by, options.memory);
  }

  void rest(std::uint64_t rested) noexcept { rested_ = rested; }

  template <Limiter L>
  void observe(const L& limiter, const typename L::State& state, const Decision& decision) {
    if (const std::size_t bytes = limiter.state_bytes(state); bytes > state_bytes_) [[unlikely]]
      state_bytes_ = bytes;
    if (limiter.waits_longer(state, decision.now, decision.cost, longest_wait_)) [[unlikely]] {
      if (!decision.passed) record_wait(limiter.retry_after(state, decision.now, decision.cost));
    }
  }

  /// Only of a limiter for each key.
  template <Limiter L>
  void follow(const L& limiter, const std::vector<typename L::State>& states, KeyId key, Instant now) {
    live_.follow(limiter, states, key, now);
    episodes_.follow(limiter, states, now);
  }

  void record(const Events& events, std::uint64_t passed, const KeyId* keys = nullptr) {
    tallies_.record(events, passed);
    drops_.record(events, passed);
    episodes_.record(events, passed, rested_, keys);
    if (periods_) periods_->record(events, passed);
    busiest_.record(events, passed, keys);
  }

  ReplaySummary summary();

 private:
  void record_wait(const RetryAfter& wait) noexcept {
    if (wait)
      longest_wait_ = *wait;
    else
      ++never_count_;
  }

  Tallies tallies_;
  Drops drops_;
  ArrivalWindows busiest_;
  LiveStates live_;
  Duration longest_wait_;  ///< 0 as long as there is none
  std::uint64_t never_count_ = 0;
  std::size_t state_bytes_ = 0;
  std::uint64_t rested_ = 0;  ///< of the events that are recorded next
  Episodes episodes_;
  std::optional<PeriodCounts> periods_;
};

/// The same of a marker, with how much of what passed is yellow.
class MarkerRecorder : public SummaryRecorder {
 public:
  using SummaryRecorder::SummaryRecorder;

  template <Marker L>
  void expect(const L& limiter, const typename L::State& state, const Decision& decision) noexcept {
    const bool is_yellow = limiter.colour(state, decision.now, decision.cost) == Colour::yellow;
    yellow_.events += is_yellow ? 1 : 0;
    yellow_.cost += is_yellow ? decision.cost : 0;
  }

  ReplaySummary summary();

 private:
  EventCount yellow_;
};

/// The departures of a shaper, which are `Ticks`, 64 or 128 bits, since the first event of the trace, `ticks_per_ns`
/// (below 2^63) of them a nanosecond: their busiest window. Those of one key are in order of time; those of several
/// wait until none before them can come.
template <class Ticks>
class Departures {
 public:
  Departures(const RunOptions& options, Instant first, Int128 ticks_per_ns);

  /// Goes on where one of narrower ticks has come to.
  template <class Narrow>
  explicit Departures(Departures<Narrow>&& narrow);

  /// Of the event at a place among those that are recorded next; of a refused one without meaning.
  void set(std::size_t place, Ticks at) noexcept { left_[place] = at; }

  void record(const Events& events, std::uint64_t passed, const KeyId* keys = nullptr) {
    if (busiest_.keyed())
      record_by_key(events, passed, keys);
    else
      busiest_.add_passed(left_.data(), events.cost, keys, events.size(), passed);
  }

  /// Puts the busiest windows into a summary.
  void sum_up(ReplaySummary& summary);

 private:
  friend class Departures<Int128>;
  using Position = std::conditional_t<std::is_same_v<Ticks, std::int64_t>, std::uint64_t, UInt128>;

  struct Leaving {
    KeyId key;
    Cost cost;
  };

  void record_by_key(const Events& events, std::uint64_t passed, const KeyId* keys);

  Duration window_;
  Instant first_;
  Ticks ticks_per_ns_;
  BusiestScans<Position> busiest_;
  RadixHeap<Position, Leaving> leaving_;
  std::array<Ticks, 64> left_{};
};

extern template class Departures<std::int64_t>;
extern template class Departures<Int128>;

/// The same of a shaper, with its delays and departures, which are as those of `Departures`.
template <class Ticks>
class ShaperRecorder {
 public:
  ShaperRecorder(const RunOptions& options, Instant first, Int128 ticks_per_ns);

  /// Goes on where one of narrower ticks has come to.
  template <class Narrow>
  explicit ShaperRecorder(ShaperRecorder<Narrow>&& narrow);

  void rest(std::uint64_t rested) noexcept { arrivals_.rest(rested); }

  template <Shaper L>
  void observe(const L& limiter, const typename L::State& state, const Decision& decision) {
    arrivals_.observe(limiter, state, decision);
    const Departure<Ticks> departure = limiter.departure(state, decision.now);
    departures_.set(decision.place, departure.at);
    delayed_[decision.place] = departure.delay;
  }

  template <Limiter L>
  void follow(const L& limiter, const std::vector<typename L::State>& states, KeyId key, Instant now) {
    arrivals_.follow(limiter, states, key, now);
  }

  void record(const Events& events, std::uint64_t passed, const KeyId* keys = nullptr);

  ReplaySummary summary();

 private:
  friend class ShaperRecorder<Int128>;

  Int128 ticks_per_ns_;
  SummaryRecorder arrivals_;
  Departures<Ticks> departures_;
  Delays delays_;
  std::array<Ticks, 64> delayed_{};  ///< of the events that are recorded next, of refused ones without meaning
};

extern template class ShaperRecorder<std::int64_t>;
extern template class ShaperRecorder<Int128>;

}  // namespace ratereplay
