#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace ratereplay {

/// The events that each of several whole bursts drops, in their order.
using CountDrops = std::function<std::vector<std::uint64_t>(const std::vector<std::int64_t>& bursts)>;

/// The least whole bucket within a tolerance of drops.
struct ToleratedBucket {
  std::int64_t bucket = 0;  ///< 0 where nothing is to be passed
  std::uint64_t dropped = 0;
  std::int64_t step = 1;            ///< of the grid that was searched; 1: every whole bucket was
  std::uint64_t larger_beyond = 0;  ///< larger buckets of the grid that drop more than is allowed
};

/// For events that cost 1, of which fewer are dropped the larger the bucket: by section over all whole bursts from 1 to
/// `lossless` >= 0, the least that drops nothing. `bursts_a_pass` >= 1: as many as are counted about as fast as one.
ToleratedBucket least_tolerated(std::int64_t lossless, std::uint64_t allowed, const CountDrops& count,
                                std::int64_t bursts_a_pass);

/// For events with costs, of which a larger bucket may drop more: over a grid of about `grid` whole bursts down from
/// `lossless`, all of them where there are no more.
ToleratedBucket least_tolerated_of_grid(std::int64_t lossless, std::uint64_t allowed, const CountDrops& count,
                                        std::int64_t grid = 1'000);

}  // namespace ratereplay
