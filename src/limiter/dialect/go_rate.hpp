#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "core/rate.hpp"
#include "limiter/description.hpp"
#include "limiter/dialect/dialect.hpp"
#include "limiter/spec_reader.hpp"
#include "limiter/token_bucket.hpp"

namespace ratereplay {

class GoRateRule;

/// Go's golang.org/x/time/rate, as AllowN has it: a bucket of float64 tokens that is full at first. What is refilled is
/// the time since the last event passed, in float64 seconds, times the limit; an event passes when the time until its
/// tokens are there, cut down to whole nanoseconds, is none: up to a nanosecond early, which leaves less than no
/// tokens. Source: golang.org/x/time 0.3.0 (Debian 12), rate/rate.go, under Go 1.19 on amd64, where no multiplication
/// is fused with an addition. An infinite limit and one of 0, which passes one burst ever, are left out.
struct GoRate {
  Fraction limit;            ///< events a second; > 0 unless there is a rate
  std::optional<Rate> rate;  ///< in place of it: its count over its period in float64 seconds
  std::int64_t burst = 1;    ///< 1 to `most`

  /// A float64 counts single tokens up to there.
  static constexpr std::int64_t most = 1'000'000'000'000'000;

  static constexpr std::array parameters{
      Parameter{"limit", "NUMBER", "events a second, as 0.5"},
      Parameter{"rate", "RATE", "5/h in place of limit=5/3600", {}, true},
      Parameter{"burst", "N", "tokens that the bucket holds"},
  };
  static constexpr Description description{
      .name = "go-rate",
      .rule = "AllowN: passes when the float64 bucket holds its cost, or will within less than a nanosecond",
      .parameters = parameters,
      .promise = "none is known",
      .memory = "16 bytes",
      .source = "golang.org/x/time 0.3.0, rate/rate.go",
      .drift = "none but the rounding of float64",
  };

  static GoRate from(const SpecReader& reader);

  /// Throws Error where the burst takes too long to refill. A burst is whole, and at least 1.
  static GoRate for_comparison(const Rate& rate, const Fraction& burst);

  std::string text() const;

  Duration own_window() const { return rate ? rate->period : Duration{ns_per_second}; }

  Int128 quota() const { return burst; }

  /// The limit as the product holds it.
  double per_second() const noexcept;

  /// Of the double.
  Fraction long_run_per_ns() const;

  TokenBucket ideal() const;

  using Rules = std::tuple<DialectRule<GoRateRule>>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    return with_dialect<GoRateRule>(*this, extent, std::forward<F>(f));
  }
};

class GoRateRule {
 public:
  struct State {
    std::int64_t last;  ///< ns since 1970
    double tokens;      ///< at `last`; down to what a nanosecond refills below 0

    friend bool operator==(const State&, const State&) = default;
  };

  static constexpr bool starts_rested = true;
  static constexpr bool counts_requests = false;

  explicit GoRateRule(const GoRate& parameters) noexcept;

  /// The product's first event finds a bucket without tokens that has been refilled for 292 years: longer than any
  /// takes.
  State start(Instant now) const noexcept { return {now.ns, tokens_of_full_}; }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    if (cost > burst_) return false;
    const double tokens = tokens_at(state, now) - static_cast<double>(cost);
    if (tokens < 0 && 1e9 * (-tokens / limit_) >= 1) return false;
    state = {now.ns, tokens};
    return true;
  }

  bool rested(const State& state, Instant now) const noexcept { return tokens_at(state, now) >= tokens_of_full_; }

  std::string describe(const State& state, Instant now) const;

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

  Duration longest_wait() const noexcept { return {time_to_fill_}; }

 protected:
  Cost largest_cost() const noexcept { return burst_; }

 private:
  /// A clock that has been set back is taken over: no time has passed.
  double tokens_at(const State& state, Instant now) const noexcept {
    const std::int64_t elapsed = now.ns < state.last ? 0 : now.ns - state.last;
    const std::int64_t whole = elapsed / ns_a_second;
    const std::int64_t rest = elapsed % ns_a_second;
    const double seconds = static_cast<double>(whole) + static_cast<double>(rest) / 1e9;
    const double tokens = state.tokens + seconds * limit_;
    return tokens > tokens_of_full_ ? tokens_of_full_ : tokens;
  }

  static constexpr std::int64_t ns_a_second = 1'000'000'000;

  double limit_;
  std::int64_t burst_;
  double tokens_of_full_;
  std::int64_t time_to_fill_;  ///< ns, with more than all roundings
};

}  // namespace ratereplay
