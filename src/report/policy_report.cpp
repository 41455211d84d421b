#include "report/policy_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text.hpp"
#include "limiter/catalogue.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

using Align = Table::Align;

/// Of what a rule passes, by arrival; none of a dialect that promises nothing.
std::optional<Int128> promise_of(const PolicyRule& rule) {
  const Duration window = default_window(rule.limiter);
  return may_delay(rule.limiter) ? admission_promise(rule.limiter, window) : promise(rule.limiter, window);
}

std::string full_name(const Policy& policy, const PolicyRule& rule) {
  const std::string& layer = policy.layers[rule.layer];
  return (layer.empty() ? "" : layer + ": ") + rule.name + (rule.shadow ? " (shadow)" : "");
}

Json rule_json(const PolicyResult& result, std::size_t index) {
  const Policy& policy = result.policy;
  const PolicyRule& rule = policy.rules[index];
  const RuleFigures& figures = result.summary.rules[index];
  Json json;
  json["rule"] = rule.name;
  json["layer"] = policy.layers[rule.layer].empty() ? Json() : Json(policy.layers[rule.layer]);
  json["limiter"] = spec_text(rule.limiter);
  json["key"] = rule.key.empty() ? Json() : Json(joined(rule.key, ","));
  json["cost"] = rule.cost_column ? Json(*rule.cost_column) : Json(rule.cost);
  json["priority"] = rule.priority;
  json["shadow"] = rule.shadow;
  json["matched"] = figures.matched;
  json["unreadable"] = figures.unreadable;
  json["reached"] = figures.reached;
  json["passed"] = figures.passed;
  json["refused"] = figures.refused;
  put_whole(json, "refused_cost", figures.refused_cost);
  json["named"] = figures.named;
  json["alone"] = figures.alone;
  json["busiest"] = busiest_of_key_json(figures.busiest, figures.busiest_keys, result.keys.get(),
                                        result.key_choices[index].value_or(0));
  json["promise"] = nullptr;
  if (const std::optional<Int128> promised = promise_of(rule)) put_whole(json, "promise", *promised);
  json["clients"] = policy.client.empty() ? Json() : Json(figures.clients);
  json["clients_first"] = policy.client.empty() ? Json() : Json(figures.clients_first);
  json["covered_by"] = figures.covered_by ? Json(policy.rules[*figures.covered_by].name) : Json();
  const RuleSize size = result.sizes.empty() ? RuleSize() : result.sizes[index];
  const bool sized = size.lossless.has_value();
  json["holds"] = nullptr;
  if (sized) put_whole(json, "holds", size.held);
  json["size_lossless"] = sized ? Json(*size.lossless) : Json();
  json["size_within"] = sized ? Json(*size.within) : Json();
  json["size_refused"] = sized ? Json(size.refused) : Json();
  return json;
}

std::string policy_json(const PolicyResult& result, const TraceSummary& trace) {
  const Policy& policy = result.policy;
  const PolicySummary& summary = result.summary;
  Json json = document("policy", &trace);
  json["policy"] = policy.name;
  json["commit"] = commit_names()[static_cast<std::size_t>(policy.commit)];
  json["client"] = policy.client.empty() ? Json() : Json(joined(policy.client, ","));
  json["passed"] = summary.passed;
  json["unmatched"] = summary.unmatched;
  json["refused"] = summary.refused;
  json["clients"] = policy.client.empty() ? Json() : Json(summary.clients);
  json["clients_refused"] = policy.client.empty() ? Json() : Json(summary.clients_refused);
  json["commits"] = Json::array();
  for (const CommitResult& each : result.commits) {
    json["commits"].push_back({{"commit", commit_names()[static_cast<std::size_t>(each.commit)]},
                               {"passed", each.passed},
                               {"refused", each.refused}});
  }
  json["rules"] = Json::array();
  for (std::size_t rule = 0; rule < policy.rules.size(); ++rule) {
    Json of_rule = rule_json(result, rule);
    of_rule["when"] = Json::array();
    for (const Condition& condition : policy.rules[rule].when) of_rule["when"].push_back(condition.text());
    json["rules"].push_back(std::move(of_rule));
  }
  return json_text(json);
}

std::string policy_csv(const PolicyResult& result) {
  Json rows = Json::array();
  for (std::size_t rule = 0; rule < result.policy.rules.size(); ++rule) rows.push_back(rule_json(result, rule));
  PolicyResult full = result;
  full.sizes.assign(1, {0, 0, 0, 0, 0});
  return csv_text(rows, rule_json(full, 0));
}

std::string heading_text(const PolicyResult& result) {
  const Policy& policy = result.policy;
  const PolicySummary& summary = result.summary;
  std::string text = fmt::format("{}: {}", printable(policy.name), counted(policy.rules.size(), "rule"));
  if (policy.layers.size() > 1) text += fmt::format(" in {}", counted(policy.layers.size(), "layer"));
  text += fmt::format(", {}: {} passed, {} refused ({})", commit_names()[static_cast<std::size_t>(policy.commit)],
                      grouped(Int128{summary.passed}), grouped(Int128{summary.refused}),
                      share_text(summary.refused, summary.events));
  if (summary.unmatched > 0) text += fmt::format("; {} met no rule", counted(summary.unmatched, "event"));
  text += "\n";
  if (!policy.client.empty()) {
    text += fmt::format("{} by {}, {} of them refused\n", counted(summary.clients, "client"),
                        printable(joined(policy.client, ",")), grouped(Int128{summary.clients_refused}));
  }
  return text;
}

