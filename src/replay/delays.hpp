#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/int128.hpp"
#include "replay/summary.hpp"

namespace ratereplay {

/// Every delay of a replay, in ticks, for exact percentiles: nothing is kept of an event that left at once, 8 bytes of
/// one that waited, 16 where its ticks need more.
class Delays {
 public:
  /// `most_events`: room for as many waits is set aside, so that none is moved later.
  explicit Delays(std::size_t most_events) { narrow_.reserve(most_events); }

  /// Adds those of `count` <= 64 delays, all >= 0, whose bit in `chosen` is set, bit 0 the first. Throws Error when all
  /// delays together need more than 128 bits.
  void add_chosen(const std::int64_t* ticks, std::size_t count, std::uint64_t chosen);
  void add_chosen(const Int128* ticks, std::size_t count, std::uint64_t chosen);

  /// In ns rounded up; none without events.
  std::optional<DelaySummary> summary(Int128 ticks_per_ns);

 private:
  Int128 ranked(std::size_t percent);

  std::size_t none_ = 0;
  Int128 total_ = 0;
  Int128 longest_ = 0;
  std::vector<std::uint64_t> narrow_;
  std::vector<Int128> wide_;  ///< all longer than those in narrow_
};

}  // namespace ratereplay
