#include "metrics/key_tally.hpp"

#include <catch2/catch.hpp>
#include <vector>

using namespace ratereplay;

TEST_CASE("events and their cost are counted by key, block after block") {
  const std::vector<std::int64_t> times{0, 1, 2, 3};
  const std::vector<Cost> costs{5, 0, 7, 1};
  const std::vector<KeyId> keys{2, 0, 2, 1};
  KeyTally tally;
  tally.add({times, costs, keys}, 3);
  CHECK(tally == KeyTally{{1, 1, 2}, {0, 1, 12}});
  // Keys that are met later have places behind those before.
  const std::vector<KeyId> later{2, 2, 4, 0};
  tally.add({times, costs, later}, 5);
  CHECK(tally == KeyTally{{2, 1, 4, 0, 1}, {1, 1, 17, 0, 7}});
  CHECK(tally.cost_of(2) == 17);

  KeyTally unit;
  unit.add({times, {}, keys}, 3);
  CHECK(unit == KeyTally{{1, 1, 2}, {}});
  CHECK(unit.cost_of(2) == 2);
}

TEST_CASE("a tally that has more places than there are keys keeps them") {
  const std::vector<std::int64_t> times{0};
  const std::vector<Cost> costs{3};
  const std::vector<KeyId> keys{0};
  KeyTally tally{{1, 2}, {1, 2}};
  tally.add({times, costs, keys}, 1);
  CHECK(tally == KeyTally{{2, 2}, {4, 2}});
}

TEST_CASE("the tally of a client is the sum of those of its combinations") {
  const KeyTally combinations{{1, 2, 4, 8}, {10, 20, 40, 80}};
  const std::vector<KeyId> client_of{1, 0, 1, 1};
  CHECK(by_client(combinations, client_of, 3) == KeyTally{{2, 13, 0}, {20, 130, 0}});
  CHECK(by_client({{1, 2, 4, 8}, {}}, client_of, 2) == KeyTally{{2, 13}, {}});
  // Where combinations are clients, only the places of those without an event are added.
  CHECK(by_client(combinations, {}, 5) == KeyTally{{1, 2, 4, 8, 0}, {10, 20, 40, 80, 0}});
}
