#include "replay/delays.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <initializer_list>
#include <limits>
#include <random>
#include <vector>

#include "core/error.hpp"
#include "core/instant.hpp"

using namespace ratereplay;

namespace {

constexpr std::size_t memory = 1'000'000;

template <class Ticks>
void add(Delays& delays, Ticks ticks) {
  delays.add_chosen(&ticks, 1, 1);
}

DelaySummary summary_of(std::initializer_list<Int128> ticks, Int128 ticks_per_ns) {
  Delays delays(memory);
  delays.add_chosen(ticks.begin(), ticks.size(), ~std::uint64_t{0} >> (64 - ticks.size()));
  return delays.summary(ticks_per_ns).value();
}

}  // namespace

TEST_CASE("no departures have no delays") { CHECK_FALSE(Delays(memory).summary(1)); }

TEST_CASE("delays of none at all are 0") {
  const DelaySummary summary = summary_of({0, 0}, 7);
  CHECK(summary.longest == Duration{0});
  CHECK(summary.mean == Duration{0});
  CHECK(summary.p50 == Duration{0});
  CHECK(summary.p99 == Duration{0});
}

TEST_CASE("delays are exact in ticks and rounded up to ns once") {
  // 1/3, 2/3 and 9/3 ns: the mean is 4/3.
  const DelaySummary summary = summary_of({2, 9, 1}, 3);
  CHECK(summary.longest == Duration{3});
  CHECK(summary.mean == Duration{2});
  CHECK(summary.p50 == Duration{1});
  CHECK(summary.p99 == Duration{3});
  CHECK(summary_of({3, 3, 3}, 3).mean == Duration{1});
  CHECK(summary_of({3, 3, 4}, 3).mean == Duration{2});
}

TEST_CASE("percentiles are by nearest rank over all departures, those at once too") {
  Delays hundred(memory);
  for (int delay = 100; delay > 0; --delay) add(hundred, std::int64_t{delay});
  CHECK(hundred.summary(1)->p50 == Duration{50});
  CHECK(hundred.summary(1)->p99 == Duration{99});
  add(hundred, std::int64_t{0});
  CHECK(hundred.summary(1)->p50 == Duration{50});
  CHECK(hundred.summary(1)->p99 == Duration{99});
  add(hundred, std::int64_t{0});
  CHECK(hundred.summary(1)->p50 == Duration{49});
  CHECK(hundred.summary(1)->mean == Duration{50});

  CHECK(summary_of({0, 0, 5}, 1).p50 == Duration{0});
  CHECK(summary_of({0, 5, 6}, 1).p50 == Duration{5});
  CHECK(summary_of({0, 5}, 1).p50 == Duration{0});
}

TEST_CASE("delays of more than 64 bits of ticks keep their order and their sum") {
  const Int128 wide = static_cast<Int128>(1) << 64;
  const DelaySummary summary = summary_of({wide, wide - 1, wide + 4, 0, 1}, 1);
  CHECK(summary.longest == Duration{wide + 4});
  CHECK(summary.p50 == Duration{wide - 1});
  CHECK(summary.p99 == Duration{wide + 4});
  CHECK(summary.mean == Duration{ceil_div<Int128>(3 * wide + 4, 5)});

  Delays delays(memory);
  add(delays, int128_max);
  CHECK(delays.summary(1)->longest == Duration{int128_max});
  CHECK_THROWS_AS(add(delays, Int128{1}), Error);
}

TEST_CASE("percentiles are those of sorting, whether delays are spread, crowded or far apart") {
  std::mt19937_64 random(11);
  for (int round = 0; round < 300; ++round) {
    Delays delays(memory);
    std::vector<Int128> sorted;
    const int widest = 1 + static_cast<int>(random() % 66);
    for (std::uint64_t left = 1 + random() % 200; left > 0; --left) {
      const Int128 delay = static_cast<Int128>((static_cast<UInt128>(random()) << 64 | random()) >> (128 - widest));
      const Int128 ticks = random() % 3 == 0 ? delay >> (widest / 2) : delay;
      if (ticks <= std::numeric_limits<std::int64_t>::max())
        add(delays, static_cast<std::int64_t>(ticks));
      else
        add(delays, ticks);
      sorted.push_back(ticks);
    }
    std::sort(sorted.begin(), sorted.end());
    const DelaySummary summary = delays.summary(1).value();
    REQUIRE(summary.longest.ns == sorted.back());
    REQUIRE(summary.p50.ns == sorted[(sorted.size() * 50 + 99) / 100 - 1]);
    REQUIRE(summary.p99.ns == sorted[(sorted.size() * 99 + 99) / 100 - 1]);
  }
}

TEST_CASE("only the chosen delays of a block are added") {
  const std::vector<std::int64_t> narrow{9, 0, 7, 0, 100, 5};
  const std::vector<Int128> wide(narrow.begin(), narrow.end());
  Delays delays(memory);
  delays.add_chosen(narrow.data(), narrow.size(), 0b101011);
  Delays same(memory);
  same.add_chosen(wide.data(), wide.size(), 0b101011);
  for (Delays* const each : {&delays, &same}) {
    const DelaySummary summary = each->summary(1).value();
    CHECK(summary.longest == Duration{9});
    CHECK(summary.mean == Duration{4});
    CHECK(summary.p50 == Duration{0});
    CHECK(summary.p99 == Duration{9});
  }
}
