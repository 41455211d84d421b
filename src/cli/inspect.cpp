#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/trace_options.hpp"
#include "metrics/clients.hpp"
#include "metrics/key_tally.hpp"
#include "report/inspect_report.hpp"
#include "trace/collector.hpp"

namespace ratereplay {

namespace {

struct InspectOptions {
  TraceOptions trace;
  OutputOptions output;
};

constexpr std::size_t largest_clients = 10;

std::vector<InspectedKeys> keys_of(const Events& events, const Keys& keys) {
  KeyTally by_number;
  by_number.add(events, keys.combinations());
  std::vector<InspectedKeys> choices;
  for (std::size_t choice = 0; choice < keys.choices(); ++choice) {
    const KeyTally tally = by_client(by_number, keys.projection(choice), keys.size(choice));
    InspectedKeys inspected{keys.name(choice), tally.size(), {}};
    const auto before = [&](KeyId a, KeyId b) { return keys.text(choice, a) < keys.text(choice, b); };
    for (const KeyId client : clients_with_most({&tally, 1}, largest_clients, before)) {
      inspected.largest.push_back(
          {std::string(keys.text(choice, client)), tally.events[client], tally.cost_of(client)});
    }
    choices.push_back(std::move(inspected));
  }
  return choices;
}

int run_inspect(const InspectOptions& options) {
  const Format format = options.output.checked_format();
  OutputFile out(options.output.output);
  EventColumns columns;
  Collector collector(columns);
  const TraceSummary trace = read_trace(options.trace, options.output, collector);
  const Events events = columns.events();
  Inspection inspection{mean_rate_per_s(events), {}, gaps_of(events), ties_in(events), {}};
  if (trace.keys && trace.events > 0) inspection.keys = keys_of(events, *trace.keys);
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
