#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "cli/commands.hpp"
#include "cli/limiter_runs.hpp"
#include "limiter/spec.hpp"

namespace ratereplay {

namespace {

struct ReplayOptions {
  TraceOptions trace;
  OutputOptions output;
  std::vector<std::string> limiters;
  std::string window;
  bool fail_on_drop = false;
};

int run_replay(const ReplayOptions& options) {
  const Format format = options.output.checked_format();
  const std::optional<Duration> window = window_option(options.window);
  std::vector<AnyLimiter> limiters;
  for (const std::string& spec : options.limiters) limiters.push_back(parse_limiter(spec));

  OutputFile out(options.output.output);
  LimiterRuns runs(std::move(limiters), window, resources_of(options.trace).for_runs);
  const TraceSummary trace = read_trace(options.trace, options.output, runs);
  const std::vector<LimiterRow> rows = runs.rows(trace.extent);
  out.write(replay_report(rows, trace, format, options.output.style()));
  return failure_status(rows, options.fail_on_drop, trace, options.trace);
}

}  // namespace

void add_replay(CLI::App& app, int& status) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App* command = app.add_subcommand("replay", "chosen limiters, with first drop and longest run of drops");
  add_trace_options(*command, options->trace);
  command
      ->add_option("-l,--limiter", options->limiters,
                   "a limiter, NAME:KEY=VALUE,... (see 'ratereplay limiters'); repeatable")
      ->required()
      ->type_name("SPEC")
      ->allow_extra_args(false);
  command->add_option("--window", options->window, "window of 'busiest' and 'promise' (default: each limiter's own)")
      ->type_name("W");
  command->add_flag("--fail-on-drop", options->fail_on_drop, "exit with 1 when any limiter dropped an event");
  add_output_options(*command, options->output);
  command->footer(
      "Examples:\n"
      "  ratereplay replay data/kamchatka-2025-07-29.csv -l token-bucket:rate=5/h,burst=5\n"
      "  ratereplay replay data/kamchatka-2025-07-29.csv --window 1h \\\n"
      "    -l sliding-log:limit=5,window=1h -l leaky-queue:rate=5/h,queue=20");
  command->callback([options, &status] { status = run_replay(*options); });
}

}  // namespace ratereplay
