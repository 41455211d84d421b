#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/cost.hpp"
#include "core/instant.hpp"
#include "sizing/witness.hpp"

namespace ratereplay {

// Which intervals can force a bucket at some rate, as convex chains. An interval forces a bucket of cost - r * length
// at the rate r, so the intervals that force one at some r >= 0 are the upper left hull of the points (length, cost).
// With costs counted from the start of the trace, cost and length of an interval are those at its end less those at its
// start: the best end for r is on the upper left hull of all ends, the best start on the lower right one of all starts.
// All comparisons are exact whatever the trace: lengths are below 2^64 and costs below 2^63, so products fit 128 bits.

/// Where an interval may start (with what the trace cost before that event) or end (with that event).
struct Corner {
  Instant at;
  Cost cost = 0;
  std::uint64_t events = 0;  ///< of cost >= 1, counted as the cost is

  friend bool operator==(const Corner&, const Corner&) = default;
};

enum class Side { start, end };

/// The corners of one side by rising time and cost. Only strict ones, but for the ends that lie on an edge: the first
/// of them is held, as an interval from the edge's earlier end to it may be the one to name (see PairHull).
template <Side side>
class CornerHull {
 public:
  CornerHull() = default;
  /// Of corners that are a hull.
  explicit CornerHull(std::vector<Corner> corners) noexcept : corners_(std::move(corners)) {}

  /// A corner that comes no earlier than those of the hull, with a higher cost.
  void add(const Corner& corner);
  /// All of `later`, which come no earlier than those of this hull, with no lower cost.
  void append(const CornerHull& later);
  /// Counts cost and events from an earlier place, with so much before.
  void shift(Cost cost, std::uint64_t events) noexcept;

  const std::vector<Corner>& corners() const noexcept { return corners_; }

  friend bool operator==(const CornerHull&, const CornerHull&) = default;

 private:
  bool drop_behind(const Corner& corner);

  std::vector<Corner> corners_;
};

using StartHull = CornerHull<Side::start>;  ///< the slope (cost over time) rises; the last one is best for r = infinity
using EndHull = CornerHull<Side::end>;      ///< the slope falls; the first one is best for r = infinity

/// By rising length and cost, the slope (cost over length) never rising. Of equal points the interval that is to be
/// named is held. An edge between two strict corners holds one more point where an interval on it is named before both
/// (before the longer, where the other lasts no time and so forces no rate): at the rate that is the slope of the edge
/// it forces as much as they do, and is the one to be named.
using PairHull = std::vector<Witness>;

/// Of an interval that is no shorter than those of the hull.
void add(PairHull& hull, const Witness& interval);

/// Whether the second of three points in a row, by rising length and cost, lies on the line between the others.
bool in_line(const Witness& a, const Witness& b, const Witness& c) noexcept;

/// The hull of both.
PairHull united(const PairHull& a, const PairHull& b);

/// The hull of the intervals from every start to every end, all ends at or after all starts; neither hull is empty.
PairHull across(const StartHull& starts, const EndHull& ends);

}  // namespace ratereplay
