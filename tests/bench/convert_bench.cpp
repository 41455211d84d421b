// What a cell costs to be understood: a time, beside strptime and timegm for the same texts, and a number held against
// a condition. And what an event costs to be put in order.

#include <benchmark/benchmark.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/instant.hpp"
#include "trace/event_sorter.hpp"
#include "trace/filter.hpp"
#include "trace/timestamp.hpp"

using namespace ratereplay;

namespace {

// As cells lie in a file: one behind another, so that a pass goes through memory and not through one hot text.
class Cells {
 public:
  void add(std::string_view text) {
    ends_.push_back(bytes_.size() + text.size());
    bytes_ += text;
    bytes_ += ',';
  }
  std::size_t size() const { return ends_.size(); }
  std::string_view operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1] + 1;
    return std::string_view(bytes_).substr(begin, ends_[i] - begin);
  }
  const char* c_str(std::size_t i) const { return (*this)[i].data(); }

 private:
  std::string bytes_;
  std::vector<std::size_t> ends_;
};

constexpr std::size_t cell_count = 100'000;

// `step_s`: mean distance of two times.
template <class Print>
Cells times(double step_s, Print print) {
  std::mt19937_64 random(3);
  Cells cells;
  double now = 1'753'831'492;
  for (std::size_t i = 0; i < cell_count; ++i) {
    now -= step_s * -std::log((static_cast<double>(random() >> 11) + 0.5) * 0x1p-53);
    cells.add(print(static_cast<std::int64_t>(now * 1000), random));
  }
  return cells;
}

std::string utc(std::int64_t ms) {
  const time_t seconds = static_cast<time_t>(floor_div<std::int64_t>(ms, 1000));
  struct tm parts {};
  gmtime_r(&seconds, &parts);
  char text[64];
  const std::size_t length = strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &parts);
  const std::string fraction = std::to_string(1000 + ms - static_cast<std::int64_t>(seconds) * 1000);
  return std::string(text, length) + "." + fraction.substr(1);
}

std::string log_stamp(std::int64_t ms) {
  const time_t seconds = static_cast<time_t>(floor_div<std::int64_t>(ms, 1000));
  struct tm parts {};
  gmtime_r(&seconds, &parts);
  char text[64];
  return std::string(text, strftime(text, sizeof(text), "[%d/%b/%Y:%H:%M:%S +0000]", &parts));
}

// A date for some 300 rows, as in a catalog of all earthquakes.
const Cells& catalog_times() {
  static const Cells cells = times(300, [](std::int64_t ms, std::mt19937_64&) { return utc(ms) + "Z"; });
  return cells;
}

// The years that the range of times has room for, one date a row.
const Cells& scattered_times() {
  static const Cells cells = times(300, [](std::int64_t, std::mt19937_64& random) {
    return utc(static_cast<std::int64_t>(random() % 8'000'000'000'000)) + "Z";
  });
  return cells;
}

const Cells& offset_times() {
  static const Cells cells = times(300, [](std::int64_t ms, std::mt19937_64& random) {
    constexpr std::string_view offsets[] = {"+00:00", "+02:00", "-07:00", "+05:30"};
    return utc(ms) + std::string(offsets[random() % 4]);
  });
  return cells;
}

const Cells& log_times() {
  static const Cells cells = times(1, [](std::int64_t ms, std::mt19937_64&) { return log_stamp(ms); });
  return cells;
}

const Cells& epoch_times() {
  static const Cells cells = times(1, [](std::int64_t ms, std::mt19937_64&) { return std::to_string(ms); });
  return cells;
}

