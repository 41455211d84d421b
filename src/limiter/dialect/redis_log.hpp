#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/instant.hpp"
#include "core/rate.hpp"
#include "limiter/description.hpp"
#include "limiter/dialect/clock_windows.hpp"
#include "limiter/dialect/dialect.hpp"
#include "limiter/sliding_log.hpp"
#include "limiter/spec_reader.hpp"

namespace ratereplay {

class RedisLogRule;

/// The log in a sorted set of Redis: ZREMRANGEBYSCORE up to now - window, then a request passes while ZCARD is below
/// the limit. Scores are whole milliseconds, members unique. ZADD logs what passes, or with count=all every request, so
/// that a client that keeps asking stays out. Source: ClassDojo, Better rate limiting with Redis sorted sets (2015),
/// which logs all; that only what passes is logged is the common variant in a script; Redis 7.0.15. It is taken to
/// remove from -inf, not from 0.
struct RedisLog {
  enum class Count { passed, all };

  std::int64_t limit = 1;   ///< 1 to `largest_count`
  std::int64_t window = 1;  ///< ms, 1 to `longest_window`
  Count count = Count::passed;

  static constexpr std::array parameters{
      Parameter{"limit", "N", "requests that a window holds"},
      Parameter{"window", "DURATION", "length of a window in whole milliseconds"},
      Parameter{"count", "passed|all", "whether refused requests are logged too", "passed"},
  };
  static constexpr Description description{
      .name = "redis-log",
      .rule = "ZREMRANGEBYSCORE, ZCARD, ZADD: passes while fewer than limit are logged in the window, in whole ms",
      .parameters = parameters,
      .promise = "limit*ceil((ms + 1)/window), ms = T-1 in whole milliseconds, rounded up",
      .memory = "8 bytes a request logged, at most limit of them, and a header",
      .source = "ClassDojo, Better rate limiting with Redis sorted sets (2015); Redis 7.0.15",
      .drift = "its clock has whole milliseconds; with count=all a client that keeps asking stays out",
  };

  static RedisLog from(const SpecReader& reader);

  /// Throws Error where its windows cannot be that long.
  static RedisLog for_comparison(const Rate& rate, const Fraction& burst);

  std::string text() const;

  Duration own_window() const { return {Int128{window} * ns_per_ms}; }

  Int128 quota() const { return limit; }

  std::optional<Int128> promise(Duration length) const;

  Fraction long_run_per_ns() const { return Fraction(limit, Int128{window} * ns_per_ms); }

  SlidingLog ideal() const {
    return {limit, own_window(), count == Count::all ? SlidingLog::Count::all : SlidingLog::Count::passed};
  }

  using Rules = std::tuple<DialectRule<RedisLogRule>>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    return with_dialect<RedisLogRule>(*this, extent, std::forward<F>(f));
  }
};

/// The newest requests logged, no more than the limit: whatever else is in the set, nothing passes while these are.
class RedisLogRule {
 public:
  struct State {
    std::vector<std::int64_t> log;  ///< ms since 1970, in order of score
    std::size_t removed = 0;        ///< of its first

    friend bool operator==(const State& one, const State& other) noexcept {
      return std::equal(one.begin(), one.end(), other.begin(), other.end());
    }

    std::vector<std::int64_t>::const_iterator begin() const noexcept {
      return log.begin() + static_cast<std::ptrdiff_t>(removed);
    }
    std::vector<std::int64_t>::const_iterator end() const noexcept { return log.end(); }
    std::int64_t size() const noexcept { return end() - begin(); }
  };

  static constexpr bool starts_rested = true;
  static constexpr bool counts_requests = true;

  explicit RedisLogRule(const RedisLog& parameters) noexcept
      : limit_(parameters.limit), window_(parameters.window), all_(parameters.count == RedisLog::Count::all) {}

  State start(Instant /*now*/) const { return {}; }

  bool would_admit(const State& state, Instant now, Cost /*cost*/) const noexcept {
    return state.size() < limit_ || *state.begin() <= gone(now);
  }

  bool admit(State& state, Instant now, Cost cost) const {
    const bool passes = would_admit(state, now, cost);
    if (!passes && !all_) return false;
    while (state.size() > 0 && *state.begin() <= gone(now)) ++state.removed;
    if (2 * state.removed > state.log.size()) {
      state.log.erase(state.log.begin(), state.log.begin() + static_cast<std::ptrdiff_t>(state.removed));
      state.removed = 0;
    }
    const std::int64_t score = whole_ms(now);
    state.log.insert(std::upper_bound(state.begin(), state.end(), score), score);
    if (state.size() > limit_) ++state.removed;
    return passes;
  }

  Cost room(const State& state, Instant now) const noexcept { return limit_ - logged(state, now); }

  bool rested(const State& state, Instant now) const noexcept {
    return state.size() == 0 || state.log.back() <= gone(now);
  }

  std::string describe(const State& state, Instant now) const;

  std::size_t state_bytes(const State& state) const noexcept {
    return sizeof(State) + state.log.size() * sizeof(std::int64_t);
  }

  Duration longest_wait() const noexcept { return {Int128{window_} * ns_per_ms}; }

 private:
  /// The newest score that is out of the window.
  std::int64_t gone(Instant now) const noexcept { return whole_ms(now) - window_; }

  std::int64_t logged(const State& state, Instant now) const noexcept {
    return state.end() - std::upper_bound(state.begin(), state.end(), gone(now));
  }

  std::int64_t limit_;
  std::int64_t window_;  ///< ms
  bool all_;
};

}  // namespace ratereplay
