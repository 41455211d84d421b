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
#include "limiter/arithmetic.hpp"
#include "limiter/description.hpp"
#include "limiter/limiter.hpp"
#include "limiter/spec_reader.hpp"
#include "limiter/wording.hpp"

namespace ratereplay {

template <class Int>
class FixedWindowRule;

/// At most `limit` cost in each window. Windows stand on the clock, the one of t being floor((t - offset) / window), or
/// each is opened by the first event that passes at or after the end of the last.
/// Source: Redis documentation of INCR, pattern "rate limiter" (anchor=first); Envoy ratelimit (anchor=clock).
struct FixedWindow {
  enum class Anchor { clock, first };

  std::int64_t limit = 1;  ///< >= 1
  Duration window;         ///< 1 ns to `longest_parameter`
  Anchor anchor = Anchor::clock;
  Duration offset{};  ///< of the clock's windows, any sign

  static constexpr std::array parameters{
      Parameter{"limit", "N", "cost that a window holds"},
      Parameter{"window", "DURATION", "length of a window"},
      Parameter{"rate", "RATE", "5/h in place of limit=5,window=1h", {}, true},
      Parameter{"anchor", "clock|first", "windows on the clock, or opened by the first event passed", "clock"},
      Parameter{"offset", "DURATION", "shift of the clock's windows", "0"},
  };
  static constexpr Description description{
      .name = "fixed-window",
      .rule = "passes while the cost passed in the current window, with the event's own, is within the limit",
      .parameters = parameters,
      .promise = "limit*(ceil((T-1)/window) + 1); with anchor=first limit*(ceil(T/window) + 1) - 1",
      .memory = "16 bytes",
      .source = "Redis INCR and EXPIRE (anchor=first), Envoy ratelimit (anchor=clock)",
  };

  static FixedWindow from(const SpecReader& reader) {
    const auto [limit, window] = reader.limit_and_window();
    FixedWindow result{limit, window, static_cast<Anchor>(reader.choice("anchor"))};
    if (reader.has("offset")) {
      if (result.anchor == Anchor::first)
        reader.fail("offset shifts the clock's windows; leave it out, or anchor=first");
      result.offset = reader.signed_duration("offset");
    }
    return result;
  }

  static FixedWindow for_comparison(const Rate& rate, const Fraction& /*burst*/) { return {rate.count, rate.period}; }

  std::string text() const {
    return "limit=" + std::to_string(limit) + ",window=" + compact_text(window) +
           (anchor == Anchor::first ? ",anchor=first" : "") + (offset.ns != 0 ? ",offset=" + compact_text(offset) : "");
  }

  Duration own_window() const { return window; }

  Int128 quota() const { return limit; }

  Int128 promise(Duration length) const {
    if (anchor == Anchor::first) return checked_mul(limit, ceil_div(length.ns, window.ns) + 1) - 1;
    return checked_mul(limit, ceil_div(length.ns - 1, window.ns) + 1);
  }

  using Rules = Widths<FixedWindowRule>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    return with_narrowest<FixedWindowRule>(extent.span().ns + 2 * window.ns, std::forward<F>(f), *this, extent.first);
  }
};

/// Times count from the start of the clock window that holds the first event, so window starts are multiples of its
/// length. No value exceeds the span of the times and two windows.
template <class Int>
class FixedWindowRule {
 public:
  struct State {
    Int end = 0;  ///< of the last window opened
    Cost count = 0;

    friend bool operator==(const State&, const State&) = default;
  };

  FixedWindowRule(const FixedWindow& parameters, Instant first) noexcept
      : since_origin_(first.ns - phase(parameters, first)),
        window_(static_cast<Int>(parameters.window.ns)),
        limit_(parameters.limit),
        on_clock_(parameters.anchor == FixedWindow::Anchor::clock) {}

  State start(Instant /*now*/) const noexcept { return {}; }

  static State widened(const auto& narrow) noexcept { return {narrow.end, narrow.count}; }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    const Int time = since_origin_(now);
    if (time >= state.end) {
      if (cost > limit_) return false;
      // The division is paid once a window, not once an event.
      state.end = time + window_ - (on_clock_ ? time % window_ : 0);
      state.count = cost;
      return true;
    }
    if (cost > limit_ - state.count) return false;
    state.count += cost;
    return true;
  }

  RetryAfter retry_after(const State& state, Instant now, Cost cost) const noexcept {
    if (cost > limit_) return std::nullopt;
    return Duration{state.end - since_origin_(now)};
  }

  bool waits_longer(const State& state, Instant now, Cost cost, Duration wait) const noexcept {
    return (cost > limit_) | (state.end - since_origin_(now) > static_cast<Int>(wait.ns));
  }

  Cost room(const State& state, Instant now) const noexcept { return limit_ - counted(state, now); }

  std::optional<Duration> until_settled(const State& state, Instant now) const noexcept {
    return Duration{std::max<Int>(0, state.end - since_origin_(now))};
  }

  bool rested(const State& state, Instant now) const noexcept { return state.end <= since_origin_(now); }

  std::string describe(const State& state, Instant now) const {
    const Int left = state.end - since_origin_(now);
    return share_words(counted(state, now), limit_) + " in the window" +
           (left > 0 ? ", which ends in " + human_text({left}) : "");
  }

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

 private:
  static Int128 phase(const FixedWindow& parameters, Instant first) noexcept {
    if (parameters.anchor == FixedWindow::Anchor::first) return 0;
    const Int128 shifted = first.ns - parameters.offset.ns;
    return shifted - floor_div(shifted, parameters.window.ns) * parameters.window.ns;
  }

  /// The cost passed in the window of `now`.
  Cost counted(const State& state, Instant now) const noexcept {
    return since_origin_(now) >= state.end ? 0 : state.count;
  }

  SinceOrigin<Int> since_origin_;
  Int window_;
  Cost limit_;
  bool on_clock_;
};

}  // namespace ratereplay
