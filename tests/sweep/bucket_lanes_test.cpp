#include "sweep/bucket_lanes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/processor.hpp"
#include "generated.hpp"
#include "replay/replay.hpp"

using namespace ratereplay;

namespace {

struct Kernels {
  std::string name;
  const LaneKernels* table;
};

std::vector<Kernels> all_kernels() {
  std::vector<Kernels> all{{"portable", &portable_lane_kernels}};
#if RATEREPLAY_HAS_AVX2_KERNELS
  if (has_avx2()) all.push_back({"avx2", &avx2_lane_kernels});
#endif
  return all;
}

struct Bucket {
  std::string rate;
  Fraction burst;
};

std::vector<PassCounts> replayed(const std::vector<Bucket>& buckets, const Events& events) {
  std::vector<PassCounts> counts;
  for (const Bucket& bucket : buckets) {
    const ReplaySummary summary = replay(Gcra{parse_rate(bucket.rate), bucket.burst}, events, Duration{1});
    counts.push_back({summary.passed, summary.passed_cost});
  }
  return counts;
}

/// In blocks of `size` events, or all at once for 0.
std::vector<PassCounts> counted(const std::vector<Bucket>& buckets, const Events& events, const LaneKernels& kernels,
                                std::size_t size) {
  std::vector<BucketScale> scales;
  for (const Bucket& bucket : buckets) scales.push_back(bucket_scale(parse_rate(bucket.rate), bucket.burst));
  BucketLanes lanes(scales, events.unit_costs(), kernels);
  for (std::size_t begin = 0; begin < events.size();) {
    const std::size_t count = std::min(size == 0 ? events.size() : size, events.size() - begin);
    lanes.feed(events.part(begin, count));
    begin += count;
  }
  return lanes.counts();
}

void require_as_replayed(const std::vector<Bucket>& buckets, const Events& events,
                         const std::vector<std::size_t>& sizes) {
  const std::vector<PassCounts> expected = replayed(buckets, events);
  for (const Kernels& kernels : all_kernels()) {
    for (const std::size_t size : sizes) {
      CAPTURE(kernels.name, size);
      REQUIRE(counted(buckets, events, *kernels.table, size) == expected);
    }
  }
}

/// Buckets of one rate fill packs, those of few a rate do not, and some numbers fit in no 32 bits or in no double.
std::vector<Bucket> grid(const std::vector<std::string>& rates, int bursts, Fraction step = 1) {
  std::vector<Bucket> buckets;
  for (const std::string& rate : rates) {
    for (int burst = 1; burst <= bursts; ++burst) buckets.push_back({rate, Fraction(1) + step * Fraction(burst - 1)});
  }
  return buckets;
}

std::vector<Bucket> joined(std::vector<Bucket> first, const std::vector<Bucket>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

struct Trace {
  std::vector<std::int64_t> arrival;
  std::vector<Cost> cost;

  Events events() const noexcept { return {arrival, cost}; }
};

/// Ties, bursts and gaps of whole `unit`s, now and then one of `long_gap`.
Trace busy(std::uint64_t seed, std::int64_t start, std::size_t events, std::int64_t unit, std::int64_t long_gap,
           Cost largest_cost) {
  test::GeneratedTrace random(seed);
  Trace trace;
  std::int64_t at = start;
  for (std::size_t event = 0; event < events; ++event) {
    if (random.below(3) != 0) at += unit * static_cast<std::int64_t>(random.below(6));
    if (random.below(100) == 0) at += long_gap;
    trace.arrival.push_back(at);
    if (largest_cost > 0)
      trace.cost.push_back(static_cast<Cost>(random.below(static_cast<std::uint64_t>(largest_cost) + 1)));
  }
  return trace;
}

}  // namespace

TEST_CASE("buckets side by side pass what each passes alone, on small traces of every kind") {
  const std::vector<Bucket> buckets =
      joined(joined(grid({"3/7ns", "1/10ns"}, 9), grid({"1/ns", "5/3ns", "2/9ns"}, 2, Fraction(1, 3))),
             {{"1/1000000000000000007ns", 3}, {"7/1000000000000000003ns", Fraction(5, 2)}});
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    CAPTURE(seed);
    require_as_replayed(buckets, test::GeneratedTrace(seed).events(), {0, 1, 3});
  }
}

