#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.hpp"
#include "cli/decision_runs.hpp"
#include "cli/limiter_runs.hpp"
#include "cli/nginx_runs.hpp"
#include "cli/pictures.hpp"
#include "core/text.hpp"
#include "limiter/spec.hpp"
#include "report/nginx_report.hpp"

namespace ratereplay {

namespace {

struct ReplayOptions {
  TraceOptions trace;
  OutputOptions output;
  std::vector<std::string> limiters;
  std::string nginx_conf;
  std::string window;
  WhenFlags when;
  bool fail_on_drop = false;
  DecisionsFlags decisions;
  PictureFlags pictures;
};

/// What a replay is asked for beside its decisions.
struct Asked {
  LimiterRuns& runs;
  PictureRuns& picture_runs;
  PictureFiles& pictures;
};

/// All but the renaming, which comes last, so that no file is left without the others.
void report_on(const ReplayOptions& options, Format format, Asked& asked, const TraceSummary& trace,
               const LimiterResult& result, OutputFile& out) {
  if (options.pictures.any()) {
    asked.picture_runs.draw(asked.pictures, "replay", trace, result.rows,
                            replay_report(result, trace, Format::table, {}), options.output);
  }
  out.append(replay_report(result, trace, format, options.output.style()));
  out.flush();
}

int run_logged(const ReplayOptions& options, Format format, const std::vector<AnyLimiter>& limiters, Asked& asked,
               LogForm form, OutputFile& out) {
  if (options.trace.load.keys.size() > 1)
    throw Error("--decisions writes one key for each event; give --key once, with commas between several columns");
  OutputFile log(options.decisions.file);
  DecisionRuns decisions(limiters, form, log);
  ConsumerPair seen(asked.runs, asked.picture_runs);
  ConsumerPair both(seen, decisions);
  TraceOptions with_lines = options.trace;
  with_lines.load.lines = true;
  TraceSummary trace = read_trace(with_lines, options.output, both, !log.can_start_over());
  const LimiterResult result = asked.runs.result(trace);
  decisions.finish();
  log.flush();
  if (const std::uint64_t keys = decisions.replaced_keys(); keys > 0) {
    trace.warnings.push_back(
        fmt::format("{} with a key that is not UTF-8: its bytes are U+FFFD in {}; --decisions-format csv keeps them",
                    counted(keys, "event"), in_quotes(options.decisions.file)));
    warn(options.output, "warning: " + trace.warnings.back());
  }
  report_on(options, format, asked, trace, result, out);
  log.finish();
  asked.pictures.finish();
  out.finish();
  return failure_status(result.rows, options.fail_on_drop, trace, options.trace);
}

/// Throws Error for an option that a configuration of nginx leaves nothing to say.
void check_nginx_options(const ReplayOptions& options) {
  const auto refuse = [](std::string_view option, std::string_view why) {
    throw Error(fmt::format("{} beside --nginx-conf: {}; leave one of them out", option, why));
  };
  constexpr std::string_view no_limiters = "it is about the limiters of -l";
  if (!options.limiters.empty()) refuse("-l", "the configuration says what limits");
  if (!options.trace.load.keys.empty()) refuse("--key", "the zones name their keys");
  if (!options.trace.load.cost_column.empty()) refuse("--cost", "nginx counts requests");
  if (!options.window.empty()) refuse("--window", no_limiters);
  if (!options.when.by.empty()) refuse("--by", no_limiters);
  if (options.when.worst_first) refuse("--worst-first", no_limiters);
  if (!options.when.top.empty()) refuse("--top", no_limiters);
  if (!options.decisions.file.empty()) refuse("--decisions", no_limiters);
  if (!options.decisions.format.empty()) refuse("--decisions-format", no_limiters);
  if (!options.pictures.html.empty()) refuse("--html", no_limiters);
  if (!options.pictures.svg.empty()) refuse("--svg", no_limiters);
}

int run_nginx(const ReplayOptions& options, Format format) {
  check_nginx_options(options);
  check_apart("--output", options.output.output, "--nginx-conf", options.nginx_conf);
  const NginxConf conf = read_nginx_conf(options.nginx_conf);
  NginxRuns runs(conf, resources_of(options.trace).for_runs);
  OutputFile out(options.output.output);
  TraceOptions with_keys = options.trace;
  with_keys.load.key_columns = runs.columns();
  const TraceSummary trace = read_trace(with_keys, options.output, runs);
  const NginxResult result = runs.result();
  if (format == Format::csv) {
    for (const std::string& note : result.notes) warn(options.output, "note: " + note);
  }
  out.write(nginx_report(result, trace, format, options.output.style()));
  if (options.fail_on_drop && result.requests.refused > 0) return 1;
  return bad_rows_status(options.trace, trace);
}

int run_replay(const ReplayOptions& options) {
  const Format format = options.output.checked_format();
  if (!options.nginx_conf.empty()) return run_nginx(options, format);
  if (options.limiters.empty()) throw Error("replay needs a limiter: give -l SPEC, or --nginx-conf FILE");
  const std::optional<Duration> window = window_option(options.window);
  const std::optional<LogForm> form = log_form(options.decisions, options.output.output, options.trace.load.source);
  std::vector<AnyLimiter> limiters;
  for (const std::string& spec : options.limiters) limiters.push_back(parse_limiter(spec));
  const RunsAsked runs_for = runs_asked(window, options.when, options.trace, options.output);

  if (form) check_pictures_apart(options.pictures, "--decisions", options.decisions.file);

  PictureFiles pictures(options.pictures, options.output, options.trace.load.source);
  OutputFile out(options.output.output);
  LimiterRuns runs(limiters, runs_for);
  PictureRuns picture_runs(options.pictures, limiters, resources_of(options.trace).threads);
  Asked asked{runs, picture_runs, pictures};
  if (form) return run_logged(options, format, limiters, asked, *form, out);
  ConsumerPair both(runs, picture_runs);
  const TraceSummary trace = read_trace(options.trace, options.output, both);
  const LimiterResult result = runs.result(trace);
  report_on(options, format, asked, trace, result, out);
  pictures.finish();
  out.finish();
  return failure_status(result.rows, options.fail_on_drop, trace, options.trace);
}

}  // namespace

void add_replay(CLI::App& app, int& status) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App* command = app.add_subcommand("replay", "chosen limiters, with first drop and longest run of drops");
  add_trace_options(*command, options->trace);
  command
      ->add_option("-l,--limiter", options->limiters,
                   "a limiter, NAME:KEY=VALUE,... (see 'ratereplay limiters'); repeatable")
      ->type_name("SPEC")
      ->allow_extra_args(false);
  command
      ->add_option("--nginx-conf", options->nginx_conf,
                   "what the limit_req of an nginx.conf would have done with an access log")
      ->type_name("FILE");
  command->add_option("--window", options->window, "window of 'busiest' and 'promise' (default: each limiter's own)")
      ->type_name("W");
  add_when_options(*command, options->when);
  command->add_flag("--fail-on-drop", options->fail_on_drop, "exit with 1 when any limiter dropped an event");
  add_decisions_options(*command, options->decisions, "what each limiter decided on each event");
  add_picture_options(*command, options->pictures, "what each limiter did over time");
  add_output_options(*command, options->output);
  command->footer(
      "Examples:\n"
      "  ratereplay replay data/kamchatka-2025-07-29.csv -l token-bucket:rate=5/h,burst=5\n"
      "  ratereplay replay data/kamchatka-2025-07-29.csv --window 1h \\\n"
      "    -l sliding-log:limit=5,window=1h -l leaky-queue:rate=5/h,queue=20\n"
      "  ratereplay replay data/kamchatka-2025-07-29.csv -l gcra:rate=5/h,burst=5 --decisions /tmp/log.csv");
  command->callback([options, &status] { status = run_replay(*options); });
}

}  // namespace ratereplay
