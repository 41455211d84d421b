#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/instant.hpp"
#include "core/key_id.hpp"
#include "policy/rules.hpp"

namespace ratereplay {

/// The states of all rules that have one choice of key: a row for each key, so that those that an event needs lie next
/// to each other.
class StateRows {
 public:
  /// One in each row; before `allot`. Returns its place there, in bytes. `alignment`: at most that of a cache line.
  std::size_t add(std::size_t size, std::size_t alignment) noexcept;
  /// So many rows, in which nothing is made yet.
  void allot(std::size_t rows);

  std::byte* at(std::size_t row, std::size_t place) const noexcept { return first_.get() + row * stride_ + place; }
  /// From a row to the next, in bytes.
  std::size_t stride() const noexcept { return stride_; }

  /// Asks for a row ahead: for its front, where it is so long that hardly all of it is needed.
  void ask_for(std::size_t row) const noexcept {
    const std::byte* const begin = at(row, 0);
    for (std::size_t place = 0; place < std::min(stride_, most_ahead); place += line)
      __builtin_prefetch(begin + place, 1);
  }

 private:
  static constexpr std::size_t line = 64;
  static constexpr std::size_t most_ahead = 16 * line;

  struct Free {
    void operator()(std::byte* bytes) const noexcept { ::operator delete (bytes, std::align_val_t{line}); }
  };

  std::unique_ptr<std::byte, Free> first_;
  std::size_t size_ = 0;  ///< of a row, in bytes, without what is left free behind it
  std::size_t stride_ = 0;
};

/// The limiters of a rule, one for each of its keys. What an event leaves behind is kept or not once all rules have
/// been asked.
class RuleLimiter {
 public:
  RuleLimiter() = default;
  RuleLimiter(const RuleLimiter&) = delete;
  RuleLimiter& operator=(const RuleLimiter&) = delete;
  virtual ~RuleLimiter() = default;

  /// Whether the event passes; cost >= 1.
  virtual bool ask(KeyId key, Instant now, Cost cost) = 0;
  /// Of the event that was asked about last, passed or refused: it was here.
  virtual void keep() = 0;
  /// The same: it took nothing; where it did not even reach the rule, it has not begun a key's clock.
  virtual void take_back(bool reached) = 0;
  /// Whether `keep` has anything to do.
  virtual bool keeps_late() const noexcept = 0;
  /// Makes the states, once, when the rows are allotted and before all else. The rows outlive them.
  virtual void begin() = 0;
};

/// `extent`: of all `events` events. `rows`: to which the states are added. `keys`: how many rows there will be, >= 1.
/// Throws Error naming the rule where its numbers do not fit, or what all events cost it is too much to be counted.
std::unique_ptr<RuleLimiter> limiter_of(const PolicyRule& rule, const Extent& extent, std::size_t events,
                                        StateRows& rows, std::size_t keys);

}  // namespace ratereplay
