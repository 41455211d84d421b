#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/instant.hpp"
#include "core/rate.hpp"
#include "limiter/arithmetic.hpp"
#include "limiter/description.hpp"
#include "limiter/limiter.hpp"
#include "limiter/spec_reader.hpp"
#include "limiter/wording.hpp"

namespace ratereplay {

template <class Int>
class GcraRule;

/// The generic cell rate algorithm: one time a key, the theoretical arrival time (tat) of the next event.
/// Source: ITU-T I.371, virtual scheduling algorithm; ATM Forum Traffic Management 4.0.
struct Gcra {
  Rate rate;
  Fraction burst;  ///< > 0

  static constexpr std::array parameters{
      Parameter{"rate", "RATE", "one event an emission interval, as 5/h"},
      Parameter{"burst", "AMOUNT", "cost that may come at once"},
  };
  static constexpr Description description{
      .name = "gcra",
      .rule =
          "passes when it comes no earlier than its theoretical arrival time less (burst - cost) emission intervals",
      .parameters = parameters,
      .promise = "floor(burst + rate*(T-1))",
      .memory = "8 bytes",
      .source = "ITU-T I.371, virtual scheduling algorithm",
      .family = "bucket",
  };

  static Gcra from(const SpecReader& reader) { return {reader.rate(), reader.burst()}; }

  static Gcra for_comparison(const Rate& rate, const Fraction& burst) { return {rate, burst}; }

  std::string text() const { return "rate=" + rate.text + ",burst=" + amount_text(burst); }

  Duration own_window() const { return rate.period; }

  Int128 quota() const { return burst.floor(); }

  Int128 promise(Duration length) const { return bucket_promise(rate, burst, length); }

  using Rules = Widths<GcraRule>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    const BucketScale scale = bucket_scale(rate, burst);
    const Int128 room = product_plus(scale.capacity, 2, scale.per_ns, "burst");
    const Int128 largest = product_plus(extent.span().ns, scale.per_ns, room, "rate");
    return with_narrowest<GcraRule>(std::max(largest, scale.per_cost), std::forward<F>(f), scale, extent.first);
  }
};

/// Times since the extent's first instant, `per_ns` ticks a nanosecond and `per_cost` an emission interval. The tat is
/// at most a capacity ahead of the time of the event that set it.
template <class Int>
class GcraRule {
 public:
  struct State {
    Int tat = 0;

    friend bool operator==(const State&, const State&) = default;
  };

  GcraRule(const BucketScale& scale, Instant first) noexcept
      : since_first_(first.ns),
        per_ns_(static_cast<Int>(scale.per_ns)),
        emission_interval_(static_cast<Int>(scale.per_cost)),
        capacity_(static_cast<Int>(scale.capacity)),
        largest_cost_(scale.largest_cost) {}

  State start(Instant /*now*/) const noexcept { return {}; }

  static State widened(const auto& narrow) noexcept { return {narrow.tat}; }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    if (cost > largest_cost_) return false;
    const Int time = since_first_(now) * per_ns_;
    const Int taken = cost * emission_interval_;
    // The decision need not wait for the tat that would follow from it.
    const bool passes = state.tat <= time + (capacity_ - taken);
    const Int tat = std::max(state.tat, time) + taken;
    state.tat = passes ? tat : state.tat;
    return passes;
  }

  RetryAfter retry_after(const State& state, Instant now, Cost cost) const noexcept {
    if (cost > largest_cost_) return std::nullopt;
    return Duration{ceil_div<Int>(too_early(state, now, cost), per_ns_)};
  }

  bool waits_longer(const State& state, Instant now, Cost cost, Duration wait) const noexcept {
    return cost > largest_cost_ || too_early(state, now, cost) > static_cast<Int>(wait.ns) * per_ns_;
  }

  Cost room(const State& state, Instant now) const noexcept {
    return static_cast<Cost>(std::min<Int>(largest_cost_, (capacity_ - ahead(state, now)) / emission_interval_));
  }

  std::optional<Duration> until_settled(const State& state, Instant now) const noexcept {
    return Duration{ceil_div<Int>(ahead(state, now), per_ns_)};
  }

  bool rested(const State& state, Instant now) const noexcept { return state.tat <= since_first_(now) * per_ns_; }

  std::string describe(const State& state, Instant now) const {
    return "tat " + time_words(ahead(state, now), per_ns_) + " ahead, " +
           (largest_cost_ > 0 ? "a cost of 1 passes up to " + time_words(capacity_ - emission_interval_, per_ns_)
                              : "and the burst is below a cost of 1");
  }

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

 private:
  /// How far the tat is; at most the capacity.
  Int ahead(const State& state, Instant now) const noexcept {
    return std::max<Int>(0, state.tat - since_first_(now) * per_ns_);
  }

  /// By how many ticks; at most the capacity, so that the wait in ns times `per_ns` is less than that and one more ns.
  Int too_early(const State& state, Instant now, Cost cost) const noexcept {
    return state.tat - (capacity_ - cost * emission_interval_) - since_first_(now) * per_ns_;
  }

  SinceOrigin<Int> since_first_;
  Int per_ns_;
  Int emission_interval_;
  Int capacity_;
  Cost largest_cost_;
};

}  // namespace ratereplay
