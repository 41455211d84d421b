#include "sweep/alignment.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <vector>

#include "core/error.hpp"
#include "generated.hpp"
#include "replay/replay.hpp"

using namespace ratereplay;

namespace {

std::uint64_t drops_at(const Events& events, const FixedWindow& limiter, Int128 offset) {
  FixedWindow shifted = limiter;
  shifted.offset = Duration{offset};
  return replay(shifted, events, Duration{1}).dropped;
}

/// Every offset of a whole ns, one by one.
struct Slow {
  std::vector<std::uint64_t> drops;

  Slow(const Events& events, const FixedWindow& limiter) {
    for (Int128 offset = 0; offset < limiter.window.ns; ++offset) drops.push_back(drops_at(events, limiter, offset));
  }
  std::uint64_t least() const { return *std::min_element(drops.begin(), drops.end()); }
  std::uint64_t most() const { return *std::max_element(drops.begin(), drops.end()); }
  Fraction mean() const {
    return Fraction(static_cast<Int128>(std::accumulate(drops.begin(), drops.end(), std::uint64_t{0})),
                    static_cast<Int128>(drops.size()));
  }
};

}  // namespace

TEST_CASE("the alignments of a fixed window are those of a replay at every offset") {
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    CAPTURE(seed);
    test::GeneratedTrace trace(seed);
    const FixedWindow limiter{static_cast<std::int64_t>(1 + trace.below(4)),
                              Duration{static_cast<Int128>(1 + trace.below(40))}};
    const Events events = trace.events();
    const Slow slow(events, limiter);
    const Alignments all = align_everywhere(events, limiter);
    REQUIRE(all.least.dropped == slow.least());
    REQUIRE(all.most.dropped == slow.most());
    REQUIRE(all.mean == slow.mean());
    REQUIRE(drops_at(events, limiter, all.least.offset.ns) == all.least.dropped);
    REQUIRE(drops_at(events, limiter, all.most.offset.ns) == all.most.dropped);
    REQUIRE(all.tried <= events.size() + 1);
  }
}

TEST_CASE("some alignments are those of a replay at each of the offsets, rounded down") {
  Workers workers(2);
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    CAPTURE(seed);
    test::GeneratedTrace trace(seed);
    const FixedWindow limiter{static_cast<std::int64_t>(1 + trace.below(4)),
                              Duration{static_cast<Int128>(1 + trace.below(40))}};
    const std::uint64_t count = 1 + trace.below(50);
    const Alignments some = align_at(trace.events(), limiter, count, workers);
    Alignments expected;
    Int128 total = 0;
    for (std::uint64_t k = 0; k < count; ++k) {
      const Int128 offset = limiter.window.ns * static_cast<Int128>(k) / static_cast<Int128>(count);
      const std::uint64_t drops = drops_at(trace.events(), limiter, offset);
      total += static_cast<Int128>(drops);
      if (k == 0 || drops < expected.least.dropped) expected.least = {drops, Duration{offset}};
      if (k == 0 || drops > expected.most.dropped) expected.most = {drops, Duration{offset}};
    }
    expected.tried = count;
    expected.mean = Fraction(total, static_cast<Int128>(count));
    REQUIRE(some == expected);
  }
}

TEST_CASE("as many offsets as a window has nanoseconds are all of them") {
  Workers workers(1);
  const std::vector<std::int64_t> times{-7, -3, -3, 0, 1, 1, 6, 9, 9, 9, 20};
  const FixedWindow limiter{2, Duration{10}};
  const Alignments all = align_everywhere({times, {}}, limiter);
  const Alignments some = align_at({times, {}}, limiter, 10, workers);
  CHECK(some.tried == 10);
  CHECK(all.least.dropped == some.least.dropped);
  CHECK(all.most.dropped == some.most.dropped);
  CHECK(all.mean == some.mean);
}

TEST_CASE("the outcome of two events depends on whether a boundary falls between them") {
  // 4 apart in windows of 10: of 10 offsets the 4 that part them drop none.
  const std::vector<std::int64_t> times{103, 107};
  const Alignments all = align_everywhere({times, {}}, FixedWindow{1, Duration{10}});
  CHECK(all.tried == 3);
  CHECK(all.least == Alignments::Outcome{0, Duration{7}});
  CHECK(all.most == Alignments::Outcome{1, Duration{0}});
  CHECK(all.mean == Fraction(6, 10));
}

TEST_CASE("a trace without events drops none wherever the boundaries fall") {
  Workers workers(1);
  const FixedWindow limiter{1, Duration{10}};
  const Alignments all = align_everywhere({}, limiter);
  CHECK(all.tried == 1);
  CHECK(all.most == Alignments::Outcome{0, Duration{0}});
  CHECK(all.mean == Fraction(0));
  CHECK(align_at({}, limiter, 4, workers).mean == Fraction(0));
}

TEST_CASE("windows as long as they come, at both ends of the range of times") {
  // Exactly the longest window lies between the first event and the last, so that no window holds both.
  const std::vector<std::int64_t> times{INT64_MIN, INT64_MIN + 1, 0, INT64_MAX - 1, INT64_MAX};
  const Alignments longest = align_everywhere({times, {}}, FixedWindow{1, longest_parameter});
  CHECK(longest.least.dropped == 3);
  CHECK(longest.most.dropped == 3);
  CHECK(longest.mean == Fraction(3));

  const FixedWindow half{1, Duration{Int128{1} << 63}};
  const Alignments all = align_everywhere({times, {}}, half);
  CHECK(all.least.dropped == 2);
  CHECK(all.most.dropped == 3);
  CHECK(drops_at({times, {}}, half, all.least.offset.ns) == 2);
  CHECK(drops_at({times, {}}, half, all.most.offset.ns) == 3);
}

TEST_CASE("all alignments that would take too long together are refused, not waited for") {
  using Catch::Contains;
  const FixedWindow window{1, Duration{10}};
  const std::vector<std::int64_t> times(400'000, 5);
  const std::vector<Cost> costs(times.size(), 1);
  CHECK_THROWS_WITH(check_align_everywhere({times, costs}, std::vector{window}),
                    Contains("all offsets of 1 configuration, one of windows of 10 ns, would take more than "
                             "100,000,000,000 decisions; try a number of them"));
  CHECK_NOTHROW(check_align_everywhere({times, {}}, std::vector(250'000, window)));
  CHECK_THROWS_WITH(check_align_everywhere({times, {}}, std::vector(250'001, window)), Contains("100,000,000,000"));

  // A quarter of the trace is a sixteenth of the work.
  const Events quarter = Events{times, costs}.part(0, 100'000);
  CHECK_NOTHROW(check_align_everywhere(quarter, std::vector(9, window)));
  CHECK_THROWS_WITH(check_align_everywhere(quarter, std::vector(10, window)), Contains("10 configurations"));
  CHECK(align_everywhere({times, {}}, FixedWindow{1, Duration{10}}).mean == Fraction(399'999));
}
