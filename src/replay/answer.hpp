#pragma once

#include <optional>

#include "core/cost.hpp"
#include "core/instant.hpp"
#include "limiter/limiter.hpp"

namespace ratereplay {

/// What a limiter does with an event, and what it would tell the client that sent it.
struct Answer {
  bool passed = false;
  Duration delay;                 ///< of an event that a shaper passed, in ns rounded up; else 0
  RetryAfter retry_after;         ///< of an event that was refused
  Cost remaining = 0;             ///< `room` after the decision
  std::optional<Duration> reset;  ///< `until_settled` after the decision

  friend bool operator==(const Answer&, const Answer&) = default;
};

}  // namespace ratereplay
