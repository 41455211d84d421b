#include "metrics/gaps.hpp"

#include <algorithm>
#include <vector>

#include "metrics/percentile.hpp"

namespace ratereplay {

std::optional<Gaps> gaps_of(const Events& events) {
  if (events.size() < 2) return std::nullopt;
  // Unsigned: a gap may need all 64 bits.
  std::vector<std::uint64_t> gaps(events.size() - 1);
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    gaps[i] = static_cast<std::uint64_t>(events.arrival[i + 1]) - static_cast<std::uint64_t>(events.arrival[i]);
  }
  std::sort(gaps.begin(), gaps.end());
  const auto percentile = [&](std::size_t percent) {
    return Duration{static_cast<Int128>(gaps[nearest_rank(gaps.size(), percent) - 1])};
  };
  return Gaps{{static_cast<Int128>(gaps.front())}, percentile(50), percentile(99), {static_cast<Int128>(gaps.back())}};
}

std::uint64_t ties_in(const Events& events) noexcept {
  std::uint64_t ties = 0;
  for (std::size_t i = 1; i < events.size(); ++i) {
    if (events.arrival[i] == events.arrival[i - 1]) ++ties;
  }
  return ties;
}

std::optional<Fraction> mean_rate_per_s(const Events& events) {
  if (events.size() < 2) return std::nullopt;
  const Duration span = events.time(events.size() - 1) - events.time(0);
  if (span.ns == 0) return std::nullopt;
  return Fraction(static_cast<Int128>(events.size() - 1) * ns_per_second, span.ns);
}

}  // namespace ratereplay
