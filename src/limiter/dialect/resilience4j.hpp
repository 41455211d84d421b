#pragma once

#include <algorithm>
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
#include "limiter/fixed_window.hpp"
#include "limiter/spec_reader.hpp"

namespace ratereplay {

class Resilience4jRule;

/// resilience4j's AtomicRateLimiter, one for each key, made at its first event: cycles of a period follow each other
/// from there, and each brings back what was taken of the limit, up to it. Where that has been used up, an event takes
/// permissions of later cycles if the last of those begins within the timeout, and waits until then.
/// Source: resilience4j 2, io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter. That its timeout is 5 s
/// unless told otherwise, draining, and refusals that come only once the timeout is over are left out; its clock never
/// goes back.
struct Resilience4j {
  std::int64_t limit = 1;  ///< permissions a cycle
  Duration period;         ///< of a cycle, > 0
  Duration timeout{};      ///< >= 0

  /// Permissions, of a cycle and of all that may be reserved: its sums of three of them are of 32 bits.
  static constexpr std::int64_t most = 500'000'000;

  static constexpr std::array parameters{
      Parameter{"limit", "N", "permissions of a cycle (limitForPeriod)"},
      Parameter{"period", "DURATION", "of a cycle (limitRefreshPeriod)"},
      Parameter{"timeout", "DURATION", "for which a permission is waited for (timeoutDuration)", "0"},
  };
  static constexpr Description description{
      .name = "resilience4j",
      .rule =
          "AtomicRateLimiter: passes when its cycle has its cost in permissions, or a later one that begins within "
          "the timeout (then delayed)",
      .parameters = parameters,
      .promise =
          "limit*(ceil((T-1)/period) + 1); with a timeout departures largest cost - 1 more, admissions by "
          "limit*(floor((timeout-1ns)/period) + 1) more",
      .memory = "24 bytes, 32 with a timeout",
      .source = "resilience4j 2, AtomicRateLimiter.java",
      .drift = "none; the cycles of a key go on from its first event, used or not",
  };

  static Resilience4j from(const SpecReader& reader);

  /// It knows no burst. Throws Error for a count above `most`, or a period that is too long.
  static Resilience4j for_comparison(const Rate& rate, const Fraction& burst);

  std::string text() const;

  Duration own_window() const { return period; }

  Int128 quota() const { return most_at_once(); }

  std::optional<Int128> promise(Duration length, Cost largest_cost) const;

  std::optional<Int128> admission_promise(Duration length) const;

  Fraction long_run_per_ns() const { return {limit, period.ns}; }

  bool may_delay() const { return timeout.ns > 0; }

  FixedWindow ideal() const { return {limit, period, FixedWindow::Anchor::first}; }

  /// Cycles that begin after the next one and within the timeout, at the best of times: 1 ns before the next.
  Int128 cycles_further() const noexcept { return (timeout.ns - 1) / period.ns; }

  /// What passes 1 ns before a cycle begins, when nothing was taken.
  Int128 most_at_once() const noexcept { return limit * (may_delay() ? cycles_further() + 2 : Int128{1}); }

  /// Until all that can be reserved has been brought back.
  Duration longest_wait() const noexcept { return {(most_at_once() / limit + 1) * period.ns}; }

  using Rules = std::tuple<DialectRule<Resilience4jRule>, DialectRule<Waiting<Resilience4jRule>>>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    check(extent);
    if (may_delay()) return with_dialect<Waiting<Resilience4jRule>>(*this, extent, std::forward<F>(f));
    return with_dialect<Resilience4jRule>(*this, extent, std::forward<F>(f));
  }

 private:
  /// Throws Error where its arithmetic would overflow, or whether a cost passes would depend on where in a cycle it
  /// comes.
  void check(const Extent& extent) const;
};

class Resilience4jRule {
 public:
  struct State {
    std::int64_t made;         ///< ns since 1970
    std::int64_t cycle;        ///< from 0
    std::int64_t permissions;  ///< of that cycle; below 0 where some of later ones are reserved

    friend bool operator==(const State&, const State&) = default;
  };

  /// Where the cycles of a key begin makes a difference for ever.
  static constexpr bool starts_rested = false;
  static constexpr bool counts_requests = false;

  explicit Resilience4jRule(const Resilience4j& parameters) noexcept
      : limit_(parameters.limit),
        period_(static_cast<std::int64_t>(parameters.period.ns)),
        timeout_(static_cast<std::int64_t>(parameters.timeout.ns)),
        most_at_once_(static_cast<std::int64_t>(parameters.most_at_once())),
        longest_wait_(parameters.longest_wait()) {}

  State start(Instant now) const noexcept { return {now.ns, 0, limit_}; }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    return wait_of_admitted(state, now, cost).has_value();
  }

  Cost room(const State& state, Instant now) const noexcept {
    const std::int64_t cycle = cycle_at(state, now);
    const std::int64_t available = permissions_in(state, cycle);
    const std::int64_t left = timeout_ - to_next(state, now, cycle);
    return std::max<std::int64_t>(0, left < 0 ? available : available + limit_ * (1 + left / period_));
  }

  bool rested(const State& state, Instant now) const noexcept {
    return permissions_in(state, cycle_at(state, now)) == limit_;
  }

  std::string describe(const State& state, Instant now) const;

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

  Duration longest_wait() const noexcept { return longest_wait_; }

 protected:
  /// For how many ns an event that is admitted waits; none where it is refused.
  std::optional<std::int64_t> wait_of_admitted(State& state, Instant now, Cost cost) const noexcept {
    if (cost > most_at_once_) return std::nullopt;
    const std::int64_t cycle = cycle_at(state, now);
    const std::int64_t available = permissions_in(state, cycle);
    std::int64_t wait = 0;
    if (available < cost) {
      const std::int64_t cycles = (cost - (available + limit_) + limit_ - 1) / limit_;
      wait = cycles * period_ + to_next(state, now, cycle);
    }
    if (wait > timeout_) return std::nullopt;
    state.cycle = cycle;
    state.permissions = available - cost;
    return wait;
  }

 private:
  std::int64_t cycle_at(const State& state, Instant now) const noexcept { return (now.ns - state.made) / period_; }

  std::int64_t permissions_in(const State& state, std::int64_t cycle) const noexcept {
    return std::min(state.permissions + (cycle - state.cycle) * limit_, limit_);
  }

  std::int64_t to_next(const State& state, Instant now, std::int64_t cycle) const noexcept {
    return (cycle + 1) * period_ - (now.ns - state.made);
  }

  std::int64_t limit_;
  std::int64_t period_;   ///< ns
  std::int64_t timeout_;  ///< ns
  std::int64_t most_at_once_;
  Duration longest_wait_;
};

}  // namespace ratereplay
