#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/instant.hpp"
#include "limiter/limiter.hpp"

namespace ratereplay {

/// The rule of a product, bit for bit: in the units that it counts in, with its truncations, its floating point where
/// it has any, and what its refusals do. `DialectRule` makes a Limiter of it; what is not said here is as there.
///
/// starts_rested   whether the state of a key never seen is `rested`.
/// counts_requests whether it knows no costs: an event is one request.
/// longest_wait    at least every wait after which an event that was refused would pass, if any does, and after which
///                 any state is rested; at most `longest_dialect_wait`.
///
/// Waiting never makes it pass less, with nothing in between: its retry-after is found by bisection. Times and waits
/// together lie within the range of instants, and a time less another within 64 bits.
template <class D>
concept Dialect = std::copyable<typename D::State> && std::equality_comparable<typename D::State> &&
    requires(const D dialect, typename D::State& state, const typename D::State& same, Instant now, Cost cost) {
  { D::starts_rested } -> std::convertible_to<bool>;
  { D::counts_requests } -> std::convertible_to<bool>;
  { dialect.start(now) } -> std::same_as<typename D::State>;
  { dialect.admit(state, now, cost) } -> std::same_as<bool>;
  { dialect.rested(same, now) } -> std::same_as<bool>;
  { dialect.describe(same, now) } -> std::same_as<std::string>;
  { dialect.state_bytes(same) } -> std::same_as<std::size_t>;
  { dialect.longest_wait() } -> std::same_as<Duration>;
};

/// One whose state is dear to copy says itself what it would do with an event.
template <class D>
concept TellsUnasked = requires(const D dialect, const typename D::State& state, Instant now, Cost cost) {
  { dialect.would_admit(state, now, cost) } -> std::same_as<bool>;
};

/// One whose `room` is not the largest cost that passes, but the number of requests, or is known without a search. It
/// is the number where any cost passes at once and the next event pays for it, of which a dialect has `next_pays`.
template <class D>
concept KnowsRoom = requires(const D dialect, const typename D::State& state, Instant now) {
  { dialect.room(state, now) } -> std::same_as<Cost>;
};

/// One that delays.
///
/// leaves  when an event that was just admitted at `now` does, `now` or later; within the range of instants.
template <class D>
concept DelayingDialect = Dialect<D> && requires(const D dialect, const typename D::State& state, Instant now) {
  { dialect.leaves(state, now) } -> std::same_as<Instant>;
};

/// A dialect whose rule says of an event that is admitted for how long it waits:
///
/// wait_of_admitted  in ns; none where it is refused. Admits it.
template <class Rule>
class Waiting : public Rule {
 public:
  struct State : Rule::State {
    std::int64_t released;  ///< ns since 1970; when the last one that passed does

    friend bool operator==(const State&, const State&) = default;
  };

  using Rule::Rule;

  State start(Instant now) const noexcept { return {Rule::start(now), now.ns}; }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    const std::optional<std::int64_t> wait = this->wait_of_admitted(state, now, cost);
    if (wait) state.released = now.ns + *wait;
    return wait.has_value();
  }

  Instant leaves(const State& state, Instant now) const noexcept { return {std::max(now.ns, state.released)}; }

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }
};

/// The longest wait that any dialect has: 2^62 ns, about 146 years.
inline constexpr Duration longest_dialect_wait{static_cast<Int128>(1) << 62};

/// Throws Error where a dialect cannot be replayed within `extent`: it counts requests and events have costs, or a wait
/// would lead out of the range of instants.
void check_dialect_extent(const Extent& extent, Duration longest_wait, bool counts_requests);

/// A Dialect as a Limiter. Questions that a product does not answer are answered by asking what it would do.
template <class D>
class DialectRule : public D {
 public:
  using State = typename D::State;

  template <class Parameters>
  DialectRule(const Parameters& parameters, Instant first) : D(parameters), first_(first) {
    static_assert(Dialect<D>);
  }

  RetryAfter retry_after(const State& state, Instant now, Cost cost) const {
    return least_wait([&](std::int64_t wait) { return would_pass(state, after(now, wait), cost); });
  }

  bool waits_longer(const State& state, Instant now, Cost cost, Duration wait) const {
    return !would_pass(state, after(now, static_cast<std::int64_t>(wait.ns)), cost);
  }

  Cost room(const State& state, Instant now) const {
    if constexpr (KnowsRoom<D>) {
      return D::room(state, now);
    } else {
      static_assert(!D::counts_requests);
      Cost passes = 0;
      Cost refused = 1;
      while (refused <= D::largest_cost() && would_pass(state, now, refused)) {
        passes = refused;
        refused = refused <= D::largest_cost() / 2 ? 2 * refused : D::largest_cost() + 1;
      }
      while (refused - passes > 1) {
        const Cost middle = passes + (refused - passes) / 2;
        (would_pass(state, now, middle) ? passes : refused) = middle;
      }
      return passes;
    }
  }

  std::optional<Duration> until_settled(const State& state, Instant now) const {
    if (!D::starts_rested) return std::nullopt;
    if (this->rested(state, now)) return Duration{0};
    return least_wait([&](std::int64_t wait) { return this->rested(state, after(now, wait)); });
  }

  Departure<std::int64_t> departure(const State& state, Instant now) const requires DelayingDialect<D> {
    const std::int64_t at = this->leaves(state, now).ns;
    return {at - first_.ns, at - now.ns};
  }

  Int128 ticks_per_ns() const noexcept requires DelayingDialect<D> { return 1; }

 private:
  static Instant after(Instant now, std::int64_t wait) noexcept { return {now.ns + wait}; }

  bool would_pass(const State& state, Instant when, Cost cost) const {
    if constexpr (TellsUnasked<D>) {
      return this->would_admit(state, when, cost);
    } else {
      State copy = state;
      return this->admit(copy, when, cost);
    }
  }

  /// The least wait of at least 1 ns for which `holds`, which stays true once it is.
  template <class Holds>
  std::optional<Duration> least_wait(Holds holds) const {
    std::int64_t no = 0;
    auto yes = static_cast<std::int64_t>(this->longest_wait().ns);
    if (!holds(yes)) return std::nullopt;
    while (yes - no > 1) {
      const std::int64_t middle = no + (yes - no) / 2;
      (holds(middle) ? yes : no) = middle;
    }
    return Duration{yes};
  }

  Instant first_;
};

/// The `with_rule` of a dialect: calls `f` with its rule.
template <class D, class Parameters, class F>
decltype(auto) with_dialect(const Parameters& parameters, const Extent& extent, F&& f) {
  const DialectRule<D> rule(parameters, extent.first);
  check_dialect_extent(extent, rule.longest_wait(), D::counts_requests);
  return std::forward<F>(f)(rule);
}

}  // namespace ratereplay
