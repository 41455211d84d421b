#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/events.hpp"
#include "core/int128.hpp"
#include "limiter/arithmetic.hpp"
#include "limiter/leaky_bucket.hpp"
#include "replay/recorders.hpp"
#include "sweep/lane_kernels.hpp"
#include "sweep/pass_counts.hpp"

namespace ratereplay {

/// Many buckets (token-bucket, gcra, leaky-bucket, pacer, admissions of leaky-queue: one algorithm) that go through a
/// trace side by side, block by block: each event is decided for all of them by vectors of lanes. Exact: times and
/// intervals are counted in the largest unit that divides both, in 32 bits or doubles where the numbers of the block
/// stay whole in those, and a bucket for which not even a double suffices is replayed alone.
class BucketLanes {
 public:
  /// The processor's own, or the portable ones.
  static const LaneKernels& fastest_kernels() noexcept;

  /// Whether a bucket can be among them: one of at least 1, whose numbers fit for a trace of any span.
  static bool suits(const BucketScale& bucket) noexcept;

  BucketLanes(std::span<const BucketScale> buckets, bool unit_costs, const LaneKernels& kernels);

  /// The next events, in order; the times of all blocks never decrease.
  void feed(const Events& block);

  /// Of all events so far, one for each bucket.
  std::vector<PassCounts> counts();

 private:
  static constexpr std::size_t events_at_once = 512;

  struct Bucket {
    BucketScale scale;
    Int128 ahead = 0;  ///< of the last event: the tat, at least 0, in ticks of the scale
    PassCounts counts;
  };

  /// A bucket as numbers of its largest unit, of which a step of time has `scale`.
  struct Sized {
    std::size_t bucket;
    Int128 unit;  ///< ticks
    Int128 scale;
    Int128 interval;
    Int128 tolerance;
    bool narrow;  ///< small enough for 32 bits
  };

  /// Lanes that are counted together.
  struct Group {
    Lanes lanes{};
    std::size_t used = 0;  ///< lanes
    std::array<std::size_t, lanes_at_once> bucket{};
    std::array<Int128, lanes_at_once> unit{};  ///< ticks of the bucket's scale; 0: no bucket
    double narrow_steps = -1;                  ///< the most steps of a block for 32 bits; -1: not those
    double wide_steps = 0;                     ///< the same for doubles
    Cost largest_cost = 0;                     ///< that any of them can pass
  };

  template <class Rule>
  struct Alone {
    Rule rule;
    std::optional<typename Rule::State> state;
    Tally tally;
  };

  struct Slow {
    std::size_t bucket;
    std::variant<Alone<LeakyBucketRule<std::int64_t>>, Alone<LeakyBucketRule<Int128>>> run;
  };

  /// What follows the times of a block, in the unit of a pack.
  struct PackTimes {
    double scale = -1;
    std::size_t begin = 0;
    std::size_t count = 0;
    std::array<std::int32_t, events_at_once> after;
  };

  void take(const Events& block);
  void choose_step(const Events& block, std::uint64_t gap);
  void lay_out();
  std::optional<Sized> sized(std::size_t bucket) const;
  void add_alone(std::size_t bucket);
  void add_group(std::span<const Sized> lanes, bool narrow);
  void settle();
  void count(Group& group, const Events& block);
  void count_narrow(Group& group, std::size_t begin, std::size_t end, double gap);
  std::size_t end_within(std::size_t begin, double steps) const noexcept;

  std::vector<Bucket> buckets_;
  bool unit_costs_;
  const LaneKernels& kernels_;

  std::optional<Instant> last_;  ///< event so far
  std::uint64_t step_ = 0;       ///< ns: the largest that divides every difference of times so far; 0: all are equal
  bool laid_out_ = false;
  std::vector<Group> groups_;
  std::vector<Slow> slow_;
  // Of the block that is counted.
  std::size_t events_ = 0;
  double gap_ = 0;  ///< steps from the event before it
  std::array<double, events_at_once> steps_;
  std::array<double, events_at_once> costs_;
  std::array<PackTimes, packs_at_once> pack_times_;
  std::size_t latest_times_ = 0;
};

}  // namespace ratereplay
