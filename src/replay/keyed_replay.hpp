#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/events.hpp"
#include "core/key_id.hpp"
#include "limiter/limiter.hpp"
#include "replay/replay.hpp"

namespace ratereplay {

/// A recorder that gets to see the keys of the events that it records, as many as those.
template <class R>
concept KeyedRecorder = requires(R recorder, const Events& events, std::uint64_t passed, const KeyId* keys) {
  recorder.record(events, passed, keys);
};

/// follow: an event of cost >= 1 of `key` was decided, `states` are those just after it, by key.
template <class R, class L>
concept Follower = requires(R recorder, const L& limiter, const std::vector<typename L::State>& states, KeyId key,
                            Instant now) {
  recorder.follow(limiter, states, key, now);
};

/// A limiter's state for each key. As `replay` has it, one begins with the first event of its key that costs something.
template <Limiter L>
class KeyedStates {
 public:
  KeyedStates() = default;

  /// Takes over those of a narrower rule.
  template <class Narrow>
  explicit KeyedStates(KeyedStates<Narrow>&& narrow) : begun_(std::move(narrow.begun_)) {
    states_.reserve(narrow.states_.size());
    for (const auto& state : narrow.states_) states_.push_back(L::widened(state));
  }

  /// Runs the next events, all of keys below `keys`, through the limiter; calls may follow each other block by block.
  /// `projection`: the key by the number that an event bears, or empty: it is that number.
  template <KeyedRecorder R>
  void replay(const L& limiter, const Events& events, std::span<const KeyId> projection, std::size_t keys,
              R& recorder) {
    if (states_.size() < keys) {
      states_.resize(keys, limiter.start({}));
      begun_.resize(keys);
    }
    // Where all states begin alike, whatever the time, none has to be marked as begun.
    const bool alike = limiter.start({std::numeric_limits<std::int64_t>::min()}) ==
                       limiter.start({std::numeric_limits<std::int64_t>::max()});
    if (events.unit_costs())
      alike ? replay_columns<true, true>(limiter, events, projection, recorder)
            : replay_columns<true, false>(limiter, events, projection, recorder);
    else
      alike ? replay_columns<false, true>(limiter, events, projection, recorder)
            : replay_columns<false, false>(limiter, events, projection, recorder);
  }

 private:
  template <Limiter>
  friend class KeyedStates;

  using State = typename L::State;

  /// Reads the keys of a block, and asks for their states: each is likely to be as far as memory.
  struct Keys {
    std::array<KeyId, 64> key;

    void read(const Events& events, std::size_t begin, std::span<const KeyId> projection,
              const State* states) noexcept {
      if (begin >= events.size()) return;
      const std::size_t count = std::min<std::size_t>(64, events.size() - begin);
      const KeyId* const borne = &events.key[begin];
      if (projection.empty()) {
        std::copy_n(borne, count, key.begin());
      } else {
        for (std::size_t event = 0; event < count; ++event) key[event] = projection[borne[event]];
      }
      for (std::size_t event = 0; event < count; ++event) __builtin_prefetch(&states[key[event]], 1);
    }
  };

  template <bool unit_costs, bool alike, class R>
  void replay_columns(const L& limiter, const Events& events, std::span<const KeyId> projection, R& recorder) {
    const L rule = limiter;
    State* const states = states_.data();
    std::array<Keys, 2> blocks;
    blocks[0].read(events, 0, projection, states);
    for (std::size_t begin = 0; begin < events.size(); begin += 64) {
      blocks[begin / 64 % 2 ^ 1].read(events, begin + 64, projection, states);
      const KeyId* const keys = blocks[begin / 64 % 2].key.data();
      const Events block = events.part(begin, std::min<std::size_t>(64, events.size() - begin));
      std::uint64_t passed = 0;
      std::uint64_t rested = 0;
      for (std::size_t event = 0; event < block.size(); ++event) {
        const KeyId key = keys[event];
        const Instant now = block.time(event);
        const Cost cost = unit_costs ? 1 : block.cost[event];
        if constexpr (!alike) begin_state(rule, key, now, cost);
        if constexpr (RestRecorder<R>) {
          rested = rested >> 1 | static_cast<std::uint64_t>(rule.rested(std::as_const(states[key]), now)) << 63;
        }
        if constexpr (Expectant<R, L>)
          recorder.expect(rule, std::as_const(states[key]), Decision{event, now, cost, false});
        const bool admitted = (!unit_costs && cost == 0) || admit(rule, states[key], now, cost);
        passed = passed >> 1 | static_cast<std::uint64_t>(admitted) << 63;
        const bool passes = passed >> 63 != 0;
        if constexpr (Observer<R, L>)
          recorder.observe(rule, std::as_const(states[key]), Decision{event, now, cost, passes});
        if constexpr (Follower<R, L>) {
          if (unit_costs || cost > 0) recorder.follow(rule, states_, key, now);
        }
      }
      passed >>= 64 - block.size();
      if constexpr (RestRecorder<R>) recorder.rest(rested >> (64 - block.size()));
      recorder.record(block, passed, keys);
    }
  }

  /// A small state is written back in any case: whether it has changed is as good as random.
  static bool admit(const L& rule, State& state, Instant now, Cost cost) {
    if constexpr (std::is_trivially_copyable_v<State>) {
      State local = state;
      const bool admitted = rule.admit(local, now, cost);
      state = local;
      return admitted;
    } else {
      return rule.admit(state, now, cost);
    }
  }

  /// An event of cost 0 meets the state that would begin with it, and leaves the key without one.
  void begin_state(const L& rule, KeyId key, Instant now, Cost cost) {
    if (begun_[key]) [[likely]]
      return;
    begun_[key] = cost > 0;
    states_[key] = rule.start(now);
  }

  std::vector<State> states_;
  std::vector<bool> begun_;  ///< by key, where it has to be known
};

}  // namespace ratereplay
