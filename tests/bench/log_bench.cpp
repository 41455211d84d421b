// What a row of a decision log costs: the answer of one limiter, and writing it in each form. The trace is 1 million
// Poisson events of mean gap 1 ms with 10,000 keys; the limiter is set for 700 a second, which refuses three in ten.

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "limiter/spec.hpp"
#include "replay/limiter_run.hpp"
#include "report/decision_log.hpp"
#include "report/gzip_writer.hpp"

using namespace ratereplay;

namespace {

constexpr std::size_t event_count = 1'000'000;
constexpr std::size_t events_at_once = 1024;

struct Trace {
  std::vector<std::int64_t> times;
  std::vector<std::string> keys;
};

const Trace& trace() {
  static const Trace made = [] {
    std::mt19937_64 random(2);
    Trace result;
    std::int64_t now = 1'753'800'000'000'000;
    for (std::size_t event = 0; event < event_count; ++event) {
      const double uniform = (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53;
      now += static_cast<std::int64_t>(-1e3 * std::log(uniform));
      result.times.push_back(now * 1'000);
      const auto host = random() % 10'000;
      result.keys.push_back("10.0." + std::to_string(host / 250) + "." + std::to_string(host % 250));
    }
    return result;
  }();
  return made;
}

/// Calls `write(event, answer)` for each event.
template <class Write>
void answer_all(const AnyLimiter& limiter, const Write& write) {
  const Events events{trace().times};
  std::vector<Answer> answers;
  const auto run = start_answering(limiter, {}, answers);
  for (std::size_t begin = 0; begin < events.size(); begin += events_at_once) {
    answers.clear();
    run->feed(events.part(begin, std::min(events_at_once, events.size() - begin)));
    for (std::size_t event = 0; event < answers.size(); ++event) write(begin + event, answers[event]);
  }
}

void per_event(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(event_count));
}

void answers(benchmark::State& state, const std::string& spec) {
  const AnyLimiter limiter = parse_limiter(spec);
  for (auto _ : state) {
    Int128 sum = 0;
    answer_all(limiter, [&](std::size_t, const Answer& answer) { sum += answer.remaining; });
    benchmark::DoNotOptimize(sum);
  }
  per_event(state);
  state.counters["floor"] = 1;
}

void log(benchmark::State& state, const std::string& spec, LogFormat format, bool compressed) {
  const AnyLimiter limiter = parse_limiter(spec);
  std::uint64_t bytes = 0;
  for (auto _ : state) {
    bytes = 0;
    const Sink counted = [&](std::string_view piece) { bytes += piece.size(); };
    GzipWriter gzip(counted);
    DecisionLog log(format, {limiter}, compressed ? [&](std::string_view piece) { gzip.write(piece); } : counted);
    answer_all(limiter, [&](std::size_t event, const Answer& answer) {
      log.begin_event(event + 2, {trace().times[event]}, trace().keys[event], 1);
      log.add(0, answer);
    });
    log.finish();
    if (compressed) gzip.finish();
  }
  state.counters["bytes"] = static_cast<double>(bytes) / static_cast<double>(event_count);
  per_event(state);
}

const char* const bucket = "gcra:rate=700/s,burst=50";

BENCHMARK_CAPTURE(answers, log, bucket)->Name("log/answers")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(log, csv, bucket, LogFormat::csv, false)->Name("log/csv")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(log, jsonl, bucket, LogFormat::json_lines, false)->Name("log/jsonl")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(log, csv_gz, bucket, LogFormat::csv, true)->Name("log/csv.gz")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(log, jsonl_gz, bucket, LogFormat::json_lines, true)
    ->Name("log/jsonl.gz")
    ->Unit(benchmark::kMillisecond);

}  // namespace
