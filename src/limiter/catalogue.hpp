#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
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
#include "limiter/dialect/cloudflare.hpp"
#include "limiter/dialect/envoy_local.hpp"
#include "limiter/dialect/envoy_ratelimit.hpp"
#include "limiter/dialect/go_rate.hpp"
#include "limiter/dialect/governor.hpp"
#include "limiter/dialect/guava.hpp"
#include "limiter/dialect/haproxy.hpp"
#include "limiter/dialect/kong.hpp"
#include "limiter/dialect/nginx.hpp"
#include "limiter/dialect/python_limits.hpp"
#include "limiter/dialect/redis_cell.hpp"
#include "limiter/dialect/redis_incr.hpp"
#include "limiter/dialect/redis_log.hpp"
#include "limiter/dialect/resilience4j.hpp"
#include "limiter/dialect/upstash.hpp"
#include "limiter/fixed_window.hpp"
#include "limiter/gcra.hpp"
#include "limiter/leaky_bucket.hpp"
#include "limiter/leaky_queue.hpp"
#include "limiter/pacer.hpp"
#include "limiter/sliding_counter.hpp"
#include "limiter/sliding_log.hpp"
#include "limiter/srtcm.hpp"
#include "limiter/token_bucket.hpp"
#include "limiter/trtcm.hpp"

namespace ratereplay {

/// The one list, in three parts: algorithms, exact; markers, exact too, which also colour what they pass and have too
/// many parameters to be compared at one rate; and the dialects that products make of algorithms. Help, spec texts,
/// suggestions, comparisons and law tests follow from it, in this order.
using Algorithms =
    std::tuple<FixedWindow, SlidingLog, SlidingCounter, TokenBucket, Gcra, LeakyBucket, Pacer, LeakyQueue>;
using Markers = std::tuple<SingleRateMarker, TwoRateMarker>;
using Dialects = std::tuple<Nginx, Haproxy, EnvoyLocal, EnvoyRatelimit, Kong, RedisIncr, RedisCell, RedisLog, Upstash,
                            Cloudflare, GoRate, Governor, Guava, Resilience4j, PythonLimits>;
using Limiters =
    decltype(std::tuple_cat(std::declval<Algorithms>(), std::declval<Markers>(), std::declval<Dialects>()));

template <class Tuple>
struct VariantOf;
template <class... Each>
struct VariantOf<std::tuple<Each...>> {
  using type = std::variant<Each...>;
};

template <class Limiter, class List>
inline constexpr bool is_one_of = false;
template <class Limiter, class... Each>
inline constexpr bool is_one_of<Limiter, std::tuple<Each...>> = (std::is_same_v<Limiter, Each> || ...);

// Of the parameters of a limiter of the list: of which part it is.
template <class Limiter>
inline constexpr bool is_marker = is_one_of<Limiter, Markers>;
template <class Limiter>
inline constexpr bool is_dialect = is_one_of<Limiter, Dialects>;

/// A limiter of the list with its parameters.
using AnyLimiter = VariantOf<Limiters>::type;

/// What every limiter of the list says about itself.
std::span<const Description> catalogue();

/// Its parts.
std::span<const Description> algorithms();
std::span<const Description> markers();
std::span<const Description> dialects();

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
/// no event costs more than `largest_cost`; none where a dialect makes none. Throws Error when that does not fit in 128
/// bits.
std::optional<Int128> promise(const AnyLimiter& limiter, Duration length, Cost largest_cost = 1);

/// The same for what a queue admits, by arrival; none for a limiter that does not delay.
std::optional<Int128> admission_promise(const AnyLimiter& limiter, Duration length);

/// Whether what it passes may leave later than it came.
bool may_delay(const AnyLimiter& limiter);

/// The algorithm that a dialect comes close to, with the same parameters as far as there are such; none for what is
/// none.
std::optional<AnyLimiter> ideal_of(const AnyLimiter& dialect);

/// What a limiter lets through in the long run where more than that comes and no refusal counts, in cost per ns.
Fraction long_run_per_ns(const AnyLimiter& limiter);

/// Every algorithm of the list for one rate: limit is its count and window its period; `burst`, the count unless given,
/// is that of the buckets, and one more than the queue (rounded down where the burst is a fraction).
std::vector<AnyLimiter> limiters_for_comparison(const Rate& rate, const std::optional<Fraction>& burst);

/// A dialect that has no way to say a rate or a burst, and why.
struct Unsayable {
  std::string_view name;
  std::string why;
};

/// Every dialect of the list for one rate and burst, as it would be configured; with costs those alone that know some.
struct DialectsForComparison {
  std::vector<AnyLimiter> limiters;
  std::vector<Unsayable> left_out;
};
DialectsForComparison dialects_for_comparison(const Rate& rate, const std::optional<Fraction>& burst, bool with_costs);

/// The dialects of products that are configured by a stanza.
using Configured = std::tuple<Nginx, Haproxy, EnvoyLocal, Kong, RedisCell>;

/// A product's configuration that comes closest to a bucket.
struct Recommendation {
  AnyLimiter limiter;
  std::string stanza;  ///< as the product reads it; of lines
};

/// Of each of them, for a bucket of `bucket` >= 1 that is refilled at `rate`, one for each client or for all; with
/// costs of those alone that know some.
struct Recommendations {
  std::vector<Recommendation> closest;
  std::vector<Unsayable> left_out;
};
Recommendations recommendations(const Rate& rate, std::int64_t bucket, bool each_client, bool with_costs);

/// Calls `f` once with the limiter's rule, compiled for times and costs within `extent`, and returns its result. Throws
/// Error naming a parameter for which 128 bits do not suffice.
template <class F>
decltype(auto) with_rule(const AnyLimiter& limiter, const Extent& extent, F&& f) {
  return std::visit(
      [&](const auto& parameters) -> decltype(auto) { return parameters.with_rule(extent, std::forward<F>(f)); },
      limiter);
}

}  // namespace ratereplay
