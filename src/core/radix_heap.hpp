#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/int128.hpp"

namespace ratereplay {

/// A queue by unsigned numbers of 64 or 128 bits that only go up: none that is pushed is below one that was popped.
/// What has the same number comes in the order in which it was pushed. A push costs a step, and each entry moves at
/// most once a bit.
/// Source: Ahuja, Mehlhorn, Orlin and Tarjan, "Faster algorithms for the shortest path problem", JACM 37(2), 1990.
template <class Number, class Value>
class RadixHeap {
 public:
  RadixHeap() { mins_.fill(largest); }

  std::size_t size() const noexcept { return size_; }

  void push(Number number, const Value& value) {
    put(number, value);
    least_ = std::min(least_, number);
    ++size_;
  }

  /// Calls `f(number, value)` with what has a number up to `limit`, in order, and takes it out. `f` may push numbers
  /// above `limit`. `soon(value)` is called some time before, perhaps more than once.
  template <class F, class Soon>
  void pop_up_to(Number limit, F f, Soon soon) {
    while (least_ <= limit && size_ > 0) {
      spread_least(soon);
      // What `f` pushes goes into other buckets.
      for (const Entry& entry : buckets_[0]) {
        --size_;
        f(entry.number, entry.value);
      }
      empty(0);
      least_ = size_ > 0 ? mins_[first_used()] : largest;
    }
  }
  template <class F>
  void pop_up_to(Number limit, F f) {
    pop_up_to(limit, f, [](const Value& /*value*/) {});
  }

 private:
  struct Entry {
    Number number;
    Value value;
  };

  static constexpr std::size_t bits = sizeof(Number) * 8;
  static constexpr Number largest = ~Number{0};

  /// How many bits from the highest one in which the number differs from `last_`.
  std::size_t bucket_of(Number number) const noexcept {
    const Number differs = number ^ last_;
    if constexpr (bits == 64) {
      return static_cast<std::size_t>(std::bit_width(differs));
    } else {
      const auto high = static_cast<std::uint64_t>(differs >> 64);
      return static_cast<std::size_t>(high != 0 ? 64 + std::bit_width(high)
                                                : std::bit_width(static_cast<std::uint64_t>(differs)));
    }
  }

  void put(Number number, const Value& value) {
    const std::size_t bucket = bucket_of(number);
    buckets_[bucket].push_back({number, value});
    mins_[bucket] = std::min(mins_[bucket], number);
  }

  std::size_t first_used() const noexcept {
    std::size_t bucket = 0;
    while (buckets_[bucket].empty()) ++bucket;
    return bucket;
  }

  /// Brings all that has the least number into the first bucket.
  template <class Soon>
  void spread_least(Soon soon) {
    constexpr std::size_t few = 64;
    const std::size_t bucket = first_used();
    if (bucket == 0) return;
    last_ = mins_[bucket];
    const bool all_soon = buckets_[bucket].size() <= few;
    for (const Entry& entry : buckets_[bucket]) {
      if (all_soon) soon(entry.value);
      put(entry.number, entry.value);
    }
    empty(bucket);
  }

  void empty(std::size_t bucket) {
    constexpr std::size_t worth_keeping = 4096;
    if (buckets_[bucket].capacity() > worth_keeping)
      buckets_[bucket] = {};
    else
      buckets_[bucket].clear();
    mins_[bucket] = largest;
  }

  std::array<std::vector<Entry>, bits + 1> buckets_;
  std::array<Number, bits + 1> mins_;
  Number last_ = 0;
  Number least_ = largest;
  std::size_t size_ = 0;
};

}  // namespace ratereplay
