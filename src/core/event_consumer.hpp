#pragma once

#include <cstddef>

#include "core/events.hpp"

namespace ratereplay {

/// What is done with the events of a trace while they go by. It has parts that do not depend on each other, so that
/// they can run at the same time; each part is given every block, one after another.
class EventConsumer {
 public:
  virtual ~EventConsumer() = default;

  /// Comes before the first block, and again when the blocks given so far were in the wrong order: what was taken is to
  /// be forgotten, the trace comes again from its start. `unit_costs`: no event of the trace has a cost of its own.
  virtual void begin(bool unit_costs) = 0;

  /// The same number at all times.
  virtual std::size_t parts() const noexcept = 0;

  /// The next events for a part, in replay order; never empty. Called for different parts at the same time, for one
  /// part never. Throws Error where the part cannot go on.
  virtual void take(std::size_t part, const Events& block) = 0;
};

}  // namespace ratereplay
