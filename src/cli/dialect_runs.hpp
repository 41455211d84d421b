#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/event_consumer.hpp"
#include "core/instant.hpp"
#include "limiter/catalogue.hpp"
#include "replay/difference.hpp"
#include "replay/limiter_run.hpp"
#include "report/dialects_report.hpp"

namespace ratereplay {

/// Replays a trace through dialects, each beside the algorithm that it comes close to, while it is read. With keys each
/// client, by the first choice of them, has limiters of its own.
class DialectRuns final : public EventConsumer {
 public:
  /// `window` is that of the busiest window and the promise.
  DialectRuns(DialectsForComparison dialects, Duration window);

  void begin(const TraceOutline& outline) override;
  std::size_t parts() const noexcept override { return 2 * dialects_.limiters.size(); }
  void take(std::size_t part, const Events& block) override;

  /// After the trace.
  DialectResult result() const;

 private:
  struct Run {
    std::unique_ptr<LimiterRun> watched;
    std::unique_ptr<DifferenceRun> beside_ideal;
  };

  DialectsForComparison dialects_;
  Duration window_;
  std::vector<Run> runs_;
};

}  // namespace ratereplay
