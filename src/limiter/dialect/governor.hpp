#pragma once

#include <algorithm>
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
#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "core/rate.hpp"
#include "limiter/description.hpp"
#include "limiter/dialect/dialect.hpp"
#include "limiter/gcra.hpp"
#include "limiter/spec_reader.hpp"

namespace ratereplay {

class GovernorRule;

/// The Rust crate governor: GCRA in whole nanoseconds, with a quota as `per_second` and its like or `with_period` make
/// it, and `allow_burst`. The interval between cells is the period over the count, cut down, and at least 1 ns.
/// Source: governor 0.10, src/gcra.rs (check_n) and src/quota.rs. Before December 2024 one cell more passed after it
/// had been idle. Jitter and waiting for a cell are left out.
struct Governor {
  Rate rate;
  std::int64_t burst = 1;  ///< 1 to `most`

  /// Its numbers of cells are of 32 bits.
  static constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();

  static constexpr std::array parameters{
      Parameter{"rate", "RATE", "cells, as 5/h"},
      Parameter{"burst", "N", "cells that may come at once", "the count of the rate"},
  };
  static constexpr Description description{
      .name = "governor",
      .rule = "check_n: GCRA in whole nanoseconds, its interval cut down to them",
      .parameters = parameters,
      .promise = "burst + floor((T-1)/interval), the interval in whole ns",
      .memory = "8 bytes",
      .source = "governor 0.10, src/gcra.rs and src/quota.rs",
      .drift = "its interval is cut down to whole ns: 3/s is one in 333333333 ns",
  };

  static Governor from(const SpecReader& reader);

  /// Throws Error where governor has no way to say the rate. A burst is whole, and at least 1.
  static Governor for_comparison(const Rate& rate, const Fraction& burst);

  std::string text() const;

  Duration own_window() const { return rate.period; }

  Int128 quota() const { return burst; }

  // All that passes from the first to the last event of a window puts the arrival time off by an interval each, to at
  // most a burst of intervals after the last.
  Int128 promise(Duration length) const { return burst + (length.ns - 1) / interval_ns(); }

  /// ns from one cell to the next.
  Int128 interval_ns() const noexcept { return std::max<Int128>(1, rate.period.ns / rate.count); }

  Fraction long_run_per_ns() const { return {1, interval_ns()}; }

  Gcra ideal() const { return {rate, Fraction(burst)}; }

  using Rules = std::tuple<DialectRule<GovernorRule>>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    return with_dialect<GovernorRule>(*this, extent, std::forward<F>(f));
  }
};

class GovernorRule {
 public:
  struct State {
    std::int64_t tat;  ///< ns since 1970; `none` before a first cell has passed

    friend bool operator==(const State&, const State&) = default;
  };

  static constexpr bool starts_rested = true;
  static constexpr bool counts_requests = false;

  explicit GovernorRule(const Governor& parameters) noexcept
      : interval_(static_cast<std::int64_t>(parameters.interval_ns())),
        burst_(parameters.burst),
        tolerance_(interval_ * (burst_ - 1)) {}

  State start(Instant /*now*/) const noexcept { return {none}; }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    if (cost > burst_) return false;
    const std::int64_t further = interval_ * (cost - 1);
    if (ahead(state, now) > tolerance_ - further) return false;
    state.tat = std::max(state.tat, now.ns) + interval_ + further;
    return true;
  }

  Cost room(const State& state, Instant now) const noexcept {
    const std::int64_t left = tolerance_ - std::max<std::int64_t>(0, ahead(state, now));
    return left < 0 ? 0 : left / interval_ + 1;
  }

  bool rested(const State& state, Instant now) const noexcept { return ahead(state, now) <= 0; }

  std::string describe(const State& state, Instant now) const;

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

  Duration longest_wait() const noexcept { return {Int128{interval_} * burst_}; }

 private:
  /// Before any time that passing a cell could leave.
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();

  static std::int64_t ahead(const State& state, Instant now) noexcept {
    return state.tat == none ? 0 : state.tat - now.ns;
  }

  std::int64_t interval_;  ///< ns
  std::int64_t burst_;
  std::int64_t tolerance_;  ///< ns
};

}  // namespace ratereplay
