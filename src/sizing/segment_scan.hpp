#pragma once

#include "core/events.hpp"
#include "sizing/block_kernels.hpp"
#include "sizing/envelope.hpp"
#include "sizing/segment.hpp"

namespace ratereplay {

/// Segments of one trace, made one after another while it goes by, parts of it perhaps left out. Blocks of events, and
/// intervals across them, are held against what is known of b(r) so far and looked at more closely only where they may
/// be above it.
class SegmentScan {
 public:
  /// The kernels are those of the widest vectors that the processor has, unless given.
  explicit SegmentScan(const BlockKernels& kernels = best_block_kernels()) noexcept : kernels_(&kernels) {}

  /// The next events of the segment, in order.
  void feed(const Events& events);

  /// The segment of what was fed since the one before. Its pairs leave out what those of the segments before it show to
  /// be off the hull.
  Segment take();

  static const BlockKernels& best_block_kernels() noexcept;

 private:
  void add_block(const Events& events);

  const BlockKernels* kernels_;
  Envelope known_;
  SegmentChain chain_;
};

}  // namespace ratereplay
