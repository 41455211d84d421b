#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "core/events.hpp"
#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "core/rate.hpp"
#include "sizing/witness.hpp"

namespace ratereplay {

/// What no number of a sizing exceeds: what a trace weighs and what leaks away over its span, in units of 1/period of a
/// cost unit, with period and count those of the rate in lowest terms. Throws Error where that needs more than 128
/// bits.
Int128 largest_in_sizing(const Rate& rate, const Extent& extent);

/// The least bucket that loses nothing at one refill rate.
struct LeastBucket {
  Fraction exact;                  ///< 0 for a trace without cost
  std::optional<Witness> witness;  ///< none for a trace without cost
};

/// b(r) = max over i <= j of (c_i + ... + c_j) - r (t_j - t_i), by one pass with the running minimum of
/// a_j = C_j / r - t_j, over a trace that comes in blocks. Exact.
class LeastBucketScan {
 public:
  /// `unit_costs`: no event has a cost of its own.
  LeastBucketScan(const Rate& rate, bool unit_costs);

  /// The next events, in order. Throws Error where the rate and the trace so far need more than 128 bits.
  void feed(const Events& block);

  /// Of all events so far.
  LeastBucket result() const;

 private:
  /// How far the scan has come, in units of 1/period of a cost unit, where an event weighs cost * period and `count`
  /// leaks away a ns. With a_j = period * (cost before j) - count * (t_j - t_0), the bucket is the most that
  /// a_j + period * c_j rises above an a_i before it. All zero at first.
  template <class Int>
  struct Progress {
    Int weight;  ///< of all events so far
    Int lowest;  ///< a_i
    Int most;
    std::uint64_t events;  ///< of cost >= 1, counted only in a trace with costs, as all of them are
    Instant lowest_at;
    std::uint64_t events_before_lowest;
    Instant first;  ///< of the interval that forces `most`
    Instant last;
    std::uint64_t events_within;
  };

  template <class Int, bool unit_costs>
  void scan(Progress<Int>& progress, const Events& block) const;

  Rate rate_;
  Int128 period_;  ///< of the rate in lowest terms
  Int128 count_;
  bool unit_costs_;
  std::optional<Extent> extent_;   ///< of the events so far
  std::optional<Instant> origin_;  ///< the first event of cost >= 1
  std::variant<Progress<std::int64_t>, Progress<Int128>> progress_;
};

/// The least bucket of a whole trace. Throws Error where rate and trace need more than 128 bits.
LeastBucket least_bucket(const Events& events, const Rate& rate);

/// Where the least bucket lies when the true times are only known to lie in [stamp, stamp + d).
struct ResolutionBounds {
  Fraction lower;                 ///< the largest single cost, or b - r d where that is more
  bool lower_attainable = false;  ///< whether the bucket may be the lower bound itself: where a single cost sets it
  Fraction upper;                 ///< b + r d; the bucket is less
};

/// Finer stamps leave nothing to be said.
inline constexpr Duration coarse_resolution{1'000'000};

/// None without a witness, or where stamps are finer than `coarse_resolution`. Throws Error where the bounds need more
/// than 128 bits.
std::optional<ResolutionBounds> resolution_bounds(const LeastBucket& bucket, const Rate& rate,
                                                  std::optional<Duration> resolution, Cost largest_cost);

}  // namespace ratereplay
