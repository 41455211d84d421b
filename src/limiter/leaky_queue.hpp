#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "core/cost.hpp"
#include "core/error.hpp"
#include "core/events.hpp"
#include "core/instant.hpp"
#include "core/rate.hpp"
#include "core/selected.hpp"
#include "limiter/arithmetic.hpp"
#include "limiter/description.hpp"
#include "limiter/limiter.hpp"
#include "limiter/spec_reader.hpp"
#include "limiter/wording.hpp"

namespace ratereplay {

template <class Int>
class LeakyQueueRule;

/// A shaper: what it admits leaves one cost unit an interval I = 1/rate, the first at once; at most `queue` wait.
/// Source: J. Turner, "New directions in communications", IEEE Communications Magazine 24(10), 1986 (the leaky bucket
/// as a queue).
struct LeakyQueue {
  Rate rate;
  std::int64_t queue = 0;  ///< >= 0

  static constexpr std::array parameters{
      Parameter{"rate", "RATE", "departures, as 5/h"},
      Parameter{"queue", "N", "cost that may wait"},
  };
  static constexpr Description description{
      .name = "leaky-queue",
      .rule =
          "passes, delayed until one unit of cost leaves per 1/rate, when it would wait for at most queue intervals",
      .parameters = parameters,
      .promise = "departures ceil(rate*T), admissions floor(queue + 1 + rate*(T-1))",
      .memory = "8 bytes",
      .source = "Turner, New directions in communications (1986)",
  };

  static LeakyQueue from(const SpecReader& reader) { return {reader.rate(), reader.whole("queue", 0)}; }

  /// The queue that admits what a bucket of `burst` passes: burst - 1, rounded down for a fraction (so that it admits
  /// no more than the bucket). Throws Error where the burst is below 1: no queue admits as little.
  static LeakyQueue for_comparison(const Rate& rate, const Fraction& burst) {
    if (burst < Fraction(1)) {
      throw Error(
          fmt::format("burst {} is below 1, and there is no queue of burst - 1; give at least 1", amount_text(burst)));
    }
    const Int128 queue = std::min<Int128>(burst.floor() - 1, std::numeric_limits<std::int64_t>::max());
    return {rate, static_cast<std::int64_t>(queue)};
  }

  std::string text() const { return "rate=" + rate.text + ",queue=" + std::to_string(queue); }

  Duration own_window() const { return rate.period; }

  Int128 quota() const { return static_cast<Int128>(queue) + 1; }

  static constexpr bool may_delay() { return true; }

  /// Of departures. An event leaves whole, so one of more than 1 adds its surplus: ceil(rate T) for unit costs.
  Int128 promise(Duration length, Cost largest_cost) const {
    const Int128 surplus = std::clamp<Int128>(largest_cost - 1, 0, queue);
    return checked_add((rate.per_ns() * Fraction(length.ns)).ceil(), surplus);
  }

  /// Of admissions, by arrival.
  Int128 admission_promise(Duration length) const {
    return bucket_promise(rate, static_cast<Int128>(queue) + 1, length);
  }

  using Rules = Widths<LeakyQueueRule>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    const Fraction per_ns = rate.per_ns();
    const Int128 wait =
        product_plus(2 * static_cast<Int128>(queue) + 2, per_ns.denominator(), per_ns.numerator(), "queue");
    const Int128 largest = product_plus(extent.span().ns, per_ns.numerator(), wait, "rate");
    return with_narrowest<LeakyQueueRule>(largest, std::forward<F>(f), *this, extent.first);
  }
};

/// Times since the extent's first instant in ticks, as many a nanosecond as the numerator of the rate says, so that the
/// interval between departures is whole. The last departure is at most the queue ahead of the event that set it.
template <class Int>
class LeakyQueueRule {
 public:
  struct State {
    Int last;  ///< departure

    friend bool operator==(const State&, const State&) = default;
  };

  LeakyQueueRule(const LeakyQueue& parameters, Instant first) noexcept
      : since_first_(first.ns),
        ticks_per_ns_(static_cast<Int>(parameters.rate.per_ns().numerator())),
        interval_(static_cast<Int>(parameters.rate.per_ns().denominator())),
        longest_wait_(static_cast<Int>(parameters.queue) * interval_),
        queue_(parameters.queue) {}

  /// As if the event before had left an interval before the extent began.
  State start(Instant /*now*/) const noexcept { return {-interval_}; }

  static State widened(const auto& narrow) noexcept { return {narrow.last}; }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    if (cost - 1 > queue_) return false;
    const Int time = since_first_(now) * ticks_per_ns_;
    const Int served = (cost - 1) * interval_;
    const bool passes = state.last + interval_ <= time + (longest_wait_ - served);
    state.last = selected(passes, std::max<Int>(time, state.last + interval_) + served, state.last);
    return passes;
  }

  RetryAfter retry_after(const State& state, Instant now, Cost cost) const noexcept {
    if (cost - 1 > queue_) return std::nullopt;
    return Duration{ceil_div<Int>(too_early(state, now, cost), ticks_per_ns_)};
  }

  bool waits_longer(const State& state, Instant now, Cost cost, Duration wait) const noexcept {
    return cost - 1 > queue_ || too_early(state, now, cost) > static_cast<Int>(wait.ns) * ticks_per_ns_;
  }

  Departure<Int> departure(const State& state, Instant now) const noexcept {
    const Int time = since_first_(now) * ticks_per_ns_;
    const Int at = std::max<Int>(time, state.last);
    return {at, at - time};
  }

  Int128 ticks_per_ns() const noexcept { return ticks_per_ns_; }

  Cost room(const State& state, Instant now) const noexcept {
    const Int until_next = std::max<Int>(0, to_next(state, now));
    if (until_next > longest_wait_) return 0;
    const Int waiting = (longest_wait_ - until_next) / interval_;
    return static_cast<Cost>(std::min<Int>(waiting, std::numeric_limits<Cost>::max() - 1) + 1);
  }

  std::optional<Duration> until_settled(const State& state, Instant now) const noexcept {
    return Duration{ceil_div<Int>(std::max<Int>(0, to_next(state, now)), ticks_per_ns_)};
  }

  bool rested(const State& state, Instant now) const noexcept { return to_next(state, now) <= 0; }

  std::string describe(const State& state, Instant now) const {
    const Int until_next = to_next(state, now);
    const Int until_last = std::max<Int>(0, until_next - interval_);
    const std::string waiting = share_words(ceil_div<Int>(until_last, interval_), queue_) + " waiting";
    if (until_last > 0) return waiting + ", the last leaves in " + time_words(until_last, ticks_per_ns_);
    return waiting + (until_next > 0 ? ", the next leaves in " + time_words(until_next, ticks_per_ns_) : "");
  }

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

 private:
  /// How many ticks from now an event of cost 1 can leave; less than 0 where it could have.
  Int to_next(const State& state, Instant now) const noexcept {
    return state.last + interval_ - since_first_(now) * ticks_per_ns_;
  }

  /// By how many ticks; at most queue + 1 intervals, so that the wait in ns times `ticks_per_ns` is less than those and
  /// one more ns.
  Int too_early(const State& state, Instant now, Cost cost) const noexcept {
    return state.last + cost * interval_ - longest_wait_ - since_first_(now) * ticks_per_ns_;
  }

  SinceOrigin<Int> since_first_;
  Int ticks_per_ns_;
  Int interval_;
  Int longest_wait_;
  Cost queue_;
};

}  // namespace ratereplay