void per_cell(benchmark::State& state) {
  state.counters["cell"] = benchmark::Counter(static_cast<double>(state.iterations()) * cell_count,
                                              benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// Of what is left without the lower bits, so that it cannot overflow.
std::int64_t sum_of_times(const Cells& cells) {
  TimeReader reader;
  TimeReading reading;
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (reader.read(cells[i], reading) != TimeFault::none) return -1;
    sum += reading.time.ns >> 20;
  }
  return sum;
}

void read_times(benchmark::State& state, const Cells& cells) {
  for (auto _ : state) {
    if (sum_of_times(cells) == -1) state.SkipWithError("a time could not be read");
  }
  per_cell(state);
}

// The way of the C library, which leaves the fraction to its caller.
void strptime_times(benchmark::State& state, const Cells& cells) {
  const std::int64_t expected = sum_of_times(cells);
  for (auto _ : state) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      struct tm parts {};
      const char* const rest = strptime(cells.c_str(i), "%Y-%m-%dT%H:%M:%S", &parts);
      if (rest == nullptr) {
        state.SkipWithError("a time could not be read");
        break;
      }
      sum += (timegm(&parts) * 1'000'000'000 + std::strtol(rest + 1, nullptr, 10) * 1'000'000) >> 20;
    }
    if (sum != expected) state.SkipWithError("the two ways read different times");
  }
  per_cell(state);
}

const Cells& magnitudes() {
  static const Cells cells = [] {
    std::mt19937_64 random(4);
    Cells made;
    for (std::size_t i = 0; i < cell_count; ++i) {
      const std::uint64_t hundredths = random() % 620;
      std::string text = std::to_string(hundredths / 100);
      // Most networks give one digit behind the point, some two; a whole magnitude stands without.
      if (random() % 3 == 0) {
        text += "." + std::to_string(100 + hundredths % 100).substr(1);
      } else if (hundredths / 10 % 10 != 0) {
        text += "." + std::to_string(hundredths / 10 % 10);
      }
      made.add(hundredths % 50 == 7 ? "-" + text : text);
    }
    return made;
  }();
  return cells;
}

const Cells& longitudes() {
  static const Cells cells = [] {
    std::mt19937_64 random(5);
    Cells made;
    for (std::size_t i = 0; i < cell_count; ++i) {
      const std::string digits = std::to_string(1'000'000'000 + random() % 1'000'000'000);
      made.add((random() % 2 == 0 ? "-" : "") + std::to_string(random() % 180) + "." +
               digits.substr(1, 4 + random() % 4));
    }
    return made;
  }();
  return cells;
}

const Cells& exponents() {
  static const Cells cells = [] {
    std::mt19937_64 random(6);
    Cells made;
    for (std::size_t i = 0; i < cell_count; ++i) {
      made.add(std::to_string(random() % 9 + 1) + "." + std::to_string(random() % 1'000'000) + "E-0" +
               std::to_string(random() % 7));
    }
    return made;
  }();
  return cells;
}

const Cells& types() {
  static const Cells cells = [] {
    std::mt19937_64 random(7);
    Cells made;
    for (std::size_t i = 0; i < cell_count; ++i) made.add(random() % 50 == 0 ? "quarry blast" : "earthquake");
    return made;
  }();
  return cells;
}

void test_cells(benchmark::State& state, const Cells& cells, std::string_view text) {
  const Condition condition(text);
  for (auto _ : state) {
    std::int64_t held = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) held += condition.test(cells[i]) == Condition::Result::holds ? 1 : 0;
    benchmark::DoNotOptimize(held);
  }
  per_cell(state);
}

constexpr std::size_t event_count = 20'000'000;
constexpr std::size_t piece_events = 5'000;

enum class Shape { oldest_first, newest_first, nearly_sorted, shuffled };

// Pieces as a reader of many chunks hands them over.
std::vector<EventColumns> pieces(Shape shape, std::size_t count) {
  std::mt19937_64 random(8);
  std::vector<EventColumns> made;
  auto now = static_cast<std::int64_t>(count) * 1'000'000;
  for (std::size_t begin = 0; begin < count; begin += piece_events) {
    EventColumns piece;
    piece.arrival.reserve(piece_events);
    for (std::size_t i = 0; i < piece_events; ++i) {
      const auto step = static_cast<std::int64_t>(random() % 2'000'000);
      now += shape == Shape::newest_first ? -step : step;
      piece.arrival.push_back(shape == Shape::shuffled        ? static_cast<std::int64_t>(random() >> 8)
                              : shape == Shape::nearly_sorted ? now + static_cast<std::int64_t>(random() % 20'000'000)
                                                              : now);
    }
    made.push_back(std::move(piece));
  }
  return made;
}

