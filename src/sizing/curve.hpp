#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/fraction.hpp"
#include "sizing/hull.hpp"
#include "sizing/least_bucket.hpp"
#include "sizing/witness.hpp"

namespace ratereplay {

/// The least rate that loses nothing with one bucket.
struct LeastRate {
  Fraction per_ns;                 ///< cost units per ns; 0 where the bucket holds the whole trace
  std::optional<Witness> witness;  ///< none where per_ns is 0
};

/// Where the least rate lies when the true times are only known to lie in [stamp, stamp + d).
struct LeastRateBounds {
  Fraction lower;                 ///< cost units per ns; the rate is more
  std::optional<Fraction> upper;  ///< the rate is less; none where what comes within d may be too much at once
};

/// b(r), the least bucket that loses nothing, for every rate r >= 0: convex and falling, piecewise linear. On the
/// segment s it is cost - r * length of the interval `witness(s)`; the segment reaches from the vertex s to the vertex
/// s + 1, the last one to infinity. The vertex 0 is at the rate 0. Exact; a trace without cost has no segment.
class Curve {
 public:
  Curve() = default;
  explicit Curve(PairHull hull);

  std::size_t segments() const noexcept { return witnesses_.size(); }
  const Witness& witness(std::size_t segment) const noexcept { return witnesses_[segment]; }

  /// Cost units per ns at a vertex.
  Fraction rate(std::size_t vertex) const;
  /// b at a vertex.
  Fraction bucket(std::size_t vertex) const;

  /// b at any rate >= 0, in cost units per ns. Throws Error where it needs more than 128 bits.
  LeastBucket at(const Fraction& per_ns) const;

  /// For a bucket >= 0. None where it is below the largest cost at one instant, which no rate can help. Throws Error
  /// where it needs more than 128 bits.
  std::optional<LeastRate> least_rate(const Fraction& bucket) const;

  /// For a bucket >= 0 and stamps that are multiples of d = `resolution` > 0. An interval truly lasts less than d more
  /// or less than its stamps say, so the least rate is more than the most of (cost - bucket) / (length + d) and less
  /// than the most of (cost - bucket) / (length - d) over all intervals of more cost than the bucket. The first is
  /// exact; for the second those below the hull count as if they were on it. None where the bucket holds the whole
  /// trace. Throws Error where it needs more than 128 bits.
  std::optional<LeastRateBounds> least_rate_bounds(const Fraction& bucket, Duration resolution) const;

 private:
  /// An interval that forces as much at a vertex as the two beside it, and may have to be named there.
  struct Tie {
    std::size_t vertex;
    Witness witness;
  };
  /// What is to be named at a vertex but 0, of the intervals that last some time.
  const Witness& lasting_witness_at(std::size_t vertex) const;
  const Witness& witness_at(std::size_t vertex) const;

  std::vector<Witness> witnesses_;  ///< from the longest to the shortest
  std::vector<Tie> ties_;           ///< by vertex
};

}  // namespace ratereplay
