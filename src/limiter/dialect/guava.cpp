#include "limiter/dialect/guava.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/rate.hpp"
#include "limiter/wording.hpp"

namespace ratereplay {

namespace {

constexpr double longest_ns = 4.6e18;  // a little less than the longest wait of a dialect

/// Until what an event of that cost owes is paid back and as much is stored as there can be, with more than all
/// roundings.
double until_full_ns(const Guava& limiter, Cost largest_cost) {
  const double owed_us = static_cast<double>(largest_cost) * 1e6 / limiter.permits_per_second.approximate();
  const double stored_us = limiter.max_burst_seconds.approximate() * 1e6;
  return (owed_us + stored_us) * (1 + 1e-12) * 1e3 + static_cast<double>(limiter.timeout.ns) + 1e5;
}

/// A decimal or a fraction of numbers of which products fit in 128 bits.
bool is_short(const Fraction& number) {
  return number.numerator() <= std::numeric_limits<std::int64_t>::max() && number.denominator() <= 10'000'000'000;
}

/// What cannot be; empty where there is nothing.
std::string wrong_with(const Guava& limiter) {
  if (limiter.permits_per_second == Fraction(0)) return "permits_per_second must be above 0";
  if (limiter.permits_per_second > Fraction(Guava::most_per_second)) {
    return fmt::format(
        "permits_per_second is taken up to {}; beyond it Guava's interval is cut down to nothing, and it limits "
        "nothing",
        Guava::most_per_second);
  }
  if (!is_short(limiter.permits_per_second) || !is_short(limiter.max_burst_seconds)) {
    return "permits_per_second and max_burst_seconds are taken with up to ten digits behind the point, and 18 in all";
  }
  if (until_full_ns(limiter, 1) > longest_ns) return "it would wait for more than a century; use shorter times";
  return {};
}

}  // namespace

Guava Guava::from(const SpecReader& reader) {
  Guava result{reader.amount("permits_per_second")};
  if (reader.has("timeout")) result.timeout = reader.signed_duration("timeout");
  if (result.timeout.ns < 0) reader.fail("timeout must not be below 0");
  if (reader.has("max_burst_seconds")) result.max_burst_seconds = reader.amount("max_burst_seconds");
  if (const std::string why = wrong_with(result); !why.empty()) reader.fail(why);
  return result;
}

Guava Guava::for_comparison(const Rate& rate, const Fraction& burst) {
  Guava result{rate.per_ns() * Fraction(ns_per_second)};
  result.max_burst_seconds = (std::max(Fraction(1), burst) - Fraction(1)) / result.permits_per_second;
  if (const std::string why = wrong_with(result); !why.empty()) throw Error(why);
  return result;
}

std::string Guava::text() const {
  return "permits_per_second=" + amount_text(permits_per_second) +
         (timeout.ns == 0 ? "" : ",timeout=" + compact_text(timeout)) +
         (max_burst_seconds == Fraction(1) ? "" : ",max_burst_seconds=" + amount_text(max_burst_seconds));
}

Int128 Guava::quota() const {
  const GuavaRule rule(checked(1));
  // After as long as it takes to store all that it can.
  GuavaRule::State state = rule.start({0});
  return rule.room(state, {static_cast<std::int64_t>(rule.longest_wait().ns)});
}

Fraction Guava::long_run_per_ns() const {
  return {1, Int128{static_cast<std::int64_t>(1e6 / permits_per_second.approximate())} * 1000};
}

TokenBucket Guava::ideal() const {
  const Rate rate = parse_rate(exact_rate_text(permits_per_second / Fraction(ns_per_second)));
  return {rate, max_burst_seconds * permits_per_second + Fraction(1), 1};
}

Guava::ForCosts Guava::checked(Cost largest_cost) const {
  if (largest_cost > most_permits) throw Error(fmt::format("it takes costs up to {}", most_permits));
  const double longest = until_full_ns(*this, largest_cost);
  if (longest > longest_ns) {
    throw Error(fmt::format("a cost of {} is paid back only after more than a century; raise permits_per_second",
                            largest_cost));
  }
  return {permits_per_second.approximate(),
          max_burst_seconds.approximate(),
          static_cast<std::int64_t>(timeout.ns / 1000),
          {static_cast<std::int64_t>(longest)}};
}

std::string GuavaRule::describe(const State& state, Instant now) const {
  const std::int64_t at = us_at(state, now);
  std::string words = fmt::format("{} of {} permits stored", resynced(state, at).stored, most_stored_);
  if (state.next_free > at) words += ", the next is free in " + time_words(Int128{state.next_free - at} * 1000, 1);
  return words;
}

}  // namespace ratereplay
