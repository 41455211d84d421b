#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/instant.hpp"
#include "core/random.hpp"
#include "core/rate.hpp"
#include "simulation/distributions.hpp"

namespace ratereplay {

/// Times at which events come, from 0 on, in order. Each kind of them has a class of its own.
class Arrivals {
 public:
  virtual ~Arrivals() = default;

  /// The next one: since the beginning, less than `Arrivals::latest`. None: there is none that early.
  virtual std::optional<Duration> next() = 0;

  /// Further than any two times of a trace are apart.
  static constexpr Duration latest{Int128{1} << 64};
};

/// One each 1/rate, each time rounded down to a whole ns.
std::unique_ptr<Arrivals> steady_arrivals(const Rate& rate);

/// A Poisson process: gaps are exponentially distributed.
std::unique_ptr<Arrivals> poisson_arrivals(const Rate& rate, std::uint64_t seed);

/// Gaps that are Pareto distributed, with the mean 1/rate. `shape`: more than 1.
std::unique_ptr<Arrivals> pareto_arrivals(const Rate& rate, const Fraction& shape, std::uint64_t seed);

/// Steady, and `size` at once each `every`, the first of them at `every`.
std::unique_ptr<Arrivals> burst_arrivals(const Rate& rate, std::uint64_t size, Duration every);

/// `size` just before each end of a window and `size` at it: a millisecond before, or half a window where that is less.
/// `first_end`: of a window, from now on.
std::unique_ptr<Arrivals> boundary_arrivals(std::uint64_t size, Duration window, Duration first_end);

/// A Poisson process that is on and off in turn, for times that are exponentially distributed with these means. `rate`
/// is that while it is on.
std::unique_ptr<Arrivals> onoff_arrivals(const Rate& rate, Duration on, Duration off, std::uint64_t seed);

/// A Poisson process whose rate swings: `rate` (1 + swing w(t / day)), w two parabolas that look like a sine, lowest
/// when a day begins. swing: 0 to 1, its denominator below 2^32. `from`: since 1970, where the first day begins at
/// midnight.
std::unique_ptr<Arrivals> diurnal_arrivals(const Rate& rate, const Fraction& swing, Duration day, Duration from,
                                           std::uint64_t seed);

}  // namespace ratereplay
