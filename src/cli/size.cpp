#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/trace_options.hpp"
#include "report/size_report.hpp"
#include "sizing/least_bucket.hpp"

namespace ratereplay {

namespace {

struct SizeOptions {
  TraceOptions trace;
  OutputOptions output;
  std::vector<std::string> rates;
};

int run_size(const SizeOptions& options) {
  const Format format = options.output.checked_format();
  std::vector<Rate> rates;
  for (const std::string& text : options.rates) rates.push_back(parse_rate(text));

  OutputFile out(options.output.output);
  const Trace trace = load_trace(options.trace, options.output);
  const Extent extent = extent_of(trace.events());
  std::vector<SizeRow> rows;
  for (const Rate& rate : rates) {
    SizeRow row{rate, least_bucket(trace.events(), rate), std::nullopt};
    row.bounds = resolution_bounds(row.bucket, rate, trace.summary.resolution, extent.largest_cost);
    rows.push_back(std::move(row));
  }
  out.write(size_report(rows, trace, format, options.output.style()));
  return bad_rows_status(options.trace, trace);
}

}  // namespace

void add_size(CLI::App& app, int& status) {
  auto options = std::make_shared<SizeOptions>();
  CLI::App* command = app.add_subcommand("size", "the least bucket that loses nothing at a rate");
  add_trace_options(*command, options->trace);
  command
      ->add_option("--rate", options->rates,
                   "the refill rate, as 5/h, 100/s or 10/13s (units ns us ms s m h d); repeatable")
      ->required()
      ->type_name("RATE")
      ->allow_extra_args(false);
  add_output_options(*command, options->output);
  command->footer(
      "Examples:\n"
      "  ratereplay size data/kamchatka-2025-07-29.csv --rate 5/h\n"
      "  ratereplay size data/usgs-all-week-2018-02-07.csv --rate 10/h --rate 20/h --rate 40/h");
  command->callback([options, &status] { status = run_size(*options); });
}

}  // namespace ratereplay
