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

/// What a recorder gets to see of a replay.
///
/// record: the decisions on the next 1 to 64 events. Bit i of `passed` says that event i passed; higher bits are 0.
///
/// observe (optional): each event as it is decided, with the state just after it.
template <class R>
concept Recorder = requires(R recorder, const Events& events, std::uint64_t passed) {
  recorder.record(events, passed);
};

template <class R, class L>
concept Observer = requires(R recorder, const L& limiter, const typename L::State& state, Instant now, Cost cost,
                            bool passed) {
  recorder.observe(limiter, state, now, cost, passed);
};

namespace detail {

template <bool unit_costs, Limiter L, Recorder R>
void replay_columns(const L& limiter, typename L::State& state, const Events& events, R& recorder) {
  // A local state, which nothing else can point to, stays in registers.
  typename L::State local = std::move(state);
  for (std::size_t begin = 0; begin < events.size(); begin += 64) {
    const Events block = events.part(begin, std::min<std::size_t>(64, events.size() - begin));
    std::uint64_t passed = 0;
    for (std::size_t event = 0; event < block.size(); ++event) {
      const Instant now = block.time(event);
      const Cost cost = unit_costs ? 1 : block.cost[event];
      const bool admitted = (!unit_costs && cost == 0) || limiter.admit(local, now, cost);
      if constexpr (Observer<R, L>) recorder.observe(limiter, std::as_const(local), now, cost, admitted);
      passed |= static_cast<std::uint64_t>(admitted) << event;
    }
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
    if (start > 0) {
      typename L::State untouched = limiter.start(events.time(0));
      detail::replay_columns<false>(limiter, untouched, events.part(0, start), recorder);
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
