#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/cost.hpp"
#include "core/int128.hpp"
#include "sizing/block_kernels.hpp"
#include "sizing/hull.hpp"

namespace ratereplay {

/// A few intervals of a trace as a bound that its b(r) is not below at any rate: what stays within the bound adds
/// nothing to the curve. Of an edge of their hull, what is above and lasts no less than its shorter end is above every
/// line of a lower slope through that end: one of a whole number of ns for each cost unit is taken for the edge, which
/// errs on one side only. Above the highest vertex the bound must not fall, as what others force does: until an
/// interval that lasts no time is known, nothing is taken to stay within it.
class Envelope {
 public:
  /// Takes in intervals that were found to be on a hull.
  void add(const PairHull& found);

  /// Whether intervals from any of `starts` to any of `ends`, all of them later, may force as much as the bound: they
  /// may begin before those that are known, and are then to be named where they force the same.
  bool reached_by(const StartHull& starts, const EndHull& ends) const noexcept;

  /// Whether intervals within a block, which is later than all that is known, may force more than the bound. Times are
  /// ns since its first event, costs as the kernels take them, `cost` is that of the block; times and costs add up to
  /// less than 2^52.
  bool exceeded_by(std::span<const double> times, const double* costs, Cost cost,
                   const BlockKernels& kernels) const noexcept;

 private:
  static constexpr std::size_t most_vertices = 16;
  static_assert(most_vertices % rates_at_once == 0);

  struct Vertex {
    std::uint64_t emission;  ///< ns for each cost unit
    Int128 most;             ///< cost * emission - length of the shorter end of the edge: what is above has more
    Cost cost_from;          ///< of that end: what is above costs more
  };
  bool bounds_all_rates() const noexcept;
  void thin_out();

  PairHull intervals_;
  std::array<Vertex, most_vertices> vertices_{};  ///< from the highest rate to the lowest
  std::size_t count_ = 0;
};

}  // namespace ratereplay
