#include "metrics/busiest.hpp"

#include "metrics/busiest_scan.hpp"

namespace ratereplay {

BusiestWindow busiest_window(const Events& events, Duration length) {
  const auto positions = static_cast<std::uint64_t>(length.ns);
  LagScan<std::uint64_t> count(positions);
  count.take(events.arrival.data(), 0, events.size());
  BusiestCost<std::uint64_t> cost(positions);
  for (std::size_t event = 0; event < events.cost.size(); ++event)
    cost.add(static_cast<std::uint64_t>(events.arrival[event]), events.cost[event]);
  return busiest_of(length, count, events.unit_costs() ? nullptr : &cost, instant_at);
}

}  // namespace ratereplay
