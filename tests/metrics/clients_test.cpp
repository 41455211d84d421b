#include "metrics/clients.hpp"

#include <catch2/catch.hpp>

using namespace ratereplay;

namespace {

bool lower_number(KeyId a, KeyId b) { return a < b; }
bool higher_number(KeyId a, KeyId b) { return a > b; }

}  // namespace

TEST_CASE("a tally counts events and costs by key, whatever the blocks") {
  const std::vector<std::int64_t> times(100, 0);
  std::vector<Cost> costs(100);
  std::vector<KeyId> keys(100);
  for (std::size_t i = 0; i < 100; ++i) {
    costs[i] = static_cast<Cost>(i);
    keys[i] = static_cast<KeyId>(i % 3);
  }
  const Events events{times, costs, keys};
  for (const std::size_t block : {1U, 33U, 100U}) {
    KeyTally tally;
    for (std::size_t begin = 0; begin < 100; begin += block) {
      tally.add(events.part(begin, std::min<std::size_t>(block, 100 - begin)), 4);
    }
    CHECK(tally.events == std::vector<std::uint64_t>{34, 33, 33, 0});
    CHECK(tally.cost == std::vector<Cost>{1683, 1617, 1650, 0});
  }
  KeyTally unit;
  unit.add({times, {}, keys}, 3);
  CHECK(unit.cost.empty());
  CHECK(unit.cost_of(0) == 34);
}

TEST_CASE("tallies of combinations are added up by client") {
  const KeyTally combinations{{1, 2, 3}, {10, 20, 30}};
  const std::vector<KeyId> client_of = {1, 0, 1, 2};
  CHECK(by_client(combinations, client_of, 3) == KeyTally{{2, 4, 0}, {20, 40, 0}});
  CHECK(by_client(combinations, {}, 4) == KeyTally{{1, 2, 3, 0}, {10, 20, 30, 0}});
  CHECK(by_client({{1, 2}, {}}, {}, 2) == KeyTally{{1, 2}, {}});
}

TEST_CASE("Jain's index is 1 of equal shares and 1/n where one client passes all") {
  const KeyTally in_all{{10, 100, 4, 2}, {}};
  CHECK(jain_index(in_all, {{0, 0, 0, 0}, {}}) == 1.0);
  CHECK(jain_index(in_all, {{5, 50, 2, 1}, {}}) == 1.0);
  CHECK(jain_index(in_all, {{0, 100, 4, 2}, {}}) == 0.25);
  // Shares 1, 1/2, 0, 0: (3/2)^2 / (4 * 5/4).
  CHECK(jain_index(in_all, {{0, 50, 4, 2}, {}}) == Approx(0.45).epsilon(1e-15));
  CHECK_FALSE(jain_index(in_all, {{10, 100, 4, 2}, {}}));
  CHECK_FALSE(jain_index({}, {}));
}

TEST_CASE("clients that are refused, here and elsewhere") {
  const KeyTally here{{0, 3, 1, 0}, {}};
  const KeyTally there{{0, 2, 0, 5}, {}};
  CHECK(refused_clients(here) == 2);
  CHECK(refused_only_in(here, there) == 1);
  CHECK(refused_only_in(there, here) == 1);
  CHECK(refused_clients({}) == 0);
}

TEST_CASE("the worst clients come first, equals in the order asked for, none without a drop") {
  const std::vector<KeyTally> dropped = {{{0, 3, 1, 0, 4}, {}}, {{0, 1, 0, 1, 0}, {}}};
  CHECK(clients_with_most(dropped, 10, lower_number) == std::vector<KeyId>{1, 4, 2, 3});
  CHECK(clients_with_most(dropped, 10, higher_number) == std::vector<KeyId>{4, 1, 3, 2});
  CHECK(clients_with_most(dropped, 3, lower_number) == std::vector<KeyId>{1, 4, 2});
  CHECK(clients_with_most(std::span(dropped).first(1), 10, lower_number) == std::vector<KeyId>{4, 1, 2});
  CHECK(clients_with_most(dropped, 0, lower_number).empty());
  CHECK(clients_with_most({}, 10, lower_number).empty());
}

TEST_CASE("the largest client is the one that passes most") {
  const KeyTally in_all{{5, 9, 9, 5}, {}};
  CHECK(largest_client(in_all, {{0, 5, 4, 0}, {}}, lower_number) == KeyId{0});
  CHECK(largest_client(in_all, {{0, 5, 4, 0}, {}}, higher_number) == KeyId{3});
  CHECK(largest_client(in_all, {{0, 0, 4, 0}, {}}, lower_number) == KeyId{1});
  CHECK_FALSE(largest_client(in_all, in_all, lower_number));
}
