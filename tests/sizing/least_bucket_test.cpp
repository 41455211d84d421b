#include "sizing/least_bucket.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

#include "catalog.hpp"
#include "core/error.hpp"
#include "generated.hpp"

using namespace ratereplay;

namespace {

constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
constexpr auto highest = std::numeric_limits<std::int64_t>::max();

Rate rate_of(std::int64_t count, Int128 period_ns) { return {count, Duration{period_ns}, "a rate"}; }

// Every interval that begins and ends with an event that costs something, by the definition.
LeastBucket by_definition(const Events& events, const Rate& rate) {
  LeastBucket least;
  for (std::size_t first = 0; first < events.size(); ++first) {
    if (events.cost_of(first) == 0) continue;
    Witness witness{events.time(first), {}, 0, 0};
    for (std::size_t last = first; last < events.size(); ++last) {
      if (events.cost_of(last) == 0) continue;
      witness.last = events.time(last);
      witness.events += 1;
      witness.cost += events.cost_of(last);
      const Fraction needed = Fraction(witness.cost) - rate.per_ns() * Fraction(witness.length().ns);
      if (needed > least.exact) least = {needed, witness};
    }
  }
  return least;
}

void require_same(const LeastBucket& found, const LeastBucket& expected) {
  REQUIRE(found.exact == expected.exact);
  REQUIRE(found.witness.has_value() == expected.witness.has_value());
  if (!expected.witness) return;
  REQUIRE(found.witness->first == expected.witness->first);
  REQUIRE(found.witness->last == expected.witness->last);
  REQUIRE(found.witness->events == expected.witness->events);
  REQUIRE(found.witness->cost == expected.witness->cost);
}

}  // namespace

TEST_CASE("a trace without cost needs no bucket") {
  const std::vector<std::int64_t> times{1, 2};
  const std::vector<Cost> free{0, 0};
  CHECK(least_bucket({}, rate_of(1, 1)).exact == Fraction(0));
  CHECK_FALSE(least_bucket({}, rate_of(1, 1)).witness);
  CHECK(least_bucket({times, free}, rate_of(1, 1)).exact == Fraction(0));
  CHECK_FALSE(least_bucket({times, free}, rate_of(1, 1)).witness);
}

TEST_CASE("one event needs its cost and is its own witness") {
  const std::vector<std::int64_t> times{-7};
  const std::vector<Cost> cost{12};
  const LeastBucket unit = least_bucket({times, {}}, rate_of(5, 3));
  CHECK(unit.exact == Fraction(1));
  CHECK(unit.witness->first == Instant{-7});
  CHECK(unit.witness->last == Instant{-7});
  CHECK(unit.witness->events == 1);
  CHECK(unit.witness->cost == 1);
  CHECK(unit.witness->length() == Duration{0});
  CHECK(least_bucket({times, cost}, rate_of(5, 3)).exact == Fraction(12));
}

TEST_CASE("the refill between two events is taken off exactly") {
  const std::vector<std::int64_t> times{0, 2, 3};
  CHECK(least_bucket({times, {}}, rate_of(1, 3)).exact == Fraction(2));
  CHECK(least_bucket({times, {}}, rate_of(2, 7)).exact == Fraction(3) - Fraction(6, 7));
  CHECK(least_bucket({times, {}}, rate_of(1, 1)).exact == Fraction(1));
}

TEST_CASE("of equal witnesses the earliest first and then the earliest last event is named") {
  // At 1 per 10 ns every one of {0..0}, {0..10}, {10..10}, ... needs a bucket of 1.
  const std::vector<std::int64_t> steady{0, 10, 20};
  const LeastBucket least = least_bucket({steady, {}}, rate_of(1, 10));
  CHECK(least.exact == Fraction(1));
  CHECK(least.witness->first == Instant{0});
  CHECK(least.witness->last == Instant{0});

  const std::vector<std::int64_t> twice{0, 100, 101, 200, 201};
  CHECK(least_bucket({twice, {}}, rate_of(1, 10)).witness->first == Instant{100});
  CHECK(least_bucket({twice, {}}, rate_of(1, 10)).witness->last == Instant{101});
}

