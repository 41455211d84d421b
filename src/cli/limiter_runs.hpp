#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/trace_options.hpp"
#include "core/event_consumer.hpp"
#include "limiter/catalogue.hpp"
#include "replay/limiter_run.hpp"
#include "report/limiter_report.hpp"

namespace CLI {
class App;
}

namespace ratereplay {

/// --by, --worst-first and --top, as typed.
struct WhenFlags {
  std::string by;
  bool worst_first = false;
  std::string top;
};

void add_when_options(CLI::App& command, WhenFlags& flags);

/// --top: how many of the worst are listed, 10 unless given. Throws Error naming the option.
std::size_t top_option(const std::string& text);

/// What the runs of limiters are asked for.
struct RunsAsked {
  std::optional<Duration> window;  ///< of the busiest window and the promise; none: each limiter's own
  std::size_t memory = 0;          ///< bytes that all runs together may hold of what grows with the trace
  std::optional<ByPeriod> by;      ///< counts by period too
  std::size_t worst = 0;           ///< how many episodes and clients are kept
  std::size_t choices = 0;         ///< of --key; 0: one limiter for all
};

/// What --by, --top and the trace options ask for. Throws Error naming the option.
RunsAsked runs_asked(const std::optional<Duration>& window, const WhenFlags& when, const TraceOptions& trace,
                     const OutputOptions& output);

/// Replays a trace through several limiters while it is read, each a part of its own. With keys a limiter has several:
/// each client's own, one shared by all, and one for each further choice of key.
class LimiterRuns final : public EventConsumer {
 public:
  LimiterRuns(std::vector<AnyLimiter> limiters, RunsAsked asked);

  void begin(const TraceOutline& outline) override;
  std::size_t parts() const noexcept override { return limiters_.size() * runs_each() + (asked_.choices > 0 ? 1 : 0); }
  void take(std::size_t part, const Events& block) override;

  /// After the trace. Throws Error naming the limiter.
  LimiterResult result(const TraceSummary& trace);

 private:
  /// Its runs, one behind another: by the choices of key, then the shared one.
  std::size_t runs_each() const noexcept { return asked_.choices + 1; }
  LimiterRun& run_of(std::size_t limiter, std::size_t which) const { return *runs_[limiter * runs_each() + which]; }
  LimiterRow row_of(std::size_t limiter, const Extent& extent);

  std::vector<AnyLimiter> limiters_;
  std::vector<Duration> windows_;
  RunsAsked asked_;
  std::size_t memory_each_ = 0;  ///< of those that hold any
  std::vector<std::unique_ptr<LimiterRun>> runs_;
  std::shared_ptr<const Keys> keys_;
  KeyTally in_all_;  ///< by the numbers that events bear
};

/// Reads a burst: a decimal or a fraction above 0. Throws Error naming the text.
Fraction parse_burst(std::string_view text);

/// `--window`, or none when it was not given. Throws Error naming the option.
std::optional<Duration> window_option(const std::string& text);

/// 1 when a --fail-on condition holds, else 0.
int failure_status(const std::vector<LimiterRow>& rows, bool fail_on_drop, const TraceSummary& trace,
                   const TraceOptions& options);

}  // namespace ratereplay
