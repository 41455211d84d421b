#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/event_consumer.hpp"
#include "limiter/catalogue.hpp"
#include "picture/scene.hpp"
#include "replay/limiter_run.hpp"
#include "report/limiter_report.hpp"

namespace ratereplay {

/// Records what limiters decide on each event while a trace is read, for a picture. Limiters are parts of their own.
class SceneRecorder final : public EventConsumer {
 public:
  explicit SceneRecorder(std::vector<AnyLimiter> limiters);

  void begin(const TraceOutline& outline) override;
  std::size_t parts() const noexcept override { return limiters_.size() + 1; }
  void take(std::size_t part, const Events& block) override;

  /// After the trace, once: with the rows of the report, one for each limiter in their order, none where there are no
  /// limiters.
  Scene scene(const std::vector<LimiterRow>& rows);

 private:
  std::vector<AnyLimiter> limiters_;
  TraceOutline outline_;
  SceneEvents events_;
  std::vector<SceneDecisions> decisions_;
  std::vector<std::vector<Answer>> answers_;  ///< to the events that are recorded next
  std::vector<std::unique_ptr<LimiterRun>> runs_;
};

}  // namespace ratereplay
