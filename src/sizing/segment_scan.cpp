#include "sizing/segment_scan.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/instant.hpp"
#include "core/int128.hpp"
#include "core/processor.hpp"

namespace ratereplay {

namespace {

// So few that the doubles of a block stay in the nearest cache, so many that a segment of it costs little an event.
constexpr std::size_t block_events = 256;

/// The events of cost >= 1 of a block as the kernels take them.
class Block {
 public:
  explicit Block(const Events& events) noexcept : unit_costs_(events.unit_costs()) {
    for (std::size_t event = 0; event < events.size(); ++event) {
      const Cost cost = events.cost_of(event);
      if (cost == 0) continue;
      if (size_ == 0) first_ = events.arrival[event];
      last_ = events.arrival[event];
      // As a signed number, which is converted faster; too long a span is found out below.
      times_[size_] = static_cast<double>(static_cast<std::int64_t>(ns_between(first_, {last_})));
      costs_[size_] = static_cast<double>(cost);
      heights_[size_] = static_cast<double>(cost_);
      cost_ += cost;
      ++size_;
    }
    heights_[size_] = static_cast<double>(cost_);
  }

  std::size_t size() const noexcept { return size_; }
  Cost cost() const noexcept { return cost_; }

  /// Whether every number that a kernel makes of it is a whole one below 2^53: costs, and costs times ns.
  bool fits_kernels() const noexcept {
    const UInt128 span = ns_between(first_, {last_});
    return std::max<UInt128>(span, 1) * static_cast<std::uint64_t>(cost_) < UInt128{1} << 52;
  }

  bool exceeds(const Envelope& known, const BlockKernels& kernels) const noexcept {
    return known.exceeded_by({times_.data(), size_}, unit_costs_ ? nullptr : costs_.data(), cost_, kernels);
  }

  StartHull starts(const BlockKernels& kernels) const {
    std::size_t last = size_ - 1;
    while (last > 0 && times_[last - 1] == times_[last]) --last;
    return StartHull(corners<Side::start>(0, last, kernels));
  }

  EndHull ends(const BlockKernels& kernels) const {
    std::size_t first = 0;
    while (first + 1 < size_ && times_[first + 1] == times_[first]) ++first;
    return EndHull(corners<Side::end>(first, size_ - 1, kernels));
  }

 private:
  /// The places of a chain, found from its ends inwards.
  struct Places {
    std::array<std::uint32_t, block_events> place;
    std::size_t count = 0;
    void push(std::size_t next) noexcept { place[count++] = static_cast<std::uint32_t>(next); }
  };

  template <Side side>
  std::vector<Corner> corners(std::size_t first, std::size_t last, const BlockKernels& kernels) const {
    Places places;
    places.push(first);
    if (last != first) {
      push_between<side>(places, first, last, kernels);
      places.push(last);
    }
    std::vector<Corner> result(places.count);
    for (std::size_t index = 0; index < places.count; ++index) {
      const std::size_t place = places.place[index];
      const std::size_t before = side == Side::start ? place : place + 1;
      const auto since_first = static_cast<std::uint64_t>(times_[place]);
      result[index] = {{static_cast<std::int64_t>(static_cast<std::uint64_t>(first_) + since_first)},
                       static_cast<Cost>(heights_[before]),
                       before};
    }
    return result;
  }

  /// The corners between two that are known: what is farthest off the line between two corners is one itself.
  template <Side side>
  void push_between(Places& places, std::size_t first, std::size_t last, const BlockKernels& kernels) const {
    if (last - first < 2) return;
    const double* const heights = heights_.data() + (side == Side::start ? 0 : 1);
    constexpr double outwards = side == Side::start ? -1 : 1;
    const double wide = outwards * (times_[last] - times_[first]);
    const double high = outwards * (heights[last] - heights[first]);
    double most = 0;
    const std::size_t place = kernels.farthest(times_.data(), heights, first + 1, last, wide, high, most);
    const double on_line = wide * heights[first] - high * times_[first];
    if (most > on_line) {
      push_between<side>(places, first, place, kernels);
      places.push(place);
      push_between<side>(places, place, last, kernels);
    } else if (side == Side::end && most == on_line) {
      places.push(place);  // the first end on the edge, see CornerHull
    }
  }

  bool unit_costs_;
  std::size_t size_ = 0;
  std::int64_t first_ = 0;
  std::int64_t last_ = 0;
  Cost cost_ = 0;
  std::array<double, block_events> times_;  ///< ns since the first event
  std::array<double, block_events> costs_;
  std::array<double, block_events + 1> heights_;  ///< what they cost before each event, and in all
};

}  // namespace

const BlockKernels& SegmentScan::best_block_kernels() noexcept {
#if RATEREPLAY_HAS_AVX2_KERNELS
  if (has_avx2()) return avx2_block_kernels;
#endif
  return portable_block_kernels;
}

void SegmentScan::feed(const Events& events) {
  for (std::size_t begin = 0; begin < events.size(); begin += block_events) {
    add_block(events.part(begin, std::min(block_events, events.size() - begin)));
  }
}

void SegmentScan::add_block(const Events& events) {
  const Block block(events);
  if (block.size() == 0) return;
  if (!block.fits_kernels()) {
    Segment segment = segment_of(events);
    known_.add(segment.pairs);
    chain_.add(std::move(segment), &known_);
    return;
  }
  Segment segment{block.cost(), block.size(), block.starts(*kernels_), block.ends(*kernels_), {}};
  if (block.exceeds(known_, *kernels_)) {
    segment.pairs = segment_of(events).pairs;
    known_.add(segment.pairs);
  }
  chain_.add(std::move(segment), &known_);
}

Segment SegmentScan::take() { return chain_.take(&known_); }

}  // namespace ratereplay
