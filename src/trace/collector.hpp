#pragma once

#include "core/event_consumer.hpp"
#include "core/events.hpp"

namespace ratereplay {

/// Gathers all events of a trace in memory.
class Collector final : public EventConsumer {
 public:
  explicit Collector(EventColumns& columns) : columns_(columns) {}

  void begin(bool /*unit_costs*/) override {
    columns_.arrival.clear();
    columns_.cost.clear();
  }
  std::size_t parts() const noexcept override { return 1; }
  void take(std::size_t /*part*/, const Events& block) override {
    columns_.arrival.insert(columns_.arrival.end(), block.arrival.begin(), block.arrival.end());
    columns_.cost.insert(columns_.cost.end(), block.cost.begin(), block.cost.end());
  }

 private:
  EventColumns& columns_;
};

}  // namespace ratereplay
