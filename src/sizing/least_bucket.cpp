#include "sizing/least_bucket.hpp"

#include <algorithm>
#include <limits>

#include "core/error.hpp"
#include "core/selected.hpp"

namespace ratereplay {

namespace {

// The index of an event that came in an earlier block.
constexpr std::size_t earlier = std::numeric_limits<std::size_t>::max();

}  // namespace

Int128 largest_in_sizing(const Rate& rate, const Extent& extent) {
  const Fraction per_ns = rate.per_ns();
  Int128 weight = 0;
  const Int128 leak = per_ns.numerator() * extent.span().ns;  // below 2^63 and 2^64
  if (!multiply(per_ns.denominator(), extent.total_cost, weight) || leak > int128_max - weight)
    throw Error("rate '" + rate.text +
                "' and this trace need more than 128 bits to be sized exactly; use a coarser rate");
  return weight + leak;
}

LeastBucketScan::LeastBucketScan(const Rate& rate, bool unit_costs)
    : rate_(rate), period_(rate.per_ns().denominator()), count_(rate.per_ns().numerator()), unit_costs_(unit_costs) {}

// Every value lies between -count * span and period * (total cost), both included in what was checked to fit Int, and
// no lowest or highest is replaced by an equal one: that keeps the earliest first and last event.
template <class Int, bool unit_costs>
void LeastBucketScan::scan(Progress<Int>& progress, const Events& block) const {
  const auto period = static_cast<Int>(period_);
  const auto count = static_cast<Int>(count_);
  const auto origin = static_cast<std::uint64_t>(origin_->ns);
  // A local copy, which nothing else can point to, stays in registers; times are looked up once a block.
  Progress<Int> local = progress;
  std::size_t lowest_at = earlier;
  std::size_t first = earlier;
  std::size_t last = earlier;
  for (std::size_t event = 0; event < block.size(); ++event) {
    if constexpr (!unit_costs) {
      if (block.cost[event] == 0) continue;
    }
    const auto elapsed = static_cast<Int>(static_cast<std::uint64_t>(block.arrival[event]) - origin);
    const Int before = local.weight - count * elapsed;
    const bool lower = before < local.lowest;
    lowest_at = selected(lower, event, lowest_at);
    local.lowest = std::min(local.lowest, before);
    Int weighs = period;
    if constexpr (!unit_costs) {
      weighs *= static_cast<Int>(block.cost[event]);
      local.events_before_lowest = selected(lower, local.events, local.events_before_lowest);
      ++local.events;
    }
    if (before + weighs - local.lowest > local.most) {
      local.most = before + weighs - local.lowest;
      local.events_within = local.events - local.events_before_lowest;
      first = lowest_at;
      last = event;
    }
    local.weight += weighs;
  }
  if (last != earlier) {
    local.first = first == earlier ? local.lowest_at : block.time(first);
    local.last = block.time(last);
  }
  if (lowest_at != earlier) local.lowest_at = block.time(lowest_at);
  progress = local;
}

void LeastBucketScan::feed(const Events& block) {
  if (block.empty()) return;
  extent_ = extent_ ? joined(*extent_, extent_of(block)) : extent_of(block);
  if (!origin_) {
    std::size_t start = 0;
    while (start < block.size() && block.cost_of(start) == 0) ++start;
    if (start == block.size()) return;
    origin_ = block.time(start);
    std::visit([&](auto& progress) { progress.lowest_at = *origin_; }, progress_);
  }

  const Int128 largest = largest_in_sizing(rate_, *extent_);
  const auto* const narrow = std::get_if<Progress<std::int64_t>>(&progress_);
  if (narrow != nullptr && largest > std::numeric_limits<std::int64_t>::max()) {
    const auto& [weighed, lowest, most, events, lowest_at, events_before, first, last, events_within] = *narrow;
    progress_ = Progress<Int128>{weighed, lowest, most, events, lowest_at, events_before, first, last, events_within};
  }

  std::visit(
      [&]<class Int>(Progress<Int>& progress) {
        unit_costs_ ? scan<Int, true>(progress, block) : scan<Int, false>(progress, block);
      },
      progress_);
}

LeastBucket LeastBucketScan::result() const {
  if (!origin_) return {};
  return std::visit(
      [&](const auto& progress) -> LeastBucket {
        Witness witness{progress.first, progress.last, progress.events_within};
        // The bucket is what the interval weighs less what leaks away in it.
        witness.cost = static_cast<Cost>((progress.most + count_ * witness.length().ns) / period_);
        if (unit_costs_) witness.events = static_cast<std::uint64_t>(witness.cost);
        return {Fraction(progress.most, period_), witness};
      },
      progress_);
}

LeastBucket least_bucket(const Events& events, const Rate& rate) {
  LeastBucketScan scan(rate, events.unit_costs());
  scan.feed(events);
  return scan.result();
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
