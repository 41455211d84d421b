#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "core/int128.hpp"
#include "core/rate.hpp"
#include "limiter/description.hpp"
#include "limiter/fixed_window.hpp"
#include "limiter/gcra.hpp"
#include "limiter/leaky_bucket.hpp"
#include "limiter/leaky_queue.hpp"
#include "limiter/pacer.hpp"
#include "limiter/sliding_counter.hpp"
#include "limiter/sliding_log.hpp"
#include "limiter/token_bucket.hpp"

namespace ratereplay {

/// The one list. Help, spec texts, suggestions, comparisons and law tests follow from it, in this order.
using Limiters = std::tuple<FixedWindow, SlidingLog, SlidingCounter, TokenBucket, Gcra, LeakyBucket, Pacer, LeakyQueue>;

template <class Tuple>
struct VariantOf;
template <class... Each>
struct VariantOf<std::tuple<Each...>> {
  using type = std::variant<Each...>;
};

/// A limiter of the list with its parameters.
using AnyLimiter = VariantOf<Limiters>::type;

/// What every limiter of the list says about itself.
std::span<const Description> catalogue();

const Description& description_of(const AnyLimiter& limiter);
std::string_view name_of(const AnyLimiter& limiter);

/// The canonical spec text: every parameter that differs from its default, the rate as typed.
/// `parse_limiter` of it gives the same limiter.
std::string spec_text(const AnyLimiter& limiter);

/// The window that its metrics use unless told otherwise: the limiter's own, or the period of its rate.
Duration default_window(const AnyLimiter& limiter);

/// The most cost that it ever passes at once, of events of cost 1: its limit, the whole part of its burst, or the one
/// that leaves at once and the queue behind it.
Int128 quota(const AnyLimiter& limiter);

/// The most cost that it can pass for one key (a queue: let depart) in any half-open window of `length` >= 1 ns, when
/// no event costs more than `largest_cost`. Throws Error when that does not fit in 128 bits.
Int128 promise(const AnyLimiter& limiter, Duration length, Cost largest_cost = 1);

/// The same for what a queue admits, by arrival; none for a limiter that does not delay.
std::optional<Int128> admission_promise(const AnyLimiter& limiter, Duration length);

/// Every limiter of the list for one rate: limit is its count and window its period; `burst`, the count unless given,
/// is that of the buckets, and one more than the queue (rounded down where the burst is a fraction).
std::vector<AnyLimiter> limiters_for_comparison(const Rate& rate, const std::optional<Fraction>& burst);

/// Calls `f` once with the limiter's rule, compiled for times and costs within `extent`, and returns its result. Throws
/// Error naming a parameter for which 128 bits do not suffice.
template <class F>
decltype(auto) with_rule(const AnyLimiter& limiter, const Extent& extent, F&& f) {
  return std::visit(
      [&](const auto& parameters) -> decltype(auto) { return parameters.with_rule(extent, std::forward<F>(f)); },
      limiter);
}

}  // namespace ratereplay