TEST_CASE("events of cost 0 neither begin nor end a witness, nor are they counted in it") {
  const std::vector<std::int64_t> times{0, 0, 5, 10, 10};
  const std::vector<Cost> cost{0, 3, 0, 4, 0};
  const LeastBucket least = least_bucket({times, cost}, rate_of(1, 10));
  CHECK(least.exact == Fraction(6));
  CHECK(least.witness->events == 2);
  CHECK(least.witness->cost == 7);
  CHECK(least.witness->length() == Duration{10});
}

TEST_CASE("the whole range of times and large rates are exact in 128 bits, and refused beyond") {
  const std::vector<std::int64_t> times{lowest, lowest, highest, highest};
  const Rate slow = rate_of(1, longest_parameter.ns);
  CHECK(least_bucket({times, {}}, slow).exact == Fraction(3));
  CHECK(least_bucket({times, {}}, rate_of(1, longest_parameter.ns - 1)).exact ==
        Fraction(4) - Fraction(longest_parameter.ns, longest_parameter.ns - 1));
  CHECK(least_bucket({times, {}}, rate_of(highest, 1)).exact == Fraction(2));

  const std::vector<Cost> cost{highest / 4, highest / 4, highest / 4, highest / 4};
  const LeastBucket reduced = least_bucket({times, cost}, rate_of(highest - 1, longest_parameter.ns));
  CHECK(reduced.exact == Fraction(highest / 4 * 2));
  CHECK(reduced.witness->events == 2);
  CHECK_THROWS_AS(least_bucket({times, cost}, rate_of(highest, longest_parameter.ns)), Error);
}

TEST_CASE("64 and 128 bits meet without a seam") {
  // 2 * period + 1 * span is INT64_MAX, and then one more.
  const std::int64_t span = 1'000'001;
  const std::vector<std::int64_t> times{0, span};
  for (const std::int64_t period : {(highest - span) / 2, (highest - span) / 2 + 1}) {
    CHECK(least_bucket({times, {}}, rate_of(1, period)).exact == Fraction(2) - Fraction(span, period));
  }
}

TEST_CASE("the least bucket and its witness are what the definition says, on generated traces") {
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    test::GeneratedTrace trace(seed);
    const Events events = trace.events();
    const Rate rate = rate_of(static_cast<std::int64_t>(1 + trace.below(5)), static_cast<Int128>(1 + trace.below(12)));
    INFO("seed " << seed);
    require_same(least_bucket(events, rate), by_definition(events, rate));
  }
}

TEST_CASE("the least bucket is the same in blocks of any size, and when 64 bits end in the middle of the trace") {
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    test::GeneratedTrace trace(seed);
    // Later times and costs may be too much for 64 bits.
    for (int parts = static_cast<int>(trace.below(3)); parts > 0; --parts) {
      test::GeneratedTrace more(trace.random());
      const std::int64_t shift = trace.arrival.empty() ? 0 : trace.arrival.back();
      const std::int64_t room = highest - std::max<std::int64_t>(shift, 0);
      const std::int64_t from = more.arrival.empty() ? 0 : more.arrival.front();
      for (const std::int64_t at : more.arrival) {
        const auto after = static_cast<std::int64_t>(std::min<Int128>(Int128{at} - from, room));
        trace.arrival.push_back(shift + after);
        if (!trace.cost.empty()) trace.cost.push_back(static_cast<Cost>(trace.below(1'000'000)));
      }
    }
    if (trace.cost.size() != trace.arrival.size()) trace.cost.clear();
    const Events events = trace.events();
    const Rate rate = rate_of(static_cast<std::int64_t>(1 + trace.below(5)),
                              static_cast<Int128>(1 + trace.below(std::uint64_t{1} << trace.below(60))));
    const LeastBucket at_once = least_bucket(events, rate);
    INFO("seed " << seed);
    require_same(at_once, by_definition(events, rate));
    for (const std::size_t size : std::initializer_list<std::size_t>{1, 2, 3, 0}) {
      LeastBucketScan scan(rate, events.unit_costs());
      for (std::size_t begin = 0; begin < events.size();) {
        const std::size_t count = std::min<std::size_t>(size > 0 ? size : trace.below(8), events.size() - begin);
        scan.feed(events.part(begin, count));
        begin += count;
      }
      require_same(scan.result(), at_once);
    }
  }
}

