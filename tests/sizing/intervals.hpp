#pragma once

#include <cstddef>
#include <vector>

#include "core/events.hpp"
#include "sizing/witness.hpp"

namespace ratereplay::test {

/// Every interval that begins and ends with an event that costs something.
inline std::vector<Witness> all_intervals(const Events& events) {
  std::vector<Witness> all;
  for (std::size_t first = 0; first < events.size(); ++first) {
    Witness witness{events.time(first), {}, 0, 0};
    if (events.cost_of(first) == 0) continue;
    for (std::size_t last = first; last < events.size(); ++last) {
      if (events.cost_of(last) == 0) continue;
      witness.last = events.time(last);
      witness.events += 1;
      witness.cost += events.cost_of(last);
      all.push_back(witness);
    }
  }
  return all;
}

}  // namespace ratereplay::test
