#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/trace_options.hpp"
#include "core/error.hpp"
#include "core/event_consumer.hpp"
#include "limiter/catalogue.hpp"
#include "replay/limiter_run.hpp"
#include "report/limiter_report.hpp"

namespace ratereplay {

/// Replays a trace through several limiters while it is read, each a part of its own.
class LimiterRuns final : public EventConsumer {
 public:
  /// The busiest window and the promise are of `window`, or of each limiter's own. `memory`: bytes that all runs
  /// together may hold of what grows with the trace.
  LimiterRuns(std::vector<AnyLimiter> limiters, const std::optional<Duration>& window, std::size_t memory);

  void begin(const TraceOutline& outline) override;
  std::size_t parts() const noexcept override { return limiters_.size(); }
  void take(std::size_t part, const Events& block) override;

  /// After the trace. Throws Error naming the limiter.
  std::vector<LimiterRow> rows(const Extent& extent);

 private:
  std::vector<AnyLimiter> limiters_;
  std::vector<Duration> windows_;
  std::size_t memory_each_ = 0;  ///< of those that hold any
  std::vector<std::unique_ptr<LimiterRun>> runs_;
};

/// The value of an option through one of core's parsers, or none when it was not given. Throws Error naming the option.
template <class Parse>
auto parse_option(std::string_view option, const std::string& text, Parse parse) {
  std::optional<decltype(parse(text))> value;
  if (text.empty()) return value;
  try {
    value = parse(text);
  } catch (const Error& error) {
    throw Error(std::string(option) + ": " + error.what());
  }
  return value;
}

/// Reads a burst: a decimal or a fraction above 0. Throws Error naming the text.
Fraction parse_burst(std::string_view text);

/// `--window`, or none when it was not given. Throws Error naming the option.
std::optional<Duration> window_option(const std::string& text);

/// 1 when a --fail-on condition holds, else 0.
int failure_status(const std::vector<LimiterRow>& rows, bool fail_on_drop, const TraceSummary& trace,
                   const TraceOptions& options);

}  // namespace ratereplay
