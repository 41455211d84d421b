#include "core/random.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <vector>

using namespace ratereplay;

TEST_CASE("the numbers of a seed are those of xoshiro256** filled by splitmix64") {
  // As the implementations of others publish them.
  Random zero(0);
  CHECK(zero.bits() == 0x99EC5F36CB75F2B4);
  CHECK(zero.bits() == 0xBF6E1F784956452A);
  Random one(1);
  CHECK(one.bits() == 0xB3F2AF6D0FC710C5);
  CHECK(one.bits() == 0x853B559647364CEA);
}

TEST_CASE("streams of a seed differ") {
  Random first(1, 0);
  Random second(1, 1);
  CHECK(second.bits() == 0x458DF629D8B843A8);
  CHECK(first.bits() != second.bits());
}

TEST_CASE("a number below a bound is any of them, evenly") {
  Random random(1);
  std::vector<std::uint64_t> rolls(10);
  for (std::uint64_t& roll : rolls) roll = random.below(6);
  CHECK(rolls == std::vector<std::uint64_t>{4, 3, 3, 2, 4, 0, 0, 2, 5, 3});
  CHECK(random.below(1) == 0);
  // Of a bound of 3/4 of all numbers those of a plain product would come twice as often in each third place.
  constexpr std::uint64_t bound = std::uint64_t{3} << 62;
  std::array<int, 3> thirds{};
  for (int draw = 0; draw < 30'000; ++draw) ++thirds.at(random.below(bound) % 3);
  for (const int third : thirds) CHECK((third > 9'600 && third < 10'400));
}
