#include "sizing/suggestion.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "core/int128.hpp"

namespace ratereplay {

namespace {

/// 1, 2 and 5 of every power of ten, by the unit that people would use, from less than once in the longest trace up.
std::vector<Rate> round_rates() {
  std::vector<Rate> rates;
  for (std::int64_t power = 100'000; power >= 1; power /= 10) {
    for (const std::int64_t days : {2 * power, power, power / 2}) {
      if (days >= 2) rates.push_back(parse_rate("1/" + std::to_string(days) + "d"));
    }
  }
  const auto add = [&](std::int64_t most, const char* unit) {
    for (std::int64_t power = 1; power <= most; power *= 10) {
      for (const std::int64_t count : {power, 2 * power, 5 * power}) {
        if (count <= most) rates.push_back(parse_rate(std::to_string(count) + unit));
      }
    }
  };
  add(20, "/d");
  add(50, "/h");
  add(50, "/min");
  add(100'000'000'000'000'000, "/s");
  return rates;
}

/// rate * bucket in cost units per ns, the bucket rounded down to a millionth, or to a whole number where it is large:
/// the product then fits 128 bits whatever the trace.
Fraction weight(const Fraction& per_ns, const Fraction& bucket) {
  constexpr Int128 parts = 1'000'000;
  constexpr Int128 large = Int128{1} << 32;
  const Int128 whole = bucket.floor();
  return per_ns * (whole < large ? Fraction((bucket * Fraction(parts)).floor(), parts) : Fraction(whole));
}

/// The rate as it can be given to an option.
Rate rate_of(const Fraction& per_ns) {
  return {static_cast<std::int64_t>(per_ns.numerator()), Duration{per_ns.denominator()}, exact_rate_text(per_ns)};
}

struct Knee {
  Fraction per_ns;
  Fraction weight;
};

/// The vertex of the least weight at or above the mean.
std::optional<Knee> knee_of(const Curve& curve, const Fraction& mean_per_ns) {
  std::optional<Knee> knee;
  for (std::size_t vertex = curve.segments() - 1; vertex > 0 && curve.rate(vertex) >= mean_per_ns; --vertex) {
    const Knee here{curve.rate(vertex), weight(curve.rate(vertex), curve.bucket(vertex))};
    if (!knee || here.weight <= knee->weight) knee = here;
  }
  return knee;
}

}  // namespace

Suggestions suggestions(const Curve& curve, const Extent& extent, Cost first_cost) {
  Suggestions found;
  if (extent.span().ns > 0) found.mean_per_ns = Fraction(extent.total_cost - first_cost, extent.span().ns);
  if (curve.segments() == 0) return found;
  if (curve.segments() == 1) {
    const Rate any = parse_rate("1/s");
    found.sizes.push_back({any, curve.at(any.per_ns())});
    return found;
  }

  const Fraction mean = *found.mean_per_ns;
  const std::optional<Knee> knee = knee_of(curve, mean);
  if (knee) found.knee = SizedRate{rate_of(knee->per_ns), curve.at(knee->per_ns)};
  for (Rate& rate : round_rates()) {
    const Fraction per_ns = rate.per_ns();
    if (per_ns < mean) continue;
    const LeastBucket bucket = curve.at(per_ns);
    if (!found.sizes.empty()) {
      // Far above the knee a lot of rate buys little.
      if (knee && per_ns > knee->per_ns && weight(per_ns, bucket.exact) / Fraction(10) > knee->weight) break;
      if (bucket.exact.ceil() >= found.sizes.back().bucket.exact.ceil()) continue;
    }
    found.sizes.push_back({std::move(rate), bucket});
  }
  if (found.sizes.empty() && !knee) {
    const Fraction last = curve.rate(curve.segments() - 1);
    found.sizes.push_back({rate_of(last), curve.at(last)});
  }
  return found;
}

}  // namespace ratereplay
