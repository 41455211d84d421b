#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>

#include "core/cost.hpp"
#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "core/int128.hpp"
#include "core/rate.hpp"
#include "limiter/spec_reader.hpp"

namespace ratereplay {

// What dialects share that count in windows of a clock's whole ticks.

/// The largest limit of such a dialect: whole numbers up to it are exact as doubles too.
inline constexpr std::int64_t largest_count = 1'000'000'000'000'000;

/// The longest window, 10000 days: two of them are less than a dialect may wait.
inline constexpr Duration longest_window{864'000'000 * ns_per_second};

/// The ticks of a parameter that is a duration: whole ticks of `tick` ns, which are called `unit`, up to
/// `longest_window`. Fails otherwise, naming it.
std::int64_t ticks_of(const SpecReader& reader, std::string_view key, std::int64_t tick, std::string_view unit);

/// The same of a rate's period. Throws Error when it is none, or the count is above `largest_count`.
std::int64_t window_ticks_of(const Rate& rate, std::int64_t tick, std::string_view unit);

/// limit * (ceil((T - 1) / window) + 1), which no limiter exceeds that passes at most `limit` in each window of a
/// clock. Throws Error when it does not fit in 128 bits.
Int128 clock_window_promise(std::int64_t limit, Duration window, Duration length);

/// Counters stay at the end of their 64 bits, far above any limit.
inline std::int64_t counted(std::int64_t count, Cost cost) noexcept {
  return count > std::numeric_limits<std::int64_t>::max() - cost ? std::numeric_limits<std::int64_t>::max()
                                                                 : count + cost;
}

/// The counters of a window and of the one before it.
struct WindowCounts {
  std::int64_t window;  ///< its number since 1970
  std::int64_t current;
  std::int64_t previous;

  /// What they are in another window. A clock that is set back into an earlier one finds them as at the beginning of
  /// this.
  WindowCounts in(std::int64_t other) const noexcept {
    if (other <= window) return *this;
    return {other, 0, other - window == 1 ? current : 0};
  }

  bool empty() const noexcept { return current == 0 && previous == 0; }

  friend bool operator==(const WindowCounts&, const WindowCounts&) = default;
};

/// Windows of so many ticks of so many ns.
class ClockWindows {
 public:
  ClockWindows(std::int64_t tick, std::int64_t ticks) noexcept : tick_(tick), ticks_(ticks) {}

  std::int64_t ticks() const noexcept { return ticks_; }

  std::int64_t window_of(Instant now) const noexcept { return floor_div(floor_div(now.ns, tick_), ticks_); }

  /// Ticks of the window that are over, fewer than all of them; none before it.
  std::int64_t elapsed(std::int64_t window, Instant now) const noexcept {
    return std::max<std::int64_t>(0, floor_div(now.ns, tick_) - window * ticks_);
  }

  /// After two windows nothing of a state is left.
  Duration longest_wait() const noexcept { return {2 * (Int128{ticks_} * tick_)}; }

 private:
  std::int64_t tick_;
  std::int64_t ticks_;
};

/// What a dialect with WindowCounts, of ticks of `tick` ns, passes per ns where as much comes as it lets through.
template <class Rule, class Parameters>
Fraction steady_rate(const Parameters& parameters, std::int64_t tick) {
  const Rule rule(parameters);
  const Instant last_tick{(parameters.window - 1) * tick};
  const auto filled = [&](std::int64_t previous) { return rule.room({0, 0, previous}, last_tick); };
  // The more the last window passed the less does this one, so that every second one settles.
  for (std::int64_t first = parameters.limit;;) {
    const std::int64_t second = filled(first);
    const std::int64_t third = filled(second);
    if (third == first) return Fraction(Int128{first} + second, 2) / Fraction(parameters.own_window().ns);
    first = third;
  }
}

}  // namespace ratereplay
