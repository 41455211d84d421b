#pragma once

#include <concepts>
#include <cstddef>
#include <optional>

#include "core/cost.hpp"
#include "core/instant.hpp"

namespace ratereplay {

/// The least wait after which the same event would pass with nothing in between, in ns rounded up and never 0;
/// none for an event that can never pass.
using RetryAfter = std::optional<Duration>;

/// A limiter as it runs: an immutable rule, built for the extent of one trace so that no step can overflow, and a
/// state per key. `now` is an argument and never decreases for one state; costs are >= 1 (an event of cost 0 passes
/// every limiter and is not asked).
///
/// admit        whether the event passes, and if so takes its cost. A refusal changes nothing unless the limiter's
///              parameters say that it does.
/// retry_after  for an event that was just refused, from the state after the refusal.
/// state_bytes  what the state holds now, in bytes.
template <class L>
concept Limiter = std::copyable<typename L::State> &&
    requires(const L limiter, typename L::State& state, const typename L::State& settled, Instant now, Cost cost) {
  { limiter.start(now) } -> std::same_as<typename L::State>;
  { limiter.admit(state, now, cost) } -> std::same_as<bool>;
  { limiter.retry_after(settled, now, cost) } -> std::same_as<RetryAfter>;
  { limiter.state_bytes(settled) } -> std::same_as<std::size_t>;
};

/// A limiter that delays instead of refusing. A departure is exact: a count of ticks since the extent's first instant,
/// `ticks_per_ns` of them a nanosecond, in 64 bits where those suffice for all that the limiter meets, else in 128.
///
/// departure    when an event that was just admitted at `now` (or one of cost 0, behind those waiting) leaves.
template <class L>
concept Shaper = Limiter<L> && requires(const L limiter, const typename L::State& settled, Instant now) {
  { limiter.departure(settled, now) } -> std::convertible_to<Int128>;
  { limiter.ticks_per_ns() } -> std::same_as<Int128>;
};

}  // namespace ratereplay
