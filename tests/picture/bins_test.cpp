#include "picture/bins.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <numeric>

using namespace ratereplay;

TEST_CASE("bins become twice as long where a stream goes on") {
  Bins bins;
  CHECK(bins.counts().empty());
  bins.add({1000}, true);
  CHECK(bins.origin() == Instant{1000});
  CHECK(bins.length_ns() == 1);
  CHECK(bins.counts() == std::vector<std::uint64_t>{1});

  bins.add({1000 + Bins::most - 1}, true);
  CHECK(bins.length_ns() == 1);
  CHECK(bins.counts().size() == Bins::most);
  CHECK(bins.counts().back() == 1);

  bins.add({1000 + Bins::most}, false);
  CHECK(bins.length_ns() == 2);
  CHECK(bins.counts().size() == Bins::most / 2 + 1);
  CHECK(bins.counts()[0] == 1);
  CHECK(bins.counts()[Bins::most / 2 - 1] == 1);
  CHECK(bins.counts()[Bins::most / 2] == 0);
  CHECK(bins.begin_of(Bins::most / 2) == Instant{1000 + Bins::most});
}

TEST_CASE("an odd number of bins loses nothing when they are widened") {
  Bins bins;
  for (std::int64_t time = 0; time < 5; ++time) bins.add({time}, true);
  bins.add({std::int64_t{4} * Bins::most - 1}, true);
  CHECK(bins.length_ns() == 4);
  CHECK(bins.counts()[0] == 4);
  CHECK(bins.counts()[1] == 1);
  CHECK(bins.counts().back() == 1);
}

TEST_CASE("bins reach from the first instant there is to the last") {
  Bins bins;
  bins.add({std::numeric_limits<std::int64_t>::min()}, true);
  bins.add({-1}, true);
  bins.add({std::numeric_limits<std::int64_t>::max()}, true);
  CHECK(bins.length_ns() == std::uint64_t{1} << 50);
  CHECK(bins.counts().size() == Bins::most);
  CHECK(bins.counts()[Bins::most / 2 - 1] == 1);
  CHECK(std::accumulate(bins.counts().begin(), bins.counts().end(), std::uint64_t{0}) == 3);
  CHECK(bins.begin_of(Bins::most - 1) ==
        Instant{std::numeric_limits<std::int64_t>::max() - (std::int64_t{1} << 50) + 1});
}
