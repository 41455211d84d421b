#include "metrics/counter_accuracy.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "generated.hpp"

using namespace ratereplay;

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
constexpr Int128 one = static_cast<Int128>(1) << 64;

Rate rate_of(std::int64_t limit, Int128 window) { return {limit, Duration{window}, ""}; }

CounterAccuracy accuracy_of(std::int64_t limit, Int128 window, const Events& events) {
  CounterAccuracyScan scan(rate_of(limit, window));
  if (!events.empty()) scan.feed(events);
  return scan.result();
}

CounterAccuracy accuracy_at(std::int64_t limit, Int128 window, const std::vector<std::int64_t>& times) {
  return accuracy_of(limit, window, {times});
}

/// Of several shares over / under, each rounded down to 2^-64, and their mean likewise.
Fraction mean_of(const std::vector<std::pair<Int128, Int128>>& shares, std::size_t events) {
  Int128 sum = 0;
  for (const auto& [over, under] : shares) sum += (over << 64) / under;
  return {sum / static_cast<Int128>(events), one};
}

/// Every event by the definition; a product of 64 bits and a cost has to leave room for 2^64.
CounterAccuracy by_definition(std::int64_t limit, std::int64_t window, const Events& events) {
  CounterAccuracy found;
  std::map<KeyId, std::pair<std::array<bool, 3>, std::array<std::array<bool, 2>, 2>>> keys;
  std::vector<std::pair<Int128, Int128>> above;
  std::vector<std::pair<Int128, Int128>> below;
  const auto key_of = [&](std::size_t event) { return events.key.empty() ? KeyId{0} : events.key[event]; };
  const auto window_of = [&](std::size_t event) { return floor_div<Int128>(events.arrival[event], window); };
  for (std::size_t event = 0; event < events.size(); ++event) {
    if (events.cost_of(event) == 0) continue;
    Int128 exact = 0;
    Int128 current = 0;
    Int128 previous = 0;
    for (std::size_t earlier = 0; earlier <= event; ++earlier) {
      if (key_of(earlier) != key_of(event)) continue;
      const Cost cost = events.cost_of(earlier);
      if (events.time(event) - events.time(earlier) < Duration{window}) exact += cost;
      if (window_of(earlier) == window_of(event)) current += cost;
      if (window_of(earlier) == window_of(event) - 1) previous += cost;
    }
    const Int128 left = window - (events.arrival[event] - window_of(event) * window);
    const Fraction estimate = Fraction(previous * left, window) + Fraction(current);
    ++found.events;
    found.most = std::max(found.most, static_cast<Cost>(exact));
    found.most_estimated = std::max(found.most_estimated, estimate);
    const Int128 error = previous * left + (current - exact) * window;
    (error > 0 ? above : below).emplace_back(error > 0 ? error : -error, exact * window);

    const bool over = exact > limit;
    auto& [over_by, wrong] = keys[key_of(event)];
    if (over) ++found.over;
    over_by[0] |= over;
    const std::array estimated{previous * left / window + current > limit, estimate > Fraction(Int128{limit})};
    for (const std::size_t rounding : {0U, 1U}) {
      Placement& placement = rounding == 0 ? found.by_floor : found.by_exact;
      over_by[1 + rounding] |= estimated[rounding];
      if (estimated[rounding] == over) continue;
      wrong[rounding][over ? 1U : 0U] = true;
      const auto count = static_cast<Cost>(exact);
      if (over) {
        ++placement.wrongly_under;
        placement.most_under = std::max(placement.most_under.value_or(count), count);
      } else {
        ++placement.wrongly_over;
        placement.least_over = std::min(placement.least_over.value_or(count), count);
      }
    }
  }
  const auto most_of = [](const auto& shares) {
    Int128 most = 0;
    for (const auto& [over, under] : shares) most = std::max(most, (over << 64) / under);
    return Fraction(most, one);
  };
  if (found.events > 0)
    found.error = {mean_of(above, found.events), mean_of(below, found.events), most_of(above), most_of(below)};
  for (const auto& [key, placed] : keys) {
    const auto& [over_by, wrong] = placed;
    ++found.keys;
    found.keys_over += over_by[0] ? 1U : 0U;
    for (const std::size_t rounding : {0U, 1U}) {
      PlacedKeys& count = (rounding == 0 ? found.by_floor : found.by_exact).keys;
      const bool estimated = over_by[1 + rounding];
      count.over += estimated ? 1U : 0U;
      count.wrongly_over += wrong[rounding][0] ? 1U : 0U;
      count.wrongly_under += wrong[rounding][1] ? 1U : 0U;
      count.only_log += over_by[0] && !estimated ? 1U : 0U;
      count.only_estimate += estimated && !over_by[0] ? 1U : 0U;
    }
  }
  return found;
}

}  // namespace

