#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "core/rate.hpp"
#include "core/selected.hpp"
#include "limiter/arithmetic.hpp"
#include "limiter/description.hpp"
#include "limiter/limiter.hpp"
#include "limiter/refill.hpp"
#include "limiter/spec_reader.hpp"
#include "limiter/wording.hpp"

namespace ratereplay {

template <class Int>
class TwoRateMarkerRule;

/// The two-rate three-colour marker, colour-blind: a committed bucket that is refilled at `rate`, and a peak one at
/// `peak`. An event is red, and is refused, where the peak bucket does not hold its cost; else it takes it from there,
/// and is green and takes it from the committed bucket too where that holds it, else yellow.
/// Source: RFC 2698, with refills that are continuous instead of one token at a time.
struct TwoRateMarker {
  Rate rate;
  Fraction burst;       ///< > 0
  Rate peak;            ///< no less than `rate`
  Fraction peak_burst;  ///< > 0

  static constexpr std::array parameters{
      Parameter{"rate", "RATE", "committed information rate, CIR, as 5/h"},
      Parameter{"burst", "AMOUNT", "committed burst size, CBS"},
      Parameter{"peak", "RATE", "peak information rate, PIR, no less than the committed"},
      Parameter{"peak-burst", "AMOUNT", "peak burst size, PBS"},
  };
  static constexpr Description description{
      .name = "trtcm",
      .rule =
          "passes when the peak bucket holds the event's cost, green when the committed one does too, else yellow; "
          "all else is red",
      .parameters = parameters,
      .promise = "floor(peak-burst + peak*(T-1))",
      .memory = "24 bytes",
      .source = "RFC 2698, colour-blind",
  };

  static TwoRateMarker from(const SpecReader& reader) {
    TwoRateMarker result{reader.rate(), reader.burst(), reader.rate("peak"), reader.burst("peak-burst")};
    if (result.peak.per_ns() < result.rate.per_ns()) reader.fail("peak must not be below rate");
    return result;
  }

  std::string text() const {
    return "rate=" + rate.text + ",burst=" + amount_text(burst) + ",peak=" + peak.text +
           ",peak-burst=" + amount_text(peak_burst);
  }

  Duration own_window() const { return rate.period; }

  Int128 quota() const { return peak_burst.floor(); }

  /// All that passes is taken from the peak bucket.
  Int128 promise(Duration length) const { return bucket_promise(peak, peak_burst, length); }

  Fraction long_run_per_ns() const { return peak.per_ns(); }

  using Rules = Widths<TwoRateMarkerRule>;

  template <class F>
  decltype(auto) with_rule(const Extent& /*extent*/, F&& f) const {
    const BucketScale committed = bucket_scale(rate, burst);
    const BucketScale at_peak = bucket_scale(peak, peak_burst, "peak-burst");
    const Int128 largest = std::max(product_plus(committed.capacity, 2, committed.per_ns, "burst"),
                                    product_plus(at_peak.capacity, 2, at_peak.per_ns, "peak-burst"));
    return with_narrowest<TwoRateMarkerRule>(std::max({largest, committed.per_cost, at_peak.per_cost}),
                                             std::forward<F>(f), committed, at_peak);
  }
};

/// Each bucket in units of a BucketScale of its own.
template <class Int>
class TwoRateMarkerRule {
 public:
  struct State {
    typename Refill<Int>::Base committed;
    typename Refill<Int>::Base peak;
    std::int64_t updated;  ///< ns since 1970

    friend bool operator==(const State&, const State&) = default;
  };

  TwoRateMarkerRule(const BucketScale& committed, const BucketScale& peak) noexcept
      : committed_(committed.per_ns, committed.capacity),
        peak_(peak.per_ns, peak.capacity),
        committed_per_cost_(static_cast<Int>(committed.per_cost)),
        peak_per_cost_(static_cast<Int>(peak.per_cost)),
        largest_green_(committed.largest_cost),
        largest_cost_(peak.largest_cost) {}

  State start(Instant now) const noexcept {
    return {committed_.base(committed_.capacity(), now), peak_.base(peak_.capacity(), now), now.ns};
  }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    if (cost > largest_cost_) return false;
    const Int peak = peak_at(state, now) - cost * peak_per_cost_;
    const bool passes = peak >= 0;
    const Int committed = committed_at(state, now);
    const Int left = committed - selected<Int>(is_green(committed, cost), green_cost(cost), 0);
    state.committed = selected(passes, committed_.base(left, now), state.committed);
    state.peak = selected(passes, peak_.base(peak, now), state.peak);
    state.updated = selected(passes, now.ns, state.updated);
    return passes;
  }

  Colour colour(const State& state, Instant now, Cost cost) const noexcept {
    if (cost > largest_cost_ || peak_at(state, now) < cost * peak_per_cost_) return Colour::red;
    return is_green(committed_at(state, now), cost) ? Colour::green : Colour::yellow;
  }

  RetryAfter retry_after(const State& state, Instant now, Cost cost) const noexcept {
    if (cost > largest_cost_) return std::nullopt;
    return peak_.time_for(missing(state, now, cost));
  }

  bool waits_longer(const State& state, Instant now, Cost cost, Duration wait) const noexcept {
    return cost > largest_cost_ || peak_.takes_longer(missing(state, now, cost), wait);
  }

  Cost room(const State& state, Instant now) const noexcept {
    return static_cast<Cost>(std::min<Int>(largest_cost_, peak_at(state, now) / peak_per_cost_));
  }

  /// What is missing of the committed bucket makes a difference of colour.
  std::optional<Duration> until_settled(const State& state, Instant now) const noexcept {
    return std::max(committed_.time_for(committed_.capacity() - committed_at(state, now)),
                    peak_.time_for(peak_.capacity() - peak_at(state, now)));
  }

  bool rested(const State& state, Instant now) const noexcept {
    const bool committed_is_full = committed_at(state, now) == committed_.capacity();
    const bool peak_is_full = peak_at(state, now) == peak_.capacity();
    return committed_is_full & peak_is_full;
  }

  std::string describe(const State& state, Instant now) const {
    const auto words = [](Int held, Int capacity, Int per_cost) {
      return amount_words({held, per_cost}) + " of " + amount_words({capacity, per_cost});
    };
    return "committed " + words(committed_at(state, now), committed_.capacity(), committed_per_cost_) + ", peak " +
           words(peak_at(state, now), peak_.capacity(), peak_per_cost_);
  }

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

 private:
  Int committed_at(const State& state, Instant now) const noexcept {
    return committed_.held(state.committed, state.updated, now);
  }
  Int peak_at(const State& state, Instant now) const noexcept { return peak_.held(state.peak, state.updated, now); }

  /// What a green event takes from the committed bucket; of a cost that is never green, which may need more bits, less.
  Int green_cost(Cost cost) const noexcept { return std::min(cost, largest_green_) * committed_per_cost_; }

  /// Of an event that passes.
  bool is_green(Int committed, Cost cost) const noexcept {
    return (cost <= largest_green_) & (committed >= green_cost(cost));
  }

  /// At most the capacity.
  Int missing(const State& state, Instant now, Cost cost) const noexcept {
    return cost * peak_per_cost_ - peak_at(state, now);
  }

  Refill<Int> committed_;
  Refill<Int> peak_;
  Int committed_per_cost_;
  Int peak_per_cost_;
  Cost largest_green_;
  Cost largest_cost_;
};

}  // namespace ratereplay
