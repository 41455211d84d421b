#pragma once

#include <string>

#include "cli/output.hpp"
#include "trace/load.hpp"

namespace CLI {
class App;
}

namespace ratereplay {

/// The trace options, the same on every command, as typed.
struct TraceOptions {
  LoadOptions load;
  std::string order = "sort";
  std::string bad_rows = "fail";
  bool fail_on_bad_rows = false;
};

void add_trace_options(CLI::App& command, TraceOptions& options);

/// Loads the trace and prints its warnings. With --format csv, which has no place for them, the notes too go to
/// standard error. Throws Error.
Trace load_trace(const TraceOptions& options, const OutputOptions& output);

/// 1 when --fail-on-bad-rows was given and rows were skipped, else 0.
int bad_rows_status(const TraceOptions& options, const Trace& trace);

}  // namespace ratereplay
