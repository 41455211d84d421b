#include "replay/replay.hpp"

#include <memory>

#include "replay/limiter_run.hpp"

namespace ratereplay {

ReplaySummary replay(const AnyLimiter& limiter, const Events& events, Duration window) {
  const std::unique_ptr<LimiterRun> run = start_run(limiter, {window, {events.unit_costs()}});
  run->feed(events);
  return run->summary();
}

}  // namespace ratereplay
