#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
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
class TokenBucketRule;

/// A bucket of `burst` tokens, refilled continuously at `rate`; an event takes its cost in tokens or nothing.
/// Source: RFC 2215, section 3.6 (TOKEN_BUCKET_TSPEC).
struct TokenBucket {
  Rate rate;
  Fraction burst;    ///< > 0
  Fraction initial;  ///< what a key's bucket holds at its first event, 0 to burst

  static constexpr std::array parameters{
      Parameter{"rate", "RATE", "refill, as 5/h"},
      Parameter{"burst", "AMOUNT", "tokens that the bucket holds"},
      Parameter{"initial", "AMOUNT", "tokens at a key's first event", "burst"},
  };
  static constexpr Description description{
      .name = "token-bucket",
      .rule = "passes when the bucket, refilled continuously up to its burst, holds the event's cost in tokens",
      .parameters = parameters,
      .promise = "floor(burst + rate*(T-1))",
      .memory = "16 bytes",
      .source = "RFC 2215, section 3.6",
      .family = "bucket",
  };

  static TokenBucket from(const SpecReader& reader) {
    TokenBucket result{reader.rate(), reader.burst(), {}};
    result.initial = reader.has("initial") ? reader.amount("initial") : result.burst;
    if (result.initial > result.burst) reader.fail("initial must not be above burst");
    return result;
  }

  static TokenBucket for_comparison(const Rate& rate, const Fraction& burst) { return {rate, burst, burst}; }

  std::string text() const {
    return "rate=" + rate.text + ",burst=" + amount_text(burst) +
           (initial == burst ? "" : ",initial=" + amount_text(initial));
  }

  Duration own_window() const { return rate.period; }

  Int128 quota() const { return burst.floor(); }

  Int128 promise(Duration length) const { return bucket_promise(rate, burst, length); }

  using Rules = Widths<TokenBucketRule>;

  template <class F>
  decltype(auto) with_rule(const Extent& /*extent*/, F&& f) const {
    const BucketScale scale = bucket_scale(rate, burst);
    const Int128 largest = product_plus(scale.capacity, 2, scale.per_ns, "burst");
    const Int128 at_start = in_units(initial, scale.per_cost, "initial");
    return with_narrowest<TokenBucketRule>(std::max(largest, scale.per_cost), std::forward<F>(f), scale, at_start);
  }
};

/// Tokens in units of BucketScale. A state holds them less the refill since 1970, modulo the width of Int, so that what
/// is refilled until `now` does not wait for the event before; their sum is exact while it is less than twice the
/// capacity, which holds until the time to fill an empty bucket has passed, whatever the span of the trace.
template <class Int>
class TokenBucketRule {
  using Unsigned = std::conditional_t<std::is_same_v<Int, std::int64_t>, std::uint64_t, UInt128>;

 public:
  struct State {
    Unsigned base;         ///< tokens less refilled(updated)
    std::int64_t updated;  ///< ns since 1970

    friend bool operator==(const State&, const State&) = default;
  };

  TokenBucketRule(const BucketScale& scale, Int128 initial) noexcept
      : per_ns_(static_cast<Int>(scale.per_ns)),
        per_cost_(static_cast<Int>(scale.per_cost)),
        capacity_(static_cast<Int>(scale.capacity)),
        initial_(static_cast<Int>(initial)),
        time_to_fill_(static_cast<Unsigned>(ceil_div(scale.capacity, scale.per_ns))),
        largest_cost_(scale.largest_cost) {}

  State start(Instant now) const noexcept { return {static_cast<Unsigned>(initial_) - refilled(now), now.ns}; }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    if (cost > largest_cost_) return false;
    const Int tokens = tokens_at(state, now) - cost * per_cost_;
    const bool passes = tokens >= 0;
    state.base = selected(passes, static_cast<Unsigned>(tokens) - refilled(now), state.base);
    state.updated = selected(passes, now.ns, state.updated);
    return passes;
  }

  RetryAfter retry_after(const State& state, Instant now, Cost cost) const noexcept {
    if (cost > largest_cost_) return std::nullopt;
    return Duration{ceil_div<Int>(missing(state, now, cost), per_ns_)};
  }

  bool waits_longer(const State& state, Instant now, Cost cost, Duration wait) const noexcept {
    return cost > largest_cost_ || missing(state, now, cost) > static_cast<Int>(wait.ns) * per_ns_;
  }

  Cost room(const State& state, Instant now) const noexcept {
    return static_cast<Cost>(std::min<Int>(largest_cost_, tokens_at(state, now) / per_cost_));
  }

  /// A bucket that has filled up is no new one where those begin with less.
  std::optional<Duration> until_settled(const State& state, Instant now) const noexcept {
    if (largest_cost_ == 0) return Duration{0};
    if (initial_ < capacity_) return std::nullopt;
    return Duration{ceil_div<Int>(capacity_ - tokens_at(state, now), per_ns_)};
  }

  bool rested(const State& state, Instant now) const noexcept {
    return (largest_cost_ == 0) | (tokens_at(state, now) == capacity_);
  }

  std::string describe(const State& state, Instant now) const {
    return amount_words({tokens_at(state, now), per_cost_}) + " of " + amount_words({capacity_, per_cost_}) + " tokens";
  }

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

 private:
  Unsigned refilled(Instant now) const noexcept {
    return static_cast<Unsigned>(now.ns) * static_cast<Unsigned>(per_ns_);
  }

  Int tokens_at(const State& state, Instant now) const noexcept {
    const Int tokens = static_cast<Int>(state.base + refilled(now));
    const bool full = (ns_between(state.updated, now) >= time_to_fill_) | (tokens > capacity_);
    return full ? capacity_ : tokens;
  }

  /// At most the capacity, so that the wait in ns times `per_ns` is less than that and the refill of one more ns.
  Int missing(const State& state, Instant now, Cost cost) const noexcept {
    return cost * per_cost_ - tokens_at(state, now);
  }

  Int per_ns_;
  Int per_cost_;
  Int capacity_;
  Int initial_;
  Unsigned time_to_fill_;
  Cost largest_cost_;
};

}  // namespace ratereplay
