#pragma once

#include <algorithm>
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
#include "limiter/gcra.hpp"
#include "limiter/spec_reader.hpp"

namespace ratereplay {

class NginxRule;
class DelayingNginxRule;

/// nginx's `limit_req`: a leaky bucket of whole thousandths of a request on a clock of whole milliseconds. A rate a
/// minute is cut down to thousandths a second: 1r/m is one in 62.5 s. `burst` requests may be ahead beside the one that
/// is due, so burst + 1 pass at once. Requests ahead of the rate are delayed until they are due, but for the first
/// `delay` of them; with `nodelay` none is.
/// Source: nginx 1.22.1, src/http/modules/ngx_http_limit_req_module.c. That a zone forgets keys that are idle is left
/// out: its memory is as large as it takes.
struct Nginx {
  enum class Per { second, minute };

  std::int64_t rate = 1;  ///< requests a second or a minute, 1 to `most`
  Per per = Per::second;
  std::int64_t burst = 0;  ///< 0 to `most`
  std::int64_t delay = 0;  ///< requests that are let ahead without a delay; 0 to `most`
  bool nodelay = false;    ///< all are

  /// Beyond it nothing that nginx computes could overflow.
  static constexpr std::int64_t most = 1'000'000'000;

  static constexpr std::array parameters{
      Parameter{"rate", "Nr/s or Nr/m", "requests a second or a minute, as 10r/s"},
      Parameter{"burst", "N", "requests that may be ahead of the rate", "0"},
      Parameter{"nodelay", "", "requests ahead of the rate are not delayed", "delayed"},
      Parameter{"delay", "N", "requests ahead of the rate that are not delayed", "0"},
  };
  static constexpr Description description{
      .name = "nginx",
      .rule =
          "limit_req: passes while the requests ahead of the rate, in thousandths and whole milliseconds, are "
          "within burst; delayed until it is due unless nodelay",
      .parameters = parameters,
      .promise =
          "burst + 1 + floor(rate*ms), ms = T-1 in whole milliseconds, rounded up; departures delay + 1 + "
          "floor(rate*(ms + 1))",
      .memory = "16 bytes",
      .source = "nginx 1.22.1, ngx_http_limit_req_module.c",
      .drift = "a rate a minute is cut down to whole thousandths a second: 1r/m is one in 62.5 s",
  };

  static Nginx from(const SpecReader& reader);

  /// Throws Error where nginx has no way to say the rate.
  static Nginx for_comparison(const Rate& rate, const Fraction& burst);

  /// What comes closest to a bucket of `bucket` refilled at `rate`, a little more or less. Throws Error where
  /// nothing does.
  static Nginx closest(const Rate& rate, std::int64_t bucket);

  /// The directives `limit_req_zone` and `limit_req`, for each client by its address or for all together.
  std::string stanza(bool each_client) const;

  std::string text() const;

  std::string rate_text() const;  ///< "10r/s"

  Duration own_window() const { return {(per == Per::second ? 1 : 60) * ns_per_second}; }

  Int128 quota() const { return Int128{burst} + 1; }

  std::optional<Int128> promise(Duration length) const;

  /// Of what comes in time to be delayed; none without delays.
  std::optional<Int128> admission_promise(Duration length) const;

  /// Thousandths of a request a second.
  std::int64_t thousandths() const noexcept { return rate * 1000 / (per == Per::second ? 1 : 60); }

  Fraction long_run_per_ns() const { return Fraction(thousandths(), 1000 * ns_per_second); }

  bool may_delay() const { return !nodelay; }

  Gcra ideal() const;

  using Rules = std::tuple<DialectRule<NginxRule>, DialectRule<DelayingNginxRule>>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    if (nodelay) return with_dialect<NginxRule>(*this, extent, std::forward<F>(f));
    return with_dialect<DelayingNginxRule>(*this, extent, std::forward<F>(f));
  }
};

/// Requests ahead of the rate in thousandths, by the clock's whole milliseconds.
class NginxRule {
 public:
  struct State {
    std::int64_t last;    ///< ms since 1970
    std::int64_t excess;  ///< at `last`; of a key never seen one request less than none

