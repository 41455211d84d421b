#pragma once

#include "limiter/catalogue.hpp"

namespace ratereplay::test {

// The widest form of each rule, whatever the extent would call for: what the narrower one is held against.

inline auto wide_rule(const FixedWindow& limiter, const Extent& extent) {
  return FixedWindowRule<Int128>(limiter, extent.first);
}
inline auto wide_rule(const SlidingLog& limiter, const Extent& /*extent*/) { return CostLogRule(limiter); }
inline auto wide_rule(const SlidingCounter& limiter, const Extent& extent) {
  return SlidingCounterRule<Int128>(limiter, extent.first);
}
inline auto wide_rule(const TokenBucket& limiter, const Extent& /*extent*/) {
  const BucketScale scale = bucket_scale(limiter.rate, limiter.burst);
  return TokenBucketRule<Int128>(scale, in_units(limiter.initial, scale.per_cost, "initial"));
}
inline auto wide_rule(const Gcra& limiter, const Extent& extent) {
  return GcraRule<Int128>(bucket_scale(limiter.rate, limiter.burst), extent.first);
}
inline auto wide_rule(const LeakyBucket& limiter, const Extent& /*extent*/) {
  return LeakyBucketRule<Int128>(bucket_scale(limiter.rate, limiter.burst));
}
inline auto wide_rule(const Pacer& limiter, const Extent& extent) {
  return GcraRule<Int128>(bucket_scale(limiter.rate, 1), extent.first);
}
inline auto wide_rule(const LeakyQueue& limiter, const Extent& extent) {
  return LeakyQueueRule<Int128>(limiter, extent.first);
}

inline auto wide_rule(const SingleRateMarker& limiter, const Extent& extent) {
  return SingleRateMarkerRule<Int128>(bucket_scale(limiter.rate, limiter.burst),
                                      bucket_scale(limiter.rate, limiter.excess), extent.unit_costs);
}
inline auto wide_rule(const TwoRateMarker& limiter, const Extent& /*extent*/) {
  return TwoRateMarkerRule<Int128>(bucket_scale(limiter.rate, limiter.burst),
                                   bucket_scale(limiter.peak, limiter.peak_burst));
}

inline auto wide_rule(const Guava& limiter, const Extent& extent) {
  return DialectRule<GuavaRule>(limiter.checked(extent.largest_cost), extent.first);
}

/// A dialect has one form alone, so that it stands beside itself.
template <class Parameters>
requires is_dialect<Parameters>
auto wide_rule(const Parameters& limiter, const Extent& extent) {
  using Rule = std::tuple_element_t<0, typename Parameters::Rules>;
  return Rule(limiter, extent.first);
}

}  // namespace ratereplay::test
