#pragma once

#include <array>
#include <cmath>
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

class UpstashRule;

/// Upstash's `slidingWindow`: the counter of the previous clock window, weighted by doubles and cut down, and that of
/// the current one, in whole milliseconds. A request is refused when they have come to the limit; else its cost is
/// counted, and it is refused all the same where that leads beyond it.
/// Source: @upstash/ratelimit 2.0 (JavaScript), src/lua-scripts/single.ts and src/single.ts. Left out are its ephemeral
/// cache, which where it is kept refuses a client that was refused until the window is over, and a clock that is set
/// back into an earlier window, which is taken to stand at the beginning of the last.
struct Upstash {
  std::int64_t limit = 1;   ///< 1 to `largest_count`
  std::int64_t window = 1;  ///< ms, 1 to `longest_window`

  static constexpr std::array parameters{
      Parameter{"limit", "N", "cost that a window holds"},
      Parameter{"window", "DURATION", "length of a window in whole milliseconds"},
  };
  static constexpr Description description{
      .name = "upstash-sliding",
      .rule =
          "slidingWindow: passes while the weighted count of the previous clock window, cut down, and that of the "
          "current one are within the limit",
      .parameters = parameters,
      .promise = "limit*(ceil((T-1)/window) + 1)",
      .memory = "24 bytes",
      .source = "@upstash/ratelimit 2.0, src/lua-scripts/single.ts",
      .drift =
          "a refused cost that began below the limit is counted; with more than one a millisecond up to half is "
          "lost",
  };

  static Upstash from(const SpecReader& reader);

  /// Throws Error where its windows cannot be that long.
  static Upstash for_comparison(const Rate& rate, const Fraction& burst);

  std::string text() const;

  Duration own_window() const { return {Int128{window} * ns_per_ms}; }

  Int128 quota() const { return limit; }

  // In each window of the clock no more than the limit.
  std::optional<Int128> promise(Duration length) const { return clock_window_promise(limit, own_window(), length); }

  Fraction long_run_per_ns() const;

  SlidingCounter ideal() const { return {limit, own_window()}; }

  using Rules = std::tuple<DialectRule<UpstashRule>>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    return with_dialect<UpstashRule>(*this, extent, std::forward<F>(f));
  }
};

/// Its script, with the doubles of Lua.
class UpstashRule {
 public:
  using State = WindowCounts;

  static constexpr bool starts_rested = true;
  static constexpr bool counts_requests = false;

  explicit UpstashRule(const Upstash& parameters) noexcept
      : windows_(ns_per_ms, parameters.window), limit_(static_cast<double>(parameters.limit)) {}

  State start(Instant now) const noexcept { return {windows_.window_of(now), 0, 0}; }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    State counts = state.in(windows_.window_of(now));
    const double previous = weighted(counts, now);
    if (previous + static_cast<double>(counts.current) >= limit_) return false;
    counts.current = counted(counts.current, cost);
    state = counts;
    return limit_ - (static_cast<double>(counts.current) + previous) >= 0;
  }

  Cost room(const State& state, Instant now) const noexcept {
    const State counts = state.in(windows_.window_of(now));
    const double left = limit_ - (weighted(counts, now) + static_cast<double>(counts.current));
    return left > 0 ? static_cast<Cost>(left) : 0;
  }

  bool rested(const State& state, Instant now) const noexcept {
    const State counts = state.in(windows_.window_of(now));
    return counts.current == 0 && weighted(counts, now) == 0;
  }

  std::string describe(const State& state, Instant now) const;

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

  Duration longest_wait() const noexcept { return windows_.longest_wait(); }

 private:
  double weighted(const State& counts, Instant now) const noexcept {
    const double over =
        static_cast<double>(windows_.elapsed(counts.window, now)) / static_cast<double>(windows_.ticks());
    return std::floor((1 - over) * static_cast<double>(counts.previous));
  }

  ClockWindows windows_;
  double limit_;
};

}  // namespace ratereplay
