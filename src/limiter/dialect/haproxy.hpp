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
#include "limiter/dialect/dialect.hpp"
#include "limiter/sliding_counter.hpp"
#include "limiter/spec_reader.hpp"

namespace ratereplay {

class HaproxyRule;

/// HAProxy's `http_req_rate(period)` of a stick table, with `deny if { sc_http_req_rate(0) gt limit }`: the requests of
/// the current window, its own among them, and the share that is left of the window before, rounded down. Tracking
/// counts every request, also one that is denied then. The first request opens a window, at an even millisecond; the
/// next one follows it while requests come, and after two periods without any it is opened anew.
/// Source: HAProxy 2.6.12, include/haproxy/freq_ctr.h and src/freq_ctr.c; 3.x reckons the same. Left out: its
/// milliseconds are those of 32 bits, so a window that is opened in the first period after they begin anew, every 49.7
/// days, would begin where they do; and that a table forgets keys by their number and `expire`.
struct Haproxy {
  std::int64_t limit = 1;  ///< 1 to `most`
  std::int64_t period_ms = shortest_ms;

  static constexpr std::int64_t most = 4'294'967'295;  ///< HAProxy counts in 32 bits
  /// A window of 1 ms is over at its odd millisecond, and then every request opens one.
  static constexpr std::int64_t shortest_ms = 2;
  static constexpr std::int64_t longest_ms = 2'147'483'647;  ///< that it takes

  static constexpr std::array parameters{
      Parameter{"limit", "N", "requests in a period, beyond which they are denied"},
      Parameter{"period", "DURATION", "of http_req_rate(period), in whole milliseconds, at least 2"},
  };
  static constexpr Description description{
      .name = "haproxy",
      .rule =
          "http_req_rate(period): passes while the requests counted in the current window, also denied ones, and the "
          "weighted ones of the window before are within the limit",
      .parameters = parameters,
      .promise = "limit*(ceil(ms/period) + 1), ms = T-1 in whole milliseconds, rounded up; an odd period 1 ms less",
      .memory = "16 bytes",
      .source = "HAProxy 2.6.12, freq_ctr.h and freq_ctr.c",
      .drift = "denied requests count: who stays above the limit gets nothing through, not the limit",
  };

  static Haproxy from(const SpecReader& reader);

  /// Throws Error where HAProxy has no way to say the rate.
  static Haproxy for_comparison(const Rate& rate, const Fraction& burst);

  /// What comes closest to a bucket of `bucket` refilled at `rate`: as many in the time that fills it. Throws Error
  /// where nothing does.
  static Haproxy closest(const Rate& rate, std::int64_t bucket);

  /// A stick table and the rules that ask it, for each client by its address or for all together.
  std::string stanza(bool each_client) const;

  std::string text() const;

  Duration own_window() const { return {Int128{period_ms} * ns_per_ms}; }

  Int128 quota() const { return limit; }

  Int128 promise(Duration length) const;

  Fraction long_run_per_ns() const { return {limit, own_window().ns}; }

  SlidingCounter ideal() const { return {limit, own_window()}; }

  using Rules = std::tuple<DialectRule<HaproxyRule>>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    return with_dialect<HaproxyRule>(*this, extent, std::forward<F>(f));
  }
};

/// A counter for this window and one for that before, on a clock of whole milliseconds.
class HaproxyRule {
 public:
  struct State {
    std::int64_t tick;  ///< ms since 1970 when the window began
    std::uint32_t current = 0;
    std::uint32_t previous = 0;

    friend bool operator==(const State&, const State&) = default;
  };

  static constexpr bool starts_rested = true;
  static constexpr bool counts_requests = true;

  explicit HaproxyRule(const Haproxy& parameters) noexcept
      : limit_(static_cast<std::uint64_t>(parameters.limit)), period_(parameters.period_ms) {}

  /// In the product the counter of a key never seen stands at the beginning of time.
  State start(Instant now) const noexcept { return {whole_ms(now) - 2 * period_}; }

  bool admit(State& state, Instant now, Cost /*cost*/) const noexcept {
    state = at(state, now);
    ++state.current;
    return state.current + carried(state, now) <= limit_;
  }

  Cost room(const State& state, Instant now) const noexcept {
    const State then = at(state, now);
    const std::uint64_t counted = then.current + carried(then, now);
    return counted < limit_ ? static_cast<Cost>(limit_ - counted) : 0;
  }

  bool rested(const State& state, Instant now) const noexcept { return whole_ms(now) - state.tick >= 2 * period_; }

  std::string describe(const State& state, Instant now) const;

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

  Duration longest_wait() const noexcept { return {Int128{2 * period_ + 1} * ns_per_ms}; }

 private:
  /// In the window of `now`. A clock set back opens one too.
  State at(const State& state, Instant now) const noexcept {
    const std::int64_t elapsed = whole_ms(now) - state.tick;
    if (elapsed >= 0 && elapsed < period_) return state;
    if (elapsed >= period_ && elapsed < 2 * period_) return {even(state.tick + period_), 0, state.current};
    return {even(whole_ms(now))};
  }

  /// The lowest bit of a tick is a lock.
  static std::int64_t even(std::int64_t tick) noexcept { return tick - (tick & 1); }

  /// What the window before still counts for in that of `now`, which ends no earlier.
  std::uint64_t carried(const State& state, Instant now) const noexcept {
    const std::int64_t remaining = state.tick + period_ - whole_ms(now);
    return std::uint64_t{state.previous} * static_cast<std::uint64_t>(remaining) / static_cast<std::uint64_t>(period_);
  }

  std::uint64_t limit_;
  std::int64_t period_;  ///< ms
};

}  // namespace ratereplay
