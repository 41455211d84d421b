#include "report/policy_change_report.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/text.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

using Align = Table::Align;

Json changed_json(const PolicyChangeResult& result, const ChangedEvents& changed) {
  const PolicyChange& change = result.change;
  Json json;
  json["events"] = changed.events;
  json["share"] = share_json(changed.events, change.events);
  json["clients"] = result.keys ? Json(changed.clients) : Json();
  json["first"] = instant_json(changed.first);
  json["worst"]["count"] = changed.worst.events;
  json["worst"]["from"] = instant_json(changed.worst.from);
  put_seconds(json["worst"], "window_s", changed.worst.length);
  return json;
}

Json full_json(const PolicyChangeResult& result, const ChangedEvents& changed) {
  Json json = changed_json(result, changed);
  json["most"] = Json::array();
  for (const auto& [client, events] : changed.most)
    json["most"].push_back({{"client", std::string(result.keys->text(result.client, client))}, {"events", events}});
  return json;
}

std::string change_json(const PolicyChangeResult& result, const TraceSummary& trace) {
  const PolicyChange& change = result.change;
  Json json = document("policy", &trace);
  json["before"] = {{"policy", result.before.name}, {"passed", change.passed_before}};
  json["after"] = {{"policy", result.after.name}, {"passed", change.passed_after}};
  json["client"] = result.keys ? Json(joined(result.after.client, ",")) : Json();
  json["clients"] = result.keys ? Json(change.clients) : Json();
  json["newly_refused"] = full_json(result, change.refused);
  json["newly_refused"]["rules"] = Json::array();
  for (std::size_t rule = 0; rule < change.refused.by_rule.size(); ++rule) {
    json["newly_refused"]["rules"].push_back(
        {{"rule", result.after.rules[rule].name}, {"events", change.refused.by_rule[rule]}});
  }
  json["newly_admitted"] = full_json(result, change.admitted);
  json["fail_on"] = Json::array();
  for (const FailOn& each : result.fail_on)
    json["fail_on"].push_back({{"condition", each.text}, {"holds", each.holds}});
  return json_text(json);
}

std::string change_csv(const PolicyChangeResult& result) {
  const auto row = [&](const char* what, const ChangedEvents& changed) {
    Json json{{"change", what}};
    json.update(changed_json(result, changed));
    return json;
  };
  ChangedEvents full;
  full.first = full.worst.from = Instant{};
  PolicyChangeResult full_result = result;
  full_result.change.events = 1;
  const Json rows =
      Json::array({row("newly refused", result.change.refused), row("newly admitted", result.change.admitted)});
  Json full_row{{"change", ""}};
  full_row.update(changed_json(full_result, full));
  return csv_text(rows, full_row);
}

Table changes_table(const PolicyChangeResult& result, bool short_times) {
  const PolicyChange& change = result.change;
  Table table;
  table.add_column("", Align::left);
  table.add_column("events", Align::right);
  table.add_column("share", Align::right);
  if (result.keys) table.add_column("clients", Align::right);
  table.add_column("first", Align::left);
  table.add_column("most in\n" + compact_text(change.refused.worst.length), Align::right);
  table.add_column("from", Align::left);
  const auto time = [&](const std::optional<Instant>& at) { return at ? time_text(*at, short_times) : "-"; };
  const auto add = [&](const char* what, const ChangedEvents& changed) {
    std::vector<std::string> cells{what, grouped(Int128{changed.events}), share_text(changed.events, change.events)};
    if (result.keys) cells.push_back(grouped(Int128{changed.clients}));
    cells.push_back(time(changed.first));
    cells.push_back(grouped(Int128{changed.worst.events}));
    cells.push_back(time(changed.worst.from));
    table.add_row(std::move(cells));
  };
  add("newly refused", change.refused);
  add("newly admitted", change.admitted);
  return table;
}

/// Who would be refused or admitted most.
Table clients_table(const PolicyChangeResult& result, const char* what, const ChangedEvents& changed) {
  Table table;
  table.add_column(what, Align::left);
  table.add_column("events", Align::right);
  for (const auto& [client, events] : changed.most)
    table.add_row({key_text(result.keys->text(result.client, client)), grouped(Int128{events})});
  return table;
}

Table rules_table(const PolicyChangeResult& result) {
  Table table;
  table.add_column("newly refused by", Align::left);
  table.add_column("events", Align::right);
  for (std::size_t rule = 0; rule < result.change.refused.by_rule.size(); ++rule) {
    const std::uint64_t events = result.change.refused.by_rule[rule];
    if (events > 0) table.add_row({printable(result.after.rules[rule].name), grouped(Int128{events})});
  }
  return table;
}

}  // namespace

std::string policy_change_report(const PolicyChangeResult& result, const TraceSummary& trace, Format format,
                                 const Style& style) {
  if (format == Format::json) return change_json(result, trace);
  if (format == Format::csv) return change_csv(result);
  const PolicyChange& change = result.change;
  std::string text = trace_heading(trace, style) + "\n";
  text += fmt::format("{}: {} passed; {}: {} passed\n\n", printable(result.before.name),
                      grouped(Int128{change.passed_before}), printable(result.after.name),
                      grouped(Int128{change.passed_after}));
  text += fitted([&](bool short_times) { return changes_table(result, short_times); }, style);
  if (change.refused.events > 0) text += "\n" + rules_table(result).text(style);
  if (!change.refused.most.empty()) text += "\n" + clients_table(result, "refused most", change.refused).text(style);
  if (!change.admitted.most.empty()) text += "\n" + clients_table(result, "admitted most", change.admitted).text(style);
  for (const FailOn& each : result.fail_on)
    text +=
        fmt::format("\n--fail-on {}: {}", printable(each.text), each.holds ? "it holds, exit 1" : "it does not hold");
  return text + (result.fail_on.empty() ? "" : "\n");
}

}  // namespace ratereplay
