#include "sizing/segment_scan.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "core/processor.hpp"
#include "sanitized.hpp"
#include "sizing/segment.hpp"

using namespace ratereplay;

namespace {

/// Traces of several blocks, each of its own kind: with ties, periods, gaps that grow or shrink, bursts, many events at
/// one instant, pauses and costs too large for the kernels.
EventColumns long_trace(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t bound) { return random() % bound; };
  EventColumns trace;
  const std::uint64_t size = 1 + below(below(4) == 0 ? 3000 : 700);
  const std::uint64_t stretch = below(2) == 0 ? size : 1 + below(300);
  const bool costs = below(2) == 0;
  // Near the lower end of the range, so that there is room for long pauses.
  auto time = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::min()) + below(1000);
  std::uint64_t room = std::numeric_limits<std::uint64_t>::max() - 2000;
  std::uint64_t scale = 0;
  std::uint64_t kind = 0;
  std::uint64_t dearest = 0;
  for (std::uint64_t event = 0; event < size; ++event) {
    if (event % stretch == 0) {
      scale = std::uint64_t{1} << below(45);
      kind = below(8);
      dearest = std::uint64_t{1} << (below(3) == 0 ? below(52) : below(10));
    }
    std::uint64_t gap = 0;
    switch (kind) {
      case 0:
        gap = below(2 * scale);
        break;
      case 1:
        gap = scale;
        break;
      case 2:
        gap = event * scale / 64;
        break;
      case 3:
        gap = (size - event) * scale / 64;
        break;
      case 4:
        gap = below(8) == 0 ? below(scale) : 0;
        break;
      case 5:
        gap = event % 97 == 0 ? 97 * scale : below(1 + scale / 8);
        break;
      case 6:
        gap = event % stretch == 0 ? scale : 0;
        break;
      default:
        gap = below(400) == 0 ? below(std::uint64_t{1} << 62) : below(4);
        break;
    }
    gap = std::min(gap, room);
    room -= gap;
    time += gap;
    trace.arrival.push_back(static_cast<std::int64_t>(time));
    if (costs) trace.cost.push_back(static_cast<Cost>(below(3) == 0 ? 0 : below(dearest)));
  }
  return trace;
}

Segment scanned(const Events& events, std::size_t block, const BlockKernels& kernels) {
  SegmentScan scan(kernels);
  for (std::size_t begin = 0; begin < events.size(); begin += block) {
    scan.feed(events.part(begin, std::min(block, events.size() - begin)));
  }
  return scan.take();
}

void require_exact(const BlockKernels& kernels) {
  for (std::uint64_t seed = 0; seed < (test::sanitized ? 300 : 1500); ++seed) {
    const EventColumns trace = long_trace(seed);
    const Segment whole = segment_of(trace.events());
    INFO("seed " << seed);
    REQUIRE(scanned(trace.events(), trace.arrival.size(), kernels) == whole);
    REQUIRE(scanned(trace.events(), 37, kernels) == whole);
  }
}

}  // namespace

TEST_CASE("what the filters leave out of a segment is off its hulls, with portable kernels") {
  require_exact(portable_block_kernels);
}

#if RATEREPLAY_HAS_AVX2_KERNELS
TEST_CASE("what the filters leave out of a segment is off its hulls, with AVX2 kernels") {
  if (!has_avx2()) {
    WARN("skipped: this processor has no AVX2");
    return;
  }
  require_exact(avx2_block_kernels);
}
#endif

TEST_CASE("segments one after another make the whole together") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const EventColumns trace = long_trace(seed);
    const Events events = trace.events();
    SegmentScan scan;
    SegmentChain chain;
    for (std::size_t begin = 0; begin < events.size(); begin += 300) {
      scan.feed(events.part(begin, std::min<std::size_t>(300, events.size() - begin)));
      chain.add(scan.take());
    }
    INFO("seed " << seed);
    REQUIRE(chain.take() == segment_of(events));
  }
}

TEST_CASE("a burst at one instant after blocks too long for the kernels is not missed") {
  EventColumns trace;
  std::int64_t time = 0;
  const auto add = [&](int events, std::int64_t gap) {
    for (int event = 0; event < events; ++event) trace.arrival.push_back(time += gap);
  };
  constexpr std::int64_t second = 1'000'000'000;
  add(106, 300 * second);
  add(150, 0);
  time += 1000;
  add(150, 0);
  add(106, 300 * second);
  time += second;
  add(200, 0);
  add(56, 100 * second);
  CHECK(scanned(trace.events(), trace.arrival.size(), portable_block_kernels) == segment_of(trace.events()));
}

TEST_CASE("costs at one instant may be as large as they can be") {
  for (const Cost largest : {(Cost{1} << 52) - 1, (Cost{1} << 53) + 1, std::numeric_limits<Cost>::max()}) {
    const std::vector<std::int64_t> times{5, 5, 5};
    const std::vector<Cost> costs{0, largest, 0};
    CHECK(scanned({times, costs}, 3, portable_block_kernels) == segment_of({times, costs}));
  }
  std::vector<std::int64_t> times(512, 0);
  std::vector<Cost> costs(512, 1);
  std::fill(times.begin() + 256, times.end(), 1'000'000'000);
  std::fill(costs.begin() + 256, costs.end(), (Cost{1} << 54) + 1);
  costs.back() = (Cost{1} << 50) + 3;
  CHECK(scanned({times, costs}, 512, portable_block_kernels) == segment_of({times, costs}));
}
