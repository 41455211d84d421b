#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <vector>

#include "core/event_consumer.hpp"
#include "core/events.hpp"
#include "core/workers.hpp"

namespace ratereplay {

/// Hands blocks of events to the parts of a consumer, on all threads, while what is further down is being read. A part
/// that fails is given nothing more, and what it threw is kept until the whole trace is read, if only to find its
/// faults: one of the trace goes before, wherever it stands.
class Delivery {
 public:
  Delivery(EventConsumer& consumer, Workers& workers, const TraceOutline& outline);

  /// The next block, in replay order, for the next `run`.
  void add(EventColumns block);
  /// The same where the columns stay in their place until that run is over.
  void add(const Events& block);

  /// Lets every part take the blocks that were added, and meanwhile calls `reading(0)` to `reading(count - 1)`.
  void run(std::size_t count, const std::function<void(std::size_t)>& reading);

  /// Delivers what is left, then throws what the first part of those that failed threw.
  void finish();

  std::uint64_t events() const noexcept { return events_; }
  /// Of the events so far.
  const Extent& extent() const noexcept { return extent_; }

 private:
  /// A part of the consumer, and how it fared.
  struct Part {
    std::size_t number;
    std::chrono::nanoseconds took{0};  ///< in the run before
    std::exception_ptr failure = {};
  };

  void deliver(Part& part, const std::vector<Events>& blocks) noexcept;

  EventConsumer& consumer_;
  Workers& workers_;
  std::vector<Part> parts_;  ///< the slowest first, so that no thread is left with it at the end
  std::vector<EventColumns> owned_;
  std::vector<Events> blocks_;
  std::uint64_t events_ = 0;
  Extent extent_;
};

}  // namespace ratereplay
