#include "simulation/retry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/random.hpp"
#include "core/rate.hpp"
#include "core/text.hpp"
#include "limiter/dialect/dialect.hpp"
#include "metrics/busiest_scan.hpp"
#include "replay/delays.hpp"
#include "simulation/asked_limiter.hpp"

namespace ratereplay {

namespace {

using Kind = RetryPolicy::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 6> kinds{{{"none", Kind::none},
                                                                  {"immediate", Kind::immediate},
                                                                  {"retry-after", Kind::retry_after},
                                                                  {"backoff", Kind::backoff},
                                                                  {"client-bucket", Kind::client_bucket},
                                                                  {"queue", Kind::queue}}};

std::string_view name_of(Kind kind) {
  return std::find_if(kinds.begin(), kinds.end(), [kind](const auto& each) { return each.second == kind; })->first;
}

Fraction parse_factor(std::string_view text) {
  const Fraction factor = parse_fraction(text);
  constexpr Int128 largest_term = 1'000'000;
  if (factor < Fraction(1) || factor.numerator() > largest_term) {
    throw Error(fmt::format("{} is no factor of a backoff; give 1 to {}, with few digits", in_quotes(text),
                            grouped(largest_term)));
  }
  return factor;
}

std::int64_t parse_retry_burst(std::string_view text) {
  constexpr std::int64_t most = 1'000'000'000;
  const std::optional<std::int64_t> burst = parse_whole(text);
  if (!burst || *burst < 1 || *burst > most) {
    throw Error(fmt::format("{} is no burst; give a whole number from 1 to {}", in_quotes(text), grouped(most)));
  }
  return *burst;
}

/// What has been sent away and comes back. The earlier one first, of two at a time the one sent away first.
struct Return {
  std::int64_t at;
  std::uint64_t order;
  std::size_t event;
  std::uint64_t attempts;  ///< so far
  Duration wait;           ///< the last one

  friend bool operator<(const Return& a, const Return& b) noexcept {
    return std::pair(b.at, b.order) < std::pair(a.at, a.order);
  }
};

/// A client's own bucket of tokens for retries, which are spent ahead of time by those that wait for one.
class RetryBucket {
 public:
  /// When a retry is free to be sent, at `earliest` or later: ns since 1970.
  Int128 free_at(const RetryPolicy& policy, Int128 earliest) const {
    const Fraction room = full_at_ - (Fraction(1) / *policy.rate) * Fraction(Int128{policy.burst} - 1);
    return std::max(earliest, room.ceil());
  }
  void spend(const RetryPolicy& policy, Int128 at) {
    full_at_ = std::max(full_at_, Fraction(at)) + Fraction(1) / *policy.rate;
  }

 private:
  Fraction full_at_{std::numeric_limits<std::int64_t>::min()};  ///< ns since 1970
};

class Simulation {
 public:
  Simulation(const Events& events, const TraceOutline& outline, const AnyLimiter& limiter, const RetryPolicy& policy,
             const RetryOptions& options)
      : events_(events),
        limiter_(limiter, outline),
        policy_(policy),
        options_(options),
        spread_(default_window(limiter)),
        random_(options.seed),
        attempts_(static_cast<std::uint64_t>(options.window.ns), true),
        delays_(options.memory) {
    const std::size_t clients = outline.keys ? outline.keys->size(0) : 1;
    if (policy.kind == Kind::client_bucket) buckets_.resize(clients);
    if (policy.kind == Kind::queue) queues_.resize(clients);
  }

  RetrySummary run() {
    for (std::size_t event = 0; event < events_.size(); ++event) {
      come_back_before(events_.time(event));
      arrive(event);
    }
    summary_.waiting_at_end = waiting_;
    while (!returns_.empty()) come_back();
    summary_.wasted = summary_.attempts - summary_.passed;
    summary_.delay = delays_.summary(1);
    summary_.peak = attempts_.result(options_.window, instant_at);
    return summary_;
  }

 private:
  KeyId client_of(std::size_t event) const noexcept { return events_.key.empty() ? 0 : events_.key[event]; }

  /// Those of the same time come behind the events of the trace.
  void come_back_before(Instant now) {
    while (!returns_.empty() && returns_.top().at < now.ns) come_back();
  }

  void come_back() {
    const Return back = returns_.top();
    returns_.pop();
    if (policy_.kind == Kind::queue)
      serve(client_of(back.event), {back.at});
    else
      attempt(back.event, {back.at}, back.attempts, back.wait);
  }

  void arrive(std::size_t event) {
    if (policy_.kind != Kind::queue) {
      attempt(event, events_.time(event), 0, {});
      return;
    }
    count_attempt(events_.time(event), 1);
    std::deque<std::size_t>& queue = queues_[client_of(event)];
    queue.push_back(event);
    ++waiting_;
    if (queue.size() == 1) serve(client_of(event), events_.time(event));
    summary_.most_waiting = std::max(summary_.most_waiting, waiting_);
  }

