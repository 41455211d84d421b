#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/event_consumer.hpp"
#include "core/events.hpp"
#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "limiter/catalogue.hpp"
#include "metrics/busiest.hpp"
#include "replay/answer.hpp"
#include "replay/run_options.hpp"
#include "replay/summary.hpp"

namespace ratereplay {

/// What a client does when it is refused.
struct RetryPolicy {
  enum class Kind {
    none,           ///< gives up
    immediate,      ///< comes back after `wait`, a round trip
    retry_after,    ///< comes back when it is told to: rounded up to whole `wait`s, where that is not 0
    backoff,        ///< comes back after `wait`, and each time `factor` times as late, at most `longest`
    client_bucket,  ///< after `wait` at least, when its own bucket of `burst` retries, refilled at `rate`, has one
    queue           ///< is not refused but waits in a queue in front of the limiter, first come first served
  };

  Kind kind = Kind::none;
  Duration wait = {};
  Fraction factor = 1;
  Duration longest = {};
  std::optional<Fraction> rate = {};  ///< of client_bucket, per ns; none: not known yet, see `fitted_to`
  std::string rate_text = {};         ///< as typed
  std::int64_t burst = 1;

  /// Reads `none`, `immediate[:WAIT]`, `retry-after[:UNIT]`, `backoff[:BASE,FACTOR,CAP]`, `client-bucket[:RATE,BURST]`
  /// or `queue`. Throws Error naming the text.
  static RetryPolicy parse(std::string_view text);

  /// Where a client's own bucket has no rate, with that of a limiter in the long run.
  RetryPolicy fitted_to(const AnyLimiter& limiter) const;

  /// Whether a client that is refused comes back.
  bool comes_back() const noexcept { return kind != Kind::none && kind != Kind::queue; }

  /// As it is typed, with every parameter.
  std::string text() const;

  /// Each kind, as it is typed without parameters.
  static std::vector<std::string> names();
};

/// How chance moves the time at which a client comes back. Of a backoff of w: full: 0 to w; equal: w/2 to w;
/// decorrelated: its base to three times its last wait, at most its cap. Of the others, which would come too early
/// before w: full: up to the limiter's own window later; equal: up to half of it.
/// Source: Brooker, "Exponential Backoff and Jitter" (AWS Architecture Blog, 2015).
enum class Jitter { none, full, equal, decorrelated };

/// Their names, in this order.
std::vector<std::string> jitter_names();

/// Throws Error for a jitter that the policy does not have.
void check_jitter(const RetryPolicy& policy, Jitter jitter);

struct RetryOptions {
  Jitter jitter = Jitter::none;
  std::uint64_t max_attempts = 10;        ///< of an event, >= 1
  std::optional<Duration> max_wait = {};  ///< from its arrival until it leaves the limiter
  Duration window{ns_per_second};         ///< in which the peak is counted, up to `longest_window`
  std::uint64_t seed = 1;
  std::size_t memory = default_run_memory;  ///< bytes for delays; more lie in a temporary file
  /// Is told of each attempt in the order of time: of the event with this index, when, and what the limiter said.
  std::function<void(std::size_t, Instant, const Answer&)> on_attempt = {};

  static constexpr Duration longest_window{(Int128{1} << 63) - 1};
};

/// What became of a trace whose clients come back. events = passed + refused + abandoned.
struct RetrySummary {
  std::uint64_t passed = 0;
  std::uint64_t passed_at_once = 0;   ///< of them, at their arrival
  std::uint64_t refused = 0;          ///< by none: all that are; else what can never pass
  std::uint64_t abandoned = 0;        ///< by the client, who has tried or waited long enough
  std::uint64_t attempts = 0;         ///< a queue is asked once for each event
  std::uint64_t wasted = 0;           ///< attempts that did not lead to success
  std::uint64_t most_attempts = 0;    ///< of one event
  std::optional<DelaySummary> delay;  ///< from arrival until success, of those that passed
  BusiestWindow peak;                 ///< of attempts; its cost means nothing
  std::uint64_t most_waiting = 0;     ///< in a queue
  std::uint64_t waiting_at_end = 0;   ///< in a queue, behind the last arrival
};

/// Lets a trace's clients ask a limiter and come back as their policy says. `outline`: of the trace; with keys, of one
/// choice, and each key is a client. Events first, then those that come back, at the same time in the order in which
/// they were sent away. Throws Error where the limiter cannot go on, and for a jitter that the policy does not have.
RetrySummary simulate_retries(const Events& events, const TraceOutline& outline, const AnyLimiter& limiter,
                              const RetryPolicy& policy, const RetryOptions& options);

}  // namespace ratereplay
