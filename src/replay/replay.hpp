#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/events.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/limiter.hpp"
#include "replay/summary.hpp"

namespace ratereplay {

/// An event as it was decided.
struct Decision {
  std::size_t place;  ///< among the events that are recorded together
  Instant now;
  Cost cost;
  bool passed;
};

/// What a recorder gets to see of a replay.
///
/// record: the decisions on the next 1 to 64 events. Bit i of `passed` says that event i passed; higher bits are 0.
///
/// rest (optional): which of them found the limiter at rest, in bits as those of `passed`; comes before `record`.
///
/// expect (optional): each of them before it is decided, with the state just before it; whether it passes is not known.
///
/// observe (optional): each of them once it is decided, with the state just after it.
template <class R>
concept Recorder = requires(R recorder, const Events& events, std::uint64_t passed) {
  recorder.record(events, passed);
};

template <class R>
concept RestRecorder = requires(R recorder, std::uint64_t rested) {
  recorder.rest(rested);
};

template <class R, class L>
concept Expectant = requires(R recorder, const L& limiter, const typename L::State& state, const Decision& decision) {
  recorder.expect(limiter, state, decision);
};

template <class R, class L>
concept Observer = requires(R recorder, const L& limiter, const typename L::State& state, const Decision& decision) {
  recorder.observe(limiter, state, decision);
};

namespace detail {

// In events: from memory a limiter that takes two nanoseconds is slowed by a sixth when nothing is asked for ahead.
inline constexpr std::size_t read_ahead = 512;

template <bool unit_costs, Limiter L, Recorder R>
void replay_columns(const L& limiter, typename L::State& state, const Events& events, R& recorder) {
  // Copies, which nothing else can point to, stay in registers.
  const L rule = limiter;
  typename L::State local = std::move(state);
  for (std::size_t begin = 0; begin < events.size(); begin += 64) {
    const Events block = events.part(begin, std::min<std::size_t>(64, events.size() - begin));
    if (begin + 64 + read_ahead <= events.size()) {
      for (std::size_t line = 0; line < 64; line += 8) __builtin_prefetch(&events.arrival[begin + read_ahead + line]);
    }
    std::uint64_t passed = 0;
    std::uint64_t rested = 0;
    for (std::size_t event = 0; event < block.size(); ++event) {
      const Instant now = block.time(event);
      const Cost cost = unit_costs ? 1 : block.cost[event];
      if constexpr (RestRecorder<R>) rested = rested >> 1 | static_cast<std::uint64_t>(rule.rested(local, now)) << 63;
      if constexpr (Expectant<R, L>) recorder.expect(rule, std::as_const(local), Decision{event, now, cost, false});
      const bool admitted = (!unit_costs && cost == 0) || rule.admit(local, now, cost);
      passed = passed >> 1 | static_cast<std::uint64_t>(admitted) << 63;
      // Read back from the mask: knowing it at once, compilers would branch on what passes, which is as good as random.
      const bool passes = passed >> 63 != 0;
      if constexpr (Observer<R, L>) recorder.observe(rule, std::as_const(local), Decision{event, now, cost, passes});
    }
    passed >>= 64 - block.size();
    if constexpr (RestRecorder<R>) recorder.rest(rested >> (64 - block.size()));
    recorder.record(block, passed);
  }
  state = std::move(local);
}

}  // namespace detail

/// Runs the next events of one key through a limiter; calls may follow each other block by block. `state` is none until
/// the first event that costs something, whose time starts the limiter's clock. An event of cost 0 passes unasked.
template <Limiter L, Recorder R>
void replay(const L& limiter, std::optional<typename L::State>& state, const Events& events, R& recorder) {
  std::size_t start = 0;
  if (!state) {
    while (start < events.size() && events.cost_of(start) == 0) ++start;
    // None of these starts the limiter's clock: each meets the state of a key never seen.
    for (std::size_t begin = 0; begin < start;) {
      std::size_t end = begin + 1;
      while (end < start && events.arrival[end] == events.arrival[begin]) ++end;
      typename L::State untouched = limiter.start(events.time(begin));
      detail::replay_columns<false>(limiter, untouched, events.part(begin, end - begin), recorder);
      begin = end;
    }
    if (start == events.size()) return;
    state = limiter.start(events.time(start));
  }
  const Events rest = events.part(start, events.size() - start);
  if (events.unit_costs())
    detail::replay_columns<true>(limiter, *state, rest, recorder);
  else
    detail::replay_columns<false>(limiter, *state, rest, recorder);
}

/// Runs a whole trace through a limiter.
template <Limiter L, Recorder R>
void replay(const L& limiter, const Events& events, R& recorder) {
  std::optional<typename L::State> state;
  replay(limiter, state, events, recorder);
}

/// Replays a whole trace and sums it up; `window`, 1 ns to `longest_parameter`, is that of the busiest window. Throws
/// Error where a parameter, or a sum of delays, cannot be represented exactly in 128 bits.
ReplaySummary replay(const AnyLimiter& limiter, const Events& events, Duration window);

}  // namespace ratereplay