  void count_attempt(Instant now, std::uint64_t attempts) {
    ++summary_.attempts;
    summary_.most_attempts = std::max(summary_.most_attempts, attempts);
    attempts_.add_passed(&now.ns, {}, 1, 1);
  }

  const Answer& ask(std::size_t event, Instant now) {
    const Answer& answer = limiter_.ask(now, events_.cost_of(event), client_of(event));
    if (options_.on_attempt) options_.on_attempt(event, now, answer);
    return answer;
  }

  /// Whether nobody waits for this: ns since 1970.
  bool too_late(std::size_t event, Int128 at) const noexcept {
    return at > latest_return || (options_.max_wait && at - events_.time(event).ns > options_.max_wait->ns);
  }

  /// Of an event that the limiter lets through, which may delay it.
  void pass(std::size_t event, Instant now, Duration delay) {
    const Int128 waited = (now - events_.time(event)).ns + delay.ns;
    if (options_.max_wait && waited > options_.max_wait->ns) {
      ++summary_.abandoned;
      return;
    }
    ++summary_.passed;
    if (waited == 0) ++summary_.passed_at_once;
    delays_.add_chosen(&waited, 1, 1);
  }

  /// Returns whether it comes back.
  bool send_away(std::size_t event, Int128 at, std::uint64_t attempts, Duration wait) {
    if (too_late(event, at)) {
      ++summary_.abandoned;
      return false;
    }
    returns_.push({static_cast<std::int64_t>(at), sent_away_++, event, attempts, wait});
    return true;
  }

  void attempt(std::size_t event, Instant now, std::uint64_t before, Duration last_wait) {
    const std::uint64_t attempts = before + 1;
    count_attempt(now, attempts);
    const Answer& answer = ask(event, now);
    if (answer.passed) {
      pass(event, now, answer.delay);
    } else if (policy_.kind == Kind::none || !answer.retry_after) {
      ++summary_.refused;
    } else if (attempts >= options_.max_attempts) {
      ++summary_.abandoned;
    } else if (policy_.kind == Kind::client_bucket) {
      RetryBucket& bucket = buckets_[client_of(event)];
      const Int128 free_at = bucket.free_at(policy_, now.ns + policy_.wait.ns);
      if (send_away(event, free_at + later({}).ns, attempts, {})) bucket.spend(policy_, free_at);
    } else {
      const Duration wait = wait_of(*answer.retry_after, attempts, last_wait);
      send_away(event, now.ns + wait.ns, attempts, wait);
    }
  }

  /// By a policy of immediate, retry_after or backoff.
  Duration wait_of(Duration retry_after, std::uint64_t attempts, Duration last_wait) {
    if (policy_.kind == Kind::backoff) return jittered_backoff(attempts, last_wait);
    if (policy_.kind == Kind::immediate) return later(policy_.wait);
    if (policy_.wait.ns > 0) retry_after.ns = ceil_div(retry_after.ns, policy_.wait.ns) * policy_.wait.ns;
    return later(retry_after);
  }

  /// Each length up to `longest` as likely.
  Duration drawn(Duration longest) noexcept {
    constexpr Int128 most = std::numeric_limits<std::int64_t>::max();
    return {static_cast<Int128>(random_.below(static_cast<std::uint64_t>(std::min(longest.ns, most)) + 1))};
  }

  Duration later(Duration wait) noexcept {
    if (options_.jitter == Jitter::full) wait.ns += drawn(spread_).ns;
    if (options_.jitter == Jitter::equal) wait.ns += drawn({spread_.ns / 2}).ns;
    return wait;
  }

  Duration jittered_backoff(std::uint64_t attempts, Duration last_wait) {
    if (options_.jitter == Jitter::decorrelated) {
      const Duration last = std::max(last_wait, policy_.wait);
      const Int128 beyond = 3 * last.ns - policy_.wait.ns;
      return {std::min(policy_.wait.ns + drawn({beyond}).ns, policy_.longest.ns)};
    }
    const Duration wait = backoff(attempts);
    if (options_.jitter == Jitter::full) return drawn(wait);
    if (options_.jitter == Jitter::equal) return {wait.ns / 2 + drawn({wait.ns - wait.ns / 2}).ns};
    return wait;
  }

  /// After so many attempts; rounded down each time.
  Duration backoff(std::uint64_t attempts) {
    while (backoffs_.size() < attempts) {
      const Duration next =
          backoffs_.empty() ? policy_.wait
                            : Duration{backoffs_.back().ns * policy_.factor.numerator() / policy_.factor.denominator()};
      backoffs_.push_back(std::min(next, policy_.longest));
    }
    return backoffs_[attempts - 1];
  }

  /// Lets the first of a queue ask, and those behind it, until one has to wait.
  void serve(KeyId client, Instant now) {
    std::deque<std::size_t>& queue = queues_[client];
    while (!queue.empty()) {
      const std::size_t event = queue.front();
      if (too_late(event, now.ns)) {
        ++summary_.abandoned;
      } else if (const Answer& answer = ask(event, now); answer.passed) {
        pass(event, now, answer.delay);
      } else if (!answer.retry_after) {
        ++summary_.refused;
      } else {
        if (send_away(event, now.ns + answer.retry_after->ns, 1, {})) return;
      }
      queue.pop_front();
      --waiting_;
    }
  }

