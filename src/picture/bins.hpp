#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/instant.hpp"

namespace ratereplay {

/// Counts over time in bins of equal length, of a stream whose end is not known: where it goes on behind the last bin,
/// all become twice as long. The first bin begins at the first event.
class Bins {
 public:
  static constexpr std::size_t most = 16384;

  /// An event that is counted or, else, only says how far the stream goes. Times never decrease.
  void add(Instant time, bool counted);

  /// 0 without events.
  Instant origin() const noexcept { return origin_; }
  /// Of a bin, a power of two.
  std::uint64_t length_ns() const noexcept { return std::uint64_t{1} << shift_; }
  Instant begin_of(std::size_t bin) const noexcept {
    return {static_cast<std::int64_t>(static_cast<std::uint64_t>(origin_.ns) + length_ns() * bin)};
  }
  /// Up to the bin of the last event, at most `most`.
  const std::vector<std::uint64_t>& counts() const noexcept { return counts_; }

 private:
  void widen();

  Instant origin_;
  unsigned shift_ = 0;  ///< log2 of the length
  std::vector<std::uint64_t> counts_;
};

}  // namespace ratereplay
