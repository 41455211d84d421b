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
#include "limiter/fixed_window.hpp"
#include "limiter/spec_reader.hpp"

namespace ratereplay {

class RedisIncrRule;

/// The counter of Redis' documentation, in one script: INCRBY, and PEXPIRE by the request that finds no key. That one
/// opens the window, whether it passes or not; every request counts, also refused ones, and passes while the count with
/// it is within the limit. A key is gone when the clock's whole milliseconds are past its end, so that a window lasts a
/// millisecond longer than set.
/// Source: Redis documentation of INCR, pattern "rate limiter 2"; Redis 7.0.15, src/db.c (keyIsExpired), src/expire.c.
/// Left out is that 7.0 reads its clock several times in a script, so that these may lie in two milliseconds.
struct RedisIncr {
  std::int64_t limit = 1;   ///< 1 to `largest_count`
  std::int64_t window = 1;  ///< ms, 1 to `longest_window`

  static constexpr std::array parameters{
      Parameter{"limit", "N", "cost that a window holds"},
      Parameter{"window", "DURATION", "length of a window in whole milliseconds"},
  };
  static constexpr Description description{
      .name = "redis-incr",
      .rule = "INCRBY and PEXPIRE: passes while the count of its window, also of what was refused, is within the limit",
      .parameters = parameters,
      .promise = "limit*(ceil(ms/(window + 1 ms)) + 1), ms = T-1 in whole milliseconds, rounded up",
      .memory = "16 bytes",
      .source = "Redis documentation of INCR; Redis 7.0.15, src/db.c",
      .drift = "a window lasts 1 ms longer than set; what is refused fills it too",
  };

  static RedisIncr from(const SpecReader& reader);

  /// Throws Error where its windows cannot be that long.
  static RedisIncr for_comparison(const Rate& rate, const Fraction& burst);

  std::string text() const;

  Duration own_window() const { return {Int128{window} * ns_per_ms}; }

  Int128 quota() const { return limit; }

  std::optional<Int128> promise(Duration length) const;

  Fraction long_run_per_ns() const { return Fraction(limit, (Int128{window} + 1) * ns_per_ms); }

  FixedWindow ideal() const { return {limit, own_window(), FixedWindow::Anchor::first}; }

  using Rules = std::tuple<DialectRule<RedisIncrRule>>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    return with_dialect<RedisIncrRule>(*this, extent, std::forward<F>(f));
  }
};

/// A counter that is gone after its last millisecond.
class RedisIncrRule {
 public:
  struct State {
    std::int64_t last;   ///< ms since 1970 in which there is a key; of a key never seen before all
    std::int64_t count;  ///< of all that came

    friend bool operator==(const State&, const State&) = default;
  };

  static constexpr bool starts_rested = true;
  static constexpr bool counts_requests = false;

  explicit RedisIncrRule(const RedisIncr& parameters) noexcept : limit_(parameters.limit), window_(parameters.window) {}

  State start(Instant /*now*/) const noexcept { return {std::numeric_limits<std::int64_t>::min(), 0}; }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    if (rested(state, now)) state = {whole_ms(now) + window_, 0};
    state.count = counted(state.count, cost);
    return state.count <= limit_;
  }

  Cost room(const State& state, Instant now) const noexcept {
    return rested(state, now) ? limit_ : std::max<Cost>(0, limit_ - state.count);
  }

  bool rested(const State& state, Instant now) const noexcept { return whole_ms(now) > state.last; }

  std::string describe(const State& state, Instant now) const;

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

  Duration longest_wait() const noexcept { return {(Int128{window_} + 1) * ns_per_ms}; }

 private:
  std::int64_t limit_;
  std::int64_t window_;  ///< ms
};

}  // namespace ratereplay
