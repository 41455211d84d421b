#pragma once

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

#include "core/fraction.hpp"
#include "laws/replayed.hpp"
#include "limiter/catalogue.hpp"

namespace ratereplay::test {

// Which events pass, by the definition of each limiter, written down slowly: every event ever logged is kept, and every
// number is a fraction. Throws Error where one does not fit in 128 bits.

/// The cost of the logged events for which `holds` is true.
template <class Predicate>
Int128 cost_where(const Arrivals& logged, Predicate holds) {
  Int128 sum = 0;
  for (const Arrival& each : logged) sum += holds(Int128{each.at}) ? each.cost : 0;
  return sum;
}

inline std::vector<bool> defined(const FixedWindow& limiter, const Arrivals& arrivals) {
  const Int128 window = limiter.window.ns;
  std::vector<bool> result;
  Arrivals passed;
  std::optional<Int128> opened;
  for (const Arrival& each : arrivals) {
    const auto index = [&](Int128 time) { return floor_div<Int128>(time - limiter.offset.ns, window); };
    const bool closed = !opened || each.at - *opened >= window;
    const Int128 before = limiter.anchor == FixedWindow::Anchor::clock
                              ? cost_where(passed, [&](Int128 time) { return index(time) == index(each.at); })
                          : closed ? 0
                                   : cost_where(passed, [&](Int128 time) { return time >= *opened; });
    result.push_back(before + each.cost <= limiter.limit);
    if (!result.back()) continue;
    if (closed) {
      opened = each.at;
      // Events of the window before at this same instant are not of this one.
      if (limiter.anchor == FixedWindow::Anchor::first) passed.clear();
    }
    passed.push_back(each);
  }
  return result;
}

inline std::vector<bool> defined(const SlidingLog& limiter, const Arrivals& arrivals) {
  std::vector<bool> result;
  Arrivals logged;
  for (const Arrival& each : arrivals) {
    const Int128 before = cost_where(logged, [&](Int128 time) { return each.at - time < limiter.window.ns; });
    result.push_back(before + each.cost <= limiter.limit);
    const bool could_fit = limiter.count == SlidingLog::Count::all && each.cost <= limiter.limit;
    if (result.back() || could_fit) logged.push_back(each);
  }
  return result;
}

inline std::vector<bool> defined(const SlidingCounter& limiter, const Arrivals& arrivals) {
  const Int128 window = limiter.window.ns;
  std::vector<bool> result;
  Arrivals passed;
  for (const Arrival& each : arrivals) {
    const Int128 index = floor_div<Int128>(each.at, window);
    const auto of_window = [&](Int128 wanted) {
      return cost_where(passed, [&](Int128 time) { return floor_div<Int128>(time, window) == wanted; });
    };
    Fraction weighted(of_window(index - 1) * (window - (each.at - index * window)), window);
    if (limiter.rounding == SlidingCounter::Rounding::floor) weighted = weighted.floor();
    result.push_back(weighted + of_window(index) + Fraction(each.cost) <= Fraction(limiter.limit));
    if (result.back()) passed.push_back(each);
  }
  return result;
}

inline std::vector<bool> defined(const TokenBucket& limiter, const Arrivals& arrivals) {
  std::vector<bool> result;
  Fraction tokens = limiter.initial;
  std::int64_t updated = arrivals.front().at;
  for (const Arrival& each : arrivals) {
    const Fraction refill = limiter.rate.per_ns() * Fraction(Int128{each.at} - updated);
    tokens = std::min(limiter.burst, tokens + refill);
    updated = each.at;
    result.push_back(tokens >= Fraction(each.cost));
    if (result.back()) tokens = tokens - Fraction(each.cost);
  }
  return result;
}

inline std::vector<bool> defined(const LeakyQueue& limiter, const Arrivals& arrivals) {
  const Fraction interval = Fraction(1) / limiter.rate.per_ns();
  std::vector<bool> result;
  std::optional<Fraction> last;
  for (const Arrival& each : arrivals) {
    const Fraction time(each.at);
    const Fraction leaves_first = last && *last + interval > time ? *last + interval : time;
    const Fraction leaves = leaves_first + Fraction(each.cost - 1) * interval;
    result.push_back(leaves - time <= Fraction(limiter.queue) * interval);
    if (result.back()) last = leaves;
  }
  return result;
}

/// The other names of the token bucket.
inline std::vector<bool> defined(const Gcra& limiter, const Arrivals& arrivals) {
  return defined(TokenBucket{limiter.rate, limiter.burst, limiter.burst}, arrivals);
}
inline std::vector<bool> defined(const LeakyBucket& limiter, const Arrivals& arrivals) {
  return defined(TokenBucket{limiter.rate, limiter.burst, limiter.burst}, arrivals);
}
inline std::vector<bool> defined(const Pacer& limiter, const Arrivals& arrivals) {
  return defined(TokenBucket{limiter.rate, 1, 1}, arrivals);
}

inline std::vector<Colour> colours(const SingleRateMarker& limiter, const Arrivals& arrivals) {
  std::vector<Colour> result;
  Fraction committed = limiter.burst;
  Fraction excess = limiter.excess;
  std::int64_t updated = arrivals.front().at;
  for (const Arrival& each : arrivals) {
    const Fraction refilled = committed + limiter.rate.per_ns() * Fraction(Int128{each.at} - updated);
    committed = std::min(limiter.burst, refilled);
    excess = std::min(limiter.excess, excess + (refilled - committed));
    updated = each.at;
    const Fraction cost(each.cost);
    result.push_back(committed >= cost ? Colour::green : excess >= cost ? Colour::yellow : Colour::red);
    if (result.back() == Colour::green) committed = committed - cost;
    if (result.back() == Colour::yellow) excess = excess - cost;
  }
  return result;
}

inline std::vector<Colour> colours(const TwoRateMarker& limiter, const Arrivals& arrivals) {
  std::vector<Colour> result;
  Fraction committed = limiter.burst;
  Fraction peak = limiter.peak_burst;
  std::int64_t updated = arrivals.front().at;
  for (const Arrival& each : arrivals) {
    const Fraction passed(Int128{each.at} - updated);
    committed = std::min(limiter.burst, committed + limiter.rate.per_ns() * passed);
    peak = std::min(limiter.peak_burst, peak + limiter.peak.per_ns() * passed);
    updated = each.at;
    const Fraction cost(each.cost);
    result.push_back(peak < cost ? Colour::red : committed < cost ? Colour::yellow : Colour::green);
    if (result.back() != Colour::red) peak = peak - cost;
    if (result.back() == Colour::green) committed = committed - cost;
  }
  return result;
}

template <class Parameters>
requires is_marker<Parameters> std::vector<bool> defined(const Parameters& limiter, const Arrivals& arrivals) {
  std::vector<bool> result;
  for (const Colour colour : colours(limiter, arrivals)) result.push_back(colour != Colour::red);
  return result;
}

/// A dialect is what its product does: the tests of dialects hold it against that.
template <class Parameters>
requires is_dialect<Parameters> std::vector<bool> defined(const Parameters& /*limiter*/, const Arrivals& /*arrivals*/) {
  throw std::logic_error("a dialect has no definition");
}

}  // namespace ratereplay::test
