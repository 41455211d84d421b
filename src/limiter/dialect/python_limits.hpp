#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/instant.hpp"
#include "core/rate.hpp"
#include "limiter/description.hpp"
#include "limiter/dialect/dialect.hpp"
#include "limiter/fixed_window.hpp"
#include "limiter/sliding_counter.hpp"
#include "limiter/sliding_log.hpp"
#include "limiter/spec_reader.hpp"

namespace ratereplay {

class PythonFixedRule;
class PythonMovingRule;
class PythonSlidingRule;

/// Python's limits, as Flask-Limiter uses it, with its MemoryStorage; times are the doubles of time.time().
/// fixed: the first hit opens a window, and every hit counts in it, also a refused one.
/// moving: hits that passed are listed and count until they are older than the window, not when they are as old.
/// sliding: two windows on the clock, that before weighted by what is left of this one, rounded down.
/// Source: limits 2.8.0 (fixed, moving) and 4.0 (sliding, which 2.8.0 has not), limits/storage/memory.py. Left out: a
/// moving hit that costs more than the limit, for which 2.8.0 looks at the wrong end of its list and may let it pass,
/// is refused, as later versions do; sliding, that its two first windows since 1970 are one.
struct PythonLimits {
  enum class Strategy { fixed, moving, sliding };

  Strategy strategy = Strategy::fixed;
  std::int64_t limit = 1;     ///< 1 to `most`
  std::int64_t window_s = 1;  ///< 1 to `longest_s`

  static constexpr std::int64_t most = 1'000'000'000'000;  ///< as a double still exact, with twice as much
  static constexpr std::int64_t longest_s = 2'000'000'000;

  static constexpr std::array parameters{
      Parameter{"strategy", "fixed|moving|sliding", "which of its rate limiters", "fixed"},
      Parameter{"limit", "N", "cost that a window holds"},
      Parameter{"window", "DURATION", "length of a window, in whole seconds"},
  };
  static constexpr Description description{
      .name = "python-limits",
      .rule =
          "passes while the cost is within the limit: hit since the window was opened (fixed), passed in the last "
          "window (moving), or passed in this and weighted in the last (sliding)",
      .parameters = parameters,
      .promise = "limit*(ceil((T-1)/w) + 1), w = window - 10 us for the rounding of its times; moving limit*ceil(T/w)",
      .memory = "16 bytes; sliding 24; moving 16 bytes a hit that passed, at most limit of them, and a header",
      .source = "limits 2.8.0 and 4.0 (sliding), storage/memory.py",
      .drift = "times are doubles, about 240 ns apart; with fixed, a refused hit takes its cost too",
  };

  static PythonLimits from(const SpecReader& reader);

  /// Throws Error where limits has no way to say the rate.
  static PythonLimits for_comparison(const Rate& rate, const Fraction& burst);

  std::string text() const;

  Duration own_window() const { return {Int128{window_s} * ns_per_second}; }

  Int128 quota() const { return limit; }

  Int128 promise(Duration length) const;

  Fraction long_run_per_ns() const { return {limit, own_window().ns}; }

  std::variant<FixedWindow, SlidingLog, SlidingCounter> ideal() const;

  using Rules = std::tuple<DialectRule<PythonFixedRule>, DialectRule<PythonMovingRule>, DialectRule<PythonSlidingRule>>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    if (strategy == Strategy::fixed) return with_dialect<PythonFixedRule>(*this, extent, std::forward<F>(f));
    if (strategy == Strategy::moving) return with_dialect<PythonMovingRule>(*this, extent, std::forward<F>(f));
    return with_dialect<PythonSlidingRule>(*this, extent, std::forward<F>(f));
  }
};

/// What the three know.
class PythonRule {
 public:
  static constexpr bool starts_rested = true;
  static constexpr bool counts_requests = false;

  explicit PythonRule(const PythonLimits& parameters) noexcept
      : limit_(parameters.limit), window_(static_cast<double>(parameters.window_s)) {}

  Cost largest_cost() const noexcept { return limit_; }

  Duration longest_wait() const noexcept {
    return {2 * Int128{static_cast<std::int64_t>(window_)} * ns_per_second + 1'000'000};
  }

 protected:
  /// time.time() of CPython 3.11: seconds, exact where they are whole.
  static double seconds(Instant now) noexcept {
    constexpr std::int64_t ns = 1'000'000'000;
    const std::int64_t whole = now.ns / ns;
    return whole * ns == now.ns ? static_cast<double>(whole) : static_cast<double>(now.ns) / 1e9;
  }

