#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/fraction.hpp"
#include "limiter/catalogue.hpp"

namespace ratereplay {

/// The most values of a parameter, and configurations of a grid.
inline constexpr std::size_t most_configurations = 100'000;

/// Reads `5,10,20`, `1..100`, `2.5..4:0.5` and lists of these. A range holds its first number and every STEP (1 unless
/// given) from there up to its last, which it holds when a step leads there. Sorted, each once, all above 0. Throws
/// Error naming the text or the item of it.
std::vector<Fraction> parse_amounts(std::string_view text);

/// The same for whole numbers, up to INT64_MAX.
std::vector<Fraction> parse_wholes(std::string_view text);

/// The values that each parameter goes through, rates and windows as a spec text has them; empty: it was not given. A
/// leaky-queue takes one less than a burst for its queue (rounded down where the burst is a fraction), as in a
/// comparison; bursts of the same queue are one configuration.
struct GridAxes {
  std::vector<std::string> rates;
  std::vector<Fraction> bursts;
  std::vector<Fraction> limits;
  std::vector<std::string> windows;
};

/// The configurations of one limiter: rate after rate, or window after window (that of a rate is its period), and in
/// each by rising burst, queue or limit.
struct GridSeries {
  std::string limiter;  ///< as named
  std::vector<AnyLimiter> configurations;
};

/// Every combination of what each limiter takes of `axes`; a limiter is named as in a spec text, with those of its
/// parameters that stay the same. Of limit and window or rate a limiter takes the former where either was given. No
/// name: token-bucket where there are bursts, and fixed-window where there are limits or windows. Throws Error naming
/// what a limiter needs, what none of them takes, one that is named twice, or that there are more than
/// `most_configurations`.
std::vector<GridSeries> grid_of(std::span<const std::string> limiters, const GridAxes& axes);

}  // namespace ratereplay
