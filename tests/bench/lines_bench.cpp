// What a row of an access log costs as clf, as JSON and as CSV, beside the floor of finding its line end: the same
// million requests in the three forms, some 200 MB each but for CSV, with the time alone and with two columns more.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.hpp"
#include "trace/clf_line.hpp"
#include "trace/csv_scanner.hpp"
#include "trace/input_kind.hpp"
#include "trace/json_line.hpp"
#include "trace/line_scanner.hpp"
#include "trace/timestamp.hpp"

using namespace ratereplay;

namespace {

constexpr std::int64_t row_count = 1'000'000;
constexpr std::size_t behind = 65;  // a line end and 64 bytes, as a scanner wants them

struct Request {
  std::string host, time, path, referer, agent;
  unsigned status, bytes;
};

// Calls `write(out, request)` for each request, the same on every machine.
template <class Write>
std::string made(std::string text, Write write) {
  constexpr std::array agents = {"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)",
                                 "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
                                 "curl/7.88.1"};
  std::mt19937 random(33);
  const auto below = [&random](unsigned bound) { return static_cast<unsigned>(random() % bound); };
  auto out = std::back_inserter(text);
  for (unsigned row = 0; row < row_count; ++row) {
    const unsigned second = row / 12;
    Request request;
    request.host = fmt::format("10.{}.{}.{}", below(4), below(256), below(256));
    request.time = fmt::format("29/Jul/2025:{:02}:{:02}:{:02} +0000", second / 3'600, second / 60 % 60, second % 60);
    request.path = fmt::format("/articles/{}/images/{:08x}.png?size={}", below(1'000), below(1u << 31), below(2'000));
    request.referer = below(3) == 0 ? "-" : fmt::format("https://www.example.org/articles/{}", below(1'000));
    request.agent = agents[below(agents.size())];
    request.status = below(10) == 0 ? 404 : 200;
    request.bytes = below(200'000);
    write(out, request);
  }
  text += '\n';
  text.append(behind - 1, '\0');
  return text;
}

const std::string& padded_clf() {
  static const std::string text = made("", [](auto out, const Request& r) {
    fmt::format_to(out, "{} - - [{}] \"GET {} HTTP/1.1\" {} {} \"{}\" \"{}\"\n", r.host, r.time, r.path, r.status,
                   r.bytes, r.referer, r.agent);
  });
  return text;
}

const std::string& padded_json() {
  static const std::string text = made("", [](auto out, const Request& r) {
    fmt::format_to(
        out,
        "{{\"time\":\"{}\",\"remote\":{{\"host\":\"{}\",\"agent\":\"{}\"}},\"request\":{{\"method\":\"GET\",\"path\":"
        "\"{}\"}},\"status\":{},\"bytes\":{},\"referer\":\"{}\"}}\n",
        r.time, r.host, r.agent, r.path, r.status, r.bytes, r.referer);
  });
  return text;
}

const std::string& padded_csv() {
  static const std::string text =
      made("host,time,method,path,status,bytes,referer,agent\n", [](auto out, const Request& r) {
        fmt::format_to(out, "{},{},GET,{},{},{},{},\"{}\"\n", r.host, r.time, r.path, r.status, r.bytes, r.referer,
                       r.agent);
      });
  return text;
}

std::string_view text_of(const std::string& padded) {
  return std::string_view(padded).substr(0, padded.size() - behind);
}

void per_row(benchmark::State& state, std::string_view text) {
  state.SetItemsProcessed(state.iterations() * row_count);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

template <class Scanner>
void scan(benchmark::State& state, std::string_view text, Scanner model, const std::vector<std::string_view>& names) {
  std::vector<std::size_t> columns;
  for (const std::string_view name : names) {
    for (std::size_t i = 0; i < model.header().size(); ++i) {
      if (model.header()[i] == name) columns.push_back(i);
    }
  }
  model.select(columns);
  for (auto _ : state) {
    Scanner scanner = model;
    Record record;
    std::int64_t rows = 0;
    std::size_t bytes = 0;
    while (scanner.next(record)) {
      rows += record.fault == RecordFault::none ? 1 : 0;
      for (const std::string_view cell : record.cells) bytes += cell.size();
    }
    benchmark::DoNotOptimize(bytes);
    if (rows != row_count) state.SkipWithError("rows are missing");
  }
  per_row(state, text);
}

void line_ends(benchmark::State& state) {
  const std::string_view text = text_of(padded_clf());
  for (auto _ : state) {
    std::int64_t lines = 0;
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string_view::npos; ++at) ++lines;
    benchmark::DoNotOptimize(lines);
  }
  per_row(state, text);
}

void csv(benchmark::State& state, bool three) {
  const std::string_view text = text_of(padded_csv());
  const std::vector<std::string_view> names = {"time", "host", "bytes"};
  scan(state, text, CsvScanner(text, "log", ','), {names.begin(), names.begin() + (three ? 3 : 1)});
}

void clf(benchmark::State& state, bool three) {
  const std::string_view text = text_of(padded_clf());
  const std::vector<std::string_view> names = {"time", "host", "bytes"};
  scan(state, text, LineScanner(text, ClfLine(text.substr(0, front_size))),
       {names.begin(), names.begin() + (three ? 3 : 1)});
}

void json(benchmark::State& state, bool three) {
  const std::string_view text = text_of(padded_json());
  const std::vector<std::string_view> names = {"time", "remote.host", "bytes"};
  scan(state, text, LineScanner(text, JsonLine(text.substr(0, front_size), "log", {})),
       {names.begin(), names.begin() + (three ? 3 : 1)});
}

// The time of each row alone.
void log_times(benchmark::State& state) {
  std::vector<std::string> times;
  for (unsigned i = 0; i < 86'400; ++i) {
    times.push_back(fmt::format("29/Jul/2025:{:02}:{:02}:{:02} +0000", i / 3'600, i / 60 % 60, i % 60));
  }
  for (auto _ : state) {
    TimeReader reader;
    TimeReading reading;
    std::int64_t sum = 0;
    for (const std::string& time : times) {
      if (reader.read(time, reading) == TimeFault::none) sum ^= reading.time.ns;
    }
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(times.size()));
}

BENCHMARK(line_ends);
BENCHMARK_CAPTURE(csv, time, false);
BENCHMARK_CAPTURE(csv, three_columns, true);
BENCHMARK_CAPTURE(clf, time, false);
BENCHMARK_CAPTURE(clf, three_columns, true);
BENCHMARK_CAPTURE(json, time, false);
BENCHMARK_CAPTURE(json, three_columns, true);
BENCHMARK(log_times);

}  // namespace
