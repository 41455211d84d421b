#include "sweep/bucket_lanes.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/processor.hpp"
#include "replay/replay.hpp"

namespace ratereplay {

namespace {

// What the kernels ask for: in 32 bits a capacity, and a time with an interval, have to leave room for one more. Half
// of what a double holds whole leaves room for the sum of any two such numbers.
constexpr Int128 narrow_end = (Int128{1} << 31) - 2;
constexpr Int128 wide_end = Int128{1} << 52;
// Of costs, so that those of a block add up below 2^53.
constexpr Cost largest_lane_cost = Cost{1} << 43;
// Events for which it is worth to begin anew with lanes of 32 bits, and buckets for which a pack of those is.
constexpr std::size_t narrow_events = 32;
constexpr std::size_t narrow_buckets = 4;

}  // namespace

const LaneKernels& BucketLanes::fastest_kernels() noexcept {
#if RATEREPLAY_HAS_AVX2_KERNELS
  if (has_avx2()) return avx2_lane_kernels;
#endif
  return portable_lane_kernels;
}

bool BucketLanes::suits(const BucketScale& bucket) noexcept {
  // A bucket that is twice full, and the refill of the longest span, as the widest rule of each limiter may add up.
  constexpr Int128 longest_span = Int128{1} << 64;
  Int128 refill = 0;
  return bucket.largest_cost >= 1 && bucket.capacity <= int128_max / 8 &&
         multiply(longest_span, bucket.per_ns, refill) && refill <= int128_max / 4;
}

BucketLanes::BucketLanes(std::span<const BucketScale> buckets, bool unit_costs, const LaneKernels& kernels)
    : unit_costs_(unit_costs), kernels_(kernels) {
  for (const BucketScale& scale : buckets) buckets_.push_back({scale, 0, {}});
}

void BucketLanes::feed(const Events& block) {
  for (std::size_t begin = 0; begin < block.size();) {
    std::size_t count = std::min(events_at_once, block.size() - begin);
    const std::span<const std::int64_t> times = block.arrival.subspan(begin, count);
    // Differences that a double holds.
    if (ns_between(times.front(), {times.back()}) >= static_cast<std::uint64_t>(wide_end)) {
      count = static_cast<std::size_t>(std::partition_point(times.begin(), times.end(),
                                                            [&](std::int64_t time) {
                                                              return ns_between(times.front(), {time}) <
                                                                     static_cast<std::uint64_t>(wide_end);
                                                            }) -
                                       times.begin());
    }
    take(block.part(begin, count));
    begin += count;
  }
}

void BucketLanes::take(const Events& block) {
  const std::uint64_t gap = last_ ? ns_between(last_->ns, block.time(0)) : 0;
  events_ = block.size();
  const auto in_steps = [&] {
    const bool whole_gap = step_ == 0 ? gap == 0 : gap % step_ == 0;
    return whole_gap && kernels_.in_steps(block.arrival.data(), events_, static_cast<double>(step_), steps_.data());
  };
  if (!laid_out_ || !in_steps()) {
    settle();
    choose_step(block, gap);
    in_steps();
    lay_out();
  }
  const std::uint64_t gap_steps = step_ == 0 ? 0 : gap / step_;
  gap_ = static_cast<double>(gap_steps);
  for (PackTimes& each : pack_times_) each.scale = -1;
  for (Group& group : groups_) count(group, block);
  for (Slow& slow : slow_) {
    std::visit([&](auto& alone) { replay(alone.rule, alone.state, block, alone.tally); }, slow.run);
  }
  last_ = block.time(events_ - 1);
}

void BucketLanes::choose_step(const Events& block, std::uint64_t gap) {
  step_ = std::gcd(step_, gap);
  for (const std::int64_t time : block.arrival) {
    const std::uint64_t since = ns_between(block.arrival.front(), {time});
    if (step_ == 0 || since % step_ != 0) step_ = std::gcd(step_, since);
  }
}

std::optional<BucketLanes::Sized> BucketLanes::sized(std::size_t bucket) const {
  const BucketScale& own = buckets_[bucket].scale;
  const Int128 step = static_cast<Int128>(step_) * own.per_ns;
  const Int128 unit = gcd(step, own.per_cost);
  const Int128 interval = own.per_cost / unit;
  // Rounding the capacity down changes no decision, as for BucketScale: all that it is compared with is whole.
  const Int128 capacity = own.capacity / unit;
  if (capacity >= wide_end / 2) return std::nullopt;
  if (!unit_costs_) {
    // What an event of one more than the largest cost would take, and fail to.
    if (own.largest_cost >= largest_lane_cost || capacity + interval >= wide_end / 2) return std::nullopt;
  }
  const bool narrow = unit_costs_ && capacity < narrow_end;
  return Sized{bucket, unit, step / unit, interval, capacity - interval, narrow};
}

void BucketLanes::lay_out() {
  laid_out_ = true;
  std::vector<Sized> narrow;
  std::vector<Sized> wide;
  std::vector<bool> alone(buckets_.size());
  for (const Slow& slow : slow_) alone[slow.bucket] = true;
  for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
    if (alone[bucket]) continue;
    if (const std::optional<Sized> lane = sized(bucket))
      (lane->narrow ? narrow : wide).push_back(*lane);
    else
      add_alone(bucket);
  }
  std::stable_sort(narrow.begin(), narrow.end(), [](const Sized& a, const Sized& b) { return a.scale < b.scale; });

