#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/instant.hpp"
#include "core/key_id.hpp"
#include "core/radix_heap.hpp"
#include "limiter/limiter.hpp"

namespace ratereplay {

/// How many states would be held at one time if each were forgotten as soon as it is no different from that of a key
/// never seen. The instants at which states may be forgotten lie in a heap, one a key: a state that was used meanwhile
/// is given its next one when its turn comes.
class LiveStates {
 public:
  /// An event of cost >= 1 of `key` was decided; `states` are those after it, by key.
  template <Limiter L>
  void follow(const L& limiter, const std::vector<typename L::State>& states, KeyId key, Instant now) {
    if (phase_.size() < states.size()) phase_.resize(states.size(), Phase::never_used);
    due_.pop_up_to(
        position(now),
        [&](std::uint64_t /*due*/, KeyId settled) {
          --live_;
          phase_[settled] = Phase::settled;
          keep(limiter, states[settled], settled, now);
        },
        [&](KeyId soon) { __builtin_prefetch(&states[soon]); });
    if (phase_[key] == Phase::live) return;
    if (phase_[key] == Phase::never_used) ++used_;
    phase_[key] = Phase::settled;
    keep(limiter, states[key], key, now);
    most_ = std::max(most_, live_);
  }

  std::uint64_t used() const noexcept { return used_; }  ///< states that there were at all
  std::uint64_t most() const noexcept { return most_; }  ///< live at one time

 private:
  enum class Phase : std::uint8_t { never_used, settled, live };

  /// Signed times in their order.
  static std::uint64_t position(Instant instant) noexcept {
    return static_cast<std::uint64_t>(instant.ns) ^ std::uint64_t{1} << 63;
  }

  template <Limiter L>
  void keep(const L& limiter, const typename L::State& state, KeyId key, Instant now) {
    const std::optional<Duration> wait = limiter.until_settled(state, now);
    if (wait == Duration{0}) return;
    phase_[key] = Phase::live;
    ++live_;
    // No event is later than the last instant.
    if (wait && wait->ns <= std::numeric_limits<std::int64_t>::max() - static_cast<Int128>(now.ns))
      due_.push(position({static_cast<std::int64_t>(now.ns + wait->ns)}), key);
  }

  RadixHeap<std::uint64_t, KeyId> due_;
  std::vector<Phase> phase_;  ///< by key
  std::uint64_t used_ = 0;
  std::uint64_t live_ = 0;
  std::uint64_t most_ = 0;
};

}  // namespace ratereplay
