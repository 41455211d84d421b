#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

#include "core/event_consumer.hpp"
#include "core/events.hpp"
#include "sizing/segment.hpp"
#include "sizing/segment_scan.hpp"

namespace ratereplay {

/// The segment of a whole trace, made while it goes by. The trace is cut into stripes that the parts take in turn, so
/// that they work at the same time.
class CurveScan final : public EventConsumer {
 public:
  /// `parts` >= 1: as many as there are threads to run them. No result depends on it.
  explicit CurveScan(std::size_t parts) : parts_(parts) {}

  void begin(const TraceOutline& outline) override;
  std::size_t parts() const noexcept override { return parts_.size(); }
  void take(std::size_t part, const Events& block) override;

  /// Of all events, once, behind the last block.
  Segment segment();

 private:
  /// How far a part has come.
  struct Part {
    std::uint64_t events = 0;  ///< that it was given
    SegmentScan scan;          ///< of the stripe that it is working on
  };
  void hand_in(std::uint64_t number, Segment stripe);

  std::vector<Part> parts_;
  std::mutex mutex_;
  std::uint64_t next_ = 0;                    ///< the stripe that the chain waits for
  std::map<std::uint64_t, Segment> waiting_;  ///< those behind it that are ready
  SegmentChain chain_;
};

}  // namespace ratereplay
