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

namespace CLI {
class App;
}

namespace ratereplay {

/// --decisions and --decisions-format, as typed.
struct DecisionsFlags {
  std::string file;
  std::string format;
};

/// `what`: is written to the file, for the help.
void add_decisions_options(CLI::App& command, DecisionsFlags& flags, const std::string& what);

struct LogForm {
  LogFormat format;
  bool compressed;
};

/// By the format where that is given, else by the name of the file: .csv, .jsonl or .ndjson. Compressed where the name
/// ends in .gz. None without a file. Throws Error naming the option, also for a file that would be mixed with the
/// report or replace the trace.
std::optional<LogForm> log_form(const DecisionsFlags& flags, const std::string& output, const std::string& trace);

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
