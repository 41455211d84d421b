#pragma once

#include <cstdint>
#include <optional>

#include "core/events.hpp"
#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "core/rate.hpp"

namespace ratereplay {

/// An interval of the trace that forces an answer: its first and last event (of several: the earliest first, then the
/// earliest last), how many events of cost >= 1 it holds, their cost, and how long it lasts.
struct Witness {
  Instant first;
  Instant last;
  std::uint64_t events = 0;
  Cost cost = 0;

  Duration length() const noexcept { return last - first; }
};

/// The least bucket that loses nothing at one refill rate.
struct LeastBucket {
  Fraction exact;                  ///< 0 for a trace without cost
  std::optional<Witness> witness;  ///< none for a trace without cost
};

/// b(r) = max over i <= j of (c_i + ... + c_j) - r (t_j - t_i), by one pass with the running minimum of
/// a_j = C_j / r - t_j. Exact; throws Error where rate and trace need more than 128 bits.
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