TEST_CASE("buckets side by side pass what each passes alone, in 32 bits, in doubles and alone") {
  constexpr std::int64_t second = 1'000'000'000;
  // Bursts whose capacities lie about 2^31 and 2^51 units, and beyond.
  std::vector<Bucket> around_ends{{"1/s", Int128{1} << 62}, {"1/1000000007ns", 5}, {"999999937/1000000007s", 7}};
  for (const Int128 end : {Int128{1} << 31, Int128{1} << 51}) {
    for (Int128 burst = end - 4; burst <= end + 1; ++burst) around_ends.push_back({"1/s", burst});
  }
  const std::vector<Bucket> buckets =
      joined(joined(grid({"1/s", "2/s"}, 40, Fraction(1, 2)), grid({"3/7s", "5/s", "7/s", "700/h"}, 3)), around_ends);
  for (const std::int64_t unit : {second, INT64_C(1'000'000), INT64_C(7), INT64_C(1)}) {
    for (const std::int64_t long_gap : {INT64_C(0), 1'000'000 * second, INT64_C(3) << 54}) {
      for (const Cost largest_cost : {Cost{0}, Cost{5}, Cost{40}}) {
        CAPTURE(unit, long_gap, largest_cost);
        const Trace trace =
            busy(static_cast<std::uint64_t>(unit + largest_cost), INT64_MIN / 2, 1'500, unit, long_gap, largest_cost);
        require_as_replayed(buckets, trace.events(), {0, 1, 100, 512});
      }
    }
  }
}

TEST_CASE("stamps that become finer in the middle of a trace change no decision of buckets side by side") {
  const std::vector<Bucket> buckets = joined(grid({"1/s", "2/7s"}, 12), {{"1/1000003ns", 4}, {"1/s", Int128{1} << 31}});
  Trace trace;
  std::int64_t at = 0;
  for (const std::int64_t unit :
       {INT64_C(3'000'000'000), INT64_C(1'000'000'000), INT64_C(1'000'000), INT64_C(7), INT64_C(1)}) {
    const Trace next = busy(static_cast<std::uint64_t>(unit), at, 700, unit, 2'000'000'000 * unit / 7, 0);
    trace.arrival.insert(trace.arrival.end(), next.arrival.begin(), next.arrival.end());
    at = next.arrival.back();
  }
  require_as_replayed(buckets, trace.events(), {0, 1, 333});
}

TEST_CASE("events at both ends of the range of times are counted by buckets side by side") {
  const std::vector<Bucket> buckets = grid({"1/s", "1/200000d", "1/100000d", "3/ns"}, 5);
  for (const std::vector<Cost>& cost : {std::vector<Cost>{}, std::vector<Cost>{1, 2, 3, 0, 1, 5, 1}}) {
    const std::vector<std::int64_t> times{INT64_MIN, INT64_MIN, INT64_MIN + 1, 0, INT64_MAX - 1, INT64_MAX, INT64_MAX};
    require_as_replayed(buckets, {times, cost}, {0, 1, 2});
  }
}

TEST_CASE("costs as large as they come are counted by buckets side by side") {
  const std::vector<std::int64_t> times{0, 0, 1, 5, 5, 9, 10, 1'000};
  const std::vector<Cost> costs{INT64_MAX / 4, 1, Cost{1} << 44, 0,
                                Cost{1} << 42, 7, INT64_MAX / 4, (Cost{1} << 43) - 1};
  const std::vector<Bucket> buckets{{"1/ns", 1},
                                    {"1/ns", 7},
                                    {"1/ns", Int128{1} << 42},
                                    {"1/ns", (Int128{1} << 43) - 2},
                                    {"1/ns", (Int128{1} << 43) - 1},
                                    {"1/ns", Int128{1} << 43},
                                    {"1/ns", Int128{1} << 62},
                                    {"1/s", 7},
                                    // A second below 2^51 ns, and one more.
                                    {"1/s", 2'251'798},
                                    {"1/s", 2'251'799},
                                    {"9/7d", Fraction(15, 2)}};
  require_as_replayed(buckets, {times, costs}, {0, 1, 3});
}

TEST_CASE("a trace that has costs of 1 alone is counted as one without") {
  const Trace trace = busy(5, -300, 1'000, 10, 0, 0);
  const std::vector<Cost> ones(trace.arrival.size(), 1);
  require_as_replayed(grid({"1/30ns", "1/7ns"}, 20), {trace.arrival, ones}, {0, 64});
}

TEST_CASE("buckets that can never pass an event, or whose numbers are too large, are not for lanes") {
  CHECK_FALSE(BucketLanes::suits(bucket_scale(parse_rate("1/s"), Fraction(1, 2))));
  CHECK(BucketLanes::suits(bucket_scale(parse_rate("1/s"), 1)));
  CHECK(BucketLanes::suits(bucket_scale(parse_rate("2305843009213693951/ns"), 1)));
  CHECK_FALSE(BucketLanes::suits(bucket_scale(parse_rate("2305843009213693952/ns"), 1)));
  CHECK_FALSE(BucketLanes::suits(bucket_scale(parse_rate("9223372036854775807/ns"), 1)));
  CHECK(BucketLanes::suits({1, 1, int128_max / 8, 1}));
  CHECK_FALSE(BucketLanes::suits({1, 1, int128_max / 8 + 1, 1}));
  CHECK_FALSE(BucketLanes::suits({Int128{1} << 63, 1, 1, 1}));
}

TEST_CASE("buckets side by side are exact up to the last number that 32 bits are used for") {
  // Gaps of nanoseconds, so that a unit is one, and blocks that last about 2^31 less the interval of them.
  for (const Int128 interval : {Int128{1}, Int128{1} << 30, (Int128{1} << 31) - 3, (Int128{1} << 31) - 2}) {
    std::vector<Bucket> buckets;
    for (int burst = 1; burst <= 4; ++burst) {
      buckets.push_back({fmt::format("1/{}ns", to_text(interval)), burst});
      const Fraction about_end((Int128{1} << 31) - 4 + burst, interval);
      if (about_end >= Fraction(1)) buckets.push_back({fmt::format("1/{}ns", to_text(interval)), about_end});
    }
    for (std::int64_t last = (INT64_C(1) << 31) - 5; last <= (INT64_C(1) << 31) + 1; ++last) {
      for (const std::int64_t before : {INT64_C(0), INT64_C(1), static_cast<std::int64_t>(interval)}) {
        CAPTURE(to_text(interval), last, before);
        std::vector<std::int64_t> times(40);
        for (std::int64_t& time : times) time = &time - times.data() < 33 ? 0 : std::max(INT64_C(1), last - before);
        times.back() = last;
        require_as_replayed(buckets, {times, {}}, {0, 1});
      }
    }
  }
}