TEST_CASE("the published figure: 42 in the last window and 18 in this one, 15 s into a minute, are 49.5") {
  std::vector<std::int64_t> times(42, 30 * second);
  times.resize(60, 75 * second);
  const CounterAccuracy accuracy = accuracy_at(50, 60 * second, times);
  CHECK(accuracy.events == 60);
  CHECK(accuracy.most_estimated == Fraction(99, 2));
  // All 42 came within the minute, so that the count is 60, and of those from 51 on the estimate knows nothing.
  CHECK(accuracy.most == 60);
  CHECK(accuracy.over == 10);
  CHECK(accuracy.by_floor.wrongly_under == 10);
  CHECK(accuracy.by_exact == accuracy.by_floor);

  // One more is 50.5, and 50 where it is rounded down.
  times.push_back(75 * second);
  const CounterAccuracy one_more = accuracy_at(50, 60 * second, times);
  CHECK(one_more.most_estimated == Fraction(101, 2));
  CHECK(one_more.by_floor.wrongly_under == 11);
  CHECK(one_more.by_floor.most_under == 61);
  CHECK(one_more.by_exact.wrongly_under == 10);
  CHECK(one_more.by_exact.most_under == 60);
  CHECK(one_more.by_floor.keys.only_log == 1);
  CHECK(one_more.by_exact.keys.only_log == 0);
  CHECK(one_more.by_exact.keys.over == 1);

  // Had the 42 come earlier, they would be gone: the same estimate is too high, and puts none over the limit yet.
  std::fill_n(times.begin(), 42, 15 * second);
  const CounterAccuracy early = accuracy_at(50, 60 * second, times);
  CHECK(early.most_estimated == Fraction(101, 2));
  CHECK(early.most == 42);
  CHECK(early.over == 0);
  CHECK(early.by_floor.wrongly_over == 0);
  CHECK(early.by_exact.wrongly_over == 1);
  CHECK(early.by_exact.least_over == 19);
  CHECK(early.by_exact.keys.only_estimate == 1);
  CHECK(early.error.most_above == Fraction(63, 2));
}

TEST_CASE("an event that is a window old is out of the count, and the estimate still has it whole") {
  const CounterAccuracy at_window = accuracy_at(1, 10, {0, 10});
  CHECK(at_window.most == 1);
  CHECK(at_window.most_estimated == Fraction(2));
  CHECK(at_window.by_floor.wrongly_over == 1);
  CHECK(at_window.by_exact.wrongly_over == 1);
  CHECK(at_window.by_floor.least_over == 1);
  CHECK_FALSE(at_window.by_floor.most_under);
  CHECK(at_window.error.most_above == Fraction(1));
  CHECK(at_window.error.mean() == Fraction(1, 2));
  CHECK(at_window.error.signed_mean() == Fraction(1, 2));

  const CounterAccuracy within = accuracy_at(1, 10, {1, 10});
  CHECK(within.most == 2);
  CHECK(within.over == 1);
  CHECK(within.by_floor == Placement{0, 0, {}, {}, {1, 0, 0, 0, 0}});
  CHECK(within.error == EstimateError());
}

TEST_CASE("at the last instant of a window the estimate has one part of the window before") {
  // 4 at the start of a window of 4 ns: at 7, of 4 one is left, and the count has none of them.
  const CounterAccuracy accuracy = accuracy_at(1, 4, {0, 0, 0, 0, 7});
  CHECK(accuracy.over == 3);
  CHECK(accuracy.by_floor.wrongly_over == 1);
  CHECK(accuracy.error.most_above == Fraction(1));
  // A part less than one is no more than the limit when it is rounded down.
  const CounterAccuracy three = accuracy_at(1, 4, {0, 0, 0, 7});
  CHECK(three.by_floor.wrongly_over == 0);
  CHECK(three.by_exact.wrongly_over == 1);
  CHECK(three.error.most_above == Fraction(3, 4));
  // As late as they can be, they are all in the count.
  const CounterAccuracy late = accuracy_at(2, 4, {3, 3, 3, 3, 6});
  CHECK(late.most == 5);
  CHECK(late.most_estimated == Fraction(4));
  CHECK(late.error.most_below == mean_of({{2, 5}}, 1));
}

TEST_CASE("a window that is not the one just before is forgotten") {
  CHECK(accuracy_at(9, 10, {9, 9, 20}).most_estimated == Fraction(2));
  CHECK(accuracy_at(9, 10, {9, 9, 10}).most_estimated == Fraction(3));
  CHECK(accuracy_at(9, 10, {9, 9, 95}).error == EstimateError());
}

TEST_CASE("clock windows lie on multiples of their length also before 1970") {
  // -1 is in the window before 0, -10 begins it, and -11 is in the one before.
  CHECK(accuracy_at(9, 10, {-1, 1}).most_estimated == Fraction(19, 10));
  CHECK(accuracy_at(9, 10, {-10, -5, 5}).most_estimated == Fraction(2));
  CHECK(accuracy_at(9, 10, {-11, -10}).most_estimated == Fraction(2));
  CHECK(accuracy_at(9, 10, {-11, 0}).most_estimated == Fraction(1));
}

