#include "limiter/dialect/go_rate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"

namespace ratereplay {

namespace {

constexpr double longest_fill = 4.6e18;  // ns, a little less than the longest wait of a dialect

double fill_ns(const GoRate& limiter) {
  return static_cast<double>(limiter.burst) / limiter.per_second() * 1e9 * (1 + 1e-12) + 10;
}

/// Its value; for one that neither overflows nor is below 2^-64.
Fraction exactly(double positive) {
  int exponent = 0;
  constexpr int digits = std::numeric_limits<double>::digits;
  const auto mantissa = static_cast<Int128>(std::ldexp(std::frexp(positive, &exponent), digits));
  const int shift = exponent - digits;
  return shift >= 0 ? Fraction(mantissa * (Int128{1} << shift)) : Fraction(mantissa, Int128{1} << -shift);
}

}  // namespace

GoRate GoRate::from(const SpecReader& reader) {
  GoRate result;
  if (reader.has("rate")) {
    if (reader.has("limit")) reader.fail("give either limit or rate, not both");
    result.rate = reader.rate();
  } else {
    result.limit = reader.amount("limit");
    if (result.limit == Fraction(0)) reader.fail("limit must be above 0");
    if (result.limit.numerator() > std::numeric_limits<std::int64_t>::max() ||
        result.limit.denominator() > 10'000'000'000) {
      reader.fail("limit is taken with up to ten digits behind the point, and 18 in all");
    }
  }
  result.burst = reader.whole("burst", 1, most);
  if (fill_ns(result) > longest_fill) {
    reader.fail("at this limit the burst takes more than a century to refill; use a smaller one");
  }
  return result;
}

GoRate GoRate::for_comparison(const Rate& rate, const Fraction& burst) {
  if (burst > Fraction(most)) throw Error(fmt::format("its burst is taken up to {}", most));
  GoRate result;
  result.rate = rate;
  result.burst = static_cast<std::int64_t>(std::max<Int128>(1, burst.floor()));
  if (fill_ns(result) > longest_fill) throw Error("at this rate the burst takes more than a century to refill");
  return result;
}

std::string GoRate::text() const {
  return (rate ? "rate=" + rate->text : "limit=" + amount_text(limit)) + ",burst=" + std::to_string(burst);
}

double GoRate::per_second() const noexcept {
  if (!rate) return limit.approximate();
  const Int128 seconds = rate->period.ns / ns_per_second;
  const Int128 rest = rate->period.ns % ns_per_second;
  return static_cast<double>(rate->count) / (static_cast<double>(seconds) + static_cast<double>(rest) / 1e9);
}

Fraction GoRate::long_run_per_ns() const { return exactly(per_second()) / Fraction(ns_per_second); }

TokenBucket GoRate::ideal() const {
  return {rate ? *rate : parse_rate(exact_rate_text(limit / Fraction(ns_per_second))), Fraction(burst),
          Fraction(burst)};
}

GoRateRule::GoRateRule(const GoRate& parameters) noexcept
    : limit_(parameters.per_second()),
      burst_(parameters.burst),
      tokens_of_full_(static_cast<double>(parameters.burst)),
      time_to_fill_(static_cast<std::int64_t>(fill_ns(parameters))) {}

std::string GoRateRule::describe(const State& state, Instant now) const {
  return fmt::format("{} of {} tokens", tokens_at(state, now), burst_);
}

}  // namespace ratereplay
