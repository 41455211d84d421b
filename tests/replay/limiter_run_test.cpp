#include "replay/limiter_run.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "limiter/spec.hpp"
#include "replay/replay.hpp"

using namespace ratereplay;

namespace {

std::vector<std::int64_t> steady(std::size_t events, std::int64_t gap) {
  std::vector<std::int64_t> times(events);
  for (std::size_t event = 0; event < events; ++event) times[event] = static_cast<std::int64_t>(event) * gap;
  return times;
}

}  // namespace

TEST_CASE("a run that was fed nothing, or only empty blocks, has passed nothing") {
  for (const char* spec : {"gcra:rate=1/s,burst=1", "leaky-queue:rate=1/s,queue=3"}) {
    const auto run = start_run(parse_limiter(spec), {Duration{1}});
    CHECK(run->summary() == replay(parse_limiter(spec), {}, Duration{1}));
    run->feed({});
    CHECK(run->summary().passed == 0);
    const std::vector<std::int64_t> times{5};
    run->feed({times, {}});
    CHECK(run->summary().passed == 1);
    CHECK(run->summary().busiest.from == Instant{5});
  }
}

TEST_CASE("a trace with a cost column is run as one, also while its costs are 1") {
  const std::vector<std::int64_t> times{0, 1};
  const std::vector<Cost> costs{1, 1};
  const AnyLimiter log = parse_limiter("sliding-log:limit=9,window=1s");
  const auto grown = [&](const Events& events) {
    return replay(log, events, Duration{1}).state_bytes - replay(log, events.part(0, 1), Duration{1}).state_bytes;
  };
  CHECK(grown({times, {}}) == 8);
  CHECK(grown({times, costs}) == 16);
}

TEST_CASE("an error comes with the block that makes the span too long for 128 bits") {
  const AnyLimiter limiter = parse_limiter("gcra:rate=9223372036854775807/1ns,burst=18446744073709551614");
  const auto run = start_run(limiter, {Duration{1}});
  const std::vector<std::int64_t> times{INT64_MIN, 0, INT64_MAX};
  const Events events{times, {}};
  run->feed(events.part(0, 2));
  CHECK(run->summary().passed == 2);
  CHECK_THROWS_WITH(run->feed(events.part(2, 1)), Catch::StartsWith("rate is too large: "));
}

TEST_CASE("a limiter that no event has asked for yet begins with the first that does, also in 128 bits") {
  const AnyLimiter limiter = parse_limiter("token-bucket:rate=3/50ns,burst=3/2,initial=0");
  const std::vector<std::int64_t> times{0, INT64_MAX - 50, INT64_MAX - 50, INT64_MAX};
  const std::vector<Cost> costs{0, 1, 1, 1};
  const Events events{times, costs};
  const auto run = start_run(limiter, {.window = Duration{1}, .outline = {false}});
  run->feed(events.part(0, 1));
  CHECK(run->summary().passed == 1);
  run->feed(events.part(1, 3));
  CHECK(run->summary() == replay(limiter, events, Duration{1}));
  CHECK(run->summary().passed == 2);
  CHECK(run->summary().dropped == 2);
}

TEST_CASE("a queue's delays beyond its memory lie in a file, and the percentiles are the same") {
  const std::vector<std::int64_t> times = steady(20'000, 3);
  for (const char* spec : {"leaky-queue:rate=7/40ns,queue=7000", "leaky-queue:rate=2/9ns,queue=9"}) {
    const AnyLimiter limiter = parse_limiter(spec);
    const auto run = start_run(limiter, {.window = Duration{100}, .memory = 0});
    run->feed({times, {}});
    CHECK(run->summary() == replay(limiter, {times, {}}, Duration{100}));
    CHECK(run->summary().delay->p50 > Duration{0});
  }
}

TEST_CASE(
    "a run that only counts or watches says the same of what passed, also when 128 bits become needed, and no more") {
  std::vector<std::int64_t> times = steady(300, 7);
  times.push_back(INT64_MAX - 1);
  times.push_back(INT64_MAX);
  const std::vector<Cost> costs(times.size(), 2);
  for (const char* spec : {"gcra:rate=3/50ns,burst=4", "fixed-window:limit=3,window=40ns",
                           "sliding-log:limit=5,window=1m", "leaky-queue:rate=3/50ns,queue=4"}) {
    for (const Events& events : {Events{times, {}}, Events{times, costs}}) {
      const AnyLimiter limiter = parse_limiter(spec);
      const auto run = start_counting(limiter, {.outline = {events.unit_costs()}});
      run->feed(events.part(0, 200));
      run->feed(events.part(200, times.size() - 200));
      const ReplaySummary all = replay(limiter, events, Duration{1});
      ReplaySummary counts;
      counts.passed = all.passed;
      counts.dropped = all.dropped;
      counts.passed_cost = all.passed_cost;
      counts.dropped_cost = all.dropped_cost;
      CHECK(run->summary() == counts);
      const auto watched = start_watching(limiter, {Duration{50}, {events.unit_costs()}});
      watched->feed(events.part(0, 200));
      watched->feed(events.part(200, times.size() - 200));
      counts.busiest = replay(limiter, events, Duration{50}).busiest;
      CHECK(watched->summary() == counts);
      CHECK(counts.busiest.events > 1);
      CHECK(counts.dropped > 0);
    }
  }
}

TEST_CASE("the summary of a marker counts what is yellow, and that of no other limiter does") {
  const std::vector<std::int64_t> times{0, 0, 0, 0, 0, 1'000'000'000, 1'000'000'000};
  const std::vector<Cost> costs{3, 2, 0, 2, 1, 1, 0};
  const auto yellow_of = [](const std::string& spec, const Events& events) {
    return replay(parse_limiter(spec), events, Duration{1}).yellow;
  };
  const Events events{times, costs};
  CHECK(yellow_of("srtcm:rate=1/s,burst=3,excess=2", events) == EventCount{1, 2});
  CHECK(yellow_of("srtcm:rate=1/s,burst=3,excess=5", events) == EventCount{3, 5});
  CHECK(yellow_of("trtcm:rate=1/s,burst=3,peak=1/s,peak-burst=6", events) == EventCount{2, 3});
  CHECK(yellow_of("srtcm:rate=1/s,burst=3,excess=2", {times}) == EventCount{2, 2});
  CHECK(yellow_of("srtcm:rate=1/s,burst=3,excess=2", {}) == EventCount{0, 0});
  CHECK_FALSE(yellow_of("token-bucket:rate=1/s,burst=3", events));
  CHECK_FALSE(yellow_of("leaky-queue:rate=1/s,queue=3", events));
  const auto counting = start_counting(parse_limiter("srtcm:rate=1/s,burst=3,excess=2"), {});
  CHECK_FALSE(counting->summary().yellow);
}
