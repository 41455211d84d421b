#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/allowance.hpp"
#include "cli/commands.hpp"
#include "cli/decision_runs.hpp"
#include "cli/limiter_runs.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/trace_options.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/text_file.hpp"
#include "core/workers.hpp"
#include "policy/columns.hpp"
#include "policy/policy_change.hpp"
#include "policy/policy_run.hpp"
#include "policy/policy_size.hpp"
#include "policy/rules.hpp"
#include "report/gzip_writer.hpp"
#include "report/policy_change_report.hpp"
#include "report/policy_log.hpp"
#include "report/policy_report.hpp"
#include "trace/collector.hpp"

namespace ratereplay {

namespace {

struct PolicyOptions {
  TraceOptions trace;
  OutputOptions output;
  std::string rules;
  std::string new_rules;
  std::vector<std::string> fail_on;
  std::string window;
  bool fail_on_drop = false;
  DecisionsFlags decisions;
  bool size = false;
  std::string allow_drops;
};

Policy read_policy(const std::string& path) { return parse_policy(read_text_file(path, "a file of rules"), path); }

void check_options(const PolicyOptions& options) {
  const TraceOptions& trace = options.trace;
  if (!trace.load.keys.empty() || trace.load.only_key)
    throw Error("--key beside rules: they say whose limiters are; leave it out");
  if (!trace.load.cost_column.empty()) throw Error("--cost beside rules: they say what an event costs; leave it out");
  check_apart("--output", options.output.output, "the rules", options.rules);
  check_apart("--output", options.output.output, "the rules", options.new_rules);
  check_apart("--decisions", options.decisions.file, "the rules", options.rules);
}

/// A policy beside what its trace has, run in every way to commit.
PolicyResult run_all(const Policy& policy, const PolicyColumns& columns, const std::shared_ptr<const Keys>& keys,
                     const Events& events, const Extent& extent, Workers& workers) {
  const RuleMatches matches(policy, columns, keys);
  PolicyResult result;
  result.policy = policy;
  result.keys = keys;
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

/// A trace beside what a policy asks of it.
struct PolicyTrace {
  const Policy& policy;
  const PolicyColumns& columns;
  std::shared_ptr<const Keys> keys;
  Events events;
  Extent extent;
};

/// Writes how the policy decided on each event.
void write_decisions(const PolicyTrace& replayed, LogForm form, OutputFile& out) {
  const Sink to_file = [&out](std::string_view bytes) { out.append(bytes); };
  std::optional<GzipWriter> gzip;
  if (form.compressed) gzip.emplace(to_file);
  PolicyLog log(form.format, replayed.policy, gzip ? [&gzip](std::string_view bytes) { gzip->write(bytes); } : to_file);
  const RuleMatches matches(replayed.policy, replayed.columns, replayed.keys);
  const std::optional<std::size_t>& client = replayed.columns.client();
  const Events& events = replayed.events;
  std::vector<std::size_t> refusing;
  decide_policy(
      replayed.policy, replayed.columns, matches, events, replayed.extent, [&](const PolicyDecision& decision) {
        refusing.clear();
        for (std::size_t rule = 0; rule < replayed.policy.rules.size(); ++rule)
          if (decision.refusing[rule / 64] >> rule % 64 & 1) refusing.push_back(rule);
        const std::size_t event = decision.event;
        log.add(
            events.line.empty() ? std::nullopt : std::optional(events.line[event]), events.time(event),
            client ? std::optional(replayed.keys->text(*client, matches.key(client, events.key[event]))) : std::nullopt,
            decision.refused_by, refusing);
      });
  log.finish();
  if (gzip) gzip->finish();
}

/// What --fail-on asks of a change: `new-drops>0.1%`, `new-passes>5`, `clients>10`.
struct ChangeCondition {
  std::string text;
  std::string figure;
  Fraction most;  ///< a share of 1 where `is_share`
  bool is_share;
};

ChangeCondition parse_change_condition(const std::string& text) {
  const std::size_t more = text.find('>');
  const std::vector<std::string> figures{"new-drops", "new-passes", "clients"};
  const std::string figure(trimmed(text.substr(0, more)));
  const bool known = std::find(figures.begin(), figures.end(), figure) != figures.end();
  if (more == std::string::npos || !known) {
    throw Error(fmt::format("{} is no condition; write one of {}, > and a number or a share, as new-drops>0.1%{}",
                            in_quotes(text), joined(figures, ", "), known ? "" : suggestion(figure, figures)));
  }
  std::string_view bound = trimmed(std::string_view(text).substr(more + 1));
  const bool is_share = !bound.empty() && bound.back() == '%';
  if (is_share) bound.remove_suffix(1);
  const Fraction most = parse_fraction(trimmed(bound));
  if (is_share && most >= Fraction(100))
    throw Error(fmt::format("{} can never hold; give a share below 100%", in_quotes(text)));
  return {text, figure, is_share ? most / Fraction(100) : most, is_share};
}

FailOn judged(const ChangeCondition& condition, const PolicyChange& change) {
  const bool of_clients = condition.figure == "clients";
  const std::uint64_t count = of_clients                        ? change.refused.clients
                              : condition.figure == "new-drops" ? change.refused.events
                                                                : change.admitted.events;
  const Fraction whole = condition.is_share ? Fraction(Int128{of_clients ? change.clients : change.events}) : 1;
  return {condition.text, Fraction(Int128{count}) > condition.most * whole};
}

std::vector<ChangeCondition> parse_change_conditions(const std::vector<std::string>& texts) {
  std::vector<ChangeCondition> conditions;
  conditions.reserve(texts.size());
  for (const std::string& text : texts)  // none is empty
    conditions.push_back(parse_option("--fail-on", text, parse_change_condition).value());
  return conditions;
}

/// Throws Error for an option that is about one policy, or about two.
void check_change_options(const PolicyOptions& options) {
  if (!options.allow_drops.empty() && !options.size) throw Error("--allow-drops is about --size; give that as well");
  if (options.new_rules.empty()) {
    if (!options.fail_on.empty()) throw Error("--fail-on is about a change of rules; name the new ones as well");
    if (!options.window.empty()) throw Error("--window is about a change of rules; leave it out, or name the new ones");
    return;
  }
  constexpr std::string_view mend = "is about one policy; leave it out, or name one";
  if (!options.decisions.file.empty()) throw Error(fmt::format("--decisions {}", mend));
  if (options.size) throw Error(fmt::format("--size {}", mend));
  if (options.fail_on_drop) throw Error(fmt::format("--fail-on-drop {}; --fail-on 'new-drops>0' is about two", mend));
}

int run_change(const PolicyOptions& options, Format format) {
  const std::vector<ChangeCondition> conditions = parse_change_conditions(options.fail_on);
  PolicyChangeResult result;
  result.before = read_policy(options.rules);
  result.after = read_policy(options.new_rules);
  if (result.before.cost_column && result.after.cost_column && result.before.cost_column != result.after.cost_column) {
    throw Error(fmt::format("{} has costs of the column {}, and {} of {}; take one column in both",
                            in_quotes(options.rules), in_quotes(*result.before.cost_column),
                            in_quotes(options.new_rules), in_quotes(*result.after.cost_column)));
  }
  if (result.after.client.empty()) {
    result.after.client = result.before.client;
    result.after.client_at = result.before.client_at;
  }
  for (const ChangeCondition& each : conditions) {
    if (result.after.client.empty() && each.figure == "clients") {
      throw Error(fmt::format("--fail-on {}: the rules tell no clients apart; give them a key or client",
                              in_quotes(each.text)));
    }
  }
  KeyChoices choices;
  const PolicyColumns columns_before(result.before, choices);
  const PolicyColumns columns_after(result.after, choices);

  OutputFile out(options.output.output);
  TraceOptions trace_options = options.trace;
  trace_options.load.key_columns = choices;
  const Policy& with_costs = result.after.cost_column ? result.after : result.before;
  trace_options.load.cost_column = with_costs.cost_column.value_or("");
  trace_options.load.cost_asked_by = with_costs.cost_asked_by;
  EventColumns gathered;
  Collector collector(gathered);
  const Duration window = window_option(options.window).value_or(Duration{60 * ns_per_second});
  const TraceSummary trace = read_trace(trace_options, options.output, collector);
  const RuleMatches matches_before(result.before, columns_before, collector.keys());
  const RuleMatches matches_after(result.after, columns_after, collector.keys());
  result.change =
      compare_policies({result.before, columns_before, matches_before}, {result.after, columns_after, matches_after},
                       gathered.events(), trace.extent, window);
  if (columns_after.client()) {
    result.keys = collector.keys();
    result.client = *columns_after.client();
  }
  bool fails = false;
  for (const ChangeCondition& each : conditions) {
    result.fail_on.push_back(judged(each, result.change));
    fails |= result.fail_on.back().holds;
  }
  out.write(policy_change_report(result, trace, format, options.output.style()));
  return fails ? 1 : bad_rows_status(options.trace, trace);
}

int run_policy_command(const PolicyOptions& options) {
  const Format format = options.output.checked_format();
  check_options(options);
  check_change_options(options);
  if (!options.new_rules.empty()) return run_change(options, format);
  const std::optional<LogForm> form = log_form(options.decisions, options.output.output, options.trace.load.source);
  const std::optional<Allowance> allowed = parse_option("--allow-drops", options.allow_drops, parse_allowance);
  const Policy policy = read_policy(options.rules);
  KeyChoices choices;
  const PolicyColumns columns(policy, choices);

  OutputFile out(options.output.output);
  std::optional<OutputFile> log;
  if (form) log.emplace(options.decisions.file);
  TraceOptions trace_options = options.trace;
  trace_options.load.lines = log.has_value();
  trace_options.load.key_columns = choices;
  trace_options.load.cost_column = policy.cost_column.value_or("");
  trace_options.load.cost_asked_by = policy.cost_asked_by;
  EventColumns gathered;
  Collector collector(gathered);
  const TraceSummary trace = read_trace(trace_options, options.output, collector);
  Workers workers(resources_of(options.trace).threads);
  PolicyResult result = run_all(policy, columns, collector.keys(), gathered.events(), trace.extent, workers);
  if (options.size) {
    const RuleMatches matches(policy, columns, collector.keys());
    result.allows_drops = allowed.has_value();
    result.sizes = size_policy(
        {policy, columns, matches}, collector.keys(), gathered.events(), trace.extent,
        [&](std::uint64_t all) { return allowed ? allowed->of(all) : 0; }, workers);
  }
  if (log) {  // neither is left without the other: renaming comes last
    write_decisions({policy, columns, collector.keys(), gathered.events(), trace.extent}, *form, *log);
    log->flush();
  }
  out.append(policy_report(result, trace, format, options.output.style()));
  out.flush();
  if (log) log->finish();
  out.finish();
  if (options.fail_on_drop && result.summary.refused > 0) return 1;
  return bad_rows_status(options.trace, trace);
}

}  // namespace

void add_policy(CLI::App& app, int& status) {
  auto options = std::make_shared<PolicyOptions>();
  CLI::App* command = app.add_subcommand("policy", "several rules at once, as they are deployed");
  add_trace_options(*command, options->trace);
  command->add_option("RULES", options->rules, "a file of rules, TOML")->required()->type_name("");
  command->add_option("NEW", options->new_rules, "another one: whom would it refuse or admit in place of the first?")
      ->type_name("");
  command->add_flag("--size", options->size, "what each rule would have to hold to refuse nothing of what reaches it");
  command
      ->add_option("--allow-drops", options->allow_drops, "with --size: or no more than so many events, as 0.1% or 5")
      ->type_name("SHARE");
  command
      ->add_option("--fail-on", options->fail_on,
                   "of a change: exit with 1 when 'new-drops>0.1%', 'new-passes>5' or 'clients>10' holds; repeatable")
      ->type_name("CONDITION")
      ->allow_extra_args(false);
  command->add_option("--window", options->window, "of a change: the window of its worst moment (default: 1m)")
      ->type_name("W");
  command->add_flag("--fail-on-drop", options->fail_on_drop, "exit with 1 when the policy refused an event");
  add_decisions_options(*command, options->decisions, "how each event was decided, and which rule refused it,");
  add_output_options(*command, options->output);
  command->footer(
      "Example:\n"
      "  ratereplay policy data/usgs-all-week-2018-02-07.csv data/policy.toml");
  command->callback([options, &status] { status = run_policy_command(*options); });
}

}  // namespace ratereplay
