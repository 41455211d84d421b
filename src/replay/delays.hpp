#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/int128.hpp"
#include "metrics/ranked_numbers.hpp"
#include "replay/summary.hpp"

namespace ratereplay {

/// Every delay of a replay, in ticks, for exact percentiles: nothing is kept of an event that left at once, 8 bytes of
/// one that waited, 16 where its ticks need more.
class Delays {
 public:
  /// `memory`: bytes of delays to hold, half of them for those that need 16; the rest lies in temporary files.
  explicit Delays(std::size_t memory) noexcept : narrow_(memory / 2), wide_(memory / 2) {}

  /// Adds those of `count` <= 64 delays, all >= 0, whose bit in `chosen` is set, bit 0 the first. Throws Error when all
  /// delays together need more than 128 bits, or a temporary file fails.
  void add_chosen(const std::int64_t* ticks, std::size_t count, std::uint64_t chosen);
  void add_chosen(const Int128* ticks, std::size_t count, std::uint64_t chosen);

  /// In ns rounded up; none without events. Throws Error where a temporary file cannot be read.
  std::optional<DelaySummary> summary(Int128 ticks_per_ns) const;

 private:
  Int128 ranked(std::size_t percent) const;

  std::size_t none_ = 0;
  Int128 total_ = 0;
  Int128 longest_ = 0;
  RankedNumbers<std::uint64_t> narrow_;
  RankedNumbers<UInt128> wide_;  ///< all longer than those in narrow_
};

}  // namespace ratereplay
