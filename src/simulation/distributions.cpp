#include "simulation/distributions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

namespace {

/// The bits behind the point that a number of 64 of them is given.
constexpr std::uint64_t fraction_of(Fixed64 number) noexcept { return static_cast<std::uint64_t>(number); }

/// number * factor, rounded down, the number below 2^72 and the terms of the factor below 2^32.
Fixed64 by_factor(Fixed64 number, const Fraction& factor) {
  return number * static_cast<std::uint64_t>(factor.numerator()) / static_cast<std::uint64_t>(factor.denominator());
}

constexpr Int128 largest_term = 4'294'967'295;  // of a fraction with which numbers are multiplied

constexpr std::string_view how_costs_are_written = "write 5, 1..10 or pareto:1.5,1..4096";

}  // namespace

Fraction parse_shape(std::string_view text) {
  const Fraction shape = parse_fraction(trimmed(text));
  if (shape == Fraction(0)) throw Error(fmt::format("{} is no shape; it is more than 0", in_quotes(text)));
  if (shape.numerator() > largest_term || shape.denominator() > largest_term) {
    throw Error(fmt::format("{} has too many digits; give at most nine", in_quotes(text)));
  }
  return shape;
}

// Runs of falling numbers: one of odd length ends it with its first number, one of even length adds 1.
Fixed64 exponential(Random& random) noexcept {
  for (std::uint64_t whole = 0;; ++whole) {
    const std::uint64_t first = random.bits();
    bool odd = true;
    for (std::uint64_t last = first, next = random.bits(); next < last; next = random.bits()) {
      last = next;
      odd = !odd;
    }
    if (odd) return (Fixed64{whole} << 64) + first;
  }
}

Pareto::Pareto(const Fraction& shape) : log2_of_e_by_shape_(by_factor(log2_of_e, Fraction(1) / shape)) {}

// To a power of -1/shape, a number that is evenly distributed over 0 to 1 is e^(exponential / shape).
UInt128 Pareto::times(UInt128 least, UInt128 most, Random& random) const noexcept {
  const Fixed64 exponent = exponential(random);
  constexpr UInt128 beyond_all = UInt128{128} << 64;
  const UInt128 whole_part = (exponent >> 64) * log2_of_e_by_shape_;
  if (whole_part >= beyond_all) return most;
  const Fixed64 power = whole_part + scaled(log2_of_e_by_shape_, fraction_of(exponent));
  if (power >= beyond_all) return most;
  const auto doublings = static_cast<unsigned>(power >> 64);
  if (doublings > 0 && least >> (127 - doublings) != 0) return most;
  return std::min(scaled(least << doublings, exp2_of_fraction(fraction_of(power)), 62), most);
}

Zipf::Zipf(std::uint64_t n, const Fraction& exponent) {
  weights_up_to_.reserve(n);
  // As large as leaves room for the sum of all. What is too rare for it never comes.
  const std::uint64_t first = std::uint64_t{1} << (63 - std::bit_width(n));
  std::uint64_t sum = 0;
  for (std::uint64_t rank = 1; rank <= n; ++rank) {
    const Fixed64 halvings = by_factor(log2_of(rank), exponent);
    const auto whole = static_cast<unsigned>(std::min<Fixed64>(halvings >> 64, 63));
    // first * 2^-(whole + fraction) = first * 2^(1 - fraction) / 2^(whole + 1)
    const std::uint64_t fraction = fraction_of(halvings);
    const std::uint64_t weight =
        fraction == 0
            ? first >> whole
            : static_cast<std::uint64_t>((UInt128{exp2_of_fraction(0 - fraction)} * first >> 62) >> (whole + 1));
    sum += weight;
    weights_up_to_.push_back(sum);
  }
}

std::uint64_t Zipf::rank(Random& random) const noexcept {
  const std::uint64_t place = random.below(weights_up_to_.back());
  const auto found = std::upper_bound(weights_up_to_.begin(), weights_up_to_.end(), place);
  return static_cast<std::uint64_t>(found - weights_up_to_.begin());
}

CostDistribution CostDistribution::parse(std::string_view text) {
  constexpr std::string_view pareto = "pareto:";
  std::string_view range = trimmed(text);
  CostDistribution result;
  if (range.substr(0, pareto.size()) == pareto) {
    range.remove_prefix(pareto.size());
    const std::size_t comma = range.find(',');
    result.pareto_.emplace(parse_shape(range.substr(0, comma)));
    range.remove_prefix(comma == std::string_view::npos ? range.size() : comma + 1);
  }
  const std::size_t dots = range.find("..");
  const std::optional<Cost> least = parse_whole(trimmed(range.substr(0, dots)));
  const std::optional<Cost> last =
      dots == std::string_view::npos ? least : parse_whole(trimmed(range.substr(dots + 2)));
  if (!least || !last || (result.pareto_ && dots == std::string_view::npos)) {
    throw Error(fmt::format("{} is no distribution of costs; {}", in_quotes(text), how_costs_are_written));
  }
  if (*last < *least) throw Error(fmt::format("{} ends before it begins; exchange its ends", in_quotes(text)));
  if (*last > most) throw Error(fmt::format("{} goes beyond {}; give smaller costs", in_quotes(text), grouped(most)));
  if (result.pareto_ && *least == 0) throw Error(fmt::format("{} begins at 0; begin at 1 or more", in_quotes(text)));
  result.least_ = *least;
  result.most_ = *last;
  return result;
}

Cost CostDistribution::next(Random& random) const noexcept {
  if (pareto_) {
    return static_cast<Cost>(pareto_->times(static_cast<UInt128>(least_), static_cast<UInt128>(most_), random));
  }
  return least_ + static_cast<Cost>(random.below(static_cast<std::uint64_t>(most_ - least_) + 1));
}

}  // namespace ratereplay
