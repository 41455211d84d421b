#include "replay/delays.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "metrics/percentile.hpp"

namespace ratereplay {

namespace {

constexpr Int128 longest_narrow = std::numeric_limits<std::uint64_t>::max();

// The element that sorting would put at `index`. Sorted by their leading bits first, and only those that share them
// with the element itself any further: two passes, where nth_element alone would misjudge a branch for every other one.
std::uint64_t nth(const std::vector<std::uint64_t>& ticks, std::uint64_t longest, std::size_t index) {
  const int shift = std::max(0, 64 - std::countl_zero(longest) - 14);
  std::vector<std::size_t> counts((longest >> shift) + 1);
  for (const std::uint64_t tick : ticks) ++counts[tick >> shift];
  std::uint64_t leading = 0;
  for (; index >= counts[leading]; ++leading) index -= counts[leading];

  std::vector<std::uint64_t> close(counts[leading]);
  std::copy_if(ticks.begin(), ticks.end(), close.begin(), [=](std::uint64_t tick) { return tick >> shift == leading; });
  std::nth_element(close.begin(), close.begin() + static_cast<std::ptrdiff_t>(index), close.end());
  return close[index];
}

}  // namespace

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
  narrow_.insert(narrow_.end(), waited.begin(), waited.begin() + static_cast<std::ptrdiff_t>(waits));
  none_ += static_cast<std::size_t>(std::popcount(chosen)) - waits;
  longest_ = std::max<Int128>(longest_, longest);
  total_ = checked_add(total_, total);
}

void Delays::add_chosen(const Int128* ticks, std::size_t count, std::uint64_t chosen) {
  for (std::size_t event = 0; event < count; ++event) {
    if ((chosen >> event & 1) == 0) continue;
    const Int128 wait = ticks[event];
    if (wait == 0)
      ++none_;
    else if (wait <= longest_narrow)
      narrow_.push_back(static_cast<std::uint64_t>(wait));
    else
      wide_.push_back(wait);
    longest_ = std::max(longest_, wait);
    total_ = checked_add(total_, wait);
  }
}

Int128 Delays::ranked(std::size_t percent) {
  const std::size_t rank = nearest_rank(none_ + narrow_.size() + wide_.size(), percent);
  if (rank <= none_) return 0;
  const std::size_t index = rank - none_ - 1;
  if (index < narrow_.size())
    return nth(narrow_, static_cast<std::uint64_t>(std::min(longest_, longest_narrow)), index);
  const auto place = wide_.begin() + static_cast<std::ptrdiff_t>(index - narrow_.size());
  std::nth_element(wide_.begin(), place, wide_.end());
  return *place;
}

std::optional<DelaySummary> Delays::summary(Int128 ticks_per_ns) {
  const std::size_t events = none_ + narrow_.size() + wide_.size();
  if (events == 0) return std::nullopt;
  const auto in_ns = [ticks_per_ns](Int128 ticks) { return Duration{ceil_div(ticks, ticks_per_ns)}; };
  // Dividing twice and rounding up both times is dividing once by the product, which might not fit.
  const Duration mean = in_ns(ceil_div(total_, static_cast<Int128>(events)));
  return DelaySummary{in_ns(longest_), mean, in_ns(ranked(50)), in_ns(ranked(99))};
}

}  // namespace ratereplay
