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
#include "core/selected.hpp"
#include "limiter/arithmetic.hpp"
#include "limiter/description.hpp"
#include "limiter/limiter.hpp"
#include "limiter/spec_reader.hpp"
#include "limiter/wording.hpp"

namespace ratereplay {

template <class Int>
class SlidingCounterRule;

/// Two clock windows stand in for the log: what the previous one passed, weighted by the share of it that the sliding
/// window still covers, and what the current one passed.
/// Source: Cloudflare, "How we built rate limiting capable of scaling to millions of domains" (2017).
struct SlidingCounter {
  enum class Rounding { floor, exact };

  std::int64_t limit = 1;  ///< >= 1
  Duration window;         ///< 1 ns to `longest_parameter`
  Rounding rounding = Rounding::floor;

  static constexpr std::array parameters{
      Parameter{"limit", "N", "cost that a window holds"},
      Parameter{"window", "DURATION", "length of a window"},
      Parameter{"rate", "RATE", "5/h in place of limit=5,window=1h", {}, true},
      Parameter{"rounding", "floor|exact", "of the weighted count of the previous window", "floor"},
  };
  static constexpr Description description{
      .name = "sliding-counter",
      .rule =
          "passes while the weighted cost of the previous clock window, the cost of the current one and the event's "
          "own are within the limit",
      .parameters = parameters,
      .promise = "limit + ceil(limit*(T-2)/window); with rounding=exact limit + floor(limit*(T-2)/window)",
      .memory = "24 bytes",
      .source = "Cloudflare, How we built rate limiting capable of scaling to millions of domains (2017)",
  };

  static SlidingCounter from(const SpecReader& reader) {
    const auto [limit, window] = reader.limit_and_window();
    return {limit, window, static_cast<Rounding>(reader.choice("rounding"))};
  }

  static SlidingCounter for_comparison(const Rate& rate, const Fraction& /*burst*/) {
    return {rate.count, rate.period};
  }

  std::string text() const {
    return "limit=" + std::to_string(limit) + ",window=" + compact_text(window) +
           (rounding == Rounding::exact ? ",rounding=exact" : "");
  }

  Duration own_window() const { return window; }

  Int128 quota() const { return limit; }

  /// A window of 1 ns passes what one of 2 ns does: the weight of the previous window starts to fall at its end.
  Int128 promise(Duration length) const {
    const Int128 weighted = checked_mul(limit, std::max<Int128>(length.ns - 2, 0));
    return limit + (rounding == Rounding::floor ? ceil_div(weighted, window.ns) : floor_div(weighted, window.ns));
  }

  using Rules = Widths<SlidingCounterRule>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    const Int128 times = extent.span().ns + 4 * window.ns;
    const Int128 products = product_plus(limit, window.ns, 0, "limit");
    return with_narrowest<SlidingCounterRule>(std::max(times, products), std::forward<F>(f), *this, extent.first);
  }
};

/// Times count from the start of the clock window that holds the first event. With the previous window's cost p, a time
/// e since the current one began and x = limit - current - cost >= 0, the rule floor(p (W - e) / W) <= x is
/// p (W - e) < (x + 1) W, and without the floor p (W - e) <= x W: no division an event, and no product above limit W.
template <class Int>
class SlidingCounterRule {
 public:
  struct State {
    Int start = 0;  ///< of the current window, a multiple of its length
    Cost previous = 0;
    Cost current = 0;

    friend bool operator==(const State&, const State&) = default;
  };

  SlidingCounterRule(const SlidingCounter& parameters, Instant first) noexcept
      : since_origin_(floor_div<Int128>(first.ns, parameters.window.ns) * parameters.window.ns),
        window_(static_cast<Int>(parameters.window.ns)),
        slack_(parameters.rounding == SlidingCounter::Rounding::floor ? window_ - 1 : 0),
        limit_(parameters.limit) {}

  State start(Instant /*now*/) const noexcept { return {}; }

