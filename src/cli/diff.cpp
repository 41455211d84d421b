#include <CLI/CLI.hpp>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/limiter_runs.hpp"
#include "cli/output.hpp"
#include "cli/trace_options.hpp"
#include "core/error.hpp"
#include "core/event_consumer.hpp"
#include "limiter/spec.hpp"
#include "replay/difference.hpp"
#include "replay/run_options.hpp"
#include "report/diff_report.hpp"

namespace ratereplay {

namespace {

struct DiffOptions {
  TraceOptions trace;
  OutputOptions output;
  std::vector<std::string> limiters;
  std::string top;
  bool fail_on_difference = false;
};

using Pair = std::array<AnyLimiter, 2>;

class Differences final : public EventConsumer {
 public:
  Differences(Pair limiters, std::size_t longest) : limiters_(std::move(limiters)), longest_(longest) {}

  void begin(const TraceOutline& outline) override {
    run_.emplace(limiters_, longest_,
                 RunOptions{.outline = outline, .choice = outline.keys ? std::optional<std::size_t>(0) : std::nullopt});
  }
  std::size_t parts() const noexcept override { return 1; }
  void take(std::size_t /*part*/, const Events& block) override { run_->feed(block); }

  DifferenceSummary summary() const { return run_->summary(); }

 private:
  Pair limiters_;
  std::size_t longest_;
  std::optional<DifferenceRun> run_;
};

int run_diff(const DiffOptions& options) {
  const Format format = options.output.checked_format();
  if (options.limiters.size() != 2) {
    throw Error("diff holds two limiters against each other; give -l twice, not " +
                (options.limiters.size() == 1 ? "once" : std::to_string(options.limiters.size()) + " times"));
  }
  const Pair limiters{parse_limiter(options.limiters[0]), parse_limiter(options.limiters[1])};
  need_one_choice(options.trace, "diff");

  OutputFile out(options.output.output);
  Differences differences(limiters, top_option(options.top));
  TraceOptions trace_options = options.trace;
  trace_options.load.lines = true;
  const TraceSummary trace = read_trace(trace_options, options.output, differences);
  const DifferenceSummary summary = differences.summary();
  std::array<DiffedLimiter, 2> diffed;
  for (std::size_t side = 0; side < 2; ++side)
    diffed[side] = {spec_text(limiters[side]), std::string(name_of(limiters[side]))};
  out.write(diff_report(diffed, summary, trace, format, options.output.style()));
  return options.fail_on_difference && summary.first ? 1 : bad_rows_status(options.trace, trace);
}

}  // namespace

void add_diff(CLI::App& app, int& status) {
  auto options = std::make_shared<DiffOptions>();
  CLI::App* command = app.add_subcommand("diff", "where two limiters decide differently, first and most");
  add_trace_options(*command, options->trace);
  command
      ->add_option("-l,--limiter", options->limiters,
                   "a limiter, NAME:KEY=VALUE,... (see 'ratereplay limiters'); given twice")
      ->required()
      ->type_name("SPEC")
      ->allow_extra_args(false);
  command->add_option("--top", options->top, "how many of the longest stretches are listed (default: 10)")
      ->type_name("N");
  command->add_flag("--fail-on-difference", options->fail_on_difference, "exit with 1 when any decision differs");
  add_output_options(*command, options->output);
  command->footer(
      "Examples:\n"
      "  ratereplay diff data/kamchatka-2025-07-29.csv -l token-bucket:rate=5/h,burst=5 \\\n"
      "    -l sliding-log:limit=5,window=1h");
  command->callback([options, &status] { status = run_diff(*options); });
}

}  // namespace ratereplay
