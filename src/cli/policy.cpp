#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/trace_options.hpp"
#include "core/error.hpp"
#include "core/text_file.hpp"
#include "core/workers.hpp"
#include "policy/columns.hpp"
#include "policy/policy_run.hpp"
#include "policy/rules.hpp"
#include "report/policy_report.hpp"
#include "trace/collector.hpp"

namespace ratereplay {

namespace {

struct PolicyOptions {
  TraceOptions trace;
  OutputOptions output;
  std::string rules;
  bool fail_on_drop = false;
};

Policy read_policy(const std::string& path) { return parse_policy(read_text_file(path, "a file of rules"), path); }

void check_options(const PolicyOptions& options) {
  const TraceOptions& trace = options.trace;
  if (!trace.load.keys.empty() || trace.load.only_key)
    throw Error("--key beside rules: they say whose limiters are; leave it out");
  if (!trace.load.cost_column.empty()) throw Error("--cost beside rules: they say what an event costs; leave it out");
  check_apart("--output", options.output.output, "the rules", options.rules);
}

/// A policy beside what its trace has, run in every way to commit.
PolicyResult run_all(const Policy& policy, const PolicyColumns& columns, const std::shared_ptr<const Keys>& keys,
                     const Events& events, const Extent& extent, Workers& workers) {
  const RuleMatches matches(policy, columns, keys);
  PolicyResult result{policy, {}, {}, keys, {}};
  for (std::size_t rule = 0; rule < policy.rules.size(); ++rule) result.key_choices.push_back(columns.key(rule));
  result.commits.resize(commit_names().size());
  workers.for_each(result.commits.size(), [&](std::size_t turn) {
    Policy as_committed = policy;
    as_committed.commit = static_cast<Commit>(turn);
    const bool is_own = as_committed.commit == policy.commit;
    PolicySummary summary = (is_own ? run_policy : decide_policy)(as_committed, columns, matches, events, extent, {});
    result.commits[turn] = {as_committed.commit, summary.passed, summary.refused};
    if (is_own) result.summary = std::move(summary);
  });
  return result;
}

int run_policy_command(const PolicyOptions& options) {
  const Format format = options.output.checked_format();
  check_options(options);
  const Policy policy = read_policy(options.rules);
  KeyChoices choices;
  const PolicyColumns columns(policy, choices);

  OutputFile out(options.output.output);
  TraceOptions trace_options = options.trace;
  trace_options.load.key_columns = choices;
  trace_options.load.cost_column = policy.cost_column.value_or("");
  trace_options.load.cost_asked_by = policy.cost_asked_by;
  EventColumns gathered;
  Collector collector(gathered);
  const TraceSummary trace = read_trace(trace_options, options.output, collector);
  Workers workers(resources_of(options.trace).threads);
  const PolicyResult result = run_all(policy, columns, collector.keys(), gathered.events(), trace.extent, workers);
  out.write(policy_report(result, trace, format, options.output.style()));
  if (options.fail_on_drop && result.summary.refused > 0) return 1;
  return bad_rows_status(options.trace, trace);
}

}  // namespace

void add_policy(CLI::App& app, int& status) {
  auto options = std::make_shared<PolicyOptions>();
  CLI::App* command = app.add_subcommand("policy", "several rules at once, as they are deployed");
  add_trace_options(*command, options->trace);
  command->add_option("RULES", options->rules, "a file of rules, TOML")->required()->type_name("");
  command->add_flag("--fail-on-drop", options->fail_on_drop, "exit with 1 when the policy refused an event");
  add_output_options(*command, options->output);
  command->footer(
      "Example:\n"
      "  ratereplay policy data/usgs-all-week-2018-02-07.csv data/policy.toml");
  command->callback([options, &status] { status = run_policy_command(*options); });
}

}  // namespace ratereplay
