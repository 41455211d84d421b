#pragma once

#include <cstddef>
#include <memory>

#include "core/error.hpp"
#include "core/events.hpp"
#include "core/instant.hpp"
#include "core/text.hpp"
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

/// The same where only what passed and what was dropped is asked for: the rest of its summary is empty.
std::unique_ptr<LimiterRun> start_counting(const AnyLimiter& limiter, bool unit_costs);

/// The same, and the busiest window, of length `window`, as `start_run` has it.
std::unique_ptr<LimiterRun> start_watching(const AnyLimiter& limiter, Duration window, bool unit_costs);

/// Calls `f`; an Error that it throws then names the limiter.
template <class F>
void naming(const AnyLimiter& limiter, F&& f) {
  try {
    f();
  } catch (const Error& error) {
    throw Error("limiter " + in_quotes(spec_text(limiter)) + ": " + error.what());
  }
}

}  // namespace ratereplay
