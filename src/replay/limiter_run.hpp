#pragma once

#include <cstddef>
#include <memory>

#include "core/events.hpp"
#include "core/instant.hpp"
#include "limiter/catalogue.hpp"
#include "replay/summary.hpp"

namespace ratereplay {

/// A limiter on its way through a trace that comes in blocks and whose end is not known. Runs in 64 bits as long as
/// those provably suffice for the events so far, then takes its state over into 128.
class LimiterRun {
 public:
  virtual ~LimiterRun() = default;

  /// The next events, in order; the times of all blocks never decrease. Throws Error where a parameter, or a sum of
  /// delays, cannot be represented exactly in 128 bits for the span so far.
  virtual void feed(const Events& block) = 0;

  /// Of all events so far.
  virtual ReplaySummary summary() = 0;
};

/// Bytes that one run may hold in memory of what grows with the trace (the delays of a queue); what goes beyond lies in
/// a temporary file.
inline constexpr std::size_t default_run_memory = std::size_t{256} << 20;

/// `window`: 1 ns to `longest_parameter`, that of the busiest window. `unit_costs`: no event has a cost of its own.
std::unique_ptr<LimiterRun> start_run(const AnyLimiter& limiter, Duration window, bool unit_costs,
                                      std::size_t memory = default_run_memory);

}  // namespace ratereplay
