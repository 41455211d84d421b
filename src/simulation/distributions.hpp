#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/cost.hpp"
#include "core/fraction.hpp"
#include "core/random.hpp"
#include "simulation/fixed_point.hpp"

namespace ratereplay {

/// An exponentially distributed number with the mean 1. Exactly so but for its 64 bits behind the point, and without a
/// logarithm. Source: von Neumann, "Various Techniques Used in Connection with Random Digits" (1951).
Fixed64 exponential(Random& random) noexcept;

/// Reads the shape of a Pareto distribution: a decimal or a fraction > 0 with few digits. Throws Error naming the text.
Fraction parse_shape(std::string_view text);

/// A Pareto distributed number, 1 or more: larger than x with the probability x^-shape.
class Pareto {
 public:
  /// `shape` > 0, its numerator and denominator below 2^32.
  explicit Pareto(const Fraction& shape);

  /// `least` times such a number; `most` where that is more. least <= most < 2^127.
  UInt128 times(UInt128 least, UInt128 most, Random& random) const noexcept;

 private:
  Fixed64 log2_of_e_by_shape_;
};

/// Ranks 0 to n - 1 with the probability (rank + 1)^-exponent, but for a factor: Zipf's law, to about n / 2^62 of the
/// probability of the first.
class Zipf {
 public:
  static constexpr std::uint64_t most = 10'000'000;
  static constexpr std::uint64_t steepest = 20;

  /// n: 1 to `most`; exponent: 0 to `steepest`, its numerator and denominator below 2^32. Holds 8 bytes a rank.
  Zipf(std::uint64_t n, const Fraction& exponent);

  std::uint64_t rank(Random& random) const noexcept;

 private:
  std::vector<std::uint64_t> weights_up_to_;  ///< of each rank with all before it
};

/// What an event costs: `5`, `1..10` (each as likely) or `pareto:1.5,1..4096` (Pareto of a shape, from the first number
/// on and at most the last, rounded down).
class CostDistribution {
 public:
  static constexpr Cost most = 1'000'000'000;

  /// Throws Error naming the text.
  static CostDistribution parse(std::string_view text);

  Cost next(Random& random) const noexcept;

 private:
  Cost least_ = 1;
  Cost most_ = 1;
  std::optional<Pareto> pareto_;  ///< none: evenly
};

}  // namespace ratereplay
