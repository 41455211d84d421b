#include "simulation/asked_limiter.hpp"

namespace ratereplay {

AskedLimiter::AskedLimiter(const AnyLimiter& limiter, const TraceOutline& outline) : outline_(outline) {
  RunOptions options{.outline = outline};
  if (outline.keys) options.choice = 0;
  run_ = start_answering(limiter, options, answers_);
}

const Answer& AskedLimiter::ask(Instant now, Cost cost, KeyId key) {
  Events event{{&now.ns, 1}};
  if (!outline_.unit_costs) event.cost = {&cost, 1};
  if (outline_.keys) event.key = {&key, 1};
  answers_.clear();
  run_->feed(event);
  return answers_.front();
}

}  // namespace ratereplay
