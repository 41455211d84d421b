#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/int128.hpp"
#include "core/temporary_file.hpp"

namespace ratereplay {

/// Numbers that come one after another, and then which of them has a given place in their order, exactly. Memory is
/// bounded: numbers beyond it lie in a temporary file.
/// `Number`: std::uint64_t or UInt128.
template <class Number>
class RankedNumbers {
 public:
  /// `memory`: bytes to hold, though no fewer than blocks of 64 numbers need, and 256 KiB beside them.
  explicit RankedNumbers(std::size_t memory) noexcept
      : block_size_(std::clamp<std::size_t>(memory / (least_blocks * sizeof(Number)), 64, 1 << 17)),
        most_blocks_(std::max(memory / (block_size_ * sizeof(Number)), least_blocks) - blocks_to_search) {}

  std::size_t size() const noexcept { return size_; }

  /// Throws Error where the temporary file cannot be made or filled.
  void add(std::span<const Number> numbers) {
    if (numbers.empty()) return;
    count(numbers);
    size_ += numbers.size();
    while (!numbers.empty()) {
      if (blocks_.empty() || blocks_.back().size() == block_size_) begin_block();
      std::vector<Number>& block = blocks_.back();
      const auto fitting = numbers.first(std::min(numbers.size(), block_size_ - block.size()));
      block.insert(block.end(), fitting.begin(), fitting.end());
      numbers = numbers.subspan(fitting.size());
    }
  }

  /// The number that sorting would put at `index` < size(). Throws Error where the temporary file cannot be read.
  Number nth(std::size_t index) const {
    // Its leading bits are known from counting; each pass over the numbers that share them finds some more, until those
    // that still share them are few enough to be sorted.
    std::vector<std::size_t> counts = counts_;
    Number leading = 0;
    for (int shift = shift_;;) {
      std::size_t bucket = 0;
      for (; index >= counts[bucket]; ++bucket) index -= counts[bucket];
      leading += static_cast<Number>(bucket) << shift;
      if (shift == 0) return leading;
      if (counts[bucket] <= block_size_) return nth_that_shares(leading, shift, counts[bucket], index);
      const int finer = std::max(0, shift - bucket_bits);
      counts.assign(std::size_t{1} << bucket_bits, 0);
      for_each_that_shares(leading, shift,
                           [&](Number number) { ++counts[static_cast<std::size_t>((number - leading) >> finer)]; });
      shift = finer;
    }
  }

 private:
  /// Counts by the leading bits. For a longer number than those before, the counts of neighbours are joined.
  void count(std::span<const Number> numbers) {
    if (counts_.empty()) counts_.resize(std::size_t{1} << bucket_bits);
    const Number longest = *std::max_element(numbers.begin(), numbers.end());
    for (; longest >> shift_ >> bucket_bits != 0; ++shift_) {
      for (std::size_t pair = 0; pair < counts_.size() / 2; ++pair)
        counts_[pair] = counts_[2 * pair] + counts_[2 * pair + 1];
      std::fill(counts_.begin() + static_cast<std::ptrdiff_t>(counts_.size() / 2), counts_.end(), 0);
    }
    for (const Number number : numbers) ++counts_[static_cast<std::size_t>(number >> shift_)];
  }

  void begin_block() {
    if (blocks_.size() < most_blocks_) {
      blocks_.emplace_back().reserve(block_size_);
      return;
    }
    if (!file_) file_.emplace();
    file_->append(blocks_.back().data(), block_size_ * sizeof(Number));
    blocks_.back().clear();
  }

  template <class F>
  void for_each_that_shares(Number leading, int shift, F f) const {
    const auto in_block = [&](const std::vector<Number>& block) {
      for (const Number number : block) {
        if (number >> shift == leading >> shift) f(number);
      }
    };
    for (const std::vector<Number>& block : blocks_) in_block(block);
    if (!file_) return;
    std::vector<Number> block(block_size_);
    for (std::uint64_t offset = 0; offset < file_->size(); offset += block_size_ * sizeof(Number)) {
      file_->read(block.data(), block_size_ * sizeof(Number), offset);
      in_block(block);
    }
  }

  Number nth_that_shares(Number leading, int shift, std::size_t sharing, std::size_t index) const {
    std::vector<Number> all;
    all.reserve(sharing);
    for_each_that_shares(leading, shift, [&](Number number) { all.push_back(number); });
    std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(index), all.end());
    return all[index];
  }

  static constexpr int bucket_bits = 14;
  static constexpr std::size_t blocks_to_search = 2;  ///< one that is read, one of numbers to be sorted
  static constexpr std::size_t least_blocks = 8;

  std::size_t block_size_;
  std::size_t most_blocks_;
  std::size_t size_ = 0;
  int shift_ = 0;
  std::vector<std::size_t> counts_;
  std::vector<std::vector<Number>> blocks_;  ///< all but the last are full
  std::optional<TemporaryFile> file_;        ///< whole blocks
};

}  // namespace ratereplay
