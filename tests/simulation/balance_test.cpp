#include "simulation/balance.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"

using namespace ratereplay;

namespace {

using Instances = std::vector<std::uint32_t>;

Instances taken(const std::string& balance, std::uint32_t instances, const std::vector<std::int64_t>& arrivals,
                std::uint64_t seed = 1) {
  return balanced({arrivals}, nullptr, Balance::parse(balance), instances, seed);
}

std::string refused(const std::string& balance) {
  try {
    Balance::parse(balance);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("round-robin gives each instance an event in turn") {
  CHECK(taken("round-robin", 3, {0, 0, 1, 5, 9}) == Instances{0, 1, 2, 0, 1});
  CHECK(taken("round-robin", 1, {0, 1}) == Instances{0, 0});
}

TEST_CASE("weights are mixed evenly") {
  // The example of the commit that brought the smooth form to nginx: a a b a c a a.
  CHECK(taken("weights:5,1,1", 3, std::vector<std::int64_t>(7)) == Instances{0, 0, 1, 0, 2, 0, 0});
  CHECK(taken("weights:1,1", 2, std::vector<std::int64_t>(4)) == Instances{0, 1, 0, 1});
}

TEST_CASE("the least loaded instance is the one with the fewest events in flight, of equals the next in turn") {
  // In flight for 10 ns: at 10 the first has landed, at 9 it has not.
  CHECK(taken("least:10ns", 2, {0, 0, 0, 9, 9}) == Instances{0, 1, 0, 1, 0});
  CHECK(taken("least:10ns", 2, {0, 1, 10, 11}) == Instances{0, 1, 0, 1});
  CHECK(taken("least:10ns", 3, {0, 5, 10, 12}) == Instances{0, 1, 2, 0});
  // Two of the first instance have landed, and one of the second: it is not its turn, but the least.
  CHECK(taken("least:10ns", 2, {0, 0, 0, 10, 10, 10, 10, 10}) == Instances{0, 1, 0, 1, 0, 1, 0, 1});
  CHECK(taken("least", 2, {0, 0, 0}) == taken("least:100ms", 2, {0, 0, 0}));
}

TEST_CASE("chance comes from the seed alone, and reaches every instance") {
  const std::vector<std::int64_t> arrivals(3000);
  const Instances first = taken("random", 3, arrivals, 7);
  CHECK(first == taken("random", 3, arrivals, 7));
  CHECK(first != taken("random", 3, arrivals, 8));
  for (const std::uint32_t instance : {0U, 1U, 2U}) {
    CAPTURE(instance);
    const auto count = std::count(first.begin(), first.end(), instance);
    CHECK(count > 900);
    CHECK(count < 1100);
  }
}

TEST_CASE("a hash sends a key to the instance of its CRC-32") {
  Keys keys({{"host", {0}}}, std::size_t{1} << 20);
  KeyTexts texts;
  for (const char* const text : {"a", "b", "", "123456789"}) texts.add(text);
  std::vector<KeyId> ids;
  keys.intern(texts, ids);
  const std::vector<std::int64_t> arrivals(ids.size());
  // The check value of CRC-32 is cbf43926 for 123456789, that of nothing 0; e8b7be43 for a, 71beeff9 for b.
  const Instances expected{0xe8b7be43 % 1000, 0x71beeff9 % 1000, 0, 0xcbf43926 % 1000};
  CHECK(balanced({arrivals, {}, ids}, &keys, Balance::parse("hash"), 1000, 1) == expected);
}

TEST_CASE("a balance reads as it is typed") {
  for (const char* const text : {"round-robin", "random", "hash", "least:100ms", "least:2s", "weights:3,1,1"}) {
    CAPTURE(text);
    CHECK(Balance::parse(text).text() == text);
  }
  CHECK(Balance::parse("least").text() == "least:100ms");
  CHECK(Balance::parse("weights: 3, 1").text() == "weights:3,1");
}

TEST_CASE("a wrong balance is refused with the way to write it") {
  CHECK(refused("rond-robin") ==
        "'rond-robin' is not one of round-robin, random, hash, least, weights; did you mean 'round-robin'?");
  CHECK(refused("hash:3") == "'hash:3': hash has no parameters; leave them out");
  CHECK(refused("weights") == "weights of what? Write one for each instance, as weights:3,1,1");
  CHECK(refused("weights:3,0") == "'0' is no weight; give a whole number from 1 to 1,000,000");
  CHECK(refused("weights:3,") == "'' is no weight; give a whole number from 1 to 1,000,000");
  CHECK(refused("weights:1000001") == "'1000001' is no weight; give a whole number from 1 to 1,000,000");
  CHECK(refused("least:0s").find("'0s'") == 0);
}
