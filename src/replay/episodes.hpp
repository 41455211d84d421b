#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/instant.hpp"
#include "core/key_id.hpp"
#include "limiter/limiter.hpp"
#include "metrics/foremost.hpp"
#include "replay/replay.hpp"
#include "replay/summary.hpp"

namespace ratereplay {

/// The episodes of a replay. In memory for the worst and, with keys, for each that is in one.
class Episodes {
 public:
  /// `worst`: how many of the worst are kept. `keyed`: each key has a limiter of its own.
  Episodes(std::size_t worst, bool keyed) : keyed_(keyed), worst_(worst) {}

  /// The decisions on the next 1 to 64 events. Bit i of `passed` says that event i passed, bit i of `rested` that just
  /// before it its limiter was at rest; higher bits are 0. `keys`: as many as events, where each key has a limiter.
  void record(const Events& events, std::uint64_t passed, std::uint64_t rested, const KeyId* keys);

  /// With keys, behind each decision: where many are in an episode, those whose limiter has come to rest leave it, for
  /// they may never come again.
  template <Limiter L>
  void follow(const L& limiter, const std::vector<typename L::State>& states, Instant now) {
    if (current_of_.size() < sweep_at_) [[likely]]
      return;
    for (auto current = current_of_.begin(); current != current_of_.end();) {
      const KeyId key = current->first;
      const bool over = limiter.rested(states[key], now);
      if (over) {
        is_in_one_[key] = false;
        close(current->second);
      }
      current = over ? current_of_.erase(current) : std::next(current);
    }
    sweep_at_ = std::max(least_sweep, 2 * current_of_.size());
  }

  EpisodeSummary summary() const;

 private:
  void record_one(const Events& events, std::uint64_t dropped, std::uint64_t rested);
  void record_keys(const Events& events, std::uint64_t dropped, std::uint64_t rested, const KeyId* keys);
  void add(const Events& events, std::uint64_t dropped) noexcept;
  void count_days(const Events& events, std::uint64_t dropped) noexcept;
  void close(const Episode& episode);

  static constexpr std::size_t least_sweep = std::size_t{1} << 16;

  bool keyed_;
  Episode current_;              ///< where there is one limiter; without drops: none
  std::vector<bool> is_in_one_;  ///< by key
  std::unordered_map<KeyId, Episode> current_of_;
  std::size_t sweep_at_ = least_sweep;

  std::uint64_t count_ = 0;  ///< of episodes that are over
  Foremost<Episode> worst_;
  std::uint64_t days_ = 0;
  std::optional<Instant> day_end_;  ///< the last instant of the latest of them
};

}  // namespace ratereplay
