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

class KongRule;

/// The sliding window of Kong's rate-limiting-advanced: every request is counted first, and refused when the count of
/// the current clock window and that of the previous one, by the weight of what is left of the current one, are above
/// the limit. Doubles, and whole seconds. Unless disable_penalty takes it back, a refused request stays counted, so
/// that a client that keeps asking for more than the limit is refused for ever. Source: Kong Gateway Enterprise 3.x,
/// kong/tools/public/rate-limiting/init.lua and its README, and the handler of the plugin. One node, one window. Left
/// out are syncs with other nodes and a clock that is set back into an earlier window, which is taken to stand at the
/// beginning of the last.
struct Kong {
  std::int64_t limit = 1;   ///< 1 to `largest_count`
  std::int64_t window = 1;  ///< s, 1 to `longest_window`
  bool disable_penalty = false;

  static constexpr std::array parameters{
      Parameter{"limit", "N", "requests that a window holds"},
      Parameter{"window", "DURATION", "length of a window in whole seconds"},
      Parameter{"disable_penalty", "", "refused requests are not counted", "counted"},
  };
  static constexpr Description description{
      .name = "kong-sliding",
      .rule =
          "rate-limiting-advanced: passes while the count of the clock window, with the weighted count of the "
          "previous one, also of what was refused, is within the limit",
      .parameters = parameters,
      .promise = "limit*(ceil((T-1)/window) + 1)",
      .memory = "24 bytes",
      .source = "Kong Gateway Enterprise 3.x, kong/tools/public/rate-limiting",
      .drift = "a client that keeps asking for more is refused for ever; a limit of 1 is one in two windows",
  };

  static Kong from(const SpecReader& reader);

  /// Throws Error where its windows cannot be that long.
  static Kong for_comparison(const Rate& rate, const Fraction& burst);

  /// What comes closest to a bucket of `bucket` refilled at `rate`: as many in the whole seconds that fill it. Throws
  /// Error where nothing does.
  static Kong closest(const Rate& rate, std::int64_t bucket);

  /// The plugin in a declarative configuration, for each client by its address or for all together.
  std::string stanza(bool each_client) const;

  std::string text() const;

  Duration own_window() const { return {window * ns_per_second}; }

  Int128 quota() const { return limit; }

  // In each window of the clock no more than the limit.
  std::optional<Int128> promise(Duration length) const { return clock_window_promise(limit, own_window(), length); }

  Fraction long_run_per_ns() const;

  SlidingCounter ideal() const { return {limit, own_window(), SlidingCounter::Rounding::exact}; }

  using Rules = std::tuple<DialectRule<KongRule>>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    return with_dialect<KongRule>(*this, extent, std::forward<F>(f));
  }
};

/// Two counters of a shared dictionary, which are doubles.
class KongRule {
 public:
  using State = WindowCounts;

  static constexpr bool starts_rested = true;
  static constexpr bool counts_requests = true;

  explicit KongRule(const Kong& parameters) noexcept
      : windows_(static_cast<std::int64_t>(ns_per_second), parameters.window),
        limit_(static_cast<double>(parameters.limit)),
        counts_refused_(!parameters.disable_penalty) {}

  State start(Instant now) const noexcept { return {windows_.window_of(now), 0, 0}; }

  bool admit(State& state, Instant now, Cost /*cost*/) const noexcept {
    State counts = state.in(windows_.window_of(now));
    counts.current = counted(counts.current, 1);
    const bool passes = within(counts.current, weighted(counts, now));
    if (passes || counts_refused_) state = counts;
    return passes;
  }

  Cost room(const State& state, Instant now) const noexcept {
    const State counts = state.in(windows_.window_of(now));
    const double previous = weighted(counts, now);
    if (!within(counts.current, previous)) return 0;
    // Sums are rounded, so that the last may still be within.
    auto most = static_cast<std::int64_t>(limit_ - previous);
    while (within(most + 1, previous)) ++most;
    return std::max<Cost>(0, most - counts.current);
  }

  bool rested(const State& state, Instant now) const noexcept { return state.in(windows_.window_of(now)).empty(); }

  std::string describe(const State& state, Instant now) const;

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

  Duration longest_wait() const noexcept { return windows_.longest_wait(); }

 private:
  double weighted(const State& counts, Instant now) const noexcept {
    const auto left = static_cast<double>(windows_.ticks() - windows_.elapsed(counts.window, now));
    return static_cast<double>(counts.previous) * (left / static_cast<double>(windows_.ticks()));
  }

  bool within(std::int64_t current, double previous) const noexcept {
    return !(static_cast<double>(current) + previous > limit_);
  }

  ClockWindows windows_;
  double limit_;
  bool counts_refused_;
};

}  // namespace ratereplay