TEST_CASE("costs are counted, and events of cost 0 are not") {
  const std::vector<std::int64_t> times{0, 5, 5, 12, 12};
  const std::vector<Cost> costs{4, 0, 3, 0, 2};
  const CounterAccuracy accuracy = accuracy_of(7, 10, {times, costs});
  CHECK(accuracy.events == 3);
  CHECK(accuracy.most == 7);
  // Of 7, 8 of 10 parts are left: 5.6 and 2, but the 4 are gone.
  CHECK(accuracy.most_estimated == Fraction(38, 5));
  CHECK(accuracy.over == 0);
  CHECK(accuracy.by_floor.wrongly_over == 0);
  CHECK(accuracy.by_exact.wrongly_over == 1);
  CHECK(accuracy.by_exact.least_over == 5);
  CHECK(accuracy.error.most_above == mean_of({{26, 50}}, 1));
  CHECK(accuracy.error.mean() == mean_of({{26, 50}}, 3));

  const std::vector<Cost> none(times.size(), 0);
  CHECK(accuracy_of(7, 10, {times, none}) == CounterAccuracy());
}

TEST_CASE("each key has counts of its own") {
  const std::vector<std::int64_t> times{0, 0, 9, 9, 10, 10, 10, 19};
  const std::vector<Cost> costs{1, 1, 1, 1, 1, 0, 1, 1};
  const std::vector<KeyId> keys{0, 3, 1, 1, 0, 5, 1, 1};
  // Key 0: wrongly over at 10. Key 1: over at 9 and at 10; at 19 the count is 2 and the estimate 2.2. Key 3: nothing.
  // Key 5 has nothing that costs, and 2 and 4 have no event.
  const CounterAccuracy accuracy = accuracy_of(1, 10, {times, costs, keys});
  CHECK(accuracy.events == 7);
  CHECK(accuracy.over == 3);
  CHECK(accuracy.keys == 3);
  CHECK(accuracy.keys_over == 1);
  CHECK(accuracy.by_floor == Placement{1, 0, 1, {}, {2, 1, 0, 0, 1}});
  CHECK(accuracy.by_exact == accuracy.by_floor);
  CHECK(accuracy_of(1, 10, {times, costs}).most == 4);  // of all keys as one: at 10 those of 0 are out
}

TEST_CASE("no event, no figure") { CHECK(accuracy_at(5, 10, {}) == CounterAccuracy()); }

TEST_CASE("accuracy is exact over the whole range of times, windows and costs") {
  // The longest window begins at 0 and, before it, at -(2^64 - 1).
  const std::vector<std::int64_t> times{lowest, -1, 0, highest};
  const std::vector<Cost> costs{highest - 3, 1, 1, 1};
  const Int128 window = longest_parameter.ns;
  const CounterAccuracy accuracy = accuracy_of(highest - 2, window, {times, costs});
  CHECK(accuracy.most == highest - 1);
  CHECK(accuracy.most_estimated == Fraction(Int128{highest} - 1));
  CHECK(accuracy.over == 1);
  // At the last instant the first is exactly a window old, and 2^63 ns of the window are left: the estimate is
  // (2^63 - 3) 2^63 / (2^64 - 1) + 2, the count 3. The share of the error has been worked out in Python's integers.
  CHECK(accuracy.error.most_above == Fraction(Int128{1537228672809129300}) + Fraction(Int128{0x9555555555555554}, one));
  CHECK(accuracy.by_floor == Placement{0, 0, {}, {}, {1, 0, 0, 0, 0}});

  // A count that has 2^64 parts, of which the error is exactly half.
  constexpr std::int64_t quarter = std::int64_t{1} << 62;
  const std::vector<std::int64_t> at_starts{-quarter, 0};
  const std::vector<Cost> two_and_four{2, 4};
  CHECK(accuracy_of(9, quarter, {at_starts, two_and_four}).error.most_above == Fraction(1, 2));

  // Times that differ by more than 63 bits.
  CHECK(accuracy_at(1, 1, {lowest, lowest + 1, highest}).most_estimated == Fraction(2));
  CHECK(accuracy_at(1, window, {lowest, highest}).most == 1);
  CHECK(accuracy_at(1, window, {lowest, highest - 1}).most == 2);
}

TEST_CASE("accuracy follows from the definition, however the trace is cut") {
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    test::GeneratedTrace trace(seed);
    std::vector<KeyId> keys;
    if (seed % 3 == 0) {
      for (std::size_t event = 0; event < trace.arrival.size(); ++event)
        keys.push_back(static_cast<KeyId>(trace.below(3)));
    }
    const Events events{trace.arrival, trace.cost, keys};
    const auto window = static_cast<std::int64_t>(1 + trace.below(std::uint64_t{1} << trace.below(40)));
    const auto limit = static_cast<std::int64_t>(1 + trace.below(8));
    CounterAccuracyScan scan(rate_of(limit, window));
    for (std::size_t begin = 0; begin < events.size();) {
      const std::size_t count = 1 + trace.below(events.size() - begin);
      scan.feed(events.part(begin, count));
      begin += count;
    }
    INFO("seed " << seed);
    REQUIRE((scan.result() == by_definition(limit, window, events)));
  }
}
