#pragma once

#include <optional>
#include <vector>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/fraction.hpp"
#include "core/rate.hpp"
#include "sizing/curve.hpp"
#include "sizing/least_bucket.hpp"

namespace ratereplay {

/// A rate with the least bucket for it.
struct SizedRate {
  Rate rate;
  LeastBucket bucket;
};

/// What to consider for a trace of which no rate and no bucket is given.
struct Suggestions {
  /// Cost after the first event over the span, in units per ns: below it the bucket grows with the trace. None where
  /// the trace lasts no time.
  std::optional<Fraction> mean_per_ns;
  /// Round rates from the mean up, each with a smaller bucket to configure than the one before. One rate stands for
  /// all where none makes a difference.
  std::vector<SizedRate> sizes;
  /// Of the curve's vertices at or above the mean the one with the least rate * bucket. None where there is no such
  /// vertex.
  std::optional<SizedRate> knee;
};

/// Of the curve of a trace of that extent, whose first event costs `first_cost`. Throws Error where a bucket needs more
/// than 128 bits.
Suggestions suggestions(const Curve& curve, const Extent& extent, Cost first_cost);

}  // namespace ratereplay