  std::string share(Cost counted) const;

  Cost limit_;
  double window_;  ///< s
};

/// A counter that is forgotten at its expiry.
class PythonFixedRule : public PythonRule {
 public:
  struct State {
    double expires;  ///< s since 1970
    Cost count;      ///< limit + 1 where it is more

    friend bool operator==(const State&, const State&) = default;
  };

  using PythonRule::PythonRule;

  State start(Instant /*now*/) const noexcept { return {-std::numeric_limits<double>::infinity(), 0}; }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    const double time = seconds(now);
    if (state.expires <= time) state = {time + window_, 0};
    state.count = cost > limit_ - state.count ? limit_ + 1 : state.count + cost;
    return state.count <= limit_;
  }

  bool rested(const State& state, Instant now) const noexcept { return state.expires <= seconds(now); }

  std::string describe(const State& state, Instant now) const;

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }
};

/// The list of what passed. An entry holds the cost listed before it, modulo 2^64, so what the product finds by its
/// place in the list, one entry for each unit of cost and the newest first, is found by a search.
class PythonMovingRule : public PythonRule {
 public:
  struct Entry {
    double time;  ///< s since 1970
    std::uint64_t before;

    friend bool operator==(const Entry&, const Entry&) = default;
  };
  struct State {
    std::vector<Entry> list;  ///< the oldest first
    std::size_t dropped = 0;  ///< of these, so many do not matter any more
    std::uint64_t listed = 0;

    friend bool operator==(const State&, const State&) = default;
  };

  using PythonRule::PythonRule;

  State start(Instant /*now*/) const { return {}; }

  bool admit(State& state, Instant now, Cost cost) const {
    if (!would_admit(state, now, cost)) return false;
    list(state, seconds(now), static_cast<std::uint64_t>(cost));
    return true;
  }

  bool would_admit(const State& state, Instant now, Cost cost) const noexcept;

  bool rested(const State& state, Instant now) const noexcept {
    return state.list.empty() || !counts(state.list.back(), seconds(now));
  }

  std::string describe(const State& state, Instant now) const;

  std::size_t state_bytes(const State& state) const noexcept {
    return sizeof(State) + (state.list.size() - state.dropped) * sizeof(Entry);
  }

 private:
  bool counts(const Entry& entry, double time) const noexcept { return entry.time >= time - window_; }

  void list(State& state, double time, std::uint64_t cost) const;
};

/// A counter for this window and one for that before. Its windows are on the clock, and a counter outlives the time in
/// which it is asked for.
class PythonSlidingRule : public PythonRule {
 public:
  struct State {
    std::int64_t window;  ///< since 1970
    Cost current = 0;
    Cost previous = 0;

    friend bool operator==(const State&, const State&) = default;
  };

  using PythonRule::PythonRule;

  State start(Instant now) const noexcept { return {window_of(seconds(now))}; }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    if (cost > limit_) return false;
    const double time = seconds(now);
    const State then = at(state, time);
    // Asked once before it takes the cost and once after: rounded, the two can differ.
    if (whole(weighted(then, time, then.current)) + cost > limit_) return false;
    if (whole(weighted(then, time, then.current + cost)) > limit_) return false;
    state = {then.window, then.current + cost, then.previous};
    return true;
  }

  bool rested(const State& state, Instant now) const noexcept {
    const State then = at(state, seconds(now));
    return then.current == 0 && then.previous == 0;
  }

  std::string describe(const State& state, Instant now) const;

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

 private:
  std::int64_t window_of(double time) const noexcept { return static_cast<std::int64_t>(std::floor(time / window_)); }

  static Cost whole(double weighted) noexcept { return static_cast<Cost>(std::floor(weighted)); }

  /// In the window of `time`. One of a clock set back has no counters any more.
  State at(const State& state, double time) const noexcept {
    const std::int64_t window = window_of(time);
    if (window == state.window) return state;
    return {window, 0, window == state.window + 1 ? state.current : 0};
  }

  double weighted(const State& then, double time, Cost current) const noexcept {
    const double windows = (time - window_) / window_;
    const double left = (1 - (windows - std::floor(windows))) * window_;
    return static_cast<double>(then.previous) * left / window_ + static_cast<double>(current);
  }
};

}  // namespace ratereplay
