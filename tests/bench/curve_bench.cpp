// What the whole curve b(r) costs an event, beside the one-pass scan of one rate: on traces with small hulls, on ties
// and periodic traffic, and on gaps that grow steadily, which put every event on the hull.

#include <benchmark/benchmark.h>
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <random>
#include <string>
#include <vector>

#include "core/workers.hpp"
#include "sizing/curve.hpp"
#include "sizing/curve_scan.hpp"
#include "sizing/least_bucket.hpp"

using namespace ratereplay;

namespace {

std::atomic<std::size_t> held{0};       ///< bytes
std::atomic<std::size_t> most_held{0};  ///< since it was last set to `held`

}  // namespace

void* operator new(std::size_t bytes) {
  void* const memory = std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  const std::size_t now = held += malloc_usable_size(memory);
  std::size_t before = most_held;
  while (now > before && !most_held.compare_exchange_weak(before, now)) {
  }
  return memory;
}

void operator delete(void* memory) noexcept {
  held -= malloc_usable_size(memory);
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

namespace {

constexpr std::size_t event_count = 10'000'000;
constexpr std::int64_t start = 1'753'800'000'000'000'000;

enum Kind { poisson, pareto, whole_seconds, periodic, with_costs, pareto_with_costs, growing, shrinking };

EventColumns made(Kind kind) {
  std::mt19937_64 random(2);
  const auto uniform = [&] { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53; };
  EventColumns trace;
  const std::size_t count = kind >= growing ? 1'000'000 : event_count;
  double now = 0;
  for (std::size_t event = 0; event < count; ++event) {
    const auto place = static_cast<double>(event);
    const auto left = static_cast<double>(count - event);
    switch (kind) {
      case poisson:
      case with_costs:
        now += -1e6 * std::log(uniform());
        break;
      case pareto:
      case pareto_with_costs:
        now += 333'333 * std::pow(uniform(), -1 / 1.5);
        break;
      case whole_seconds:
        now += -1e8 * std::log(uniform());
        break;
      case periodic:
        now += 1e6;
        break;
      case growing:
        now += 1000 + place;
        break;
      case shrinking:
        now += 1000 + left;
        break;
    }
    std::int64_t time = start + static_cast<std::int64_t>(now);
    if (kind == whole_seconds) time -= time % 1'000'000'000;
    trace.arrival.push_back(time);
    if (kind == with_costs || kind == pareto_with_costs) trace.cost.push_back(1 + static_cast<Cost>(random() % 1000));
  }
  return trace;
}

/// The trace that was asked for last; one at a time is held.
const EventColumns& trace_of(Kind kind) {
  static EventColumns trace;
  static int last = -1;
  if (last != kind) trace = made(kind);
  last = kind;
  return trace;
}

void scan(benchmark::State& state, Kind kind) {
  const Events events = trace_of(kind).events();
  const Rate rate{3, Duration{events.unit_costs() ? 2'000'000 : 4'000}, "3/2ms"};
  for (auto _ : state) {
    LeastBucketScan one(rate, events.unit_costs());
    one.feed(events);
    benchmark::DoNotOptimize(one.result());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(events.size()));
  state.counters["floor"] = 1;
}

void curve(benchmark::State& state, Kind kind, std::size_t threads) {
  const Events events = trace_of(kind).events();
  Workers workers(threads);
  std::size_t vertices = 0;
  const std::size_t before = held;
  most_held = before;
  for (auto _ : state) {
    CurveScan whole(threads);
    whole.begin({events.unit_costs()});
    workers.for_each(threads, [&](std::size_t part) { whole.take(part, events); });
    vertices = Curve(whole.segment().pairs).segments();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(events.size()));
  state.counters["bytes"] = static_cast<double>(most_held - before);
  state.counters["vertices"] = static_cast<double>(vertices);
}

void compare(const std::string& name, Kind kind) {
  benchmark::RegisterBenchmark((name + "/scan").c_str(), scan, kind)->UseRealTime();
  benchmark::RegisterBenchmark((name + "/curve").c_str(), curve, kind, 1)->UseRealTime();
  benchmark::RegisterBenchmark((name + "/curve, 2 threads").c_str(), curve, kind, 2)->UseRealTime();
}

const bool registered = [] {
  compare("poisson", poisson);
  compare("pareto", pareto);
  compare("whole_seconds", whole_seconds);
  compare("periodic", periodic);
  compare("costs", with_costs);
  compare("pareto_costs", pareto_with_costs);
  compare("growing", growing);
  compare("shrinking", shrinking);
  return true;
}();

}  // namespace