Table rules_table(const PolicyResult& result) {
  const Policy& policy = result.policy;
  const bool clients = !policy.client.empty();
  Table table;
  table.add_column("rule", Align::left);
  for (const char* const heading : {"matched", "passed", "refused", "named", "alone", "busiest", "promise"})
    table.add_column(heading, Align::right);
  table.add_column("in", Align::left);
  if (clients) {
    table.add_column("clients\nrefused", Align::right);
    table.add_column("felt\nfirst", Align::right);
  }
  for (std::size_t index = 0; index < policy.rules.size(); ++index) {
    const PolicyRule& rule = policy.rules[index];
    const RuleFigures& figures = result.summary.rules[index];
    const std::optional<Int128> promised = promise_of(rule);
    std::vector<std::string> cells{
        printable(full_name(policy, rule)), grouped(Int128{figures.matched}),    grouped(Int128{figures.passed}),
        grouped(Int128{figures.refused}),   grouped(Int128{figures.named}),      grouped(Int128{figures.alone}),
        grouped(figures.busiest.cost),      promised ? grouped(*promised) : "-", compact_text(figures.busiest.length)};
    if (clients) {
      cells.push_back(grouped(Int128{figures.clients}));
      cells.push_back(grouped(Int128{figures.clients_first}));
    }
    table.add_row(std::move(cells));
  }
  return table;
}

/// What each rule would have to hold.
Table sizes_table(const PolicyResult& result) {
  const Policy& policy = result.policy;
  Table table;
  table.add_column("rule", Align::left);
  table.add_column("at", Align::left);
  for (const char* const heading : {"reaching\nevents", "holds", "to refuse\nnothing"})
    table.add_column(heading, Align::right);
  if (result.allows_drops) {
    table.add_column("as\nallowed", Align::right);
    table.add_column("refusing", Align::right);
  }
  for (std::size_t index = 0; index < policy.rules.size(); ++index) {
    const RuleSize& size = result.sizes[index];
    const auto text = [](const std::optional<std::int64_t>& number) { return number ? grouped(*number) : "-"; };
    std::vector<std::string> cells{printable(full_name(policy, policy.rules[index])),
                                   rate_text(long_run_per_ns(policy.rules[index].limiter)),
                                   grouped(Int128{size.events}), grouped(size.held), text(size.lossless)};
    if (result.allows_drops) {
      cells.push_back(text(size.within));
      cells.push_back(size.within ? grouped(Int128{size.refused}) : "-");
    }
    table.add_row(std::move(cells));
  }
  return table;
}

Table commits_table(const PolicyResult& result) {
  Table table;
  table.add_column("a refused event takes", Align::left);
  table.add_column("passed", Align::right);
  table.add_column("refused", Align::right);
  for (const CommitResult& each : result.commits) {
    const std::string name = commit_names()[static_cast<std::size_t>(each.commit)];
    table.add_row({name + (each.commit == result.policy.commit ? " (this one)" : ""), grouped(Int128{each.passed}),
                   grouped(Int128{each.refused})});
  }
  return table;
}

std::string remarks_text(const PolicyResult& result) {
  const Policy& policy = result.policy;
  std::string text;
  std::vector<std::string> idle;
  for (std::size_t index = 0; index < policy.rules.size(); ++index) {
    const RuleFigures& figures = result.summary.rules[index];
    const std::string name = in_quotes(policy.rules[index].name);
    if (figures.refused == 0) idle.push_back(name);
    if (figures.covered_by) {
      text += fmt::format("{} is covered by {}, which refuses all that it does\n", name,
                          in_quotes(policy.rules[*figures.covered_by].name));
    }
    if (figures.unreadable > 0) {
      text += fmt::format("{}: {} without the number that a condition asks for\n", name,
                          counted(figures.unreadable, "event"));
    }
  }
  if (!idle.empty()) text = fmt::format("refused nothing: {}\n", joined(idle, ", ")) + text;
  return text.empty() ? "" : "\n" + text;
}

}  // namespace

std::string policy_report(const PolicyResult& result, const TraceSummary& trace, Format format, const Style& style) {
  if (format == Format::json) return policy_json(result, trace);
  if (format == Format::csv) return policy_csv(result);
  std::string text = trace_heading(trace, style) + "\n" + heading_text(result) + "\n";
  text += rules_table(result).text(style) + remarks_text(result);
  if (!result.sizes.empty()) text += "\n" + sizes_table(result).text(style);
  if (result.policy.rules.size() > 1) text += "\n" + commits_table(result).text(style);
  return text;
}

}  // namespace ratereplay
