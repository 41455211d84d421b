#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/output.hpp"
#include "core/event_consumer.hpp"
#include "limiter/catalogue.hpp"
#include "replay/limiter_run.hpp"
#include "report/decision_log.hpp"
#include "report/gzip_writer.hpp"

namespace ratereplay {

struct LogForm {
  LogFormat format;
  bool compressed;
};

/// By --decisions-format where that is given, else by the name of the file: .csv, .jsonl or .ndjson. Compressed where
/// the name ends in .gz. Throws Error naming the option.
LogForm log_form(const std::string& file, const std::string& format);

/// Writes what limiters decide on each event while a trace is read: a row for each event and limiter, events in order
/// of time, limiters in theirs. What it holds does not grow with the trace.
class DecisionRuns final : public EventConsumer {
 public:
  DecisionRuns(std::vector<AnyLimiter> limiters, LogForm form, OutputFile& out);

  void begin(const TraceOutline& outline) override;
  std::size_t parts() const noexcept override { return 1; }
  void take(std::size_t part, const Events& block) override;

  /// After the trace: all that belongs to the log is appended to the file.
  void finish();

  /// See DecisionLog.
  std::uint64_t replaced_keys() const noexcept;

 private:
  std::vector<AnyLimiter> limiters_;
  LogForm form_;
  OutputFile& out_;
  std::optional<GzipWriter> gzip_;
  std::optional<DecisionLog> log_;
  std::shared_ptr<const Keys> keys_;
  std::vector<std::vector<Answer>> answers_;  ///< of each limiter, to the events that are written next
  std::vector<std::unique_ptr<LimiterRun>> runs_;
};

}  // namespace ratereplay
