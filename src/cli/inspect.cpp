#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/trace_options.hpp"
#include "report/inspect_report.hpp"
#include "trace/collector.hpp"

namespace ratereplay {

namespace {

struct InspectOptions {
  TraceOptions trace;
  OutputOptions output;
};

int run_inspect(const InspectOptions& options) {
  const Format format = options.output.checked_format();
  OutputFile out(options.output.output);
  EventColumns columns;
  Collector collector(columns);
  const TraceSummary trace = read_trace(options.trace, options.output, collector);
  const Events events = columns.events();
  Inspection inspection{mean_rate_per_s(events), {}, gaps_of(events), ties_in(events)};
  for (const std::int64_t seconds : {1, 60, 3'600, 86'400}) {
    inspection.busiest.push_back(busiest_window(events, Duration{seconds * ns_per_second}));
  }
  out.write(inspect_report(inspection, trace, format, options.output.style()));
  return bad_rows_status(options.trace, trace);
}

}  // namespace

void add_inspect(CLI::App& app, int& status) {
  auto options = std::make_shared<InspectOptions>();
  CLI::App* command = app.add_subcommand("inspect", "what is in a trace");
  add_trace_options(*command, options->trace);
  add_output_options(*command, options->output);
  command->footer(
      "Examples:\n"
      "  ratereplay inspect data/usgs-all-week-2018-02-07.csv\n"
      "  ratereplay inspect data/usgs-all-week-2018-02-07.csv --where 'mag>=4.5' --format json");
  command->callback([options, &status] { status = run_inspect(*options); });
}

}  // namespace ratereplay