  // Whole packs of one scale, with what fills the last one up; a few of a scale are better off among the wide ones.
  std::vector<Sized> packed;
  for (std::size_t begin = 0; begin < narrow.size();) {
    std::size_t end = begin;
    while (end < narrow.size() && end - begin < lanes_a_pack && narrow[end].scale == narrow[begin].scale) ++end;
    std::vector<Sized>& to = end - begin < narrow_buckets ? wide : packed;
    to.insert(to.end(), narrow.begin() + static_cast<std::ptrdiff_t>(begin),
              narrow.begin() + static_cast<std::ptrdiff_t>(end));
    while (&to == &packed && packed.size() % lanes_a_pack != 0) {
      packed.push_back(packed.back());
      packed.back().unit = 0;
    }
    begin = end;
  }
  const auto group = [&](std::vector<Sized>& lanes, bool are_narrow) {
    for (std::size_t begin = 0; begin < lanes.size(); begin += lanes_at_once) {
      const std::size_t count = std::min(lanes_at_once, lanes.size() - begin);
      add_group(std::span(lanes).subspan(begin, count), are_narrow);
    }
  };
  group(packed, true);
  group(wide, false);
}

void BucketLanes::add_alone(std::size_t bucket) {
  const Bucket& from = buckets_[bucket];
  const auto add = [&](auto rule) {
    using Rule = decltype(rule);
    Alone<Rule> alone{rule, std::nullopt, {}};
    if (last_) {
      alone.state = rule.start(*last_);
      alone.state->base += static_cast<decltype(alone.state->base)>(from.ahead);
    }
    slow_.push_back({bucket, std::move(alone)});
  };
  const Int128 largest = std::max(2 * from.scale.capacity + from.scale.per_ns, from.scale.per_cost);
  with_narrowest<LeakyBucketRule>(largest, add, from.scale);
}

void BucketLanes::add_group(std::span<const Sized> lanes, bool narrow) {
  Group group;
  group.used = lanes.size();
  Int128 largest_scale = 1;
  Int128 largest_interval = 0;
  for (std::size_t to = 0; to < lanes.size(); ++to) {
    const Sized& lane = lanes[to];
    const Bucket& bucket = buckets_[lane.bucket];
    group.bucket[to] = lane.bucket;
    group.unit[to] = lane.unit;
    group.lanes.scale[to] = static_cast<double>(lane.scale);
    group.lanes.interval[to] = static_cast<double>(lane.interval);
    group.lanes.tolerance[to] = static_cast<double>(lane.tolerance);
    const Int128 ahead = lane.unit == 0 ? 0 : bucket.ahead / lane.unit;
    group.lanes.ahead[to] = static_cast<double>(ahead);
    group.largest_cost = std::max(group.largest_cost, bucket.scale.largest_cost);
    largest_scale = std::max(largest_scale, lane.scale);
    largest_interval = std::max(largest_interval, lane.interval);
  }
  const Int128 narrow_steps = (narrow_end - largest_interval) / largest_scale;
  const Int128 wide_steps = wide_end / largest_scale;
  if (narrow) group.narrow_steps = static_cast<double>(narrow_steps);
  group.wide_steps = static_cast<double>(wide_steps);
  groups_.push_back(group);
}

