#pragma once

#include <cstddef>
#include <string>
#include <string_view>

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
  std::string threads;
  std::string max_memory;
};

/// What a reading may use, from --threads and --max-memory.
struct Resources {
  std::size_t threads;      ///< >= 1
  std::size_t for_sorting;  ///< bytes for the events that have to be held
  std::size_t for_runs;     ///< bytes for what limiters keep of each event
  std::size_t for_keys;     ///< bytes for the texts of keys and their numbers
};

/// The group of the help that they are in.
inline constexpr const char* trace_group = "Trace";

void add_trace_options(CLI::App& command, TraceOptions& options);

/// How many choices of --key the events are told apart by: none where --only-key leaves one key.
std::size_t key_choices(const TraceOptions& options) noexcept;

/// Throws Error where events are told apart by --key: `what` takes them as one stream.
void need_one_key(const TraceOptions& options, std::string_view what);

/// Throws Error where events are told apart by several --key: `what` takes one.
void need_one_choice(const TraceOptions& options, std::string_view what);

/// Throws Error naming the option.
Resources resources_of(const TraceOptions& options);

/// Reads the trace into a consumer, which is to begin only `once` if it has to, and tells of it. Throws Error.
TraceSummary read_trace(const TraceOptions& options, const OutputOptions& output, EventConsumer& consumer,
                        bool once = false);

/// Prints the warnings of a trace on standard error; with --format csv, which has no place for them, the notes too.
void print_warnings(const TraceSummary& trace, const OutputOptions& output);

/// 1 when --fail-on-bad-rows was given and rows were skipped, else 0.
int bad_rows_status(const TraceOptions& options, const TraceSummary& trace);

}  // namespace ratereplay
