#include "metrics/foremost.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

using namespace ratereplay;

TEST_CASE("the first few of many are those that sorting puts in front") {
  std::mt19937_64 random(3);
  for (std::size_t count = 0; count < 12; ++count) {
    for (std::size_t size = 0; size < 30; ++size) {
      std::vector<int> items(size);
      for (std::size_t item = 0; item < size; ++item) items[item] = static_cast<int>(item);
      std::shuffle(items.begin(), items.end(), random);
      Foremost<int> foremost(count);
      for (const int item : items) foremost.add(item);
      std::sort(items.begin(), items.end());
      items.resize(std::min(count, size));
      REQUIRE(foremost.sorted() == items);
    }
  }
}
