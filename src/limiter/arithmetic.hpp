#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/cost.hpp"
#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "core/int128.hpp"
#include "core/rate.hpp"

namespace ratereplay {

/// floor(burst + rate (T - 1)): the most cost that a bucket passes in any half-open window of `length` T >= 1 ns.
/// Throws Error when it does not fit in 128 bits.
Int128 bucket_promise(const Rate& rate, const Fraction& burst, Duration length);

/// A rate and a burst as whole numbers. In units of 1/per_cost of a cost unit, a nanosecond refills `per_ns` and the
/// bucket holds `capacity`; the first two have no common divisor. Rounding the burst down to such a unit changes no
/// decision: refills and costs are whole in it, and rounding down commutes with adding a whole number, with taking the
/// smaller of two and with comparing with a whole number.
struct BucketScale {
  Int128 per_ns;
  Int128 per_cost;
  Int128 capacity;
  Cost largest_cost;  ///< the largest that can ever pass; 0 for a burst below 1
};

/// Throws Error naming the burst, as `parameter`, when it does not fit in 128 bits in these units.
BucketScale bucket_scale(const Rate& rate, const Fraction& burst, std::string_view parameter = "burst");

/// An amount of cost, rounded down to units of 1/per_cost. Throws Error naming `parameter`.
Int128 in_units(const Fraction& amount, Int128 per_cost, std::string_view parameter);

/// a * b + c for numbers >= 0. Throws Error naming `parameter` when it does not fit in 128 bits.
Int128 product_plus(Int128 a, Int128 b, Int128 c, std::string_view parameter);

/// The rules that `with_narrowest` chooses from.
template <template <class> class Rule>
using Widths = std::tuple<Rule<std::int64_t>, Rule<Int128>>;

/// Calls `f` with `Rule<Int>(arguments...)`, in 64 bits when no value that it meets exceeds `largest` and that fits,
/// else in 128.
template <template <class> class Rule, class F, class... Arguments>
decltype(auto) with_narrowest(Int128 largest, F&& f, const Arguments&... arguments) {
  if (largest <= std::numeric_limits<std::int64_t>::max()) return std::forward<F>(f)(Rule<std::int64_t>(arguments...));
  return std::forward<F>(f)(Rule<Int128>(arguments...));
}

/// Times in ns since an origin at or before all of them. The origin may lie outside of the range of instants, as the
/// start of the window of an early one does: in 64 bits the subtraction is modulo 2^64, and exact as its result fits.
template <class Int>
class SinceOrigin {
 public:
  explicit SinceOrigin(Int128 origin) noexcept : origin_(static_cast<Stored>(origin)) {}

  Int operator()(Instant now) const noexcept { return static_cast<Int>(static_cast<Stored>(now.ns) - origin_); }

 private:
  using Stored = std::conditional_t<std::is_same_v<Int, std::int64_t>, std::uint64_t, Int128>;
  Stored origin_;
};

}  // namespace ratereplay
