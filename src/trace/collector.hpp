#pragma once

#include <memory>

#include "core/event_consumer.hpp"
#include "core/events.hpp"

namespace ratereplay {

/// Gathers all events of a trace in memory.
class Collector final : public EventConsumer {
 public:
  explicit Collector(EventColumns& columns) : columns_(columns) {}

  void begin(const TraceOutline& outline) override {
    columns_ = {};
    keys_ = outline.keys;
  }
  std::size_t parts() const noexcept override { return 1; }
  void take(std::size_t /*part*/, const Events& block) override {
    const auto append = [](auto& column, const auto& more) { column.insert(column.end(), more.begin(), more.end()); };
    append(columns_.arrival, block.arrival);
    append(columns_.cost, block.cost);
    append(columns_.key, block.key);
    append(columns_.line, block.line);
  }

  /// After the trace: those whose numbers the events bear, none where all have one key.
  const std::shared_ptr<const Keys>& keys() const noexcept { return keys_; }

 private:
  EventColumns& columns_;
  std::shared_ptr<const Keys> keys_;
};

}  // namespace ratereplay
