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

class EnvoyRatelimitRule;

/// Envoy's ratelimit service with its fixed windows in Redis: one counter for each whole second, minute, hour or day of
/// the clock. Every request adds its hits_addend, also a refused one, and passes while the count with it is within
/// requests_per_unit.
/// Source: envoyproxy/ratelimit (2023), src/redis/fixed_cache_impl.go and src/limiter/base_limiter.go. Left out are its
/// local cache of keys over the limit, off by default, with which their refusals count no more but nothing else passes;
/// counters beyond 32 bits; more than one descriptor; and a clock that is set back into an earlier window, which is
/// taken to stand at the beginning of the last.
struct EnvoyRatelimit {
  enum class Unit { second, minute, hour, day };

  std::int64_t requests_per_unit = 1;  ///< 1 to `most`
  Unit unit = Unit::second;

  /// It is a number of 32 bits.
  static constexpr std::int64_t most = 4'294'967'295;

  static constexpr std::array parameters{
      Parameter{"requests_per_unit", "N", "cost that a window holds"},
      Parameter{"unit", "second|minute|hour|day", "the window", "second"},
  };
  static constexpr Description description{
      .name = "envoy-ratelimit",
      .rule =
          "INCRBY hits_addend: passes while the count of its unit of the clock, also of what was refused, is within "
          "requests_per_unit",
      .parameters = parameters,
      .promise = "requests_per_unit*(ceil((T-1)/unit) + 1)",
      .memory = "16 bytes",
      .source = "envoyproxy/ratelimit, src/redis/fixed_cache_impl.go (2023)",
      .drift = "a refused cost that does not fit fills the window for smaller ones",
  };

  static EnvoyRatelimit from(const SpecReader& reader);

  /// Throws Error where it has no unit for the rate.
  static EnvoyRatelimit for_comparison(const Rate& rate, const Fraction& burst);

  std::string text() const;

  Duration own_window() const { return {seconds() * ns_per_second}; }

  Int128 quota() const { return requests_per_unit; }

  std::optional<Int128> promise(Duration length) const {
    return clock_window_promise(requests_per_unit, own_window(), length);
  }

  std::int64_t seconds() const noexcept;

  Fraction long_run_per_ns() const { return Fraction(requests_per_unit, own_window().ns); }

  FixedWindow ideal() const { return {requests_per_unit, own_window()}; }

  using Rules = std::tuple<DialectRule<EnvoyRatelimitRule>>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    return with_dialect<EnvoyRatelimitRule>(*this, extent, std::forward<F>(f));
  }
};

/// A counter whose key names the window.
class EnvoyRatelimitRule {
 public:
  struct State {
    std::int64_t window;  ///< its number since 1970
    std::int64_t count;   ///< of all that came

    friend bool operator==(const State&, const State&) = default;
  };

  static constexpr bool starts_rested = true;
  static constexpr bool counts_requests = false;

  explicit EnvoyRatelimitRule(const EnvoyRatelimit& parameters) noexcept
      : limit_(parameters.requests_per_unit),
        windows_(static_cast<std::int64_t>(ns_per_second), parameters.seconds()) {}

  State start(Instant now) const noexcept { return {windows_.window_of(now), 0}; }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    const std::int64_t window = windows_.window_of(now);
    if (window > state.window) state = {window, 0};
    state.count = counted(state.count, cost);
    return state.count <= limit_;
  }

  Cost room(const State& state, Instant now) const noexcept {
    return windows_.window_of(now) > state.window ? limit_ : std::max<Cost>(0, limit_ - state.count);
  }

  bool rested(const State& state, Instant now) const noexcept {
    return state.count == 0 || windows_.window_of(now) > state.window;
  }

  std::string describe(const State& state, Instant now) const;

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

  Duration longest_wait() const noexcept { return windows_.longest_wait(); }

 private:
  std::int64_t limit_;
  ClockWindows windows_;
};

}  // namespace ratereplay
