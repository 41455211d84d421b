#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <vector>

#include "generated.hpp"
#include "sizing/curve.hpp"
#include "sizing/intervals.hpp"
#include "sizing/segment.hpp"

using namespace ratereplay;

namespace {

/// The most that an interval of more cost than the bucket forces, if each lasts `longer`.
std::optional<Fraction> forced_by_definition(const std::vector<Witness>& all, const Fraction& bucket, Int128 longer) {
  Fraction most;
  for (const Witness& witness : all) {
    const Fraction above = Fraction(witness.cost) - bucket;
    const Int128 length = witness.length().ns + longer;
    if (above <= Fraction(0)) continue;
    if (length <= 0) return std::nullopt;
    most = std::max(most, above / Fraction(length));
  }
  return most;
}

/// The least r with b(r) + r d <= bucket.
std::optional<Fraction> enough_by_definition(const std::vector<Witness>& all, const Fraction& bucket, Int128 d) {
  const std::optional<Fraction> least = forced_by_definition(all, bucket, -d);
  if (!least) return std::nullopt;
  for (const Witness& witness : all) {
    if (Fraction(witness.cost) - *least * Fraction(witness.length().ns - d) > bucket) return std::nullopt;
  }
  return least;
}

/// The most that is forced by an interval, or by any point between two of them that costs the next whole number.
std::optional<Fraction> upper_by_definition(const std::vector<Witness>& all, const Fraction& bucket, Int128 d) {
  std::optional<Fraction> most = forced_by_definition(all, bucket, -d);
  if (!most) return std::nullopt;
  const Int128 next = bucket.floor() + 1;
  for (const Witness& above : all) {
    for (const Witness& below : all) {
      if (above.cost < next || below.cost >= next || below.length() >= above.length()) continue;
      const Int128 lasting = above.length().ns - below.length().ns;
      const Fraction share(next - below.cost, above.cost - below.cost);
      const Fraction length = Fraction(below.length().ns - d) + share * Fraction(lasting);
      if (length <= Fraction(0)) return std::nullopt;
      most = std::max(*most, (Fraction(next) - bucket) / length);
    }
  }
  return most;
}

/// Within what the definition can compute.
bool narrow(const Events& events) {
  return events.empty() || events.time(events.size() - 1) - events.time(0) < Duration{Int128{1} << 30};
}

}  // namespace

TEST_CASE("the bounds of the least rate are those of all intervals") {
  std::size_t tight = 0;
  std::size_t loose = 0;
  std::size_t open = 0;
  for (std::uint64_t seed = 0; seed < 4'000; ++seed) {
    test::GeneratedTrace trace(seed);
    if (!narrow(trace.events())) continue;
    const std::vector<Witness> all = test::all_intervals(trace.events());
    const Curve curve(segment_of(trace.events()).pairs);
    const Int128 d = 1 + static_cast<Int128>(trace.below(6));
    for (int turn = 0; turn < 6; ++turn) {
      const Fraction bucket(static_cast<Int128>(trace.below(40)), 1 + static_cast<Int128>(trace.below(3)));
      INFO("seed " << seed << ", bucket " << to_text(bucket) << ", d " << to_text(d));
      const std::optional<LeastRateBounds> found = curve.least_rate_bounds(bucket, Duration{d});
      REQUIRE(found.has_value() == (curve.segments() > 0 && bucket < curve.bucket(0)));
      if (!found) continue;
      REQUIRE(found->lower == *forced_by_definition(all, bucket, d));
      REQUIRE(found->upper == upper_by_definition(all, bucket, d));
      const std::optional<Fraction> enough = enough_by_definition(all, bucket, d);
      if (enough) REQUIRE(found->upper == enough);
      if (!found->upper) {
        ++open;
      } else {
        ++(found->upper == forced_by_definition(all, bucket, -d) ? tight : loose);
      }
    }
  }
  CHECK(tight > 2'000);
  CHECK(loose > 50);
  CHECK(open > 2'000);
}

TEST_CASE("the least rate for true times lies strictly within the bounds for their stamps") {
  constexpr std::int64_t d = 1'000;
  std::size_t bounded = 0;
  std::size_t helped = 0;  // no rate is enough for the stamps, one is for the times
  for (std::uint64_t seed = 0; seed < 6'000; ++seed) {
    test::GeneratedTrace trace(seed);
    if (!narrow(trace.events())) continue;
    const std::int64_t begin = trace.arrival.empty() ? 0 : trace.arrival.front();
    for (std::int64_t& at : trace.arrival) at = (at - begin) * d;
    test::GeneratedTrace exact = trace;
    for (std::int64_t& at : exact.arrival)
      at += static_cast<std::int64_t>(trace.below(4) == 0 ? d - 1 : trace.below(d));
    if (exact.cost.empty()) std::sort(exact.arrival.begin(), exact.arrival.end());
    if (!std::is_sorted(exact.arrival.begin(), exact.arrival.end())) continue;
    const Curve stamped(segment_of(trace.events()).pairs);
    const Curve curve(segment_of(exact.events()).pairs);
    for (Int128 bucket = 0; bucket < 20; ++bucket) {
      INFO("seed " << seed << ", bucket " << to_text(bucket));
      const std::optional<LeastRateBounds> bounds = stamped.least_rate_bounds(bucket, Duration{d});
      const std::optional<LeastRate> rate = curve.least_rate(bucket);
      if (!bounds) {
        REQUIRE(rate->per_ns == Fraction(0));
        continue;
      }
      if (rate) REQUIRE(rate->per_ns > bounds->lower);
      if (rate && !stamped.least_rate(bucket)) ++helped;
      if (!bounds->upper) continue;
      REQUIRE(rate);
      REQUIRE(rate->per_ns < *bounds->upper);
      ++bounded;
    }
  }
  CHECK(bounded > 1'000);
  CHECK(helped > 100);
}

TEST_CASE("the least rate for a bucket is bounded as far as the stamps allow") {
  // 3 events at 0 s, 1 at 10 s, stamped to the second.
  constexpr std::int64_t second = 1'000'000'000;
  const std::vector<std::int64_t> times{0, 0, 0, 10 * second};
  const Curve curve(segment_of({times, {}}).pairs);
  const auto bounds = [&](const Fraction& bucket) { return curve.least_rate_bounds(bucket, Duration{second}); };
  CHECK_FALSE(bounds(4));
  // 7/2: (4 - 7/2) / 11 s to (4 - 7/2) / 9 s.
  CHECK(bounds({7, 2})->lower == Fraction(1, 22 * Int128{second}));
  CHECK(bounds({7, 2})->upper == Fraction(1, 18 * Int128{second}));
  // (4 - 3) / 11 s to (4 - 3) / 9 s.
  CHECK(bounds(3)->lower == Fraction(1, 11 * Int128{second}));
  CHECK(bounds(3)->upper == Fraction(1, 9 * Int128{second}));
  CHECK_FALSE(bounds(2)->upper);
  CHECK(bounds(2)->lower == Fraction(1, second));
}

TEST_CASE("an interval below the hull counts as if it were on it") {
  // 10 at once, one 2 s later, 9 more after 12 s. The two seconds of 11 force 1 a second if they last but one; on the
  // hull, 11 could come within 1.2 s.
  constexpr std::int64_t second = 1'000'000'000;
  std::vector<std::int64_t> times(10, 0);
  times.push_back(2 * second);
  times.insert(times.end(), 9, 12 * second);
  const Curve curve(segment_of({times, {}}).pairs);
  CHECK(curve.least_rate_bounds(10, Duration{second})->upper == Fraction(5, second));
}
