#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "core/cost.hpp"
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
class LeakyBucketRule;

/// A bucket that leaks at `rate`; an event pours its cost in or, when it would overflow `burst`, is refused.
/// Source: J. Turner, "New directions in communications", IEEE Communications Magazine 24(10), 1986; the
/// continuous-state leaky bucket of ITU-T I.371.
struct LeakyBucket {
  Rate rate;
  Fraction burst;  ///< > 0

  static constexpr std::array parameters{
      Parameter{"rate", "RATE", "leak, as 5/h"},
      Parameter{"burst", "AMOUNT", "cost that the bucket holds"},
  };
  static constexpr Description description{
      .name = "leaky-bucket",
      .rule = "passes when the bucket, which leaks continuously, has room for the event's cost below its burst",
      .parameters = parameters,
      .promise = "floor(burst + rate*(T-1))",
      .memory = "16 bytes",
      .source = "Turner, New directions in communications (1986); ITU-T I.371",
      .family = "bucket",
  };

  static LeakyBucket from(const SpecReader& reader) { return {reader.rate(), reader.burst()}; }

  static LeakyBucket for_comparison(const Rate& rate, const Fraction& burst) { return {rate, burst}; }

  std::string text() const { return "rate=" + rate.text + ",burst=" + amount_text(burst); }

  Duration own_window() const { return rate.period; }

  Int128 quota() const { return burst.floor(); }

  Int128 promise(Duration length) const { return bucket_promise(rate, burst, length); }

  using Rules = Widths<LeakyBucketRule>;

  template <class F>
  decltype(auto) with_rule(const Extent& /*extent*/, F&& f) const {
    const BucketScale scale = bucket_scale(rate, burst);
    const Int128 largest = product_plus(scale.capacity, 2, scale.per_ns, "burst");
    return with_narrowest<LeakyBucketRule>(std::max(largest, scale.per_cost), std::forward<F>(f), scale);
  }
};

/// The level in units of BucketScale. As in the token bucket a state holds it with what leaked since 1970, modulo the
/// width of Int: the level is their difference, exact until the time to drain a full bucket has passed, and no less
/// than minus the capacity.
template <class Int>
class LeakyBucketRule {
  using Unsigned = std::conditional_t<std::is_same_v<Int, std::int64_t>, std::uint64_t, UInt128>;

 public:
  struct State {
    Unsigned base;         ///< level plus leaked(updated)
    std::int64_t updated;  ///< ns since 1970

    friend bool operator==(const State&, const State&) = default;
  };

  explicit LeakyBucketRule(const BucketScale& scale) noexcept
      : per_ns_(static_cast<Int>(scale.per_ns)),
        per_cost_(static_cast<Int>(scale.per_cost)),
        capacity_(static_cast<Int>(scale.capacity)),
        time_to_drain_(static_cast<Unsigned>(ceil_div(scale.capacity, scale.per_ns))),
        largest_cost_(scale.largest_cost) {}

  State start(Instant now) const noexcept { return {leaked(now), now.ns}; }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    if (cost > largest_cost_) return false;
    const Int level = level_at(state, now) + cost * per_cost_;
    const bool passes = level <= capacity_;
    state.base = selected(passes, static_cast<Unsigned>(level) + leaked(now), state.base);
    state.updated = selected(passes, now.ns, state.updated);
    return passes;
  }

  RetryAfter retry_after(const State& state, Instant now, Cost cost) const noexcept {
    if (cost > largest_cost_) return std::nullopt;
    return Duration{ceil_div<Int>(overflow(state, now, cost), per_ns_)};
  }

  bool waits_longer(const State& state, Instant now, Cost cost, Duration wait) const noexcept {
    return cost > largest_cost_ || overflow(state, now, cost) > static_cast<Int>(wait.ns) * per_ns_;
  }

  Cost room(const State& state, Instant now) const noexcept {
    return static_cast<Cost>(std::min<Int>(largest_cost_, (capacity_ - level_at(state, now)) / per_cost_));
  }

  std::optional<Duration> until_settled(const State& state, Instant now) const noexcept {
    return Duration{ceil_div<Int>(level_at(state, now), per_ns_)};
  }

  bool rested(const State& state, Instant now) const noexcept { return level_at(state, now) == 0; }

  std::string describe(const State& state, Instant now) const {
    return "level " + amount_words({level_at(state, now), per_cost_}) + " of " + amount_words({capacity_, per_cost_});
  }

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

 private:
  Unsigned leaked(Instant now) const noexcept { return static_cast<Unsigned>(now.ns) * static_cast<Unsigned>(per_ns_); }

  Int level_at(const State& state, Instant now) const noexcept {
    const Int level = static_cast<Int>(state.base - leaked(now));
    const bool drained = (ns_between(state.updated, now) >= time_to_drain_) | (level < 0);
    return drained ? 0 : level;
  }

  /// At most the capacity, so that the wait in ns times `per_ns` is less than that and the leak of one more ns.
  Int overflow(const State& state, Instant now, Cost cost) const noexcept {
    return level_at(state, now) + cost * per_cost_ - capacity_;
  }

  Int per_ns_;
  Int per_cost_;
  Int capacity_;
  Unsigned time_to_drain_;
  Cost largest_cost_;
};

}  // namespace ratereplay
