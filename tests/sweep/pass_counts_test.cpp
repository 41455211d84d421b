#include "sweep/pass_counts.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <vector>

#include "generated.hpp"
#include "limiter/spec.hpp"
#include "replay/replay.hpp"

using namespace ratereplay;

namespace {

std::vector<AnyLimiter> limiters_of(const std::vector<std::string>& specs) {
  std::vector<AnyLimiter> limiters;
  for (const std::string& spec : specs) limiters.push_back(parse_limiter(spec));
  return limiters;
}

void require_as_replayed(const Events& events, const std::vector<AnyLimiter>& limiters, Workers& workers) {
  const std::vector<PassCounts> counts = count_passes(events, limiters, workers);
  REQUIRE(counts.size() == limiters.size());
  for (std::size_t place = 0; place < limiters.size(); ++place) {
    CAPTURE(spec_text(limiters[place]));
    const ReplaySummary summary = replay(limiters[place], events, Duration{1});
    REQUIRE(counts[place] == PassCounts{summary.passed, summary.passed_cost, std::nullopt});
  }
}

}  // namespace

TEST_CASE("what each of many limiters passes is what its replay passes") {
  const std::vector<AnyLimiter> limiters = limiters_of(
      {"gcra:rate=3/7ns,burst=3", "fixed-window:limit=3,window=7ns", "token-bucket:rate=2/9ns,burst=7/3,initial=1/6",
       "sliding-log:limit=2,window=9ns", "leaky-queue:rate=1/10ns,queue=1", "pacer:rate=1/ns"});
  Workers workers(2);
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    CAPTURE(seed);
    require_as_replayed(test::GeneratedTrace(seed).events(), limiters, workers);
  }
}

TEST_CASE("buckets of several parts and other limiters keep their places, however the trace comes") {
  std::vector<std::string> specs;
  for (int burst = 1; burst <= 150; ++burst) {
    specs.push_back("gcra:rate=3/7ns,burst=" + std::to_string(burst) + "/2");
    if (burst % 20 == 0) specs.push_back("sliding-log:window=9ns,limit=" + std::to_string(burst / 20));
  }
  const std::vector<AnyLimiter> limiters = limiters_of(specs);
  Workers workers(2);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    const test::GeneratedTrace trace(seed);
    const Events events = trace.events();
    require_as_replayed(events, limiters, workers);

    PassCounter counter(limiters, 2);
    CHECK(counter.parts() > 6);
    counter.begin({!events.unit_costs()});
    counter.begin({events.unit_costs()});
    for (std::size_t begin = 0; begin < events.size(); begin += 7) {
      const Events block = events.part(begin, std::min<std::size_t>(7, events.size() - begin));
      workers.for_each(counter.parts(), [&](std::size_t part) { counter.take(part, block); });
    }
    REQUIRE(counter.counts() == count_passes(events, limiters, workers));
  }
}

TEST_CASE("the busiest window of each of many limiters is that of its replay") {
  const std::vector<AnyLimiter> limiters =
      limiters_of({"gcra:rate=3/7ns,burst=3", "fixed-window:limit=3,window=7ns", "leaky-queue:rate=1/10ns,queue=2",
                   "leaky-queue:rate=7/3ns,queue=5", "pacer:rate=1/ns"});
  Workers workers(2);
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    CAPTURE(seed);
    const test::GeneratedTrace trace(seed);
    PassCounter counter(limiters, 2, PassCounter::Of::busiest);
    consume(trace.events(), counter, workers);
    const std::vector<PassCounts> counts = counter.counts();
    for (std::size_t place = 0; place < limiters.size(); ++place) {
      const ReplaySummary summary = replay(limiters[place], trace.events(), default_window(limiters[place]));
      REQUIRE(counts[place] == PassCounts{summary.passed, summary.passed_cost, summary.busiest});
    }
  }
}

TEST_CASE("a limiter that 128 bits cannot hold is named") {
  const std::vector<std::int64_t> times{INT64_MIN, INT64_MAX};
  const std::vector<AnyLimiter> limiters =
      limiters_of({"gcra:rate=1/s,burst=1", "gcra:rate=9223372036854775807/1ns,burst=18446744073709551614"});
  Workers workers(1);
  CHECK_THROWS_WITH(count_passes({times, {}}, limiters, workers),
                    Catch::StartsWith("limiter 'gcra:rate=9223372036854775807/1ns,burst=18446744073709551614': rate "));
}
