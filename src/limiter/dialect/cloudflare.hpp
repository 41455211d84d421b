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
#include "core/instant.hpp"
#include "core/rate.hpp"
#include "limiter/description.hpp"
#include "limiter/dialect/clock_windows.hpp"
#include "limiter/dialect/dialect.hpp"
#include "limiter/sliding_counter.hpp"
#include "limiter/spec_reader.hpp"

namespace ratereplay {

class CloudflareRule;

/// Cloudflare's published estimate: the count of the previous clock window, by the share of it that the last `window`
/// still has, and that of the current one. 42 in the last minute and 18 in this one, 15 s into it, are 49.5.
/// Source: Cloudflare, How we built rate limiting capable of scaling to millions of domains (2017). Published are the
/// estimate, that every request that matches is counted, and that it is refused once the estimate is above the limit.
/// Left open are the units of the clock, of which whole seconds are taken, as published; the arithmetic, which is exact
/// here; whether a request is in the estimate that decides on it, which it is taken to be; and how long a client stays
/// refused, for which no time beyond the estimate is taken. Left out is that counters lag, and a clock that is set back
/// into an earlier window, which is taken to stand at the beginning of the last.
struct Cloudflare {
  std::int64_t limit = 1;   ///< 1 to `largest_count`
  std::int64_t window = 1;  ///< s, 1 to `longest_window`

  static constexpr std::array parameters{
      Parameter{"limit", "N", "requests that a window holds"},
      Parameter{"window", "DURATION", "length of a window in whole seconds"},
  };
  static constexpr Description description{
      .name = "cloudflare",
      .rule =
          "passes while the estimate, the weighted count of the previous clock window and that of the current one, "
          "also of what was refused, is within the limit",
      .parameters = parameters,
      .promise = "limit*(ceil((T-1)/window) + 1)",
      .memory = "24 bytes",
      .source = "Cloudflare, How we built rate limiting capable of scaling to millions of domains (2017)",
      .drift = "a client that keeps asking for more is refused for ever; a limit of 1 is one in two windows",
  };

  static Cloudflare from(const SpecReader& reader);

  /// Throws Error where its windows cannot be that long.
  static Cloudflare for_comparison(const Rate& rate, const Fraction& burst);

  std::string text() const;

  Duration own_window() const { return {window * ns_per_second}; }

  Int128 quota() const { return limit; }

  // In each window of the clock no more than the limit.
  std::optional<Int128> promise(Duration length) const { return clock_window_promise(limit, own_window(), length); }

  Fraction long_run_per_ns() const;

  SlidingCounter ideal() const { return {limit, own_window(), SlidingCounter::Rounding::exact}; }

  using Rules = std::tuple<DialectRule<CloudflareRule>>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    return with_dialect<CloudflareRule>(*this, extent, std::forward<F>(f));
  }
};

/// Two counters, and an exact estimate.
class CloudflareRule {
 public:
  using State = WindowCounts;

  static constexpr bool starts_rested = true;
  static constexpr bool counts_requests = true;

  explicit CloudflareRule(const Cloudflare& parameters) noexcept
      : windows_(static_cast<std::int64_t>(ns_per_second), parameters.window), limit_(parameters.limit) {}

  State start(Instant now) const noexcept { return {windows_.window_of(now), 0, 0}; }

  bool admit(State& state, Instant now, Cost /*cost*/) const noexcept {
    state = state.in(windows_.window_of(now));
    const bool passes = state.current < within(state, now);
    state.current = counted(state.current, 1);
    return passes;
  }

  Cost room(const State& state, Instant now) const noexcept {
    const State counts = state.in(windows_.window_of(now));
    return std::max<std::int64_t>(0, within(counts, now) - counts.current);
  }

  bool rested(const State& state, Instant now) const noexcept { return state.in(windows_.window_of(now)).empty(); }

  std::string describe(const State& state, Instant now) const;

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

  Duration longest_wait() const noexcept { return windows_.longest_wait(); }

 private:
  /// What of the previous window is still in the last, in shares of a request of which there are as many as seconds.
  Int128 weighted(const State& counts, Instant now) const noexcept {
    return Int128{counts.previous} * (windows_.ticks() - windows_.elapsed(counts.window, now));
  }

  /// The largest count of the current window whose estimate is within the limit.
  std::int64_t within(const State& counts, Instant now) const noexcept {
    return static_cast<std::int64_t>(limit_ - ceil_div<Int128>(weighted(counts, now), windows_.ticks()));
  }

  ClockWindows windows_;
  std::int64_t limit_;
};

}  // namespace ratereplay
