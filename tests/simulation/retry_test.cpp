#include "simulation/retry.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "limiter/spec.hpp"

using namespace ratereplay;

// tests/simulation/retry_test.py states every policy and jitter once more.

namespace {

constexpr std::int64_t s = 1'000'000'000;

RetrySummary retried(const std::string& limiter, const std::string& policy, const std::vector<std::int64_t>& arrivals,
                     const RetryOptions& options = {}, const std::vector<Cost>& costs = {}) {
  const AnyLimiter parsed = parse_limiter(limiter);
  return simulate_retries({arrivals, costs}, {costs.empty(), nullptr}, parsed,
                          RetryPolicy::parse(policy).fitted_to(parsed), options);
}

std::string refused(const std::string& policy) {
  try {
    RetryPolicy::parse(policy);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("clients that are told when to retry come back all at once when a window begins") {
  // Ten in the first second of a minute for two: eight come at its end, two of them pass, and so on.
  const std::vector<std::int64_t> arrivals(10, s);
  const RetrySummary told = retried("fixed-window:rate=2/m", "retry-after", arrivals);
  CHECK(told.passed == 10);
  CHECK(told.passed_at_once == 2);
  CHECK(told.attempts == 10 + 8 + 6 + 4 + 2);
  CHECK(told.wasted == 20);
  CHECK(told.most_attempts == 5);
  REQUIRE(told.delay);
  CHECK(told.delay->longest == Duration{239 * s});
  CHECK(told.delay->p50 == Duration{119 * s});
  CHECK(told.peak.events == 10);
  CHECK(told.peak.from == Instant{s});
}

TEST_CASE("full jitter flattens the wave") {
  std::vector<std::int64_t> arrivals;
  for (std::int64_t event = 0; event < 600; ++event) arrivals.push_back(event * s / 10);
  // All but 60 of a minute's 600 come back at its end, and nine came in the second before it.
  const RetrySummary wave = retried("fixed-window:rate=60/m", "retry-after", arrivals);
  CHECK(wave.peak.events == 549);
  CHECK(wave.peak.from == Instant{59'100'000'000});
  const RetrySummary flat =
      retried("fixed-window:rate=60/m", "retry-after", arrivals, {.jitter = Jitter::full, .seed = 1});
  CHECK(flat.peak.events < 30);
}

TEST_CASE("what can never pass is refused, and a cost of 0 always passes") {
  const RetrySummary never = retried("gcra:rate=1/s,burst=2", "backoff", {0, 0, 0}, {}, {3, 0, 2});
  CHECK(never.refused == 1);
  CHECK(never.passed == 2);
  CHECK(never.abandoned == 0);
}

TEST_CASE("a client gives up behind its last attempt, and when it would wait too long") {
  const std::vector<std::int64_t> arrivals(3, 0);
  const RetrySummary tired = retried("pacer:rate=1/m", "immediate:1s", arrivals, {.max_attempts = 4});
  CHECK(tired.passed == 1);
  CHECK(tired.abandoned == 2);
  CHECK(tired.attempts == 9);
  CHECK(tired.most_attempts == 4);
  const RetryOptions at_most{.max_wait = Duration{60 * s}};
  const RetrySummary late = retried("pacer:rate=1/m", "retry-after", arrivals, at_most);
  CHECK(late.passed == 2);
  CHECK(late.abandoned == 1);
  CHECK(late.delay->longest == Duration{60 * s});
}

TEST_CASE("a queue in front of a pacer is a leaky queue") {
  const std::vector<std::int64_t> arrivals{0, 0, s, s, 10 * s, 10 * s};
  const RetrySummary waiting = retried("pacer:rate=1/2s", "queue", arrivals);
  const RetrySummary shaped = retried("leaky-queue:rate=1/2s,queue=100", "none", arrivals);
  CHECK(waiting.passed == 6);
  CHECK(waiting.delay == shaped.delay);
  CHECK(waiting.most_waiting == 3);
  CHECK(waiting.waiting_at_end == 1);
  CHECK(waiting.attempts == 6);
  const RetryOptions at_most{.max_wait = Duration{2 * s}};
  CHECK(retried("leaky-queue:rate=1/2s,queue=100", "none", arrivals, at_most).abandoned == 2);
  CHECK(retried("pacer:rate=1/2s", "queue", arrivals, at_most).passed == 4);
}

TEST_CASE("a bucket of retries spaces them") {
  const std::vector<std::int64_t> arrivals(4, 0);
  // Of three that are refused two come back after a round trip, and one when the bucket has another token.
  const RetrySummary spaced = retried("pacer:rate=1/5s", "client-bucket:1/5s,2", arrivals);
  CHECK(spaced.passed == 4);
  CHECK(spaced.most_attempts == 3);
  CHECK(spaced.attempts == 1 + 2 + 3 + 3);
  CHECK(spaced.delay->longest == Duration{15'100'000'000});
  // Its rate is the limiter's, unless given.
  CHECK(retried("pacer:rate=1/5s", "client-bucket", arrivals).delay->longest == Duration{15'100'000'000});
}

TEST_CASE("a client that gives up spends no token") {
  const std::vector<std::int64_t> arrivals{0, s, 8 * s};
  const RetrySummary spared =
      retried("fixed-window:limit=1,window=10s", "client-bucket:1/10s,1", arrivals, {.max_wait = Duration{5 * s}});
  CHECK(spared.passed == 2);
  CHECK(spared.attempts == 5);
}

TEST_CASE("nobody comes back when no limiter could wait any more") {
  constexpr std::int64_t in_2109 = 4'400'000'000 * s;
  for (const std::string policy : {"client-bucket", "retry-after", "immediate:10000d", "queue"}) {
    for (const std::string limiter : {"gcra:rate=1/20000d,burst=1", "redis-cell:max_burst=0,count=1,period=10000d"}) {
      CAPTURE(policy, limiter);
      const RetrySummary summary = retried(limiter, policy, std::vector<std::int64_t>(3, in_2109));
      CHECK(summary.passed == 1);
      CHECK(summary.abandoned == 2);
      CHECK(summary.peak.from == Instant{in_2109});
    }
  }
}

TEST_CASE("a policy reads as it is written, and what is none says so") {
  for (const std::string policy : {"none", "immediate:100ms", "retry-after", "retry-after:1s", "backoff:1s,2,1m",
                                   "backoff:10ms,3/2,1h", "client-bucket:5/h,3", "queue"}) {
    CHECK(RetryPolicy::parse(policy).text() == policy);
  }
  CHECK(RetryPolicy::parse("backoff").text() == "backoff:1s,2,1m");
  CHECK(RetryPolicy::parse("immediate").text() == "immediate:100ms");
  CHECK(refused("retry") == "'retry' is not one of none, immediate, retry-after, backoff, client-bucket, queue");
  CHECK(
      refused("back-off") ==
      "'back-off' is not one of none, immediate, retry-after, backoff, client-bucket, queue; did you mean 'backoff'?");
  CHECK(refused("none:1s") == "'none:1s': none has no parameters; leave them out");
  CHECK(refused("backoff:1s") == "'backoff:1s': write backoff:BASE,FACTOR,CAP, or backoff alone");
  CHECK(refused("backoff:2s,2,1s") == "'backoff:2s,2,1s': the cap is below the base; give a longer one");
  CHECK(refused("backoff:1s,0.5,1m").find("'0.5' is no factor of a backoff") == 0);
  CHECK(refused("client-bucket:1/s,0").find("'0' is no burst") == 0);
  CHECK_THROWS_WITH(check_jitter(RetryPolicy::parse("immediate"), Jitter::decorrelated),
                    "decorrelated is of backoff, not of immediate; choose another jitter");
  CHECK_NOTHROW(check_jitter(RetryPolicy::parse("backoff"), Jitter::decorrelated));
  const AnyLimiter limiter = parse_limiter("fixed-window:limit=3,window=2s");
  CHECK(RetryPolicy::parse("client-bucket").fitted_to(limiter).text() == "client-bucket:90/min,1");
}

TEST_CASE("no events have no attempts, no delay and no peak") {
  const RetrySummary nothing = retried("pacer:rate=1/s", "backoff", {});
  CHECK(nothing.attempts == 0);
  CHECK_FALSE(nothing.delay);
  CHECK_FALSE(nothing.peak.from);
}
