#include "report/limiter_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "core/text.hpp"
#include "report/episodes_report.hpp"
#include "report/json.hpp"
#include "report/limiter_labels.hpp"
#include "report/periods_report.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

/// How many events, and what cost, have each colour.
struct Colours {
  EventCount green;
  EventCount yellow;
  EventCount red;

  explicit Colours(const ReplaySummary& summary)
      : green{summary.passed - summary.yellow->events, summary.passed_cost - summary.yellow->cost},
        yellow(*summary.yellow),
        red{summary.dropped, summary.dropped_cost} {}
};

Json colours_json(const Colours& colours) {
  Json json;
  json["green"] = count_json(colours.green);
  json["yellow"] = count_json(colours.yellow);
  json["red"] = count_json(colours.red);
  return json;
}

Json limiter_json(const LimiterRow& row, const TraceSummary& trace) {
  const ReplaySummary& summary = row.summary;
  const bool has_costs = trace.has_costs;
  const Keys* const keys = trace.keys.get();
  Json json;
  json["spec"] = row.spec;
  json["name"] = row.name;
  put_counts_and_shares(json, summary.passed, summary.dropped, summary.passed_cost, summary.dropped_cost, has_costs);
  json["busiest"] = busiest_of_key_json(summary.busiest, summary.keyed ? summary.keyed->busiest : BusiestKeys(), keys);
  json["busiest_all_keys"] = summary.keyed ? busiest_json(summary.keyed->busiest_all) : Json();
  json["busiest_admitted"] = nullptr;
  if (summary.busiest_admitted) {
    const bool keyed = summary.keyed && summary.keyed->busiest_admitted;
    json["busiest_admitted"] =
        busiest_of_key_json(*summary.busiest_admitted, keyed ? *summary.keyed->busiest_admitted : BusiestKeys(), keys);
  }
  json["promise"] = nullptr;
  if (row.promise) put_whole(json, "promise", *row.promise);
  json["promise_admitted"] = nullptr;
  if (row.admission_promise) put_whole(json, "promise_admitted", *row.admission_promise);
  json["first_drop"] = instant_json(summary.first_drop);
  json["longest_drop_run"] = summary.longest_drop_run;
  put_seconds(json, "retry_after_max_s", summary.longest_retry_after);
  json["retry_after_max_s_exact"] =
      summary.longest_retry_after ? Json(seconds_text(*summary.longest_retry_after)) : Json();
  json["never_count"] = summary.never_count;
  json["delay"] = summary.delay ? delay_json(summary.delay) : Json();
  json["state_bytes_per_key"] = summary.state_bytes;
  json["episodes"] = episodes_json(summary, trace);
  json["clients"] = row.clients ? clients_json(*row.clients, has_costs) : Json();
  json["colours"] = summary.yellow ? colours_json(Colours(summary)) : Json();
  return json;
}

bool same_window(const std::vector<LimiterRow>& rows) {
  return std::all_of(rows.begin(), rows.end(), [&](const LimiterRow& row) { return row.window == rows[0].window; });
}

std::string busiest_heading(const std::vector<LimiterRow>& rows) {
  constexpr std::size_t widest = 12;
  if (!same_window(rows)) return "busiest\nwindow";
  const std::string window = human_text(rows[0].window);
  return "busiest\n" + (window.size() <= widest ? window : compact_text(rows[0].window));
}

/// The events of each limiter; where costs are used, cost and promise have a table of their own.
Table events_table(const std::vector<LimiterRow>& rows, bool has_costs, bool short_times) {
  using Align = Table::Align;
  Table table;
  table.add_column("limiter", Align::left);
  table.add_column("passed", Align::right);
  table.add_column("dropped", Align::right);
  table.add_column("share", Align::right);
  table.add_column(busiest_heading(rows), Align::right);
  table.add_column("from", Align::left);
  if (!has_costs) table.add_column("promise", Align::right);
  table.add_column("longest\nretry after", Align::right);
  table.add_column("state\nbytes", Align::right);
  for (const LimiterRow& row : rows) {
    const ReplaySummary& summary = row.summary;
    std::vector<std::string> cells{label_of(row, rows),
                                   grouped(summary.passed),
                                   grouped(summary.dropped),
                                   share_text(summary.dropped, static_cast<Int128>(summary.passed) + summary.dropped),
                                   grouped(summary.busiest.events),
                                   summary.busiest.from ? time_text(*summary.busiest.from, short_times) : "-"};
    if (!has_costs) cells.push_back(row.promise ? grouped(*row.promise) : "-");
    std::string retry = summary.longest_retry_after ? wait_text(*summary.longest_retry_after) : "-";
    if (!summary.longest_retry_after && summary.never_count > 0) retry = "never";
    cells.push_back(std::move(retry));
    cells.push_back(grouped(summary.state_bytes));
    table.add_row(std::move(cells));
  }
  return table;
}

