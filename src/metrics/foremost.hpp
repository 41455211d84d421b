#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ratereplay {

/// The first `count` of all items added, in the order of their `<`, which tells any two apart; memory for no more.
template <class Item>
class Foremost {
 public:
  explicit Foremost(std::size_t count) noexcept : count_(count) {}

  void add(const Item& item) {
    if (heap_.size() < count_) {
      heap_.push_back(item);
      std::push_heap(heap_.begin(), heap_.end());
    } else if (count_ > 0 && item < heap_.front()) {
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.back() = item;
      std::push_heap(heap_.begin(), heap_.end());
    }
  }

  std::vector<Item> sorted() const {
    std::vector<Item> items = heap_;
    std::sort_heap(items.begin(), items.end());
    return items;
  }

 private:
  std::size_t count_;
  std::vector<Item> heap_;  ///< the last of them in front
};

}  // namespace ratereplay