  static State widened(const auto& narrow) noexcept { return {narrow.start, narrow.previous, narrow.current}; }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    if (cost > limit_) return false;
    const Int time = since_origin_(now);
    if (time - state.start >= window_) {
      const State seen = at(state, time);
      if (!has_room(seen, time, cost)) return false;
      state = {seen.start, seen.previous, cost};
      return true;
    }
    const bool passes = has_room(state, time, cost);
    state.current += selected<Cost>(passes, cost, 0);
    return passes;
  }

  RetryAfter retry_after(const State& state, Instant now, Cost cost) const noexcept {
    if (cost > limit_) return std::nullopt;
    const Int time = since_origin_(now);
    const State seen = at(state, time);
    const Int to_boundary = left_of(seen, time);
    // In this window the event passes once little enough of it is left, at the latest when it ends.
    if (const Cost left = limit_ - seen.current - cost; left >= 0)
      return Duration{to_boundary - allowance(left) / seen.previous};
    // In the next one the current count, too large in this one, has become the previous one.
    return Duration{static_cast<Int128>(to_boundary) + window_ - allowance(limit_ - cost) / seen.current};
  }

  /// No wait is longer than two windows.
  bool waits_longer(const State& state, Instant now, Cost cost, Duration wait) const noexcept {
    const Int then = since_origin_(now) + static_cast<Int>(wait.ns);
    return cost > limit_ || !has_room(at(state, then), then, cost);
  }

  Cost room(const State& state, Instant now) const noexcept {
    const Int time = since_origin_(now);
    const State seen = at(state, time);
    const Int weighted = ceil_div<Int>(seen.previous * left_of(seen, time) - slack_, window_);
    return limit_ - seen.current - static_cast<Cost>(weighted);
  }

  /// What the current window passed counts until the next one has all but run out.
  std::optional<Duration> until_settled(const State& state, Instant now) const noexcept {
    const Int time = since_origin_(now);
    const State seen = at(state, time);
    const Int left = left_of(seen, time);
    if (seen.current > 0) return Duration{static_cast<Int128>(left) + window_ - slack_ / seen.current};
    return Duration{seen.previous == 0 ? 0 : std::max<Int>(0, left - slack_ / seen.previous)};
  }

  bool rested(const State& state, Instant now) const noexcept {
    const Int time = since_origin_(now);
    const State seen = at(state, time);
    return (seen.current == 0) & (seen.previous * left_of(seen, time) <= slack_);
  }

  std::string describe(const State& state, Instant now) const {
    const Int time = since_origin_(now);
    const State seen = at(state, time);
    const Fraction weighted(static_cast<Int128>(seen.previous) * left_of(seen, time), window_);
    const bool floors = slack_ > 0;
    const Fraction counted = Fraction(seen.current) + (floors ? Fraction(weighted.floor()) : weighted);
    std::string words = amount_words(counted) + " of " + std::to_string(limit_);
    if (seen.previous == 0) return words;
    return words + ": " + std::to_string(seen.current) + " in this window and " + amount_words(weighted) + " of the " +
           std::to_string(seen.previous) + " in the one before" +
           (floors && weighted.denominator() != 1 ? ", rounded down" : "");
  }

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

 private:
  /// The windows as they stand at `time`.
  State at(const State& state, Int time) const noexcept {
    const Int elapsed = time - state.start;
    if (elapsed < window_) return state;
    if (elapsed - window_ < window_) return {state.start + window_, state.current, 0};
    return {time - time % window_, 0, 0};
  }

  /// Of the current one of windows as they stand at `time`.
  Int left_of(const State& seen, Int time) const noexcept { return window_ - (time - seen.start); }

  /// Of windows as they stand at `time`, for a cost within the limit.
  bool has_room(const State& seen, Int time, Cost cost) const noexcept {
    // In this order all but the last product waits for nothing that the event before decides.
    return seen.previous * (window_ - (time - seen.start)) - slack_ <= (limit_ - cost - seen.current) * window_;
  }

  /// The largest weighted count, in cost times ns, that leaves `left`.
  Int allowance(Cost left) const noexcept { return left * window_ + slack_; }

  SinceOrigin<Int> since_origin_;
  Int window_;
  Int slack_;
  Cost limit_;
};

}  // namespace ratereplay