TEST_CASE("a scan refuses the block with which 128 bits no longer suffice, and free events before any cost are free") {
  const std::vector<std::int64_t> times{lowest, lowest, highest - 1, highest};
  const std::vector<Cost> costs{0, highest / 4, highest / 4, highest / 4};
  const Events events{times, costs};
  LeastBucketScan scan(rate_of(highest, longest_parameter.ns), false);
  scan.feed(events.part(0, 1));
  CHECK_FALSE(scan.result().witness);
  scan.feed(events.part(1, 1));
  CHECK(scan.result().exact == Fraction(highest / 4));
  CHECK_THROWS_AS(scan.feed(events.part(2, 2)), Error);
}

TEST_CASE("bounds for coarse stamps reach one resolution's refill to either side, but not below the largest cost") {
  const Rate rate = parse_rate("1/s");
  const Duration second{ns_per_second};
  const Witness some;
  const auto wide = resolution_bounds({Fraction(5), some}, rate, second, 1);
  REQUIRE(wide);
  CHECK(wide->lower == Fraction(4));
  CHECK_FALSE(wide->lower_attainable);
  CHECK(wide->upper == Fraction(6));
  const auto narrow = resolution_bounds({Fraction(11, 2), some}, rate, coarse_resolution, 5);
  REQUIRE(narrow);
  CHECK(narrow->lower == Fraction(5'499, 1'000));
  CHECK(narrow->upper == Fraction(5'501, 1'000));

  // A single event needs its cost and no more, however coarse its stamp.
  const auto single = resolution_bounds({Fraction(5), some}, rate, second, 5);
  REQUIRE(single);
  CHECK(single->lower == Fraction(5));
  CHECK(single->lower_attainable);
  CHECK_FALSE(resolution_bounds({Fraction(5), some}, rate, second, 4)->lower_attainable);
}

TEST_CASE("there is nothing to be said of fine stamps, or of a trace without cost") {
  const Rate rate = parse_rate("1/s");
  CHECK_FALSE(resolution_bounds({Fraction(5), Witness{}}, rate, Duration{100'000}, 1));
  CHECK_FALSE(resolution_bounds({Fraction(5), Witness{}}, rate, std::nullopt, 1));
  CHECK_FALSE(resolution_bounds({Fraction(0), {}}, rate, Duration{ns_per_second}, 1));
}

TEST_CASE("eleven years of earthquakes at 5 an hour need 73.97, forced by 105 events of the Kamchatka sequence") {
  const std::vector<std::int64_t> times = test::catalog_times("data/usgs-m5-2015-2025.csv");
  if (times.empty()) return;
  REQUIRE(times.size() == 18'790);
  const LeastBucket least = least_bucket({times, {}}, parse_rate("5/h"));
  CHECK(least.exact == Fraction(17'753'599, 240'000));
  CHECK(least.exact.ceil() == 74);
  CHECK(rfc3339_text(least.witness->first) == "2025-07-29T23:24:52.483Z");
  CHECK(least.witness->length() == Duration{Int128{22'339'203} * 1'000'000});
  CHECK(least.witness->events == 105);
  CHECK(least.witness->cost == 105);
}
