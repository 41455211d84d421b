#include "trace/event_sorter.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "environment.hpp"
#include "trace/collector.hpp"

using namespace ratereplay;

namespace {

constexpr std::int64_t earliest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t latest = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t least_memory = std::size_t{1} << 20;

struct Shape {
  std::string name;
  std::function<std::int64_t(std::int64_t event, std::int64_t count, std::mt19937_64& random)> time;
};

const std::vector<Shape>& shapes() {
  using Random = std::mt19937_64;
  static const std::vector<Shape> all = {
      {"sorted", [](std::int64_t i, std::int64_t, Random&) { return i * 10; }},
      {"sorted with ties", [](std::int64_t i, std::int64_t, Random&) { return i / 7; }},
      {"reversed", [](std::int64_t i, std::int64_t n, Random&) { return (n - i) * 10; }},
      {"reversed with ties", [](std::int64_t i, std::int64_t n, Random&) { return (n - i) / 7; }},
      {"blocks reversed", [](std::int64_t i, std::int64_t n, Random&) { return (n - i / 100) * 100 + i % 100; }},
      {"all equal", [](std::int64_t, std::int64_t, Random&) { return std::int64_t{5}; }},
      {"few distinct",
       [](std::int64_t, std::int64_t, Random& random) { return static_cast<std::int64_t>(random() % 3); }},
      {"shuffled",
       [](std::int64_t, std::int64_t n, Random& random) {
         return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(2 * n));
       }},
      {"any time", [](std::int64_t, std::int64_t, Random& random) { return static_cast<std::int64_t>(random()); }},
      {"organ pipe", [](std::int64_t i, std::int64_t n, Random&) { return std::min(i, n - i); }},
      {"nearly sorted",
       [](std::int64_t i, std::int64_t, Random& random) { return i * 10 + static_cast<std::int64_t>(random() % 40); }},
      {"two sources", [](std::int64_t i, std::int64_t n, Random&) { return i % 2 == 0 ? i : n - i; }},
      {"the ends of the range",
       [](std::int64_t, std::int64_t, Random& random) {
         constexpr std::int64_t times[] = {earliest, earliest + 1, 0, latest - 1, latest};
         return times[random() % 5];
       }},
  };
  return all;
}

// With all columns, which tell the place in the file, so that they show whether equal times keep their order, or with
// the times alone.
EventColumns file_of(const Shape& shape, std::int64_t count, bool costs, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  EventColumns file;
  for (std::int64_t i = 0; i < count; ++i) file.arrival.push_back(shape.time(i, count, random));
  file.cost.resize(costs ? file.arrival.size() : 0);
  std::iota(file.cost.begin(), file.cost.end(), Cost{0});
  if (!costs) return file;
  for (std::int64_t i = 0; i < count; ++i) {
    file.key.push_back(static_cast<KeyId>(7 * i));
    file.line.push_back(static_cast<std::uint64_t>(i + 2));
  }
  return file;
}

EventColumns sorted(const EventColumns& file) {
  std::vector<std::size_t> order(file.arrival.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return file.arrival[a] < file.arrival[b]; });
  EventColumns result;
  for (const std::size_t event : order) {
    result.arrival.push_back(file.arrival[event]);
    if (file.cost.empty()) continue;
    result.cost.push_back(file.cost[event]);
    result.key.push_back(file.key[event]);
    result.line.push_back(file.line[event]);
  }
  return result;
}

EventColumns part_of(const EventColumns& file, std::size_t begin, std::size_t count) {
  EventColumns part;
  Collector(part).take(0, file.events().part(begin, count));
  return part;
}

