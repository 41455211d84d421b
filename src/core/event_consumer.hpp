#pragma once

#include <cstddef>
#include <memory>

#include "core/events.hpp"
#include "core/keys.hpp"

namespace ratereplay {

/// What is known of a trace before its first event.
struct TraceOutline {
  bool unit_costs = true;  ///< no event has a cost of its own
  /// The keys that events bear the numbers of, none where all have one. They grow while the trace is read, but never
  /// while a part takes a block.
  std::shared_ptr<const Keys> keys = nullptr;
};

/// What is done with the events of a trace while they go by. It has parts that do not depend on each other, so that
/// they can run at the same time; each part is given every block, one after another.
class EventConsumer {
 public:
  virtual ~EventConsumer() = default;

  /// Comes before the first block, and again when the blocks given so far were in the wrong order: what was taken is to
  /// be forgotten, the trace comes again from its start.
  virtual void begin(const TraceOutline& outline) = 0;

  /// The same number at all times.
  virtual std::size_t parts() const noexcept = 0;

  /// The next events for a part, in replay order; never empty. Called for different parts at the same time, for one
  /// part never. Throws Error where the part cannot go on.
  virtual void take(std::size_t part, const Events& block) = 0;
};

/// Two consumers of one trace, the parts of the first before those of the second.
class ConsumerPair final : public EventConsumer {
 public:
  /// Both must outlive it.
  ConsumerPair(EventConsumer& first, EventConsumer& second) : first_(first), second_(second) {}

  void begin(const TraceOutline& outline) override {
    first_.begin(outline);
    second_.begin(outline);
  }
  std::size_t parts() const noexcept override { return first_.parts() + second_.parts(); }
  void take(std::size_t part, const Events& block) override {
    if (part < first_.parts())
      first_.take(part, block);
    else
      second_.take(part - first_.parts(), block);
  }

 private:
  EventConsumer& first_;
  EventConsumer& second_;
};

}  // namespace ratereplay
