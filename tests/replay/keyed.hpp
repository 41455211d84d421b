#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/event_consumer.hpp"
#include "core/events.hpp"
#include "core/keys.hpp"

namespace ratereplay::test {

/// An outline whose keys, "0" to so many, have their numbers.
inline TraceOutline outline_of_keys(std::size_t count, bool unit_costs) {
  KeyTexts texts;
  for (std::size_t key = 0; key < count; ++key) texts.add(std::to_string(key));
  auto keys = std::make_shared<Keys>(std::vector<KeyChoice>{{"host", {0}}}, std::size_t{1} << 30);
  std::vector<KeyId> ids;
  keys->intern(texts, ids);
  return {unit_costs, std::move(keys)};
}

/// The events of one key, without it.
inline EventColumns only_key(const Events& events, KeyId key) {
  EventColumns only;
  for (std::size_t event = 0; event < events.size(); ++event) {
    if (events.key[event] != key) continue;
    only.arrival.push_back(events.arrival[event]);
    if (!events.unit_costs()) only.cost.push_back(events.cost[event]);
  }
  return only;
}

}  // namespace ratereplay::test
