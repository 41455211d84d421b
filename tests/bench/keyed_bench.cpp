// What an event costs a limiter for each of a million keys, beside the same limiter for all together, and what it costs
// to number the texts of keys, beside std::unordered_map. The trace is 10 million events a microsecond apart whose keys
// are as popular as Zipf's law has it.

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/keys.hpp"
#include "limiter/spec.hpp"
#include "replay/limiter_run.hpp"
#include "sizing/client_buckets.hpp"

using namespace ratereplay;

namespace {

constexpr std::size_t event_count = 10'000'000;
constexpr std::size_t key_count = 1'000'000;
constexpr std::size_t block_size = 1 << 16;

/// Ranks of which the n-th comes with weight 1/n, by a table of sums.
class Zipf {
 public:
  explicit Zipf(std::size_t ranks) : sums_(ranks) {
    double sum = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank) sums_[rank] = sum += 1 / static_cast<double>(rank + 1);
  }
  std::size_t operator()(std::mt19937_64& random) const {
    const double at = static_cast<double>(random() >> 11) * 0x1p-53 * sums_.back();
    return static_cast<std::size_t>(std::upper_bound(sums_.begin(), sums_.end(), at) - sums_.begin());
  }

 private:
  std::vector<double> sums_;
};

struct Trace {
  EventColumns columns;
  std::string bytes;  ///< the texts of all events, as a file has them
  std::vector<std::size_t> ends;
  std::string_view text(std::size_t event) const {
    const std::size_t begin = event == 0 ? 0 : ends[event - 1];
    return std::string_view(bytes).substr(begin, ends[event] - begin);
  }

  std::shared_ptr<Keys> keys = std::make_shared<Keys>(std::vector<KeyChoice>{{"client", {0}}}, ~std::size_t{0});
};

const Trace& trace() {
  static const Trace made = [] {
    Trace result;
    std::mt19937_64 random(3);
    std::vector<std::string> texts;
    for (std::size_t key = 0; key < key_count; ++key)
      texts.push_back("client-" + std::to_string(random() % 1'000'000'000'000));
    const Zipf zipf(key_count);
    std::int64_t now = 1'753'800'000'000'000'000;
    for (std::size_t event = 0; event < event_count; ++event) {
      result.columns.arrival.push_back(now += static_cast<std::int64_t>(random() % 2'000));
      result.bytes += texts[zipf(random)];
      result.ends.push_back(result.bytes.size());
    }
    for (std::size_t begin = 0; begin < event_count; begin += block_size) {
      KeyTexts block;
      for (std::size_t event = begin; event < std::min(event_count, begin + block_size); ++event)
        block.add(result.text(event));
      result.keys->intern(block, result.columns.key);
    }
    return result;
  }();
  return made;
}

void per_event(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(event_count));
}

std::size_t resident() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// `bytes`: by how much the resident memory has grown when `run` has taken the whole trace.
template <class Run, class Feed>
void over_blocks(benchmark::State& state, Run make, Feed feed) {
  const Events events = trace().columns.events();
  double grown = 0;
  for (auto _ : state) {
    const std::size_t before = resident();
    auto run = make();
    for (std::size_t begin = 0; begin < events.size(); begin += block_size)
      feed(run, events.part(begin, std::min(block_size, events.size() - begin)));
    benchmark::DoNotOptimize(run);
    const std::size_t after = resident();
    grown = std::max(grown, after > before ? static_cast<double>(after - before) : 0);
  }
  per_event(state);
  state.counters["bytes"] = grown;
}

void replayed(benchmark::State& state, const char* spec, bool keyed, auto start) {
  RunOptions options{Duration{1'000'000'000}, {true, keyed ? trace().keys : nullptr}};
  if (keyed) options.choice = 0;
  over_blocks(
      state, [&] { return start(parse_limiter(spec), options); },
      [keyed](const std::unique_ptr<LimiterRun>& run, Events block) {
        if (!keyed) block.key = {};
        run->feed(block);
      });
}

constexpr const char* gcra = "gcra:rate=1/s,burst=5";
constexpr const char* token_bucket = "token-bucket:rate=1/s,burst=5";

void count_shared_gcra(benchmark::State& state) {
  replayed(state, gcra, false, start_counting);
  state.counters["floor"] = 1;
}
void count_keyed_gcra(benchmark::State& state) { replayed(state, gcra, true, start_counting); }
void count_keyed_token_bucket(benchmark::State& state) { replayed(state, token_bucket, true, start_counting); }
void watch_keyed_gcra(benchmark::State& state) { replayed(state, gcra, true, start_watching); }
void run_keyed_gcra(benchmark::State& state) { replayed(state, gcra, true, start_run); }
void run_keyed_queue(benchmark::State& state) { replayed(state, "leaky-queue:rate=1/s,queue=4", true, start_run); }

void size_each_client(benchmark::State& state) {
  const Rate rate = parse_rate("1/s");
  over_blocks(
      state, [&] { return ClientBucketScan(rate, true, trace().keys, 0); },
      [](ClientBucketScan& scan, const Events& block) { scan.feed(block); });
}

void number_keys(benchmark::State& state) {
  double bytes = 0;
  for (auto _ : state) {
    KeyTable table;
    std::vector<KeyId> ids;
    for (std::size_t begin = 0; begin < event_count; begin += block_size) {
      KeyTexts texts;
      for (std::size_t event = begin; event < std::min(event_count, begin + block_size); ++event)
        texts.add(trace().text(event));
      ids.clear();
      table.intern(texts, ids);
      benchmark::DoNotOptimize(ids.data());
    }
    bytes = static_cast<double>(table.memory());
  }
  per_event(state);
  state.counters["bytes"] = bytes;
}

void number_by_unordered_map(benchmark::State& state) {
  for (auto _ : state) {
    std::unordered_map<std::string, std::uint32_t> table;
    std::vector<KeyId> ids;
    for (std::size_t begin = 0; begin < event_count; begin += block_size) {
      ids.clear();
      for (std::size_t event = begin; event < std::min(event_count, begin + block_size); ++event) {
        const auto next = static_cast<std::uint32_t>(table.size());
        ids.push_back(table.try_emplace(std::string(trace().text(event)), next).first->second);
      }
      benchmark::DoNotOptimize(ids.data());
    }
  }
  per_event(state);
}

BENCHMARK(count_shared_gcra);
BENCHMARK(count_keyed_gcra);
BENCHMARK(count_keyed_token_bucket);
BENCHMARK(watch_keyed_gcra);
BENCHMARK(run_keyed_gcra);
BENCHMARK(run_keyed_queue);
BENCHMARK(size_each_client);
BENCHMARK(number_keys);
BENCHMARK(number_by_unordered_map);

}  // namespace
