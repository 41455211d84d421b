#include "simulation/arrivals.hpp"

#include <catch2/catch.hpp>
#include <memory>
#include <vector>

using namespace ratereplay;

// tests/simulation/generate_test.py states each kind once more, and what it is in the mean.

namespace {

/// In ns.
std::vector<std::int64_t> first(std::size_t count, const std::unique_ptr<Arrivals>& arrivals) {
  std::vector<std::int64_t> times;
  while (times.size() < count) times.push_back(static_cast<std::int64_t>(arrivals->next().value().ns));
  return times;
}

using Times = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("steady arrivals are those of the rate, rounded down and never adding up what is rounded off") {
  CHECK(first(5, steady_arrivals(parse_rate("3/s"))) ==
        Times{0, 333'333'333, 666'666'666, 1'000'000'000, 1'333'333'333});
}

TEST_CASE("bursts come between steady arrivals, behind one at the same time") {
  CHECK(first(9, burst_arrivals(parse_rate("1/4ns"), 2, {8})) == Times{0, 4, 8, 8, 8, 12, 16, 16, 16});
  CHECK(first(5, burst_arrivals(parse_rate("1/100ns"), 1, {30})) == Times{0, 30, 60, 90, 100});
}

TEST_CASE("boundaries have as many just before as at them") {
  CHECK(first(8, boundary_arrivals(2, {10'000'000}, {10'000'000})) ==
        Times{9'000'000, 9'000'000, 10'000'000, 10'000'000, 19'000'000, 19'000'000, 20'000'000, 20'000'000});
  // A short window, and an end too early to have something before it.
  CHECK(first(4, boundary_arrivals(1, {10}, {4})) == Times{9, 14, 19, 24});
  CHECK(first(2, boundary_arrivals(1, {10}, {5})) == Times{0, 5});
}

TEST_CASE("arrivals end where no two times are that far apart") {
  const Rate rate = parse_rate("1/200000d");
  const auto steady = steady_arrivals(rate);
  CHECK(steady->next() == Duration{0});
  CHECK(steady->next() == Duration{ns_per_second * 86'400 * 200'000});
  CHECK_FALSE(steady->next());
  for (const auto& arrivals : {poisson_arrivals(rate, 1), pareto_arrivals(rate, Fraction(3, 2), 1),
                               onoff_arrivals(rate, {ns_per_second * 1'000'000}, {ns_per_second * 1'000'000}, 1),
                               diurnal_arrivals(rate, Fraction(1), {ns_per_second}, {0}, 1)}) {
    Duration last{-1};
    while (const std::optional<Duration> time = arrivals->next()) {
      CHECK(*time >= last);
      last = *time;
    }
    CHECK(last < Arrivals::latest);
    CHECK_FALSE(arrivals->next());
  }
}

TEST_CASE("a swing of the whole rate leaves the middle of the night empty") {
  const auto arrivals = diurnal_arrivals(parse_rate("1/ns"), Fraction(1), {1'000'000}, {0}, 1);
  std::vector<int> by_quarter(4);
  int at_night = 0;
  for (const std::int64_t time : first(1'000'000, arrivals)) {
    if (time >= 1'000'000) break;
    ++by_quarter[static_cast<std::size_t>(time / 250'000)];
    if (time < 1'000 || time >= 999'000) ++at_night;
  }
  CHECK(at_night < 10);
  CHECK(by_quarter[1] > 400'000);
  CHECK(by_quarter[0] < 90'000);
}
