#pragma once

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
#include "core/instant.hpp"
#include "core/rate.hpp"
#include "limiter/description.hpp"
#include "limiter/dialect/clock_windows.hpp"
#include "limiter/dialect/dialect.hpp"
#include "limiter/gcra.hpp"
#include "limiter/spec_reader.hpp"

namespace ratereplay {

class RedisCellRule;

/// redis-cell's CL.THROTTLE: GCRA on whole nanoseconds. The interval is period / count as doubles, cut down;
/// max_burst + 1 pass at once. The key expires after what it is ahead, cut down to whole milliseconds, at the end of
/// the millisecond: up to a millisecond before it is due that may be forgotten.
/// Source: redis-cell 0.3.0, redis-cell-impl/src/lib.rs and redis-cell/src/redis/mod.rs; Redis 7.0.15, src/db.c. Left
/// out are a quantity so large that its product with the interval overflows, which is refused here, and that a
/// theoretical arrival 1 ns before 1970 means none.
struct RedisCell {
  std::int64_t max_burst = 0;  ///< 0 to `largest_count`
  std::int64_t count = 1;      ///< 1 to `largest_count`
  std::int64_t period = 1;     ///< s, 1 to `longest_window`

  static constexpr std::array parameters{
      Parameter{"max_burst", "N", "cost that may be ahead beside the one that is due"},
      Parameter{"count", "N", "cost in a period"},
      Parameter{"period", "DURATION", "in whole seconds"},
  };
  static constexpr Description description{
      .name = "redis-cell",
      .rule =
          "CL.THROTTLE: passes while the theoretical arrival, in whole nanoseconds, is at most (max_burst + 1) "
          "intervals ahead",
      .parameters = parameters,
      .promise =
          "floor((T-1 + f)/I + max_burst + 1), I = period/count in whole ns, f the part of 1 ms that is "
          "forgotten with a key, once in max(I - 1 ms, 1 ms)",
      .memory = "16 bytes",
      .source = "redis-cell 0.3.0, redis-cell-impl/src/lib.rs",
      .drift = "the interval is cut down to whole ns; a key may be forgotten up to 1 ms before it is due",
  };

  static RedisCell from(const SpecReader& reader);

  /// Throws Error where its numbers would be too large.
  static RedisCell for_comparison(const Rate& rate, const Fraction& burst);

  /// What comes closest to a bucket of `bucket` refilled at `rate`. Throws Error where nothing does.
  static RedisCell closest(const Rate& rate, std::int64_t bucket);

  /// The command, for each client by its address or for all together.
  std::string stanza(bool each_client) const;

  std::string text() const;

  Duration own_window() const { return {period * ns_per_second}; }

  Int128 quota() const { return Int128{max_burst} + 1; }

  std::optional<Int128> promise(Duration length) const;

  /// ns between events at the rate; 0 where there are more than one a ns.
  std::int64_t interval() const noexcept;

  Fraction long_run_per_ns() const;

  Gcra ideal() const;

  using Rules = std::tuple<DialectRule<RedisCellRule>>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    return with_dialect<RedisCellRule>(*this, extent, std::forward<F>(f));
  }
};

/// A theoretical arrival, and the key that holds it.
class RedisCellRule {
 public:
  struct State {
    std::int64_t arrival;  ///< the theoretical one, ns since 1970
    std::int64_t last;     ///< ms since 1970 in which there is a key; of a key never seen before all

    friend bool operator==(const State&, const State&) = default;
  };

  static constexpr bool starts_rested = true;
  static constexpr bool counts_requests = false;

  explicit RedisCellRule(const RedisCell& parameters) noexcept
      : interval_(parameters.interval()), tolerance_(interval_ * (parameters.max_burst + 1)) {}

  State start(Instant now) const noexcept { return {now.ns, std::numeric_limits<std::int64_t>::min()}; }

  bool would_admit(const State& state, Instant now, Cost cost) const noexcept { return cost <= room(state, now); }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    if (!would_admit(state, now, cost)) return false;
    const std::int64_t ahead_then = ahead(state, now) + cost * interval_;
    state = {now.ns + ahead_then, whole_ms(now) + ahead_then / ns_per_ms};
    return true;
  }

  Cost room(const State& state, Instant now) const noexcept {
    const std::int64_t already = ahead(state, now);
    return already > tolerance_ ? 0 : (tolerance_ - already) / interval_;
  }

  bool rested(const State& state, Instant now) const noexcept { return ahead(state, now) == 0; }

  std::string describe(const State& state, Instant now) const;

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

  Duration longest_wait() const noexcept { return {Int128{tolerance_}}; }

 private:
  /// How far the theoretical arrival is ahead; by more than the tolerance after a clock was set back.
  static std::int64_t ahead(const State& state, Instant now) noexcept {
    return whole_ms(now) > state.last || now.ns > state.arrival ? 0 : state.arrival - now.ns;
  }

  std::int64_t interval_;   ///< ns, >= 1
  std::int64_t tolerance_;  ///< ns
};

}  // namespace ratereplay