// Pieces of `most` events at most; where they are not all alike, of any number.
EventColumns sorted_in_pieces(const EventColumns& file, std::size_t memory, std::size_t most, bool alike) {
  std::mt19937_64 random(most);
  EventSorter sorter(memory);
  for (std::size_t begin = 0; begin < file.arrival.size();) {
    const std::size_t count = std::min(alike ? most : random() % (most + 1), file.arrival.size() - begin);
    EventColumns piece = part_of(file, begin, count);
    sort_by_time(piece);
    sorter.add(std::move(piece));
    begin += count;
  }
  EventColumns result;
  sorter.for_each_block([&](const Events& block) {
    if (block.empty() || block.size() > 65'536) FAIL("a block of " << block.size());
    if (block.unit_costs() != file.cost.empty()) FAIL("a block with costs, or without, as it should not be");
    Collector(result).take(0, block);
  });
  return result;
}

void check_equal(const EventColumns& result, const EventColumns& expected) {
  CHECK(result.arrival.size() == expected.arrival.size());
  // Not by CHECK's own comparison, which would print all events.
  CHECK((result.arrival == expected.arrival && result.cost == expected.cost && result.key == expected.key &&
         result.line == expected.line));
}

}  // namespace

TEST_CASE("a piece is sorted, and equal times keep their order") {
  for (const Shape& shape : shapes()) {
    for (const std::int64_t count : {0, 1, 2, 3, 10, 1'000}) {
      for (const bool costs : {false, true}) {
        CAPTURE(shape.name, count, costs);
        EventColumns piece = file_of(shape, count, costs, 1);
        const EventColumns expected = sorted(piece);
        sort_by_time(piece);
        check_equal(piece, expected);
      }
    }
  }
}

TEST_CASE("a file in pieces of any size is sorted as a whole") {
  for (const Shape& shape : shapes()) {
    for (const bool costs : {false, true}) {
      const EventColumns file = file_of(shape, 3'000, costs, 2);
      const EventColumns expected = sorted(file);
      for (const std::size_t most : {1U, 2U, 7U, 100U, 999U, 5'000U}) {
        for (const bool alike : {true, false}) {
          CAPTURE(shape.name, costs, most, alike);
          check_equal(sorted_in_pieces(file, least_memory, most, alike), expected);
        }
      }
    }
  }
}

TEST_CASE("a file larger than the memory is sorted by way of temporary files") {
  for (const Shape& shape : shapes()) {
    for (const bool costs : {false, true}) {
      const EventColumns file = file_of(shape, 200'000, costs, 3);
      const EventColumns expected = sorted(file);
      for (const std::size_t most : {1'000U, 70'000U}) {
        CAPTURE(shape.name, costs, most);
        check_equal(sorted_in_pieces(file, least_memory, most, true), expected);
        check_equal(sorted_in_pieces(file, 2 * least_memory, most, false), expected);
      }
    }
  }
}

TEST_CASE("more runs than can be read at once are merged in rounds") {
  for (const std::string name : {"shuffled", "reversed", "few distinct"}) {
    const auto shape = std::find_if(shapes().begin(), shapes().end(), [&](const Shape& s) { return s.name == name; });
    CAPTURE(name);
    // Some 850 KiB a run, and 14 runs at once.
    const EventColumns file = file_of(*shape, 1'000'000, true, 4);
    check_equal(sorted_in_pieces(file, least_memory, 2'000, true), sorted(file));
  }
}

TEST_CASE("no events are no block") {
  EventSorter sorter(least_memory);
  sorter.add({});
  sorter.for_each_block([](const Events&) { FAIL("a block of nothing"); });
}

TEST_CASE("a memory of nothing is one of a mebibyte") {
  const EventColumns file = file_of(shapes()[2], 1'000, true, 5);
  check_equal(sorted_in_pieces(file, 0, 10, true), sorted(file));
}

TEST_CASE("what the temporary files cannot hold is an error") {
  const test::EnvironmentVariable folder("TMPDIR", "/nonexistent");
  const EventColumns file = file_of(shapes()[2], 300'000, false, 6);
  CHECK_THROWS_WITH(sorted_in_pieces(file, least_memory, 1'000, true),
                    "temporary file in '/nonexistent': No such file or directory; name another folder in TMPDIR, or "
                    "give more memory with --max-memory");
}
