#include "sizing/suggestion.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
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

/// Four numbers of 128 bits, and a small one, times each other.
using Wide = std::array<std::uint64_t, 9>;

/// The product of numbers >= 0, the lowest bits first.
Wide product(std::initializer_list<Int128> factors) {
  Wide result{1};
  for (const Int128 factor : factors) {
    Wide next{};
    for (const std::size_t half : {0U, 1U}) {
      const auto part = static_cast<std::uint64_t>(factor >> (64 * half));
      UInt128 carry = 0;
      for (std::size_t place = 0; place + half < next.size(); ++place) {
        carry += static_cast<UInt128>(result[place]) * part + next[place + half];
        next[place + half] = static_cast<std::uint64_t>(carry);
        carry >>= 64U;
      }
    }
    result = next;
  }
  return result;
}

/// Its weight is rate * bucket.
struct Vertex {
  Fraction per_ns;
  Fraction bucket;
};

/// Whether a weighs more than b so many times.
bool outweighs(const Vertex& a, const Vertex& b, Int128 times = 1) {
  const Wide left =
      product({a.per_ns.numerator(), a.bucket.numerator(), b.per_ns.denominator(), b.bucket.denominator()});
  const Wide right =
      product({b.per_ns.numerator(), b.bucket.numerator(), a.per_ns.denominator(), a.bucket.denominator(), times});
  return std::lexicographical_compare(right.rbegin(), right.rend(), left.rbegin(), left.rend());
}

/// The rate as it can be given to an option.
Rate rate_of(const Fraction& per_ns) {
  return {static_cast<std::int64_t>(per_ns.numerator()), Duration{per_ns.denominator()}, exact_rate_text(per_ns)};
}

/// The one of the least weight at or above the mean.
std::optional<Vertex> knee_of(const Curve& curve, const Fraction& mean_per_ns) {
  std::optional<Vertex> knee;
  for (std::size_t vertex = curve.segments() - 1; vertex > 0 && curve.rate(vertex) >= mean_per_ns; --vertex) {
    const Vertex here{curve.rate(vertex), curve.bucket(vertex)};
    if (!knee || !outweighs(here, *knee)) knee = here;
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
  const std::optional<Vertex> knee = knee_of(curve, mean);
  if (knee) found.knee = SizedRate{rate_of(knee->per_ns), curve.at(knee->per_ns)};
  for (Rate& rate : round_rates()) {
    const Fraction per_ns = rate.per_ns();
    if (per_ns < mean) continue;
    const LeastBucket bucket = curve.at(per_ns);
    if (!found.sizes.empty()) {
      // Far above the knee a lot of rate buys little.
      if (knee && per_ns > knee->per_ns && outweighs({per_ns, bucket.exact}, *knee, 10)) break;
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
