#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/cost.hpp"
#include "core/error.hpp"
#include "core/events.hpp"
#include "core/text.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/limiter.hpp"
#include "replay/answer.hpp"
#include "replay/run_options.hpp"
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

/// Everything that a summary has.
std::unique_ptr<LimiterRun> start_run(const AnyLimiter& limiter, const RunOptions& options);

/// The same where only what passed and what was dropped is asked for, in all and by key: the rest of its summary is
/// empty.
std::unique_ptr<LimiterRun> start_counting(const AnyLimiter& limiter, const RunOptions& options);

/// The same, and the busiest window, as `start_run` has it.
std::unique_ptr<LimiterRun> start_watching(const AnyLimiter& limiter, const RunOptions& options);

/// Whether each event of a block passed.
struct Decisions {
  std::vector<std::uint64_t> passed;  ///< bit i % 64 of word i / 64 for event i; those behind the last event are 0
};

/// What a limiter said of one event, and why.
struct Verdict {
  bool passed = false;
  Cost room = 0;                ///< the largest cost that would have passed
  std::string state;            ///< just before the event, for people
  RetryAfter retry_after = {};  ///< of a refused one that can pass later

  friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// A limiter on its way through a trace, as LimiterRun is, whose decisions are told one by one.
class DecisionRun {
 public:
  virtual ~DecisionRun() = default;

  /// The next events; `decisions` is overwritten.
  virtual void decide(const Events& block, Decisions& decisions) = 0;

  /// The next event, a block of one that costs something.
  virtual Verdict explain(const Events& event) = 0;
};

std::unique_ptr<DecisionRun> start_deciding(const AnyLimiter& limiter, const RunOptions& options);

/// A run that appends the answer to each event, in the order of the events, to `answers`, which must outlive it. Its
/// summary has what passed and what was dropped in all, and nothing else.
std::unique_ptr<LimiterRun> start_answering(const AnyLimiter& limiter, const RunOptions& options,
                                            std::vector<Answer>& answers);

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
