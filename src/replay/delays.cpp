#include "replay/delays.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "metrics/percentile.hpp"

namespace ratereplay {

void Delays::add_chosen(const std::int64_t* ticks, std::size_t count, std::uint64_t chosen) {
  std::array<std::uint64_t, 64> waited;
  std::size_t waits = 0;
  std::int64_t longest = 0;
  Int128 total = 0;
  for (std::size_t event = 0; event < count; ++event) {
    const std::int64_t wait = ticks[event] & -static_cast<std::int64_t>(chosen >> event & 1);
    waited[waits] = static_cast<std::uint64_t>(wait);
    waits += wait != 0 ? 1 : 0;
    longest = std::max(longest, wait);
    total += wait;
  }
  narrow_.add({waited.data(), waits});
  none_ += static_cast<std::size_t>(std::popcount(chosen)) - waits;
  longest_ = std::max<Int128>(longest_, longest);
  total_ = checked_add(total_, total);
}

void Delays::add_chosen(const Int128* ticks, std::size_t count, std::uint64_t chosen) {
  for (std::size_t event = 0; event < count; ++event) {
    if ((chosen >> event & 1) == 0) continue;
    const auto wait = static_cast<UInt128>(ticks[event]);
    const auto narrow = static_cast<std::uint64_t>(wait);
    if (wait == 0)
      ++none_;
    else if (wait == narrow)
      narrow_.add({&narrow, 1});
    else
      wide_.add({&wait, 1});
    longest_ = std::max(longest_, ticks[event]);
    total_ = checked_add(total_, ticks[event]);
  }
}

Int128 Delays::ranked(std::size_t percent) const {
  const std::size_t rank = nearest_rank(none_ + narrow_.size() + wide_.size(), percent);
  if (rank <= none_) return 0;
  const std::size_t index = rank - none_ - 1;
  if (index < narrow_.size()) return narrow_.nth(index);
  return static_cast<Int128>(wide_.nth(index - narrow_.size()));
}

std::optional<DelaySummary> Delays::summary(Int128 ticks_per_ns) const {
  const std::size_t events = none_ + narrow_.size() + wide_.size();
  if (events == 0) return std::nullopt;
  const auto in_ns = [ticks_per_ns](Int128 ticks) { return Duration{ceil_div(ticks, ticks_per_ns)}; };
  // Dividing twice and rounding up both times is dividing once by the product, which might not fit.
  const Duration mean = in_ns(ceil_div(total_, static_cast<Int128>(events)));
  return DelaySummary{in_ns(longest_), mean, in_ns(ranked(50)), in_ns(ranked(99))};
}

}  // namespace ratereplay
