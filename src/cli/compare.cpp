#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cli/commands.hpp"
#include "cli/dialect_runs.hpp"
#include "cli/limiter_runs.hpp"
#include "cli/option_values.hpp"
#include "cli/pictures.hpp"
#include "core/error.hpp"
#include "limiter/spec.hpp"
#include "limiter/spec_reader.hpp"
#include "report/catalogue_report.hpp"

namespace ratereplay {

namespace {

struct CompareOptions {
  TraceOptions trace;
  OutputOptions output;
  std::string rate;
  std::string burst;
  std::string window;
  std::vector<std::string> more;
  WhenFlags when;
  bool dialects = false;
  bool fail_on_drop = false;
  PictureFlags pictures;
};

ComparisonNotes notes_of(const Rate& rate, const Fraction& burst, Duration window,
                         const std::vector<AnyLimiter>& limiters, const std::vector<LimiterRow>& rows) {
  const auto queue = std::find_if(limiters.begin(), limiters.end(), [](const AnyLimiter& limiter) {
    return std::holds_alternative<LeakyQueue>(limiter);
  });
  std::vector<std::string> names(rows.size());
  std::transform(rows.begin(), rows.end(), names.begin(), [](const LimiterRow& row) { return row.name; });
  return {fmt::format("rate {}, burst {}, queue {}; busiest and promise are of any half-open {}\n", rate.text,
                      amount_text(burst), std::get<LeakyQueue>(*queue).queue, human_text(window)),
          family_note(catalogue(), names)};
}

int run_compare(const CompareOptions& options) {
  const Format format = options.output.checked_format();
  const Rate rate = parse_rate(options.rate);
  const Duration window = window_option(options.window).value_or(rate.period);
  const std::optional<Fraction> burst = parse_option("--burst", options.burst, parse_burst);
  std::vector<AnyLimiter> limiters = limiters_for_comparison(rate, burst);
  for (const std::string& spec : options.more) limiters.push_back(parse_limiter(spec));
  const RunsAsked asked = runs_asked(window, options.when, options.trace, options.output);

  if (options.dialects && format == Format::csv)
    warn(options.output, "note: CSV has no place for --dialects; --format json has it");
  DialectsForComparison dialects;
  if (options.dialects) dialects = dialects_for_comparison(rate, burst, !options.trace.load.cost_column.empty());

  PictureFiles pictures(options.pictures, options.output, options.trace.load.source);
  OutputFile out(options.output.output);
  LimiterRuns runs(limiters, asked);
  DialectRuns dialect_runs(std::move(dialects), window);
  PictureRuns picture_runs(options.pictures, limiters, resources_of(options.trace).threads);
  ConsumerPair both(runs, dialect_runs);
  ConsumerPair all(both, picture_runs);
  const TraceSummary trace = read_trace(options.trace, options.output, all);
  LimiterResult result = runs.result(trace);
  if (options.dialects) result.dialects = dialect_runs.result();
  const auto report = [&](Format in, const Style& style) {
    return compare_report(notes_of(rate, burst.value_or(Fraction(rate.count)), window, limiters, result.rows), result,
                          trace, in, style);
  };
  std::string plot;
  if (options.pictures.any()) {
    plot = picture_runs.draw(pictures, "compare", trace, result.rows, report(Format::table, {}), options.output);
  }
  out.append(report(format, options.output.style()) + plot);
  out.flush();
  pictures.finish();
  out.finish();
  return failure_status(result.rows, options.fail_on_drop, trace, options.trace);
}

}  // namespace

void add_compare(CLI::App& app, int& status) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand("compare", "every limiter side by side at one rate");
  add_trace_options(*command, options->trace);
  command
      ->add_option("--rate", options->rate,
                   "the rate of all limiters, as 5/h, 100/s or 10/13s (units ns us ms s m h d)")
      ->required()
      ->type_name("RATE");
  command->add_option("--burst", options->burst, "bucket size; the queue holds one less (default: the rate's count)")
      ->type_name("B");
  command->add_option("--window", options->window, "window of 'busiest' and 'promise' (default: the rate's period)")
      ->type_name("W");
  command->add_option("-l,--limiter", options->more, "one more limiter, NAME:KEY=VALUE,...; repeatable")
      ->type_name("SPEC")
      ->allow_extra_args(false);
  command->add_flag("--dialects", options->dialects,
                    "what products would have done, each beside the limiter that it comes close to");
  add_when_options(*command, options->when);
  command->add_flag("--fail-on-drop", options->fail_on_drop, "exit with 1 when any limiter dropped an event");
  add_picture_options(*command, options->pictures, "what each limiter did over time");
  add_plot_option(*command, options->pictures, "what each limiter did over time");
  add_output_options(*command, options->output);
  command->footer(
      "Examples:\n"
      "  ratereplay compare data/kamchatka-2025-07-29.csv --rate 5/h\n"
      "  ratereplay compare data/usgs-all-week-2018-02-07.csv --where 'mag>=4.5' --rate 2/h --burst 4 \\\n"
      "    -l token-bucket:rate=2/h,burst=10");
  command->callback([options, &status] { status = run_compare(*options); });
}

}  // namespace ratereplay