Table cost_table(const std::vector<LimiterRow>& rows, bool short_times) {
  using Align = Table::Align;
  Table table;
  table.add_column("cost", Align::left);
  table.add_column("passed", Align::right);
  table.add_column("dropped", Align::right);
  table.add_column("share", Align::right);
  table.add_column(busiest_heading(rows), Align::right);
  table.add_column("from", Align::left);
  table.add_column("promise", Align::right);
  for (const LimiterRow& row : rows) {
    const ReplaySummary& summary = row.summary;
    table.add_row({label_of(row, rows), grouped(summary.passed_cost), grouped(summary.dropped_cost),
                   share_text(summary.dropped_cost, static_cast<Int128>(summary.passed_cost) + summary.dropped_cost),
                   grouped(summary.busiest.cost),
                   summary.busiest.cost_from ? time_text(*summary.busiest.cost_from, short_times) : "-",
                   row.promise ? grouped(*row.promise) : "-"});
  }
  return table;
}

/// How the markers among the rows coloured the events, where there are some.
std::optional<Table> colours_table(const std::vector<LimiterRow>& rows, bool has_costs) {
  Table table;
  table.add_column("coloured", Table::Align::left);
  for (const char* heading : {"green", "yellow", "red"}) table.add_column(heading, Table::Align::right);
  if (has_costs) {
    for (const char* heading : {"cost\ngreen", "cost\nyellow", "cost\nred"})
      table.add_column(heading, Table::Align::right);
  }
  bool any = false;
  for (const LimiterRow& row : rows) {
    if (!row.summary.yellow) continue;
    any = true;
    const Colours colours(row.summary);
    std::vector<std::string> cells{label_of(row, rows), grouped(colours.green.events), grouped(colours.yellow.events),
                                   grouped(colours.red.events)};
    if (has_costs) {
      for (const EventCount& each : {colours.green, colours.yellow, colours.red}) cells.push_back(grouped(each.cost));
    }
    table.add_row(std::move(cells));
  }
  return any ? std::optional(std::move(table)) : std::nullopt;
}

std::string delay_line(const LimiterRow& row, const std::string& label, bool has_costs) {
  const DelaySummary& delay = *row.summary.delay;
  const BusiestWindow& admitted = *row.summary.busiest_admitted;
  std::string text =
      fmt::format("{}: departures wait at most {}\n  mean {}, p50 {}, p99 {}\n", label, human_text(delay.longest),
                  wait_text(delay.mean), wait_text(delay.p50), wait_text(delay.p99));
  text += fmt::format("  its busiest window is of departures; it admitted {} in the busiest {}",
                      has_costs ? counted(admitted.events, "event") : grouped(admitted.events),
                      human_text(admitted.length));
  if (has_costs) text += fmt::format(",\n  a cost of {} in the costliest", grouped(admitted.cost));
  if (row.admission_promise) text += fmt::format(" (promise {})", grouped(*row.admission_promise));
  return text + "\n";
}

/// Whose the busiest window is, and what all clients together passed in theirs.
std::string busiest_keys_line(const LimiterRow& row, const std::string& label, const Keys& keys, bool has_costs) {
  const KeyedSummary& keyed = *row.summary.keyed;
  if (!keyed.busiest.events) return {};
  std::string text = fmt::format("{}: busiest is {}", label, in_quotes(keys.text(0, *keyed.busiest.events)));
  if (has_costs && keyed.busiest.cost && keyed.busiest.cost != keyed.busiest.events) {
    text += fmt::format(", costliest {}", in_quotes(keys.text(0, *keyed.busiest.cost)));
  }
  text += fmt::format("; all clients together at most {}", grouped(keyed.busiest_all.events));
  if (has_costs) text += fmt::format(", at a cost of {}", grouped(keyed.busiest_all.cost));
  return text + "\n";
}

/// What can never pass: once for all where the limiters agree.
std::string never_text(const std::vector<LimiterRow>& rows) {
  const auto line = [](const std::string& whose, std::uint64_t count) {
    return fmt::format("{}: {} can never pass, costing more than the limit or burst\n", whose, counted(count, "event"));
  };
  const std::uint64_t first = rows[0].summary.never_count;
  const bool all = std::all_of(rows.begin(), rows.end(),
                               [first](const LimiterRow& row) { return row.summary.never_count == first; });
  if (all && rows.size() > 1 && first > 0) return line("every limiter here", first);
  std::string text;
  for (const LimiterRow& row : rows) {
    if (row.summary.never_count > 0) text += line(label_of(row, rows), row.summary.never_count);
  }
  return text;
}

Json limiters_json(const std::vector<LimiterRow>& rows, const TraceSummary& trace) {
  Json json = Json::array();
  for (const LimiterRow& row : rows) json.push_back(limiter_json(row, trace));
  return json;
}

