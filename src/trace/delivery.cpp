#include "trace/delivery.hpp"

#include <algorithm>
#include <utility>

namespace ratereplay {

Delivery::Delivery(EventConsumer& consumer, Workers& workers, const TraceOutline& outline)
    : consumer_(consumer), workers_(workers) {
  for (std::size_t part = 0; part < consumer.parts(); ++part) parts_.push_back({part});
  consumer_.begin(outline);
}

void Delivery::add(EventColumns block) {
  add(block.events());  // moving a column leaves it in its place
  owned_.push_back(std::move(block));
}

void Delivery::add(const Events& block) {
  if (block.empty()) return;
  const Extent extent = extent_of(block);
  extent_ = events_ == 0 ? extent : joined(extent_, extent);
  events_ += block.size();
  blocks_.push_back(block);
}

void Delivery::run(std::size_t count, const std::function<void(std::size_t)>& reading) {
  const std::vector<EventColumns> owned = std::exchange(owned_, {});
  const std::vector<Events> blocks = std::exchange(blocks_, {});
  const std::size_t parts = blocks.empty() ? 0 : parts_.size();
  workers_.for_each(parts + count, [&](std::size_t turn) {
    if (turn < parts) {
      deliver(parts_[turn], blocks);
    } else {
      reading(turn - parts);
    }
  });
  std::stable_sort(parts_.begin(), parts_.end(), [](const Part& a, const Part& b) { return a.took > b.took; });
}

void Delivery::deliver(Part& part, const std::vector<Events>& blocks) noexcept {
  if (part.failure) return;
  const auto begin = std::chrono::steady_clock::now();
  try {
    for (const Events& block : blocks) consumer_.take(part.number, block);
  } catch (...) {
    part.failure = std::current_exception();
  }
  part.took = std::chrono::steady_clock::now() - begin;
}

void Delivery::finish() {
  run(0, {});
  std::sort(parts_.begin(), parts_.end(), [](const Part& a, const Part& b) { return a.number < b.number; });
  for (const Part& part : parts_) {
    if (part.failure) std::rethrow_exception(part.failure);
  }
}

}  // namespace ratereplay