/// Hands what the lanes hold back to the buckets.
void BucketLanes::settle() {
  for (const Group& group : groups_) {
    for (std::size_t lane = 0; lane < group.used; ++lane) {
      if (group.unit[lane] == 0) continue;
      Bucket& bucket = buckets_[group.bucket[lane]];
      bucket.ahead = static_cast<Int128>(group.lanes.ahead[lane]) * group.unit[lane];
      bucket.counts.passed += static_cast<std::uint64_t>(group.lanes.passed[lane]);
      bucket.counts.passed_cost += unit_costs_ ? group.lanes.passed[lane] : group.lanes.passed_cost[lane];
    }
  }
  groups_.clear();
  laid_out_ = false;
}

std::size_t BucketLanes::end_within(std::size_t begin, double steps) const noexcept {
  const double latest = steps_[begin] + steps;
  if (steps_[events_ - 1] <= latest) return events_;
  const auto first = steps_.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = steps_.begin() + static_cast<std::ptrdiff_t>(events_);
  return static_cast<std::size_t>(std::upper_bound(first, last, latest) - steps_.begin());
}

void BucketLanes::count(Group& group, const Events& block) {
  if (!unit_costs_) {
    // What costs more than any of these buckets can pass is refused by all of them, and so is one unit more than that:
    // costs are cut to it, so that they stay whole in a double.
    for (std::size_t event = 0; event < events_; ++event)
      costs_[event] = static_cast<double>(std::min(block.cost[event], group.largest_cost + 1));
  }
  double gap = gap_;
  for (std::size_t begin = 0; begin < events_;) {
    std::size_t end = group.narrow_steps < 0 ? begin : end_within(begin, group.narrow_steps);
    if (end - begin >= std::min(events_ - begin, narrow_events)) {
      count_narrow(group, begin, end, gap);
    } else {
      end = end_within(begin, group.wide_steps);
      const double* const steps = steps_.data() + begin;
      if (unit_costs_)
        kernels_.count_wide(group.lanes, group.used, steps, end - begin, gap);
      else
        kernels_.count_costs(group.lanes, group.used, steps, costs_.data() + begin, end - begin, gap);
    }
    if (end < events_) gap = steps_[end] - steps_[end - 1];
    begin = end;
  }
}

void BucketLanes::count_narrow(Group& group, std::size_t begin, std::size_t end, double gap) {
  std::array<const std::int32_t*, packs_at_once> after{};
  for (std::size_t pack = 0; pack < packs_at_once; ++pack) {
    // Packs come by rising scale: if there is one with the same it is the latest. Those not in use take any.
    const double scale = group.lanes.scale[std::min(pack * lanes_a_pack, group.used - 1)];
    PackTimes* times = &pack_times_[latest_times_];
    if (times->scale != scale || times->begin != begin || times->count != end - begin) {
      latest_times_ = (latest_times_ + 1) % packs_at_once;
      times = &pack_times_[latest_times_];
      times->scale = scale;
      times->begin = begin;
      times->count = end - begin;
      kernels_.after_in_units(steps_.data() + begin, end - begin, scale, times->after.data());
    }
    after[pack] = times->after.data();
  }
  kernels_.count_narrow(group.lanes, group.used, after.data(), end - begin, gap);
}

std::vector<PassCounts> BucketLanes::counts() {
  std::vector<PassCounts> counts;
  settle();
  for (const Bucket& bucket : buckets_) counts.push_back(bucket.counts);
  for (const Slow& slow : slow_) {
    const Tally& tally = std::visit([](const auto& alone) -> const Tally& { return alone.tally; }, slow.run);
    counts[slow.bucket].passed += tally.passed;
    counts[slow.bucket].passed_cost += tally.passed_cost;
  }
  return counts;
}

}  // namespace ratereplay