  // A dialect may need 2^62 ns more than it is asked about.
  static constexpr Int128 latest_return = std::numeric_limits<std::int64_t>::max() - longest_dialect_wait.ns;

  const Events& events_;
  AskedLimiter limiter_;
  const RetryPolicy& policy_;
  const RetryOptions& options_;
  Duration spread_;  ///< over which chance moves those who would come too early before
  Random random_;
  std::priority_queue<Return> returns_;
  std::uint64_t sent_away_ = 0;
  std::vector<Duration> backoffs_;               ///< by attempts
  std::vector<RetryBucket> buckets_;             ///< of each client
  std::vector<std::deque<std::size_t>> queues_;  ///< the same
  std::uint64_t waiting_ = 0;
  BusiestScan<std::uint64_t> attempts_;
  Delays delays_;
  RetrySummary summary_;
};

}  // namespace

RetryPolicy RetryPolicy::parse(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = trimmed(text.substr(0, colon));
  const auto* const found =
      std::find_if(kinds.begin(), kinds.end(), [name](const auto& each) { return each.first == name; });
  if (found == kinds.end()) {
    throw Error(
        fmt::format("{} is not one of {}{}", in_quotes(name), joined(names(), ", "), suggestion(name, names())));
  }
  RetryPolicy policy{found->second};
  constexpr Duration round_trip{ns_per_second / 10};
  if (policy.kind == Kind::immediate || policy.kind == Kind::client_bucket) policy.wait = round_trip;
  if (policy.kind == Kind::backoff) {
    policy.wait = {ns_per_second};
    policy.factor = 2;
    policy.longest = {60 * ns_per_second};
  }
  if (colon == std::string_view::npos) return policy;
  const std::vector<std::string_view> values = split(text.substr(colon + 1), ',');
  const auto take = [&](std::size_t count, std::string_view form) {
    if (values.size() != count)
      throw Error(fmt::format("{}: write {}:{}, or {} alone", in_quotes(text), name, form, name));
  };
  switch (policy.kind) {
    case Kind::none:
    case Kind::queue:
      throw Error(fmt::format("{}: {} has no parameters; leave them out", in_quotes(text), name));
    case Kind::immediate:
      take(1, "WAIT");
      policy.wait = parse_duration(values[0]);
      break;
    case Kind::retry_after:
      take(1, "UNIT");
      policy.wait = parse_duration(values[0]);
      break;
    case Kind::backoff:
      take(3, "BASE,FACTOR,CAP");
      policy.wait = parse_duration(values[0]);
      policy.factor = parse_factor(values[1]);
      policy.longest = parse_duration(values[2]);
      if (policy.longest < policy.wait)
        throw Error(fmt::format("{}: the cap is below the base; give a longer one", in_quotes(text)));
      break;
    case Kind::client_bucket: {
      take(2, "RATE,BURST");
      const Rate rate = parse_rate(values[0]);
      policy.rate = rate.per_ns();
      policy.rate_text = rate.text;
      policy.burst = parse_retry_burst(values[1]);
      break;
    }
  }
  return policy;
}

std::string RetryPolicy::text() const {
  const std::string_view name = name_of(kind);
  switch (kind) {
    case Kind::immediate:
      return fmt::format("{}:{}", name, compact_text(wait));
    case Kind::retry_after:
      if (wait.ns > 0) return fmt::format("{}:{}", name, compact_text(wait));
      break;
    case Kind::backoff:
      return fmt::format("{}:{},{},{}", name, compact_text(wait), to_text(factor), compact_text(longest));
    case Kind::client_bucket:
      if (rate) return fmt::format("{}:{},{}", name, rate_text, burst);
      break;
    case Kind::none:
    case Kind::queue:
      break;
  }
  return std::string(name);
}

RetryPolicy RetryPolicy::fitted_to(const AnyLimiter& limiter) const {
  RetryPolicy policy = *this;
  if (kind == Kind::client_bucket && !rate) {
    policy.rate = long_run_per_ns(limiter);
    policy.rate_text = exact_rate_text(*policy.rate);
  }
  return policy;
}

std::vector<std::string> RetryPolicy::names() {
  std::vector<std::string> names;
  names.reserve(kinds.size());
  for (const auto& each : kinds) names.emplace_back(each.first);
  return names;
}

std::vector<std::string> jitter_names() { return {"none", "full", "equal", "decorrelated"}; }

void check_jitter(const RetryPolicy& policy, Jitter jitter) {
  if (jitter != Jitter::decorrelated || policy.kind == Kind::backoff) return;
  throw Error(fmt::format("decorrelated is of backoff, not of {}; choose another jitter", name_of(policy.kind)));
}

RetrySummary simulate_retries(const Events& events, const TraceOutline& outline, const AnyLimiter& limiter,
                              const RetryPolicy& policy, const RetryOptions& options) {
  return Simulation(events, outline, limiter, policy, options).run();
}

}  // namespace ratereplay
