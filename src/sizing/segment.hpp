#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/events.hpp"
#include "sizing/envelope.hpp"
#include "sizing/hull.hpp"

namespace ratereplay {

/// All that is needed of a stretch of a trace to know b(r) for every r >= 0, of it and of any longer stretch that it
/// is part of. As large as the hulls: tens of points on natural traces, as many as events at worst.
struct Segment {
  Cost cost = 0;
  std::uint64_t events = 0;  ///< of cost >= 1; the others change nothing
  StartHull starts;          ///< cost and events counted from the start of the segment
  EndHull ends;
  PairHull pairs;

  friend bool operator==(const Segment&, const Segment&) = default;
};

/// The segment of a few events, without any filter: what faster ways are held against.
Segment segment_of(const Events& events);

/// The segment of neighbouring ones that are added from first to last; the same whatever the cuts.
class SegmentChain {
 public:
  /// `known`: a bound on b(r) of the trace that the segments are of. Intervals from one segment to another that stay
  /// below it are left out, those found are added to it. Null: none are left out.
  void add(Segment next, Envelope* known = nullptr);

  /// Of all that were added, which are forgotten.
  Segment take(Envelope* known = nullptr);

 private:
  /// Neighbours of about equal weight are joined, so that each point is moved a logarithmic number of times. Cost and
  /// events are counted from the start of the chain.
  struct Link {
    int level;
    Segment segment;
  };
  void join_last_two(Envelope* known);

  Cost cost_ = 0;
  std::uint64_t events_ = 0;
  std::vector<Link> links_;
};

}  // namespace ratereplay