/// A row in which nothing is null, for csv_text, which has no place for one episode or client after another.
Json full_limiter_row(bool has_clients) {
  LimiterRow row;
  row.summary.busiest_admitted = BusiestWindow();
  row.summary.delay = DelaySummary();
  row.summary.yellow = EventCount();
  row.promise = 0;
  row.admission_promise = 0;
  LimiterClients clients;
  ChoiceRow choice;
  choice.blameless = {std::nullopt};
  clients.choices = {choice};
  clients.shared.largest = ClientRow();
  row.clients = clients;
  row.summary.keyed = KeyedSummary();
  TraceSummary trace;
  trace.has_costs = true;
  Json json = limiter_json(row, trace);
  json["episodes"].erase("worst");
  json["clients"].erase("worst");
  json["clients"].erase("choices");
  if (!has_clients) json.erase("clients");
  return json;
}

/// The table for people, and below it what does not fit a column: delays, admissions, what can never pass.
std::string limiters_text(const std::vector<LimiterRow>& rows, const TraceSummary& trace, const Style& style) {
  const bool has_costs = trace.has_costs;
  std::string text = fitted([&](bool short_times) { return events_table(rows, has_costs, short_times); }, style);
  if (has_costs) {
    text += "\n" + fitted([&](bool short_times) { return cost_table(rows, short_times); }, style);
  }
  if (const std::optional<Table> colours = colours_table(rows, has_costs)) text += "\n" + colours->text(style);
  std::string below;
  for (const LimiterRow& row : rows) {
    const std::string label = label_of(row, rows);
    if (!same_window(rows)) below += fmt::format("{}: busiest window of {}\n", label, human_text(row.window));
    if (row.summary.delay) below += delay_line(row, label, has_costs);
    if (row.summary.keyed) below += busiest_keys_line(row, label, *trace.keys, has_costs);
  }
  below += never_text(rows);
  return below.empty() ? text : text + "\n" + below;
}

/// First drop and longest run of drops, a line for each limiter that dropped any.
std::string drops_text(const std::vector<LimiterRow>& rows) {
  std::string text;
  for (const LimiterRow& row : rows) {
    const ReplaySummary& summary = row.summary;
    if (!summary.first_drop) continue;
    text += fmt::format("{}: first drop {}, longest run of drops {}\n", label_of(row, rows),
                        rfc3339_text(*summary.first_drop), grouped(summary.longest_drop_run));
  }
  return text;
}

/// In which episodes and periods they dropped, and whose events, each table behind an empty line.
std::string details_text(const LimiterResult& result, const TraceSummary& trace, std::size_t most_episodes,
                         const Style& style) {
  std::string text = episodes_text(result.rows, trace, most_episodes, style);
  if (!text.empty()) text.insert(0, "\n");
  if (result.by) text += "\n" + PeriodRows(result.rows, *result.by).text(trace.has_costs, style);
  if (!trace.keys) return text;
  std::vector<LabelledClients> limiters;
  for (const LimiterRow& row : result.rows) limiters.push_back({label_of(row, result.rows), *row.clients});
  return text + "\n" + clients_text(limiters, result.worst_clients, style);
}

/// The document of `compare` and `replay`, in JSON or CSV.
std::string limiters_result(std::string_view command, const LimiterResult& result, const TraceSummary& trace,
                            Format format) {
  const std::vector<LimiterRow>& rows = result.rows;
  Json limiters = limiters_json(rows, trace);
  if (format == Format::csv) return csv_text(limiters, full_limiter_row(trace.keys != nullptr));
  Json json = document(command, &trace);
  put_seconds(json, "window_s", same_window(rows) ? std::optional(rows[0].window) : std::nullopt);
  json["limiters"] = std::move(limiters);
  if (result.dialects) put_dialects(json, *result.dialects, trace);
  if (!result.by) return json_text(json);
  const PeriodRows periods(rows, *result.by);
  json["by"] = periods.json();
  std::string text;
  write_json_text(json, {periods.array()}, [&text](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace

std::string compare_report(const ComparisonNotes& notes, const LimiterResult& result, const TraceSummary& trace,
                           Format format, const Style& style) {
  if (format != Format::table) return limiters_result("compare", result, trace, format);
  constexpr std::size_t most_episodes = 3;
  std::string text =
      trace_heading(trace, style) + notes.heading + "\n" + limiters_text(result.rows, trace, style) + notes.footnote;
  if (result.dialects) text += "\n" + dialects_text(*result.dialects, trace, style);
  return text + details_text(result, trace, most_episodes, style);
}

std::string replay_report(const LimiterResult& result, const TraceSummary& trace, Format format, const Style& style) {
  if (format != Format::table) return limiters_result("replay", result, trace, format);
  const std::string drops = drops_text(result.rows);
  constexpr std::size_t all_episodes = std::numeric_limits<std::size_t>::max();
  return trace_heading(trace, style) + "\n" + limiters_text(result.rows, trace, style) +
         (drops.empty() ? "" : "\n" + drops) + details_text(result, trace, all_episodes, style);
}

}  // namespace ratereplay
