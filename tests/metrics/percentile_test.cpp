#include "metrics/percentile.hpp"

#include <catch2/catch.hpp>
#include <limits>

using namespace ratereplay;

TEST_CASE("a percentile has the rank that is rounded up") {
  CHECK(nearest_rank(1, 1) == 1);
  CHECK(nearest_rank(1, 100) == 1);
  CHECK(nearest_rank(2, 50) == 1);
  CHECK(nearest_rank(3, 50) == 2);
  CHECK(nearest_rank(100, 99) == 99);
  CHECK(nearest_rank(101, 99) == 100);
  CHECK(nearest_rank(189, 50) == 95);
  CHECK(nearest_rank(189, 99) == 188);
  CHECK(nearest_rank(200, 99) == 198);
  CHECK(nearest_rank(201, 1) == 3);
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  CHECK(nearest_rank(most, 100) == most);
}
