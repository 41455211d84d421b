#include "simulation/distributions.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/error.hpp"

using namespace ratereplay;

// tests/simulation/generate_test.py states them once more, and what they are in the mean.

namespace {

std::string refused_costs(const std::string& text) {
  try {
    CostDistribution::parse(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("powers of two and logarithms are those of mathematics, rounded down") {
  CHECK(exp2_of_fraction(0) == std::uint64_t{1} << 62);
  CHECK(exp2_of_fraction(std::uint64_t{1} << 63) == 0x5A827999FCEF3242);
  CHECK(log2_of(1) == 0);
  CHECK(log2_of(std::uint64_t{1} << 63) == Fixed64{63} << 64);
  // log2(10) = 3.3219280948873623478703194294893901758648...
  CHECK(log2_of(10) >> 64 == 3);
  CHECK((Fixed64{0x5269E12F346E2BF9} - static_cast<std::uint64_t>(log2_of(10))) < 128);
}

TEST_CASE("scaled numbers keep every bit in between") {
  constexpr UInt128 large = (UInt128{1} << 126) + 12345;
  CHECK(scaled(large, std::uint64_t{1} << 63) == large >> 1);
  CHECK(scaled(7, 3, 1) == 10);
  CHECK(scaled((UInt128{1} << 64) + 1, std::uint64_t{1} << 62, 62) == (UInt128{1} << 64) + 1);
}

TEST_CASE("a Pareto distributed number is at least the least and at most the most") {
  Random random(1);
  const Pareto heavy(Fraction(1, 1000));
  const Pareto light(Fraction(1'000'000));
  bool reached = false;
  for (int draw = 0; draw < 1000; ++draw) {
    const UInt128 number = heavy.times(5, 1000, random);
    CHECK((number >= 5 && number <= 1000));
    reached = reached || number == 1000;
    CHECK(light.times(1'000'000, 2'000'000, random) < 1'000'100);
  }
  CHECK(reached);
}

TEST_CASE("ranks of Zipf's law are those that there are, the first the likeliest") {
  Random random(1);
  CHECK(Zipf(1, Fraction(1)).rank(random) == 0);
  const Zipf steepest(1000, Fraction(20));
  const Zipf even(3, Fraction(0));
  std::vector<int> counts(3);
  for (int draw = 0; draw < 3000; ++draw) {
    CHECK(steepest.rank(random) < 3);
    ++counts[even.rank(random)];
  }
  for (const int count : counts) CHECK((count > 900 && count < 1100));
}

TEST_CASE("costs are drawn from the numbers that are given") {
  Random random(1);
  const CostDistribution one = CostDistribution::parse(" 5 ");
  const CostDistribution few = CostDistribution::parse("0..2");
  const CostDistribution heavy = CostDistribution::parse("pareto:1/2, 3 .. 9");
  std::vector<int> counts(10);
  for (int draw = 0; draw < 1000; ++draw) {
    CHECK(one.next(random) == 5);
    CHECK(few.next(random) <= 2);
    ++counts[static_cast<std::size_t>(heavy.next(random))];
  }
  CHECK(counts[2] == 0);
  CHECK(counts[3] > 0);
  CHECK(counts[9] > counts[8]);
  CHECK(CostDistribution::parse("1000000000").next(random) == 1'000'000'000);
}

TEST_CASE("what is no distribution of costs is an error that says how one is written") {
  CHECK(refused_costs("x") == "'x' is no distribution of costs; write 5, 1..10 or pareto:1.5,1..4096");
  CHECK(refused_costs("1..") == "'1..' is no distribution of costs; write 5, 1..10 or pareto:1.5,1..4096");
  CHECK(refused_costs("pareto:2,5") ==
        "'pareto:2,5' is no distribution of costs; write 5, 1..10 or pareto:1.5,1..4096");
  CHECK(refused_costs("pareto:2") == "'pareto:2' is no distribution of costs; write 5, 1..10 or pareto:1.5,1..4096");
  CHECK(refused_costs("9..8") == "'9..8' ends before it begins; exchange its ends");
  CHECK(refused_costs("1000000001") == "'1000000001' goes beyond 1,000,000,000; give smaller costs");
  CHECK(refused_costs("pareto:2,0..5") == "'pareto:2,0..5' begins at 0; begin at 1 or more");
  CHECK(refused_costs("pareto:0,1..5") == "'0' is no shape; it is more than 0");
  CHECK(refused_costs("pareto:1.0000000001,1..5") == "'1.0000000001' has too many digits; give at most nine");
}