    friend bool operator==(const State&, const State&) = default;
  };

  static constexpr bool starts_rested = true;
  static constexpr bool counts_requests = true;

  explicit NginxRule(const Nginx& parameters) noexcept : NginxRule(parameters, parameters.burst) {}

  /// For a state that others share, who let it be up to `most_ahead` requests ahead, 0 to `Nginx::most`.
  NginxRule(const Nginx& parameters, std::int64_t most_ahead) noexcept
      : rate_(parameters.thousandths()),
        burst_(parameters.burst * request),
        drain_((std::max(burst_, most_ahead * request) + 2 * request) * 1000 / rate_ + 1) {}

  State start(Instant now) const noexcept { return {whole_ms(now), -request}; }

  bool admit(State& state, Instant now, Cost /*cost*/) const noexcept {
    if (!fits(state, now)) return false;
    take(state, now);
    return true;
  }

  bool fits(const State& state, Instant now) const noexcept {
    return excess_at(state, elapsed_at(state, now)) <= burst_;
  }

  /// Of a request that fits.
  void take(State& state, Instant now) const noexcept {
    const std::int64_t elapsed = elapsed_at(state, now);
    state.excess = excess_at(state, elapsed);
    // A clock that lags a little leaves the time as it was, one that has been set back takes it over.
    if (elapsed != 0) state.last = whole_ms(now);
  }

  Cost room(const State& state, Instant now) const noexcept {
    const std::int64_t left = burst_ - excess_at(state, elapsed_at(state, now));
    return left < 0 ? 0 : left / request + 1;
  }

  bool rested(const State& state, Instant now) const noexcept {
    return refilled(elapsed_at(state, now)) >= state.excess + request;
  }

  std::string describe(const State& state, Instant now) const;

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

  Duration longest_wait() const noexcept { return {Int128{drain_ + 1} * ns_per_ms}; }

 protected:
  static constexpr std::int64_t request = 1000;

  std::int64_t rate() const noexcept { return rate_; }

 private:
  static std::int64_t elapsed_at(const State& state, Instant now) noexcept {
    const std::int64_t elapsed = whole_ms(now) - state.last;
    return elapsed >= 0 ? elapsed : elapsed < -60'000 ? 1 : 0;
  }

  /// After as long as anything takes to drain it does not matter how long.
  std::int64_t refilled(std::int64_t elapsed) const noexcept { return rate_ * std::min(elapsed, drain_) / 1000; }

  /// What it would be with one more request.
  std::int64_t excess_at(const State& state, std::int64_t elapsed) const noexcept {
    return std::max<std::int64_t>(0, state.excess - refilled(elapsed) + request);
  }

  std::int64_t rate_;   ///< thousandths a second
  std::int64_t burst_;  ///< thousandths
  std::int64_t drain_;  ///< ms in which the largest excess, and a request more, is refilled
};

/// The same where requests ahead of the rate wait in a timer of whole milliseconds.
class DelayingNginxRule : public NginxRule {
 public:
  explicit DelayingNginxRule(const Nginx& parameters) noexcept : DelayingNginxRule(parameters, parameters.burst) {}

  DelayingNginxRule(const Nginx& parameters, std::int64_t most_ahead) noexcept
      : NginxRule(parameters, most_ahead),
        delay_((parameters.nodelay ? parameters.burst : parameters.delay) * request) {}

  Instant leaves(const State& state, Instant now) const noexcept {
    return {now.ns + static_cast<std::int64_t>(delay(state, now).ns)};
  }

  /// Of a request that was just taken, to the end of the timer's last whole millisecond.
  Duration delay(const State& state, Instant now) const noexcept {
    if (state.excess <= delay_) return {0};
    const std::int64_t timer = (state.excess - delay_) * 1000 / rate();
    const std::int64_t into_its_ms = now.ns - whole_ms(now) * ns_per_ms;
    return {std::max<Int128>(0, Int128{timer} * ns_per_ms - into_its_ms)};
  }

 private:
  std::int64_t delay_;  ///< thousandths that are not delayed
};

}  // namespace ratereplay
