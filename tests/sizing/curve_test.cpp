#include "sizing/curve.hpp"

#include <catch2/catch.hpp>
#include <optional>
#include <set>
#include <vector>

#include "generated.hpp"
#include "sanitized.hpp"
#include "sizing/intervals.hpp"
#include "sizing/least_bucket.hpp"
#include "sizing/segment.hpp"

using namespace ratereplay;

namespace {

LeastBucket bucket_by_definition(const std::vector<Witness>& all, const Fraction& rate) {
  LeastBucket least;
  for (const Witness& witness : all) {
    const Fraction needed = Fraction(witness.cost) - rate * Fraction(witness.length().ns);
    const bool more = !least.witness || needed > least.exact;
    if (more || (needed == least.exact && named_before(witness, *least.witness))) least = {needed, witness};
  }
  return least;
}

std::optional<LeastRate> rate_by_definition(const std::vector<Witness>& all, const Fraction& bucket) {
  LeastRate least;
  for (const Witness& witness : all) {
    if (Fraction(witness.cost) <= bucket) continue;
    if (witness.length().ns == 0) return std::nullopt;
    const Fraction rate = (Fraction(witness.cost) - bucket) / Fraction(witness.length().ns);
    const bool more = !least.witness || rate > least.per_ns;
    if (more || (rate == least.per_ns && named_before(witness, *least.witness))) least = {rate, witness};
  }
  return least;
}

/// Where two intervals force the same bucket: every vertex of the curve is among them.
std::set<Fraction> crossings(const std::vector<Witness>& all) {
  std::set<Fraction> rates{Fraction(0)};
  for (const Witness& a : all) {
    for (const Witness& b : all) {
      if (a.length() > b.length() && a.cost >= b.cost) {
        rates.insert(Fraction(a.cost - b.cost, a.length().ns - b.length().ns));
      }
    }
  }
  return rates;
}

void require_same(const LeastBucket& found, const LeastBucket& expected) {
  REQUIRE(found.exact == expected.exact);
  REQUIRE(found.witness == expected.witness);
}

void require_right(const Curve& curve, const Events& events) {
  const std::vector<Witness> all = test::all_intervals(events);
  if (all.empty()) {
    REQUIRE(curve.segments() == 0);
    REQUIRE(curve.at(Fraction(1)).exact == Fraction(0));
    REQUIRE(curve.least_rate(Fraction(0))->per_ns == Fraction(0));
    return;
  }
  const std::set<Fraction> rates = crossings(all);
  std::optional<Fraction> before;
  for (const Fraction& rate : rates) {
    require_same(curve.at(rate), bucket_by_definition(all, rate));
    const Fraction between = before ? (*before + rate) / Fraction(2) : rate + Fraction(1);
    require_same(curve.at(between), bucket_by_definition(all, between));
    before = rate;
  }
  const Fraction beyond = *before + Fraction(1, 3);
  require_same(curve.at(beyond), bucket_by_definition(all, beyond));

  for (std::size_t vertex = 0; vertex < curve.segments(); ++vertex) {
    REQUIRE(rates.count(curve.rate(vertex)) == 1);
    if (vertex > 0) REQUIRE(curve.rate(vertex) > curve.rate(vertex - 1));
    REQUIRE(curve.bucket(vertex) == bucket_by_definition(all, curve.rate(vertex)).exact);
    for (const Fraction& bucket :
         {curve.bucket(vertex), curve.bucket(vertex) + Fraction(1, 7), Fraction(curve.bucket(vertex).floor())}) {
      const std::optional<LeastRate> found = curve.least_rate(bucket);
      const std::optional<LeastRate> expected = rate_by_definition(all, bucket);
      REQUIRE(found.has_value() == expected.has_value());
      if (!found) continue;
      REQUIRE(found->per_ns == expected->per_ns);
      REQUIRE(found->witness == expected->witness);
    }
  }
}

/// As GeneratedTrace, but within what the definition can compute: products of three times have to fit.
bool narrow(const Events& events) {
  return events.empty() || events.time(events.size() - 1) - events.time(0) < Duration{Int128{1} << 30};
}

}  // namespace

TEST_CASE("the curve is that of all intervals, at every crossing and between") {
  constexpr std::size_t traces = test::sanitized ? 600 : 3000;
  std::size_t tried = 0;
  for (std::uint64_t seed = 0; tried < traces; ++seed) {
    const test::GeneratedTrace trace(seed);
    if (!narrow(trace.events())) continue;
    ++tried;
    INFO("seed " << seed);
    require_right(Curve(segment_of(trace.events()).pairs), trace.events());
  }
}

TEST_CASE("the curve is what the one-pass scan finds, whatever the span") {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    test::GeneratedTrace trace(seed);
    const Curve curve(segment_of(trace.events()).pairs);
    for (int turn = 0; turn < 3; ++turn) {
      const Rate rate{static_cast<std::int64_t>(1 + trace.below(5)),
                      Duration{1 + static_cast<Int128>(trace.below(std::uint64_t{1} << trace.below(50)))}, "a rate"};
      INFO("seed " << seed);
      require_same(curve.at(rate.per_ns()), least_bucket(trace.events(), rate));
    }
  }
}

TEST_CASE("a segment is the same whatever the cuts") {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    test::GeneratedTrace trace(seed);
    const Events events = trace.events();
    const Segment whole = segment_of(events);
    for (int turn = 0; turn < 4; ++turn) {
      SegmentChain chain;
      for (std::size_t begin = 0; begin < events.size();) {
        const std::size_t count = std::min<std::size_t>(events.size() - begin, trace.below(6));
        chain.add(segment_of(events.part(begin, count)));
        begin += count;
      }
      INFO("seed " << seed);
      REQUIRE(chain.take() == whole);
    }
  }
}
