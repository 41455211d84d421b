#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/events.hpp"
#include "limiter/catalogue.hpp"

namespace ratereplay::test {

/// What a limiter did with one event.
struct Step {
  bool passed;
  bool rested;  ///< just before the event
  Cost room;    ///< just before it
  std::string state;
  RetryAfter retry_after;  ///< of a refused one
};

/// A trace through a limiter, one event after another, by its methods alone.
inline std::vector<Step> stepped(const AnyLimiter& limiter, const Events& events) {
  return with_rule(limiter, extent_of(events), [&](const auto& rule) {
    std::vector<Step> steps;
    std::optional<typename std::remove_cvref_t<decltype(rule)>::State> state;
    for (std::size_t event = 0; event < events.size(); ++event) {
      const Instant now = events.time(event);
      const Cost cost = events.cost_of(event);
      if (cost > 0 && !state) state = rule.start(now);
      if (cost == 0) {
        steps.push_back({true, !state || rule.rested(*state, now), 0, "", std::nullopt});
        continue;
      }
      Step step{false, rule.rested(*state, now), rule.room(*state, now), rule.describe(*state, now), std::nullopt};
      step.passed = rule.admit(*state, now, cost);
      if (!step.passed) step.retry_after = rule.retry_after(*state, now, cost);
      steps.push_back(std::move(step));
    }
    return steps;
  });
}

}  // namespace ratereplay::test
