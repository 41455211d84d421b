#include "sizing/suggestion.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "catalog.hpp"
#include "generated.hpp"
#include "sizing/segment.hpp"

using namespace ratereplay;

namespace {

Curve curve_of(const Events& events) { return Curve(segment_of(events).pairs); }

Suggestions suggestions_for(const Events& events) {
  return suggestions(curve_of(events), extent_of(events), events.empty() ? 0 : events.cost_of(0));
}

std::string listed(const Suggestions& found) {
  std::string text;
  for (const SizedRate& size : found.sizes) {
    text += (text.empty() ? "" : ", ") + size.rate.text + " " + to_text(size.bucket.exact.ceil());
  }
  return text;
}

constexpr std::int64_t second = 1'000'000'000;

}  // namespace

TEST_CASE("nothing is suggested for what costs nothing") {
  const std::vector<std::int64_t> times{0, second};
  const std::vector<Cost> free{0, 0};
  const Suggestions none = suggestions_for({});
  CHECK_FALSE(none.mean_per_ns);
  CHECK(none.sizes.empty());
  CHECK_FALSE(none.knee);
  const Suggestions all_free = suggestions_for({times, free});
  CHECK(all_free.mean_per_ns == Fraction(0));
  CHECK(all_free.sizes.empty());
  CHECK_FALSE(all_free.knee);
}

TEST_CASE("where all cost comes at one instant, any rate stands for all") {
  const std::vector<std::int64_t> one{second};
  const std::vector<std::int64_t> three{second, second, second};
  CHECK(listed(suggestions_for({one, {}})) == "1/s 1");
  CHECK(listed(suggestions_for({three, {}})) == "1/s 3");
  CHECK_FALSE(suggestions_for({three, {}}).mean_per_ns);
  CHECK_FALSE(suggestions_for({three, {}}).knee);

  const std::vector<std::int64_t> times{0, second};
  const std::vector<Cost> first{7, 0};
  const std::vector<Cost> last{0, 7};
  CHECK(listed(suggestions_for({times, first})) == "1/s 7");
  CHECK(suggestions_for({times, first}).mean_per_ns == Fraction(0));
  CHECK(listed(suggestions_for({times, last})) == "1/s 7");
  CHECK(suggestions_for({times, last}).mean_per_ns == Fraction(7, second));
}

TEST_CASE("steady traffic needs its own rate and a bucket of one event") {
  std::vector<std::int64_t> times;
  for (std::int64_t event = 0; event < 100; ++event) times.push_back(event * second / 2);
  const Suggestions found = suggestions_for({times, {}});
  CHECK(found.mean_per_ns == Fraction(2, second));
  CHECK(listed(found) == "2/s 1");
  CHECK(found.knee->rate.text == "2/s");
  CHECK(found.knee->bucket.exact == Fraction(1));
}

