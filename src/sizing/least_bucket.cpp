#include "sizing/least_bucket.hpp"

#include <algorithm>
#include <limits>

#include "core/error.hpp"

namespace ratereplay {

namespace {

// The rate in lowest terms: in units of 1/period of a cost unit an event weighs cost * period, and count leaks away a
// ns.
struct Scale {
  Int128 period;
  Int128 count;
};

struct Forced {
  Int128 most;  ///< the bucket, in the units of the scale
  std::size_t first;
  std::size_t last;
};

// With a_j = period * (cost before j) - count * (t_j - t_0), the bucket is the most that a_j + period * c_j rises above
// an a_i before it. Every value lies between -count * span and period * (total cost), both included in what was checked
// to fit Int, and no lowest or highest is replaced by an equal one: that keeps the earliest first and last event.
template <class Int, bool unit_costs>
Forced scan(const Events& events, const Scale& scale, std::size_t start) {
  const auto period = static_cast<Int>(scale.period);
  const auto count = static_cast<Int>(scale.count);
  const auto origin = static_cast<std::uint64_t>(events.arrival[start]);
  Int weight = 0;
  Int lowest = 0;
  Int most = 0;
  std::size_t from = start;
  Forced forced{0, start, start};
  for (std::size_t event = start; event < events.size(); ++event) {
    if constexpr (!unit_costs) {
      if (events.cost[event] == 0) continue;
    }
    const auto elapsed = static_cast<Int>(static_cast<std::uint64_t>(events.arrival[event]) - origin);
    const Int before = weight - count * elapsed;
    from = before < lowest ? event : from;
    lowest = std::min(lowest, before);
    Int weighs = period;
    if constexpr (!unit_costs) weighs *= static_cast<Int>(events.cost[event]);
    if (before + weighs - lowest > most) {
      most = before + weighs - lowest;
      forced = {most, from, event};
    }
    weight += weighs;
  }
  return forced;
}

template <class Int>
Forced scan(const Events& events, const Scale& scale, std::size_t start) {
  return events.unit_costs() ? scan<Int, true>(events, scale, start) : scan<Int, false>(events, scale, start);
}

Witness witness_of(const Events& events, const Forced& forced) {
  Witness witness{events.time(forced.first), events.time(forced.last)};
  for (std::size_t event = forced.first; event <= forced.last; ++event) {
    witness.cost += events.cost_of(event);
    if (events.cost_of(event) > 0) ++witness.events;
  }
  return witness;
}

}  // namespace

LeastBucket least_bucket(const Events& events, const Rate& rate) {
  std::size_t start = 0;
  while (start < events.size() && events.cost_of(start) == 0) ++start;
  if (start == events.size()) return {};

  const Fraction per_ns = rate.per_ns();
  const Scale scale{per_ns.denominator(), per_ns.numerator()};
  const Extent extent = extent_of(events);
  Int128 weight = 0;
  Int128 leak = 0;
  if (!multiply(scale.period, extent.total_cost, weight) || !multiply(scale.count, extent.span().ns, leak) ||
      leak > int128_max - weight)
    throw Error("rate '" + rate.text +
                "' and this trace need more than 128 bits to be sized exactly; use a coarser rate");

  const bool narrow = weight + leak <= std::numeric_limits<std::int64_t>::max();
  const Forced forced = narrow ? scan<std::int64_t>(events, scale, start) : scan<Int128>(events, scale, start);
  return {Fraction(forced.most, scale.period), witness_of(events, forced)};
}

// Two true times a distance of t apart in the stamps are between t - d and t + d apart, exclusive. An event alone has
// no distance: its cost is a bound that may be attained.
std::optional<ResolutionBounds> resolution_bounds(const LeastBucket& bucket, const Rate& rate,
                                                  std::optional<Duration> resolution, Cost largest_cost) {
  if (!bucket.witness || !resolution || *resolution < coarse_resolution) return std::nullopt;
  const Fraction slack = rate.per_ns() * Fraction(resolution->ns);
  const Fraction single(largest_cost);
  const Fraction below = bucket.exact - slack;
  return ResolutionBounds{std::max(single, below), single > below, bucket.exact + slack};
}

}  // namespace ratereplay
