// What a row of CSV costs each reader, beside the floor of finding its line end. The rows are made as the earthquake
// feed writes them: 22 columns, about 180 bytes, the place in quotes and with a comma.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "trace/byte_source.hpp"
#include "trace/csv_reader.hpp"
#include "trace/csv_scanner.hpp"

using namespace ratereplay;

namespace {

constexpr std::int64_t row_count = 200'000;
constexpr std::size_t behind = 65;  // a line end and 64 bytes, as a scanner wants them

// With what has to stand behind it.
const std::string& padded_feed() {
  static const std::string made = [] {
    constexpr std::array towns = {"Tiksi, Russia", "Kodiak, Alaska", "Hihifo, Tonga", "Attu Station, Alaska"};
    std::mt19937 random(22);
    const auto below = [&random](unsigned bound) { return static_cast<unsigned>(random() % bound); };
    std::string text =
        "time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type,horizontalError,"
        "depthError,magError,magNst,status,locationSource,magSource\n";
    auto out = std::back_inserter(text);
    for (std::int64_t row = 0; row < row_count; ++row) {
      fmt::format_to(out, "2025-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z,", 1 + below(12), 1 + below(28), below(24),
                     below(60), below(60), below(1'000));
      fmt::format_to(out, "{}.{},{}.{},{}.{},{}.{},mb,", below(90), below(10'000), below(180), below(10'000),
                     below(600), below(1'000), 5 + below(3), below(10));
      if (below(3) > 0) {
        fmt::format_to(out, "{},{},{}.{},", below(200), below(360), below(20), below(1'000));
      } else {
        text += ",,,";
      }
      fmt::format_to(out, "0.{},us,us{:08x},2025-12-31T17:08:59.{:03}Z,", below(100), below(1u << 31), below(1'000));
      fmt::format_to(out, "\"{} km NNW of {}\",earthquake,", below(300), towns[below(towns.size())]);
      fmt::format_to(out, "{}.{},{}.{},0.0{},{},reviewed,us,us\n", below(20), below(10), below(10), below(1'000),
                     below(100), below(300));
    }
    text += '\n';
    text.append(behind - 1, '\0');
    return text;
  }();
  return made;
}

std::string_view feed() {
  const std::string_view text = padded_feed();
  return text.substr(0, text.size() - behind);
}

const std::vector<std::size_t>& columns(bool six) {
  static const std::vector<std::size_t> time = {0};
  static const std::vector<std::size_t> many = {0, 4, 5, 11, 12, 13};
  return six ? many : time;
}

void per_row(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * row_count);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(feed().size()));
}

void line_ends(benchmark::State& state) {
  const std::string_view text = feed();
  for (auto _ : state) {
    std::int64_t lines = 0;
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string_view::npos; ++at) ++lines;
    benchmark::DoNotOptimize(lines);
  }
  per_row(state);
}

template <class Reader>
void read_all(benchmark::State& state, Reader& reader, bool six) {
  reader.select(columns(six));
  Record record;
  std::int64_t rows = 0;
  std::size_t bytes = 0;
  while (reader.next(record)) {
    ++rows;
    for (const std::string_view cell : record.cells) bytes += cell.size();
  }
  benchmark::DoNotOptimize(bytes);
  if (rows != row_count) state.SkipWithError("rows are missing");
}

template <class Block>
void scan(benchmark::State& state, bool six) {
  for (auto _ : state) {
    BasicCsvScanner<Block> scanner(feed(), "feed", ',');
    read_all(state, scanner, six);
  }
  per_row(state);
}

void scanner(benchmark::State& state, bool six) { scan<ByteBlock>(state, six); }
void portable_scanner(benchmark::State& state, bool six) { scan<PortableBlock>(state, six); }

class TextSource final : public ByteSource {
 public:
  std::size_t fill(char* buffer, std::size_t size) override {
    const std::size_t part = std::min(size, feed().size() - used_);
    std::memcpy(buffer, feed().data() + used_, part);
    used_ += part;
    return part;
  }
  std::uint64_t bytes_read() const noexcept override { return used_; }

 private:
  std::size_t used_ = 0;
};

void reader(benchmark::State& state, bool six) {
  for (auto _ : state) {
    CsvReader reader(std::make_unique<TextSource>(), "feed", ',');
    read_all(state, reader, six);
  }
  per_row(state);
}

BENCHMARK(line_ends);
BENCHMARK_CAPTURE(scanner, one_column, false);
BENCHMARK_CAPTURE(scanner, six_columns, true);
BENCHMARK_CAPTURE(portable_scanner, one_column, false);
BENCHMARK_CAPTURE(reader, one_column, false);
BENCHMARK_CAPTURE(reader, six_columns, true);

}  // namespace
