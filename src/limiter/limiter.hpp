#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

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
/// admit         whether the event passes, and if so takes its cost. A refusal changes nothing unless the limiter's
///               parameters say that it does.
/// retry_after   for an event that was just refused, from the state after the refusal.
/// waits_longer  whether that is more than `wait`, 0 or a retry-after of the same trace; never to pass is more than
/// any.
///               Costs no division, and may be asked of an event that passed too, of which the answer means nothing: so
///               the longest of all waits is found without a branch on what passed.
/// room          the largest cost of one event at `now` that would pass; 0 where none would. Where no event has a cost
///               of its own: how many would pass at `now`.
/// until_settled the least wait, 0 where none is needed, after which the state, with nothing in between, makes no
///               difference any more from that of a key never seen: a bucket is full, a window empty, nothing waits or
///               delays. In ns rounded up; none where it always makes one.
/// rested        whether no wait at all would let more pass: all that the state has taken makes no difference any more.
///               Where `until_settled` has an answer, whether that is 0; costs no division.
/// describe      the state just before an event at `now`, for people: exact, and in the limiter's own words.
/// state_bytes   what the state holds now, in bytes.
template <class L>
concept Limiter = std::copyable<typename L::State> &&
    requires(const L limiter, typename L::State& state, const typename L::State& settled, Instant now, Cost cost,
             Duration wait) {
  { limiter.start(now) } -> std::same_as<typename L::State>;
  { limiter.admit(state, now, cost) } -> std::same_as<bool>;
  { limiter.retry_after(settled, now, cost) } -> std::same_as<RetryAfter>;
  { limiter.waits_longer(settled, now, cost, wait) } -> std::same_as<bool>;
  { limiter.room(settled, now) } -> std::same_as<Cost>;
  { limiter.until_settled(settled, now) } -> std::same_as<std::optional<Duration>>;
  { limiter.rested(settled, now) } -> std::same_as<bool>;
  { limiter.describe(settled, now) } -> std::same_as<std::string>;
  { limiter.state_bytes(settled) } -> std::same_as<std::size_t>;
};

/// The rules that a limiter chooses from are listed with it, the narrower first. One whose choice depends on the span
/// of the trace is followed into the wider one, which takes its state over.
template <class Wide, class Narrow>
concept TakesOver = !std::same_as<Wide, Narrow> && requires(const typename Narrow::State& state) {
  { Wide::widened(state) } -> std::same_as<typename Wide::State>;
};

/// When an event leaves a shaper, and how long after it came. Exact: in ticks, the time since the extent's first
/// instant.
template <class Ticks>
struct Departure {
  Ticks at;
  Ticks delay;
};

/// A limiter that delays instead of refusing. Its ticks, `ticks_per_ns` of them a nanosecond, are in 64 bits where
/// those suffice for all that it meets, else in 128.
///
/// departure    when an event that was just admitted at `now` (or one of cost 0, behind those waiting) leaves.
template <class L>
concept Shaper = Limiter<L> && requires(const L limiter, const typename L::State& settled, Instant now) {
  { limiter.departure(settled, now).at } -> std::convertible_to<Int128>;
  { limiter.departure(settled, now).delay } -> std::convertible_to<Int128>;
  { limiter.ticks_per_ns() } -> std::same_as<Int128>;
};

/// How a marker sees an event: within the committed rate, beyond it, or refused.
enum class Colour : std::uint8_t { green, yellow, red };

/// A limiter that passes green and yellow events.
///
/// colour       that of an event of any cost at `now`, from the state just before it.
template <class L>
concept Marker = Limiter<L> && requires(const L limiter, const typename L::State& settled, Instant now, Cost cost) {
  { limiter.colour(settled, now, cost) } -> std::same_as<Colour>;
};

}  // namespace ratereplay
