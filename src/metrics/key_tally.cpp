#include "metrics/key_tally.hpp"

#include <algorithm>

namespace ratereplay {

void KeyTally::make_room(std::size_t keys, bool unit_costs) {
  if (events.size() < keys) events.resize(keys);
  if (!unit_costs && cost.size() < keys) cost.resize(keys);
}

void KeyTally::add(const Events& block, std::size_t keys) {
  // Keys are counted a few events ahead of the one whose place is asked for from memory.
  constexpr std::size_t ahead = 32;
  make_room(keys, block.unit_costs());
  for (std::size_t event = 0; event < block.size(); ++event) {
    if (event + ahead < block.size()) __builtin_prefetch(&events[block.key[event + ahead]], 1);
    ++events[block.key[event]];
  }
  for (std::size_t event = 0; event < block.cost.size(); ++event) cost[block.key[event]] += block.cost[event];
}

KeyTally by_client(const KeyTally& combinations, std::span<const KeyId> client_of, std::size_t clients) {
  const bool unit_costs = combinations.cost.empty();
  KeyTally tally = client_of.empty() ? combinations : KeyTally();
  tally.make_room(clients, unit_costs);
  if (client_of.empty()) return tally;
  for (std::size_t combination = 0; combination < combinations.size(); ++combination) {
    tally.events[client_of[combination]] += combinations.events[combination];
  }
  for (std::size_t combination = 0; combination < combinations.cost.size(); ++combination) {
    tally.cost[client_of[combination]] += combinations.cost[combination];
  }
  return tally;
}

}  // namespace ratereplay
