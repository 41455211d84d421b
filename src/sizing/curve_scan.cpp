#include "sizing/curve_scan.hpp"

#include <algorithm>
#include <utility>

namespace ratereplay {

namespace {

// Large enough that joining stripes costs little, small enough that parts have work at the same time.
constexpr std::uint64_t stripe_events = 16'384;

}  // namespace

void CurveScan::begin(const TraceOutline& /*outline*/) {
  std::fill(parts_.begin(), parts_.end(), Part());
  next_ = 0;
  waiting_.clear();
  chain_ = SegmentChain();
}

void CurveScan::take(std::size_t part, const Events& block) {
  Part& own = parts_[part];
  for (std::size_t begin = 0; begin < block.size();) {
    const std::uint64_t stripe = own.events / stripe_events;
    const std::uint64_t left = (stripe + 1) * stripe_events - own.events;
    const std::size_t count = std::min<std::uint64_t>(left, block.size() - begin);
    if (stripe % parts_.size() == part) {
      own.scan.feed(block.part(begin, count));
      if (count == left) hand_in(stripe, own.scan.take());
    }
    own.events += count;
    begin += count;
  }
}

void CurveScan::hand_in(std::uint64_t number, Segment stripe) {
  const std::lock_guard lock(mutex_);
  waiting_.emplace(number, std::move(stripe));
  for (auto first = waiting_.begin(); first != waiting_.end() && first->first == next_; ++next_) {
    chain_.add(std::move(first->second));
    first = waiting_.erase(first);
  }
}

Segment CurveScan::segment() {
  const std::uint64_t last = parts_.front().events / stripe_events;
  hand_in(last, parts_[last % parts_.size()].scan.take());
  return chain_.take();
}

}  // namespace ratereplay