void per_event(benchmark::State& state, std::size_t count) {
  state.counters["event"] = benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(count),
                                               benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void copy_pieces(benchmark::State& state) {
  const std::vector<EventColumns> all = pieces(Shape::oldest_first, event_count);
  std::vector<std::int64_t> block(65'536);
  for (auto _ : state) {
    for (const EventColumns& piece : all) {
      std::copy(piece.arrival.begin(), piece.arrival.end(), block.begin());
      benchmark::ClobberMemory();
    }
  }
  per_event(state, event_count);
}

void sort_pieces(benchmark::State& state, Shape shape) {
  const std::vector<EventColumns> all = pieces(shape, 200 * piece_events);
  for (auto _ : state) {
    state.PauseTiming();
    std::vector<EventColumns> copies = all;
    state.ResumeTiming();
    for (EventColumns& piece : copies) sort_by_time(piece);
  }
  per_event(state, 200 * piece_events);
}

// The pieces are sorted already, as that is done by those who read them.
void sort_file(benchmark::State& state, Shape shape, std::size_t memory) {
  std::vector<EventColumns> all = pieces(shape, event_count);
  for (EventColumns& piece : all) sort_by_time(piece);
  for (auto _ : state) {
    state.PauseTiming();
    std::vector<EventColumns> copies = all;
    state.ResumeTiming();
    EventSorter sorter(memory);
    for (EventColumns& piece : copies) sorter.add(std::move(piece));
    std::size_t given = 0;
    sorter.for_each_block([&](const Events& block) {
      benchmark::DoNotOptimize(block.arrival.data());
      given += block.size();
    });
    if (given != event_count) state.SkipWithError("events are missing");
  }
  per_event(state, event_count);
}

constexpr std::size_t all_in_memory = std::size_t{1} << 30;
constexpr std::size_t a_part_in_memory = std::size_t{32} << 20;

BENCHMARK_CAPTURE(read_times, iso, catalog_times());
BENCHMARK_CAPTURE(strptime_times, iso, catalog_times());
BENCHMARK_CAPTURE(read_times, iso_new_date_each, scattered_times());
BENCHMARK_CAPTURE(strptime_times, iso_new_date_each, scattered_times());
BENCHMARK_CAPTURE(read_times, iso_with_offset, offset_times());
BENCHMARK_CAPTURE(read_times, access_log, log_times());
BENCHMARK_CAPTURE(read_times, epoch_ms, epoch_times());
BENCHMARK_CAPTURE(test_cells, mag, magnitudes(), "mag>=2.31");
BENCHMARK_CAPTURE(test_cells, longitude, longitudes(), "longitude<-90");
BENCHMARK_CAPTURE(test_cells, exponent, exponents(), "value>=0.001");
BENCHMARK_CAPTURE(test_cells, text, types(), "type=earthquake");
BENCHMARK_CAPTURE(sort_pieces, oldest_first, Shape::oldest_first);
BENCHMARK_CAPTURE(sort_pieces, newest_first, Shape::newest_first);
BENCHMARK_CAPTURE(sort_pieces, nearly_sorted, Shape::nearly_sorted);
BENCHMARK_CAPTURE(sort_pieces, shuffled, Shape::shuffled);
BENCHMARK(copy_pieces);
BENCHMARK_CAPTURE(sort_file, newest_first, Shape::newest_first, all_in_memory);
BENCHMARK_CAPTURE(sort_file, nearly_sorted, Shape::nearly_sorted, all_in_memory);
BENCHMARK_CAPTURE(sort_file, shuffled, Shape::shuffled, all_in_memory);
BENCHMARK_CAPTURE(sort_file, newest_first_spilled, Shape::newest_first, a_part_in_memory);
BENCHMARK_CAPTURE(sort_file, shuffled_spilled, Shape::shuffled, a_part_in_memory);

}  // namespace
