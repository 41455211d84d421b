#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/instant.hpp"
#include "limiter/limiter.hpp"
#include "metrics/busiest_scan.hpp"
#include "replay/delays.hpp"
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

/// Everything that a summary says of a limiter that passes or refuses.
class SummaryRecorder {
 public:
  /// window: 1 ns to `longest_parameter`, for the busiest window.
  SummaryRecorder(Duration window, bool unit_costs)
      : window_(window), busiest_(static_cast<std::uint64_t>(window.ns), unit_costs) {}

  template <Limiter L>
  void observe(const L& limiter, const typename L::State& state, Instant now, Cost cost, bool passed) {
    state_bytes_ = std::max(state_bytes_, limiter.state_bytes(state));
    if (passed) return;
    const RetryAfter wait = limiter.retry_after(state, now, cost);
    if (wait)
      longest_retry_after_ = std::max(longest_retry_after_, wait);
    else
      ++never_count_;
  }

  void record(const Events& events, std::uint64_t passed) {
    tally_.record(events, passed);
    drops_.record(events, passed);
    busiest_.add_passed(events.arrival.data(), events.cost, events.size(), passed);
  }

  ReplaySummary summary();

 private:
  Duration window_;
  Tally tally_;
  Drops drops_;
  BusiestScan<std::uint64_t> busiest_;
  RetryAfter longest_retry_after_;
  std::uint64_t never_count_ = 0;
  std::size_t state_bytes_ = 0;
};

/// The same of a shaper whose departures are `Ticks`, 64 or 128 bits, since the first of `events`, `ticks_per_ns`
/// (below 2^63) of them a nanosecond.
template <class Ticks>
class ShaperRecorder {
 public:
  ShaperRecorder(Duration window, const Events& events, Int128 ticks_per_ns);

  template <Shaper L>
  void observe(const L& limiter, const typename L::State& state, Instant now, Cost cost, bool passed) {
    arrivals_.observe(limiter, state, now, cost, passed);
    left_[observed_++] = limiter.departure(state, now);
  }

  void record(const Events& events, std::uint64_t passed);

  ReplaySummary summary();

 private:
  using Position = std::conditional_t<std::is_same_v<Ticks, std::int64_t>, std::uint64_t, UInt128>;

  Duration window_;
  Instant origin_;
  Ticks ticks_per_ns_;
  SummaryRecorder arrivals_;
  BusiestScan<Position> departures_;
  Delays delays_;
  std::array<Ticks, 64> left_{};  ///< departures of the events of a block, of the refused ones without meaning
  std::size_t observed_ = 0;
};

extern template class ShaperRecorder<std::int64_t>;
extern template class ShaperRecorder<Int128>;

}  // namespace ratereplay
