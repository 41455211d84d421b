#pragma once

#include <memory>
#include <vector>

#include "core/cost.hpp"
#include "core/event_consumer.hpp"
#include "core/instant.hpp"
#include "core/key_id.hpp"
#include "limiter/catalogue.hpp"
#include "replay/answer.hpp"
#include "replay/limiter_run.hpp"

namespace ratereplay {

/// A limiter that is asked event by event, and not by a trace. With keys each has one of its own.
class AskedLimiter {
 public:
  /// The outline of those who ask; with keys, of one choice.
  AskedLimiter(const AnyLimiter& limiter, const TraceOutline& outline);

  /// Times never decrease; `key`: the number that the event bears, without keys of no meaning. Throws Error where a
  /// parameter cannot be represented exactly for the span so far.
  const Answer& ask(Instant now, Cost cost, KeyId key);

 private:
  TraceOutline outline_;
  std::vector<Answer> answers_;  ///< the last one
  std::unique_ptr<LimiterRun> run_;
};

}  // namespace ratereplay
