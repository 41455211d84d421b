#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "limiter/description.hpp"
#include "limiter/dialect/dialect.hpp"
#include "limiter/spec_reader.hpp"
#include "limiter/token_bucket.hpp"

namespace ratereplay {

class GuavaRule;

/// Guava's RateLimiter, as RateLimiter.create(permitsPerSecond) makes it (SmoothBursty) and tryAcquire(permits,
/// timeout) asks it, one for each key, made at its first event. An event may pass at once whatever it costs, and the
/// next one waits until that is paid back: the permits that it took beyond those stored, times an interval, cut down to
/// whole microseconds. While none is owed, permits are stored for up to `max_burst_seconds`; there are none at first.
/// What waits for no longer than the timeout passes, delayed. Source: Guava 31.1 (Debian 12), RateLimiter.java and
/// SmoothRateLimiter.java. Warming up is left out.
struct Guava {
  Fraction permits_per_second;    ///< > 0, at most `most_per_second`
  Duration timeout{};             ///< >= 0; the product cuts it down to us
  Fraction max_burst_seconds{1};  ///< >= 0

  /// Beyond it the interval is less than a microsecond, and cut down to nothing.
  static constexpr std::int64_t most_per_second = 1'000'000;

  /// The product's permits are of 32 bits.
  static constexpr Cost most_permits = std::numeric_limits<std::int32_t>::max();

  static constexpr std::array parameters{
      Parameter{"permits_per_second", "NUMBER", "as 0.5"},
      Parameter{"timeout", "DURATION", "for which a permit is waited for", "0"},
      Parameter{"max_burst_seconds", "NUMBER", "for which unused permits are stored", "1"},
  };
  static constexpr Description description{
      .name = "guava",
      .rule =
          "tryAcquire: passes, whatever it costs, when what earlier events owe is paid back, or will be within the "
          "timeout (then delayed)",
      .parameters = parameters,
      .promise = "none is known",
      .memory = "24 bytes, 32 with a timeout",
      .source = "Guava 31.1, RateLimiter.java and SmoothRateLimiter.java",
      .drift = "what is owed is cut down to whole microseconds: 300000 a second are 333333",
  };

  static Guava from(const SpecReader& reader);

  /// With as many seconds of burst as store the rest of it, which only SmoothBursty's own constructor takes. Throws
  /// Error for a rate above `most_per_second`, or a time that is too long.
  static Guava for_comparison(const Rate& rate, const Fraction& burst);

  std::string text() const;

  Duration own_window() const { return {ns_per_second}; }

  Int128 quota() const;

  /// Under overload nothing is stored.
  Fraction long_run_per_ns() const;

  bool may_delay() const { return timeout.ns > 0; }

  TokenBucket ideal() const;

  using Rules = std::tuple<DialectRule<GuavaRule>, DialectRule<Waiting<GuavaRule>>>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    const ForCosts for_costs = checked(extent.largest_cost);
    if (may_delay()) return with_dialect<Waiting<GuavaRule>>(for_costs, extent, std::forward<F>(f));
    return with_dialect<GuavaRule>(for_costs, extent, std::forward<F>(f));
  }

  /// What is owed depends on what one event may cost.
  struct ForCosts {
    double permits_per_second;
    double max_burst_seconds;
    std::int64_t timeout_us;
    Duration longest_wait;
  };

  /// Throws Error where a cost is more than the product takes, or leads to a wait that is too long.
  ForCosts checked(Cost largest_cost) const;
};

/// Times in us since the limiter was made.
class GuavaRule {
 public:
  struct State {
    std::int64_t made;       ///< ns since 1970
    std::int64_t next_free;  ///< us; when the next event may pass without a timeout
    double stored;           ///< permits, at that time

    friend bool operator==(const State&, const State&) = default;
  };

  /// A key never seen stores none.
  static constexpr bool starts_rested = false;
  static constexpr bool counts_requests = false;
  static constexpr bool next_pays = true;

  explicit GuavaRule(const Guava::ForCosts& parameters) noexcept
      : interval_(1e6 / parameters.permits_per_second),
        most_stored_(parameters.max_burst_seconds * parameters.permits_per_second),
        timeout_(parameters.timeout_us),
        longest_wait_(parameters.longest_wait) {}

  State start(Instant now) const noexcept { return {now.ns, 0, 0}; }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    return wait_of_admitted(state, now, cost).has_value();
  }

  /// Events of one permit that pass: those that are stored, the one that takes what is left of a permit, and those for
  /// which the timeout suffices.
  Cost room(const State& state, Instant now) const noexcept {
    const std::int64_t at = us_at(state, now);
    if (state.next_free - timeout_ > at) return 0;
    const State free = resynced(state, at);
    const auto whole = static_cast<Cost>(free.stored);
    const std::int64_t left = at + timeout_ - free.next_free - owed(1 - (free.stored - static_cast<double>(whole)));
    return whole + 1 + (left < 0 ? 0 : left / owed(1) + 1);
  }

  bool rested(const State& state, Instant now) const noexcept {
    const std::int64_t at = us_at(state, now);
    return state.next_free <= at && resynced(state, at).stored >= most_stored_;
  }

  std::string describe(const State& state, Instant now) const;

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

  Duration longest_wait() const noexcept { return longest_wait_; }

 protected:
  /// For how many ns an event that is admitted waits; none where it is refused.
  std::optional<std::int64_t> wait_of_admitted(State& state, Instant now, Cost cost) const noexcept {
    const std::int64_t at = us_at(state, now);
    if (state.next_free - timeout_ > at) return std::nullopt;
    const std::int64_t wait = std::max<std::int64_t>(0, state.next_free - at);
    const State free = resynced(state, at);
    const auto permits = static_cast<double>(cost);
    const double spent = std::min(permits, free.stored);
    state.next_free = free.next_free + owed(permits - spent);
    state.stored = free.stored - spent;
    return wait * 1000;
  }

 private:
  static std::int64_t us_at(const State& state, Instant now) noexcept { return (now.ns - state.made) / 1000; }

  std::int64_t owed(double permits) const noexcept { return static_cast<std::int64_t>(permits * interval_); }

  /// With what has been stored since it was free.
  State resynced(const State& state, std::int64_t at) const noexcept {
    if (at <= state.next_free) return state;
    const double stored = state.stored + static_cast<double>(at - state.next_free) / interval_;
    return {state.made, at, std::min(most_stored_, stored)};
  }

  double interval_;  ///< us, at least 1
  double most_stored_;
  std::int64_t timeout_;  ///< us
  Duration longest_wait_;
};

}  // namespace ratereplay
