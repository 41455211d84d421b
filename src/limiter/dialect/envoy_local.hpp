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
#include "limiter/spec_reader.hpp"
#include "limiter/token_bucket.hpp"

namespace ratereplay {

class EnvoyLocalRule;

/// Envoy's local rate limit: a bucket that begins full, loses a token to each request that passes, and gets
/// `tokens_per_fill` all at once whenever its timer goes off. Here the timer of a key starts with its first event; that
/// of Envoy runs since it was configured.
/// Source: Envoy 1.30, source/extensions/filters/common/local_ratelimit/local_ratelimit_impl.cc. From 1.31 on the
/// bucket has no timer unless a runtime guard says so, and from 1.34 on never: it is refilled continuously, in doubles.
/// Left out: that a timer goes off late, and shares of a cluster.
struct EnvoyLocal {
  std::int64_t max_tokens = 1;       ///< 1 to `most` less those of a fill
  std::int64_t tokens_per_fill = 1;  ///< >= 1
  std::int64_t fill_interval_ms = least_interval_ms;

  static constexpr std::int64_t most = 4'294'967'295;  ///< tokens and those of a fill: their sum is in 32 bits
  static constexpr std::int64_t least_interval_ms = 50;

  static constexpr std::array parameters{
      Parameter{"max_tokens", "N", "tokens that the bucket holds"},
      Parameter{"tokens_per_fill", "N", "tokens that it gets at each interval", "1"},
      Parameter{"fill_interval", "DURATION", "between two fills, whole milliseconds, at least 50"},
  };
  static constexpr Description description{
      .name = "envoy-local",
      .rule = "passes when the bucket has a token; a timer fills it up with tokens_per_fill at once",
      .parameters = parameters,
      .promise = "max_tokens + tokens_per_fill*ceil((T-1)/fill_interval)",
      .memory = "16 bytes",
      .source = "Envoy 1.30, local_ratelimit_impl.cc",
      .drift = "tokens come in lumps, and those of a fill beyond max_tokens are lost",
  };

  static EnvoyLocal from(const SpecReader& reader);

  /// Throws Error where Envoy has no way to say the rate.
  static EnvoyLocal for_comparison(const Rate& rate, const Fraction& burst);

  /// What comes closest to a bucket of `bucket` refilled at `rate`. Throws Error where nothing does.
  static EnvoyLocal closest(const Rate& rate, std::int64_t bucket);

  /// The token bucket of its filter, for all together. Throws Error where it is to be for each client.
  std::string stanza(bool each_client) const;

  std::string text() const;

  Duration own_window() const { return {Int128{fill_interval_ms} * ns_per_ms}; }

  Int128 quota() const { return max_tokens; }

  Int128 promise(Duration length) const;

  Fraction long_run_per_ns() const { return {std::min(max_tokens, tokens_per_fill), own_window().ns}; }

  TokenBucket ideal() const;

  using Rules = std::tuple<DialectRule<EnvoyLocalRule>>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    return with_dialect<EnvoyLocalRule>(*this, extent, std::forward<F>(f));
  }
};

/// The bucket, filled up when it is asked for: nothing happens between two events but fills.
class EnvoyLocalRule {
 public:
  struct State {
    std::int64_t filled;  ///< ns since 1970, when the timer went off last
    std::int64_t tokens;

    friend bool operator==(const State&, const State&) = default;
  };

  /// A full bucket is not that of a key never seen: its timer is under way.
  static constexpr bool starts_rested = false;
  static constexpr bool counts_requests = true;

  explicit EnvoyLocalRule(const EnvoyLocal& parameters) noexcept
      : max_tokens_(parameters.max_tokens),
        per_fill_(parameters.tokens_per_fill),
        interval_(static_cast<std::int64_t>(parameters.own_window().ns)),
        fills_(max_tokens_ / per_fill_ + 1) {}

  State start(Instant now) const noexcept { return {now.ns, max_tokens_}; }

  bool admit(State& state, Instant now, Cost /*cost*/) const noexcept {
    const std::int64_t fills = fills_until(state, now);
    const std::int64_t tokens = tokens_after(state, fills);
    if (tokens == 0) return false;
    state = {state.filled + fills * interval_, tokens - 1};
    return true;
  }

  Cost room(const State& state, Instant now) const noexcept { return tokens_after(state, fills_until(state, now)); }

  bool rested(const State& state, Instant now) const noexcept { return room(state, now) == max_tokens_; }

  std::string describe(const State& state, Instant now) const;

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

  Duration longest_wait() const noexcept { return {Int128{fills_} * interval_}; }

 private:
  /// The timer's clock never goes back.
  std::int64_t fills_until(const State& state, Instant now) const noexcept {
    return std::max<std::int64_t>(0, now.ns - state.filled) / interval_;
  }

  std::int64_t tokens_after(const State& state, std::int64_t fills) const noexcept {
    return std::min(max_tokens_, state.tokens + per_fill_ * std::min(fills, fills_));
  }

  std::int64_t max_tokens_;
  std::int64_t per_fill_;
  std::int64_t interval_;  ///< ns
  std::int64_t fills_;     ///< that fill an empty bucket, or one more
};

}  // namespace ratereplay
