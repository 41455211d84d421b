#pragma once

#include <cstdint>
#include <string_view>

#include "core/events.hpp"
#include "core/fraction.hpp"
#include "core/rate.hpp"
#include "core/workers.hpp"
#include "sizing/least_bucket.hpp"
#include "sizing/tolerance.hpp"

namespace ratereplay {

/// How many events may be dropped: --allow-drops.
struct Allowance {
  Fraction share;            ///< of the events, 0 to 1
  std::uint64_t events = 0;  ///< and so many more

  /// Of so many events.
  std::uint64_t of(std::uint64_t all) const;
};

/// Reads `0.1%` or a whole number. Throws Error naming the text.
Allowance parse_allowance(std::string_view text);

/// The least bucket that loses nothing, and the least whole one that drops at most so many events.
struct SizedWithin {
  LeastBucket lossless;
  ToleratedBucket tolerated;
};
SizedWithin size_within(const Events& events, const Rate& rate, std::uint64_t allowed, Workers& workers);

}  // namespace ratereplay
