// What a replay, a metric and a sizing cost an event, beside the floor of reading the times and adding them up. The
// trace is 20 million Poisson events of mean gap 1 ms; the limiters are set for 700 a second, which drops three in ten.

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "limiter/catalogue.hpp"
#include "limiter/spec.hpp"
#include "metrics/busiest.hpp"
#include "replay/recorders.hpp"
#include "replay/replay.hpp"
#include "sizing/least_bucket.hpp"

using namespace ratereplay;

namespace {

constexpr std::size_t event_count = 20'000'000;

const std::vector<std::int64_t>& times() {
  static const std::vector<std::int64_t> made = [] {
    std::mt19937_64 random(2);
    std::vector<std::int64_t> result(event_count);
    std::int64_t now = 1'753'800'000'000'000'000;
    for (std::int64_t& time : result) {
      const double uniform = (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53;
      time = now += static_cast<std::int64_t>(-1e6 * std::log(uniform));
    }
    return result;
  }();
  return made;
}

Events events() { return {times(), {}}; }

void per_event(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(event_count));
}

// A tally and the busiest window of what passed, and nothing else.
struct BusiestRecorder {
  BusiestScan<std::uint64_t> busiest{1'000'000'000, true};
  Tally tally;

  void record(const Events& block, std::uint64_t passed) {
    tally.record(block, passed);
    busiest.add_passed(block.arrival.data(), block.cost, block.size(), passed);
  }
};

void sum(benchmark::State& state) {
  const std::vector<std::int64_t>& column = times();
  for (auto _ : state) benchmark::DoNotOptimize(std::accumulate(column.begin(), column.end(), std::int64_t{0}));
  per_event(state);
  state.counters["floor"] = 1;
}

template <class Recorder>
void replay_into(benchmark::State& state, const std::string& spec) {
  with_rule(parse_limiter(spec), extent_of(events()), [&](const auto& rule) {
    for (auto _ : state) {
      Recorder recorder;
      replay(rule, events(), recorder);
      benchmark::DoNotOptimize(recorder);
    }
  });
  per_event(state);
}

void tally(benchmark::State& state, const std::string& spec) { replay_into<Tally>(state, spec); }

void tally_busiest(benchmark::State& state, const std::string& spec) { replay_into<BusiestRecorder>(state, spec); }

void summary(benchmark::State& state, const std::string& spec) {
  const AnyLimiter limiter = parse_limiter(spec);
  for (auto _ : state) benchmark::DoNotOptimize(replay(limiter, events(), parse_duration("1s")));
  per_event(state);
}

void busiest_alone(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(busiest_window(events(), parse_duration("1s")));
  per_event(state);
}

void least_bucket_alone(benchmark::State& state) {
  const Rate rate = parse_rate("1000/s");
  for (auto _ : state) benchmark::DoNotOptimize(least_bucket(events(), rate));
  per_event(state);
}

BENCHMARK(sum);
BENCHMARK_CAPTURE(tally, gcra, "gcra:rate=700/s,burst=50");
BENCHMARK_CAPTURE(tally, token_bucket, "token-bucket:rate=700/s,burst=50");
BENCHMARK_CAPTURE(tally, leaky_bucket, "leaky-bucket:rate=700/s,burst=50");
BENCHMARK_CAPTURE(tally, fixed_window, "fixed-window:limit=700,window=1s");
BENCHMARK_CAPTURE(tally, sliding_log, "sliding-log:limit=100,window=143ms");
BENCHMARK_CAPTURE(tally, sliding_counter, "sliding-counter:limit=700,window=1s");
BENCHMARK_CAPTURE(tally, leaky_queue, "leaky-queue:rate=700/s,queue=49");
BENCHMARK_CAPTURE(tally_busiest, gcra, "gcra:rate=700/s,burst=50");
BENCHMARK_CAPTURE(summary, gcra, "gcra:rate=700/s,burst=50");
BENCHMARK_CAPTURE(summary, token_bucket, "token-bucket:rate=700/s,burst=50");
BENCHMARK_CAPTURE(summary, leaky_bucket, "leaky-bucket:rate=700/s,burst=50");
BENCHMARK_CAPTURE(summary, pacer, "pacer:rate=700/s");
BENCHMARK_CAPTURE(summary, fixed_window, "fixed-window:limit=700,window=1s");
BENCHMARK_CAPTURE(summary, sliding_log, "sliding-log:limit=100,window=143ms");
BENCHMARK_CAPTURE(summary, sliding_counter, "sliding-counter:limit=700,window=1s");
BENCHMARK_CAPTURE(summary, leaky_queue, "leaky-queue:rate=700/s,queue=49");
BENCHMARK(busiest_alone);
BENCHMARK(least_bucket_alone);

}  // namespace
