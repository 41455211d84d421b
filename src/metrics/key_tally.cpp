#include "metrics/key_tally.hpp"

#include <algorithm>

namespace ratereplay {

void KeyTally::add(const Events& block, std::size_t keys) {
  // Keys are counted a few events ahead of the one whose place is asked for from memory.
  constexpr std::size_t ahead = 32;
  if (events.size() < keys) events.resize(keys);
  if (!block.unit_costs() && cost.size() < keys) cost.resize(keys);
  for (std::size_t event = 0; event < block.size(); ++event) {
    if (event + ahead < block.size()) __builtin_prefetch(&events[block.key[event + ahead]], 1);
    ++events[block.key[event]];
  }
  for (std::size_t event = 0; event < block.cost.size(); ++event) cost[block.key[event]] += block.cost[event];
}

KeyTally by_client(const KeyTally& combinations, std::span<const KeyId> client_of, std::size_t clients) {
  KeyTally tally;
  if (client_of.empty()) {
    tally = combinations;
    tally.events.resize(clients);
    if (!tally.cost.empty()) tally.cost.resize(clients);
    return tally;
  }
  tally.events.resize(clients);
  if (!combinations.cost.empty()) tally.cost.resize(clients);
  for (std::size_t combination = 0; combination < combinations.size(); ++combination) {
    tally.events[client_of[combination]] += combinations.events[combination];
  }
  for (std::size_t combination = 0; combination < combinations.cost.size(); ++combination) {
    tally.cost[client_of[combination]] += combinations.cost[combination];
  }
  return tally;
}

}  // namespace ratereplay