TEST_CASE("rates below the knee are listed up to it, however much more their buckets weigh") {
  std::vector<std::int64_t> times;
  for (std::int64_t event = 0; event < 1'000; ++event) times.push_back(event * second / 1'000);
  times.push_back(1'000 * second);
  const Suggestions found = suggestions_for({times, {}});
  CHECK(found.mean_per_ns == Fraction(1, second));
  CHECK(found.knee->rate.text == "1000/s");
  CHECK(listed(found) ==
        "1/s 1000, 2/s 999, 5/s 996, 10/s 991, 20/s 981, 50/s 951, 100/s 901, 200/s 801, 500/s 501, 1000/s 1");
}

TEST_CASE("rates above the knee are listed while their buckets weigh no more than ten times as much") {
  // 50 pairs 2 s apart, a tenth of a second between the two.
  std::vector<std::int64_t> times;
  for (std::int64_t pair = 0; pair < 50; ++pair) {
    times.push_back(2 * pair * second);
    times.push_back(2 * pair * second + second / 10);
  }
  times.push_back(200 * second);
  const Suggestions found = suggestions_for({times, {}});
  CHECK(found.mean_per_ns == Fraction(1, 2 * second));
  CHECK(found.knee->rate.text == "1/s");
  CHECK(found.knee->bucket.exact == Fraction(19, 10));
  CHECK(listed(found) == "50/min 19, 1/s 2, 10/s 1");
}

TEST_CASE("where the mean is above every round rate there is a knee alone") {
  const std::vector<std::int64_t> times{0, 1};
  const std::vector<Cost> costs{second, second};
  const Suggestions found = suggestions_for({times, costs});
  CHECK(found.mean_per_ns == Fraction(second));
  CHECK(found.sizes.empty());
  REQUIRE(found.knee);
  CHECK(found.knee->rate.per_ns() == Fraction(second));
  CHECK(found.knee->bucket.exact == Fraction(second));
}

TEST_CASE("where neither is, what is enough at the last vertex stands for all") {
  const std::vector<std::int64_t> times{0, 1};
  const std::vector<Cost> costs{1, second};
  const Suggestions found = suggestions_for({times, costs});
  CHECK(found.mean_per_ns == Fraction(second));
  CHECK_FALSE(found.knee);
  CHECK(listed(found) == "1000000000/s 1000000000");
}

TEST_CASE("there is no knee where all vertices lie below the mean") {
  // 5 at once, and 5 more 10 s later: 0.9 a second on the mean, half of one is all that is ever needed.
  const std::vector<std::int64_t> times{0, 0, 0, 0, 0, 10 * second, 10 * second, 10 * second, 10 * second, 10 * second};
  const Suggestions found = suggestions_for({times, {}});
  CHECK(found.mean_per_ns == Fraction(9, 10 * Int128{second}));
  CHECK_FALSE(found.knee);
  CHECK(listed(found) == "1/s 5");
}

TEST_CASE("the knee is the vertex of the least product, on generated traces") {
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < 4'000; ++seed) {
    const test::GeneratedTrace trace(seed);
    const Events events = trace.events();
    const Curve curve = curve_of(events);
    const Suggestions found = suggestions_for(events);
    INFO("seed " << seed);
    const std::size_t last = curve.segments() - 1;
    REQUIRE(found.knee.has_value() == (curve.segments() > 1 && curve.rate(last) >= *found.mean_per_ns));
    REQUIRE(found.sizes.empty() == (curve.segments() == 0));
    if (!found.knee) continue;
    for (std::size_t size = 0; size < found.sizes.size(); ++size) {
      const SizedRate& here = found.sizes[size];
      REQUIRE(here.rate.per_ns() >= *found.mean_per_ns);
      REQUIRE(here.bucket.exact == curve.at(here.rate.per_ns()).exact);
      if (size == 0) continue;
      REQUIRE(here.rate.per_ns() > found.sizes[size - 1].rate.per_ns());
      REQUIRE(here.bucket.exact.ceil() < found.sizes[size - 1].bucket.exact.ceil());
    }
    // Products of three times have to fit.
    if (extent_of(events).span() >= Duration{Int128{1} << 40}) continue;
    std::optional<std::size_t> knee;
    for (std::size_t vertex = 1; vertex < curve.segments(); ++vertex) {
      if (curve.rate(vertex) < *found.mean_per_ns) continue;
      if (!knee || curve.rate(vertex) * curve.bucket(vertex) < curve.rate(*knee) * curve.bucket(*knee)) knee = vertex;
    }
    REQUIRE(found.knee->rate.per_ns() == curve.rate(knee.value()));
    REQUIRE(found.knee->bucket.exact == curve.bucket(*knee));
    REQUIRE(parse_rate(found.knee->rate.text).per_ns() == found.knee->rate.per_ns());
    ++compared;
  }
  CHECK(compared > 1'500);
}

TEST_CASE("the knee is found among vertices that weigh nearly the same") {
  // A ns more or less makes three vertices: 1/3000001ns weighs 3.3333355, 1/3ms 3.33333444444 and 1/2999999ns
  // 3.33333444445 in ten millions. Rounded to a millionth all three buckets are 1 or 1.000001.
  const std::vector<std::int64_t> times{0, 6'000'000, 9'000'001, 12'000'000, 15'000'000};
  const Suggestions found = suggestions_for({times, {}});
  REQUIRE(found.knee);
  CHECK(found.knee->rate.per_ns() == Fraction(1, 3'000'000));
  CHECK(found.knee->bucket.exact == Fraction(3'000'001, 3'000'000));
}

TEST_CASE("suggestions never run out of bits") {
  constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
  constexpr auto highest = std::numeric_limits<std::int64_t>::max();
  const std::vector<std::int64_t> times{lowest, -1, 0, highest};
  const std::vector<Cost> large{highest / 4, highest / 4 - 5, 7, highest / 4};
  const Suggestions found = suggestions_for({times, large});
  REQUIRE(found.knee);
  CHECK_FALSE(found.sizes.empty());
  const std::vector<std::int64_t> ends{lowest, highest};
  // The rate at which one event in 584 years no longer adds to the next, and the first round one above it.
  const Suggestions two = suggestions_for({ends, {}});
  CHECK(two.knee->rate.text == "1/18446744073709551615ns");
  CHECK(listed(two) == "1/200000d 1");
  // A vertex whose bucket has a numerator of 110 bits.
  constexpr Cost dear = (Cost{1} << 60) + 1;
  constexpr std::int64_t edge = (std::int64_t{1} << 48) + 1;
  const std::vector<std::int64_t> far{0, 1'000'003, 1'000'003 + edge, std::int64_t{1} << 62};
  const std::vector<Cost> dear_ones{dear, dear, dear, 1};
  const Suggestions fine = suggestions_for({far, dear_ones});
  CHECK(fine.knee->rate.per_ns() == Fraction(dear, edge));
  CHECK(fine.knee->bucket.exact == Fraction(2 * Int128{dear}) - Fraction(dear) * Fraction(1'000'003, edge));
}

TEST_CASE("what is suggested for eleven years of earthquakes") {
  const std::vector<std::int64_t> times = test::catalog_times("data/usgs-m5-2015-2025.csv");
  if (times.empty()) return;
  const Suggestions found = suggestions_for({times, {}});
  CHECK(listed(found) ==
        "5/d 465, 10/d 217, 20/d 169, 1/h 157, 2/h 120, 5/h 74, 10/h 49, 20/h 26, 50/h 4, 1/min 3, 2/min 2");
  CHECK(found.knee->bucket.exact.ceil() == 305);
}
