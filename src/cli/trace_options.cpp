#include "cli/trace_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

void add_trace_options(CLI::App& command, TraceOptions& options) {
  const char* group = "Trace";
  LoadOptions& load = options.load;
  command.add_option("TRACE", load.source, "a CSV file, .gz and .zst too; - is standard input")
      ->required()
      ->type_name("");
  const auto text = [&](const char* flag, std::string& value, const char* type, const char* help) {
    command.add_option(flag, value, help)->group(group)->type_name(type);
  };
  text("--time", load.time_column, "COLUMN", "the time column; guessed among time, timestamp, ts, date, ...");
  text("--time-unit", load.time_unit, "UNIT",
       "unit of epoch times: s, ms, us or ns (default: judged by the first row)");
  text("--cost", load.cost_column, "COLUMN", "the cost of each event, a whole number (default: 1)");
  command.add_option("--where", load.where, "keep only matching rows, as 'mag>=5'; = != < <= > >=; repeatable")
      ->group(group)
      ->type_name("CONDITION")
      ->allow_extra_args(false);
  text("--from", load.from, "TIME", "keep events at or after TIME");
  text("--to", load.to, "TIME", "keep events before TIME");
  text("--dedupe", load.dedupe_column, "COLUMN", "keep one row for each value: the newest 'updated', or the last");
  text("--delimiter", load.delimiter, "CHAR", "cell separator (default: a comma); 'tab' for a tab");
  text("--order", options.order, "ORDER", "sort (default), file (keep file order), strict (refuse an unsorted file)");
  text("--bad-rows", options.bad_rows, "WHAT", "fail (default) or skip, at rows that cannot be read");
  command.add_flag("--fail-on-bad-rows", options.fail_on_bad_rows, "exit with 1 when --bad-rows skip skipped any")
      ->group(group);
}

Trace load_trace(const TraceOptions& options, const OutputOptions& output) {
  output.check_apart_from(options.load.source);
  LoadOptions load_options = options.load;
  if (options.order == "file") {
    load_options.order = Order::file;
  } else if (options.order == "strict") {
    load_options.order = Order::strict;
  } else {
    check_choice("--order", options.order, {"sort", "file", "strict"});
  }
  check_choice("--bad-rows", options.bad_rows, {"fail", "skip"});
  if (options.bad_rows == "skip") load_options.bad_rows = BadRows::skip;

  Trace trace = load(load_options);
  for (const std::string& warning : trace.summary.warnings) warn(output, "warning: " + warning);
  if (output.checked_format() == Format::csv) {
    for (const std::string& note : trace.summary.notes) warn(output, "note: " + note);
  }
  return trace;
}

int bad_rows_status(const TraceOptions& options, const Trace& trace) {
  return options.fail_on_bad_rows && trace.summary.rows.bad > 0 ? 1 : 0;
}

}  // namespace ratereplay
