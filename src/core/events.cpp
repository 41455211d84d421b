#include "core/events.hpp"

#include <algorithm>

namespace ratereplay {

Extent extent_of(const Events& events) noexcept {
  if (events.empty()) return {};
  Extent extent{events.time(0), events.time(events.size() - 1), 1, static_cast<Cost>(events.size())};
  if (!events.unit_costs()) {
    extent.largest_cost = *std::max_element(events.cost.begin(), events.cost.end());
    extent.total_cost = 0;
    for (const Cost cost : events.cost) extent.total_cost += cost;
  }
  return extent;
}

}  // namespace ratereplay
