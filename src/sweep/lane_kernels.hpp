#pragma once

// Included where AVX2 is compiled for: nothing here or in what it includes may define an inline function.
#include <cstddef>
#include <cstdint>

namespace ratereplay {

inline constexpr std::size_t lanes_a_pack = 8;
inline constexpr std::size_t packs_at_once = 4;
inline constexpr std::size_t lanes_at_once = lanes_a_pack * packs_at_once;

/// Buckets side by side, each in a unit of time of its own in which all its numbers are whole.
struct Lanes {
  alignas(32) double ahead[lanes_at_once];      ///< of the last event: the theoretical arrival time (tat), at least 0
  alignas(32) double tolerance[lanes_at_once];  ///< capacity less an interval, >= 0
  alignas(32) double interval[lanes_at_once];   ///< emission interval
  alignas(32) double scale[lanes_at_once];      ///< units in a step of the trace's times
  std::int64_t passed[lanes_at_once];
  std::int64_t passed_cost[lanes_at_once];
};

/// The inner loops over events and buckets, for one instruction set. Nothing is rounded and nothing overflows where the
/// caller keeps time + interval + 1 and capacity of each lane below the end of the whole numbers that are used: 2^31 or
/// 2^53. `steps` are times, never decreasing; `gap`, in steps, is from the event before them; `events` 1 to 2^20 of
/// them. `used`: how many lanes there are.
struct LaneKernels {
  /// `steps[i]` = (arrival[i] - arrival[0]) / step, for differences below 2^52. Whether all were whole.
  bool (*in_steps)(const std::int64_t* arrival, std::size_t events, double step, double* steps);
  /// `after[i]` = (steps[i] - steps[0]) * scale + 1.
  void (*after_in_units)(const double* steps, std::size_t events, double scale, std::int32_t* after);

  /// Counts what passes where every event costs 1, in 32 bits. `after[p]`: what `after_in_units` gives for pack p,
  /// whose lanes have one scale.
  void (*count_narrow)(Lanes& lanes, std::size_t used, const std::int32_t* const* after, std::size_t events,
                       double gap);
  /// The same in doubles.
  void (*count_wide)(Lanes& lanes, std::size_t used, const double* steps, std::size_t events, double gap);
  /// The same for events of any cost, which together stay below 2^53. What a lane can never pass may have any cost
  /// above that lane's capacity.
  void (*count_costs)(Lanes& lanes, std::size_t used, const double* steps, const double* costs, std::size_t events,
                      double gap);
};

extern const LaneKernels portable_lane_kernels;
extern const LaneKernels avx2_lane_kernels;  ///< for processors that have AVX2, where core/processor.hpp says so

}  // namespace ratereplay
