#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "core/rate.hpp"
#include "core/selected.hpp"
#include "limiter/arithmetic.hpp"
#include "limiter/description.hpp"
#include "limiter/limiter.hpp"
#include "limiter/refill.hpp"
#include "limiter/spec_reader.hpp"
#include "limiter/wording.hpp"

namespace ratereplay {

template <class Int>
class SingleRateMarkerRule;

/// The single-rate three-colour marker, colour-blind: a committed bucket that is refilled at `rate`, and an excess one
/// into which it overflows. An event is green and takes its cost from the committed bucket where that holds it, else
/// yellow and takes it from the excess one where that does, else red, and is refused.
/// Source: RFC 2697, with a refill that is continuous instead of one token at a time.
struct SingleRateMarker {
  Rate rate;
  Fraction burst;   ///< >= 0
  Fraction excess;  ///< >= 0, one of the two above 0

  static constexpr std::array parameters{
      Parameter{"rate", "RATE", "committed information rate, CIR, as 5/h"},
      Parameter{"burst", "AMOUNT", "committed burst size, CBS"},
      Parameter{"excess", "AMOUNT", "excess burst size, EBS"},
  };
  static constexpr Description description{
      .name = "srtcm",
      .rule =
          "green when the committed bucket holds the event's cost, else yellow when the excess bucket does, which "
          "fills with what overflows the committed one; both pass, all else is red",
      .parameters = parameters,
      .promise = "floor(burst + excess + rate*(T-1))",
      .memory = "24 bytes",
      .source = "RFC 2697, colour-blind",
  };

  static SingleRateMarker from(const SpecReader& reader) {
    SingleRateMarker result{reader.rate(), reader.amount("burst"), reader.amount("excess")};
    if (result.burst == Fraction(0) && result.excess == Fraction(0)) reader.fail("burst or excess must be above 0");
    return result;
  }

  std::string text() const {
    return "rate=" + rate.text + ",burst=" + amount_text(burst) + ",excess=" + amount_text(excess);
  }

  Duration own_window() const { return rate.period; }

  Int128 quota() const { return checked_add(burst.floor(), excess.floor()); }

  /// All that passes is taken from the two buckets, and what refills either comes at `rate`.
  Int128 promise(Duration length) const { return bucket_promise(rate, burst + excess, length); }

  using Rules = Widths<SingleRateMarkerRule>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const {
    const BucketScale committed = bucket_scale(rate, burst);
    const BucketScale excessive = bucket_scale(rate, excess, "excess");
    const Int128 both = product_plus(committed.capacity, 1, excessive.capacity, "excess");
    const Int128 largest = product_plus(both, 2, committed.per_ns, "excess");
    return with_narrowest<SingleRateMarkerRule>(std::max(largest, committed.per_cost), std::forward<F>(f), committed,
                                                excessive, extent.unit_costs);
  }
};

/// Both buckets in units of BucketScale. What refills the committed one or overflows into the other refills the two
/// together, until both are full: so these are two buckets at one rate, the committed one and the sum. Rounding either
/// burst down to a unit changes no decision: what is missing of each is whole.
template <class Int>
class SingleRateMarkerRule {
 public:
  struct State {
    typename Refill<Int>::Base committed;
    typename Refill<Int>::Base both;
    std::int64_t updated;  ///< ns since 1970

    friend bool operator==(const State&, const State&) = default;
  };

  SingleRateMarkerRule(const BucketScale& committed, const BucketScale& excess, bool unit_costs) noexcept
      : committed_(committed.per_ns, committed.capacity),
        both_(committed.per_ns, committed.capacity + excess.capacity),
        per_cost_(static_cast<Int>(committed.per_cost)),
        largest_green_(committed.largest_cost),
        largest_cost_(std::max(committed.largest_cost, excess.largest_cost)),
        unit_costs_(unit_costs) {}

  State start(Instant now) const noexcept {
    return {committed_.base(committed_.capacity(), now), both_.base(both_.capacity(), now), now.ns};
  }

  bool admit(State& state, Instant now, Cost cost) const noexcept {
    if (cost > largest_cost_) return false;
    const Int taken = cost * per_cost_;
    const Int committed = committed_at(state, now);
    const Int both = both_at(state, now);
    const bool green = committed >= taken;
    const bool passes = green | (both - committed >= taken);
    state.committed =
        selected(passes, committed_.base(committed - selected<Int>(green, taken, 0), now), state.committed);
    state.both = selected(passes, both_.base(both - taken, now), state.both);
    state.updated = selected(passes, now.ns, state.updated);
    return passes;
  }

  Colour colour(const State& state, Instant now, Cost cost) const noexcept {
    if (cost > largest_cost_) return Colour::red;
    const Int taken = cost * per_cost_;
    const Int committed = committed_at(state, now);
    if (committed >= taken) return Colour::green;
    return both_at(state, now) - committed >= taken ? Colour::yellow : Colour::red;
  }

  RetryAfter retry_after(const State& state, Instant now, Cost cost) const noexcept {
    if (cost > largest_cost_) return std::nullopt;
    return both_.time_for(missing(state, now, cost));
  }

  bool waits_longer(const State& state, Instant now, Cost cost, Duration wait) const noexcept {
    return cost > largest_cost_ || both_.takes_longer(missing(state, now, cost), wait);
  }

  /// One event takes its cost from one bucket; those of cost 1 empty both.
  Cost room(const State& state, Instant now) const noexcept {
    const Int committed = committed_at(state, now);
    const Int green = committed / per_cost_;
    const Int yellow = (both_at(state, now) - committed) / per_cost_;
    const Int room = unit_costs_ ? green + yellow : std::max(green, yellow);
    return static_cast<Cost>(std::min<Int>(std::numeric_limits<Cost>::max(), room));
  }

  std::optional<Duration> until_settled(const State& state, Instant now) const noexcept {
    return both_.time_for(both_.capacity() - both_at(state, now));
  }

  bool rested(const State& state, Instant now) const noexcept { return both_at(state, now) == both_.capacity(); }

  std::string describe(const State& state, Instant now) const {
    const Int committed = committed_at(state, now);
    return "committed " + of_capacity(committed, committed_.capacity()) + ", excess " +
           of_capacity(both_at(state, now) - committed, both_.capacity() - committed_.capacity());
  }

  std::size_t state_bytes(const State& /*state*/) const noexcept { return sizeof(State); }

 private:
  Int committed_at(const State& state, Instant now) const noexcept {
    return committed_.held(state.committed, state.updated, now);
  }
  Int both_at(const State& state, Instant now) const noexcept { return both_.held(state.both, state.updated, now); }

  /// Of an event that was refused, until it is green or, where it never is, yellow, which waits for the committed
  /// bucket to be full. At most both capacities.
  Int missing(const State& state, Instant now, Cost cost) const noexcept {
    const Int taken = cost * per_cost_;
    return cost <= largest_green_ ? taken - committed_at(state, now)
                                  : committed_.capacity() + taken - both_at(state, now);
  }

  std::string of_capacity(Int held, Int capacity) const {
    return amount_words({held, per_cost_}) + " of " + amount_words({capacity, per_cost_});
  }

  Refill<Int> committed_;
  Refill<Int> both_;
  Int per_cost_;
  Cost largest_green_;
  Cost largest_cost_;
  bool unit_costs_;
};

}  // namespace ratereplay
