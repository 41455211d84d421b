#include "core/events.hpp"

#include <algorithm>

namespace ratereplay {

Extent extent_of(const Events& events) noexcept {
  if (events.empty()) return {};
  Extent extent{events.time(0), events.time(events.size() - 1), 1, static_cast<Cost>(events.size()),
                events.unit_costs()};
  if (!events.unit_costs()) {
    extent.largest_cost = *std::max_element(events.cost.begin(), events.cost.end());
    extent.total_cost = 0;
    for (const Cost cost : events.cost) extent.total_cost += cost;
  }
  return extent;
}

Extent joined(const Extent& first, const Extent& second) noexcept {
  return {first.first, second.last, std::max(first.largest_cost, second.largest_cost),
          first.total_cost + second.total_cost, first.unit_costs && second.unit_costs};
}

}  // namespace ratereplay
