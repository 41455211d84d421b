#include "report/inspect_report.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "report/json.hpp"
#include "report/text.hpp"
#include "trace/input_kind.hpp"

namespace ratereplay {

namespace {

Json gaps_json(const std::optional<Gaps>& gaps) {
  const auto member = [&](Duration Gaps::*which) { return gaps ? std::optional((*gaps).*which) : std::nullopt; };
  Json json;
  put_seconds(json, "min_s", member(&Gaps::shortest));
  put_seconds(json, "p50_s", member(&Gaps::p50));
  put_seconds(json, "p99_s", member(&Gaps::p99));
  put_seconds(json, "max_s", member(&Gaps::longest));
  return json;
}

/// `3.967 per hour`: in the finest unit that holds one or more, or `one every 3 d 4 h`.
std::string mean_rate_text(const Fraction& per_s) {
  struct Unit {
    const char* name;
    int seconds;
  };
  for (const Unit& unit : {Unit{"second", 1}, Unit{"minute", 60}, Unit{"hour", 3'600}, Unit{"day", 86'400}}) {
    const Fraction rate = per_s * Fraction(unit.seconds);
    if (rate >= Fraction(1)) return fmt::format("{} per {}", decimal_text(rate, 3), unit.name);
  }
  return "one every " + wait_text({(Fraction(ns_per_second) / per_s).floor()});
}

void put_inspection(Json& document, const Inspection& inspection) {
  document["mean_rate_per_s"] = inspection.mean_rate_per_s ? Json(inspection.mean_rate_per_s->approximate()) : Json();
  Json busiest = Json::array();
  for (const BusiestWindow& window : inspection.busiest) {
    Json entry;
    put_seconds(entry, "window_s", window.length);
    entry["count"] = window.events;
    entry["from"] = instant_json(window.from);
    put_whole(entry, "cost", window.cost);
    entry["cost_from"] = instant_json(window.cost_from);
    busiest.push_back(std::move(entry));
  }
  document["busiest"] = std::move(busiest);
  document["gaps"] = gaps_json(inspection.gaps);
  document["ties"] = inspection.ties;
}

Json keys_json(const std::vector<InspectedKeys>& choices, const TraceSummary& trace) {
  Json json = Json::array();
  for (const InspectedKeys& choice : choices) {
    Json& keys = json.emplace_back(Json{{"key", choice.choice}, {"clients", choice.clients}});
    keys["largest"] = Json::array();
    for (const ClientRow& client : choice.largest) {
      Json& largest = keys["largest"].emplace_back(Json{{"key", client.key}, {"events", client.events}});
      put_whole(largest, "cost", client.cost);
      largest["share"] = share_json(client.events, trace.events);
    }
  }
  return json;
}

/// The clients with the most events under each choice of key.
std::string keys_text(const std::vector<InspectedKeys>& choices, const TraceSummary& trace, const Style& style) {
  std::string text;
  for (const InspectedKeys& choice : choices) {
    Table table;
    table.add_column("largest by " + printable(choice.choice), Table::Align::left);
    table.add_column("events", Table::Align::right);
    table.add_column("share", Table::Align::right);
    if (trace.has_costs) table.add_column("cost", Table::Align::right);
    for (const ClientRow& client : choice.largest) {
      std::vector<std::string> cells{key_text(client.key), grouped(client.events),
                                     share_text(client.events, trace.events)};
      if (trace.has_costs) cells.push_back(grouped(client.cost));
      table.add_row(std::move(cells));
    }
    text += "\n" + table.text(style);
  }
  return text;
}

/// The inspection as one CSV row.
Json inspection_row(const TraceSummary& trace, const Inspection& inspection) {
  Json json = document("inspect", &trace)["trace"];
  json.erase("warnings");
  json["keys"] = trace.keys ? Json(trace.keys->size(0)) : Json();
  put_inspection(json, inspection);
  // An array has no columns: one pair for each window.
  Json busiest = Json::object();
  for (const Json& window : json["busiest"]) {
    const std::string name = window["window_s"].dump() + "s";
    busiest[name] = window;
    busiest[name].erase("window_s");
  }
  json["busiest"] = std::move(busiest);
  return json;
}

std::string inspection_text(const TraceSummary& trace, const Inspection& inspection, const Style& style) {
  std::string text = trace_heading(trace, style) + "\n";
  const auto line = [&](std::string_view name, const std::string& value) {
    text += style.bold(fmt::format("{:<12}", name)) + value + "\n";
  };
  const std::string style_text = trace.time_style.empty() ? "" : " (" + trace.time_style + ")";
  const std::string cells_text =
      trace.delimiter.value_or(',') == ',' ? "" : ", cells separated by " + delimiters_text(*trace.delimiter);
  line("input", fmt::format("{}{}, time in {}{}", trace.input, cells_text, in_quotes(trace.time_column), style_text));
  std::string rows = fmt::format("{} read, {} kept", grouped(trace.rows.read), grouped(trace.rows.kept));
  const auto count = [&](std::uint64_t number, std::string_view what) {
    if (number != 0) rows += fmt::format(", {} {}", grouped(number), what);
  };
  count(trace.rows.filtered, "filtered");
  count(trace.rows.bad, "bad");
  count(trace.rows.duplicates, "duplicate");
  line("rows", rows);
  if (trace.resolution) line("resolution", human_text(*trace.resolution));
  if (inspection.mean_rate_per_s) line("mean rate", mean_rate_text(*inspection.mean_rate_per_s));
  for (const InspectedKeys& choice : inspection.keys) {
    line("keys", counted(choice.clients, "client") + " by " + printable(choice.choice));
  }
  if (trace.events > 0) {
    line("ties", counted(inspection.ties, "event") + " at the same instant as the one before");
  }
  if (inspection.gaps) {
    const Gaps& gaps = *inspection.gaps;
    line("gaps", fmt::format("min {}, p50 {}", human_text(gaps.shortest), human_text(gaps.p50)));
    line("", fmt::format("p99 {}, max {}", human_text(gaps.p99), human_text(gaps.longest)));
  }
  if (trace.events == 0) return text;
  Table table;
  table.add_column("busiest", Table::Align::left);
  table.add_column("events", Table::Align::right);
  table.add_column("from", Table::Align::left);
  if (trace.has_costs) {
    table.add_column("cost", Table::Align::right);
    table.add_column("from", Table::Align::left);
  }
  const auto time = [](const std::optional<Instant>& instant) { return instant ? rfc3339_text(*instant) : "-"; };
  for (const BusiestWindow& window : inspection.busiest) {
    std::vector<std::string> cells{human_text(window.length), grouped(window.events), time(window.from)};
    if (trace.has_costs) {
      cells.push_back(grouped(window.cost));
      cells.push_back(time(window.cost_from));
    }
    table.add_row(std::move(cells));
  }
  return text + "\n" + table.text(style) + keys_text(inspection.keys, trace, style);
}

}  // namespace

std::string inspect_report(const Inspection& inspection, const TraceSummary& trace, Format format, const Style& style) {
  if (format == Format::table) return inspection_text(trace, inspection, style);
  if (format == Format::csv) return csv_row_text(inspection_row(trace, inspection));
  Json json = document("inspect", &trace);
  put_inspection(json, inspection);
  if (trace.keys) json["keys"] = keys_json(inspection.keys, trace);
  return json_text(json);
}

}  // namespace ratereplay
