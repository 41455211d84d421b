// Decisions a second (an item is an event and a configuration) of many buckets side by side, beside the replay of one.
// The trace is 4 million Poisson events of mean gap 1 ms, its stamps whole nanoseconds or whole microseconds. Every
// grid is of rates from 500 to 900 a second and bursts from 1 up. On one thread.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/processor.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/spec.hpp"
#include "replay/recorders.hpp"
#include "replay/replay.hpp"
#include "sweep/bucket_lanes.hpp"

using namespace ratereplay;

namespace {

constexpr std::size_t event_count = 4'000'000;

struct Columns {
  std::vector<std::int64_t> ns = std::vector<std::int64_t>(event_count);
  std::vector<std::int64_t> us = std::vector<std::int64_t>(event_count);
  std::vector<Cost> cost = std::vector<Cost>(event_count);

  Columns() {
    std::mt19937_64 random(2);
    std::int64_t now = 1'753'800'000'000'000'000;
    for (std::size_t event = 0; event < event_count; ++event) {
      const double uniform = (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53;
      ns[event] = now += static_cast<std::int64_t>(-1e6 * std::log(uniform));
      us[event] = now - now % 1'000;
      cost[event] = 1 + static_cast<Cost>(random() % 4);
    }
  }
};

enum class Stamps { ns, us, costs };

Events events(Stamps stamps) {
  static const Columns columns;
  if (stamps == Stamps::costs) return {columns.ns, columns.cost};
  return {stamps == Stamps::ns ? columns.ns : columns.us, {}};
}

void count_items(benchmark::State& state, std::size_t configurations) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(event_count * configurations));
}

void replay_one(benchmark::State& state, Stamps stamps) {
  with_rule(parse_limiter("gcra:rate=700/s,burst=50"), extent_of(events(stamps)), [&](const auto& rule) {
    for (auto _ : state) {
      Tally tally;
      replay(rule, events(stamps), tally);
      benchmark::DoNotOptimize(tally);
    }
  });
  count_items(state, 1);
  state.counters["floor"] = 1;
}

void lanes(benchmark::State& state, const LaneKernels& kernels, Stamps stamps, int rates, int bursts) {
  std::vector<BucketScale> buckets;
  for (int rate = 0; rate < rates; ++rate) {
    for (int burst = 1; burst <= bursts; ++burst)
      buckets.push_back(bucket_scale(parse_rate(fmt::format("{}/s", 500 + 400 * rate / rates)), burst));
  }
  const Events all = events(stamps);
  for (auto _ : state) {
    BucketLanes counted(buckets, all.unit_costs(), kernels);
    counted.feed(all);
    benchmark::DoNotOptimize(counted.counts());
  }
  count_items(state, buckets.size());
}

void portable(benchmark::State& state, Stamps stamps, int rates, int bursts) {
  lanes(state, portable_lane_kernels, stamps, rates, bursts);
}

void avx2(benchmark::State& state, Stamps stamps, int rates, int bursts) {
#if RATEREPLAY_HAS_AVX2_KERNELS
  if (has_avx2()) return lanes(state, avx2_lane_kernels, stamps, rates, bursts);
#endif
  state.SkipWithError("no AVX2 here");
}

#define UNIT_COSTS(kernels)                               \
  BENCHMARK_CAPTURE(kernels, us_1x32, Stamps::us, 1, 32); \
  BENCHMARK_CAPTURE(kernels, us_4x8, Stamps::us, 4, 8);   \
  BENCHMARK_CAPTURE(kernels, us_8x64, Stamps::us, 8, 64); \
  BENCHMARK_CAPTURE(kernels, ns_1x32, Stamps::ns, 1, 32); \
  BENCHMARK_CAPTURE(kernels, ns_4x8, Stamps::ns, 4, 8);   \
  BENCHMARK_CAPTURE(kernels, ns_32x1, Stamps::ns, 32, 1); \
  BENCHMARK_CAPTURE(kernels, ns_8x64, Stamps::ns, 8, 64); \
  BENCHMARK_CAPTURE(kernels, ns_8x500, Stamps::ns, 8, 500)
#define WITH_COSTS(kernels)                                   \
  BENCHMARK_CAPTURE(kernels, costs_4x8, Stamps::costs, 4, 8); \
  BENCHMARK_CAPTURE(kernels, costs_8x64, Stamps::costs, 8, 64)

BENCHMARK_CAPTURE(replay_one, ns, Stamps::ns);
UNIT_COSTS(avx2);
UNIT_COSTS(portable);
BENCHMARK_CAPTURE(replay_one, costs, Stamps::costs);
WITH_COSTS(avx2);
WITH_COSTS(portable);

}  // namespace
