#include "report/nginx_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/text.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

/// In ns, rounded up. `count` >= 1.
Duration mean_of(Duration total, std::uint64_t count) { return {ceil_div<Int128>(total.ns, count)}; }

/// `delay_max_s` and `delay_mean_s`, null where nothing was delayed.
void put_delays(Json& json, Duration longest, Duration total, std::uint64_t count) {
  put_seconds(json, "delay_max_s", count > 0 ? std::optional(longest) : std::nullopt);
  put_seconds(json, "delay_mean_s", count > 0 ? std::optional(mean_of(total, count)) : std::nullopt);
}

Json row_json(const NginxRow& row) {
  const NginxCounts& counts = row.counts;
  Json json;
  json["zone"] = row.zone;
  json["key"] = row.key;
  json["rate"] = row.rate;
  json["place"] = row.place;
  json["where"] = row.where;
  json["burst"] = row.burst;
  json["delay"] = row.delay ? Json(*row.delay) : Json();
  json["dry_run"] = row.dry_run;
  json["asked"] = counts.asked;
  json["passed"] = counts.passed;
  json["delayed"] = counts.delayed;
  put_delays(json, counts.longest_delay, counts.total_delay, counts.delayed);
  json["refused"] = counts.refused;
  json["refused_alone"] = counts.refused_alone;
  json["given_back"] = counts.given_back;
  json["clients"] = counts.keys;
  json["clients_refused"] = counts.keys_refused;
  return json;
}

Json rows_json(const std::vector<NginxRow>& rows) {
  Json json = Json::array();
  for (const NginxRow& row : rows) json.push_back(row_json(row));
  return json;
}

Json requests_json(const NginxRequests& requests) {
  Json json;
  json["requests"] = requests.events;
  json["passed"] = requests.passed;
  json["delayed"] = requests.delayed;
  put_delays(json, requests.longest_delay, requests.total_delay, requests.delayed);
  json["refused"] = requests.refused;
  json["refused_share"] = share_json(requests.refused, requests.events);
  json["answered"] = requests.answered;
  json["unlimited"] = requests.unlimited;
  json["would_delay"] = requests.would_delay;
  json["would_refuse"] = requests.would_refuse;
  return json;
}

/// A row in which nothing is null.
Json full_row() {
  NginxRow row;
  row.delay = 0;
  row.counts.delayed = 1;
  return row_json(row);
}

std::string delay_text(Duration longest, Duration total, std::uint64_t count) {
  return fmt::format("at most {}, in the mean {}", human_text(longest), wait_text(mean_of(total, count)));
}

std::string requests_text(const NginxRequests& requests) {
  std::string text =
      fmt::format("{}: {} passed at once, {} delayed, {} refused ({})\n", counted(requests.events, "request"),
                  grouped(requests.passed), grouped(requests.delayed), grouped(requests.refused),
                  share_text(requests.refused, requests.events));
  if (requests.delayed > 0) {
    text += fmt::format("  delayed {}\n", delay_text(requests.longest_delay, requests.total_delay, requests.delayed));
  }
  if (requests.unlimited > 0) text += fmt::format("  {} limited by no zone\n", grouped(requests.unlimited));
  if (requests.answered > 0) {
    text += fmt::format("  {} answered before any zone is asked\n", grouped(requests.answered));
  }
  if (requests.would_delay + requests.would_refuse > 0) {
    text += fmt::format("  dry runs would have delayed {} and refused {}\n", grouped(requests.would_delay),
                        grouped(requests.would_refuse));
  }
  return text;
}

std::string zones_text(const NginxResult& result) {
  std::vector<std::string> said;
  std::string text;
  for (const NginxRow& row : result.rows) {
    if (std::find(said.begin(), said.end(), row.zone) != said.end()) continue;
    said.push_back(row.zone);
    text += fmt::format("zone {}: {} for each {}\n", printable(row.zone), row.rate, printable(row.key));
  }
  return text;
}

std::string burst_text(const NginxRow& row) {
  if (!row.delay) return grouped(row.burst) + " nodelay";
  return *row.delay == 0 ? grouped(row.burst) : fmt::format("{} delay={}", grouped(row.burst), *row.delay);
}

std::string label_of(const NginxRow& row) {
  return fmt::format("{} at {}{}", printable(row.zone), printable(row.place), row.dry_run ? " (dry run)" : "");
}

Table rows_table(const std::vector<NginxRow>& rows) {
  using Align = Table::Align;
  const bool any_delayed =
      std::any_of(rows.begin(), rows.end(), [](const NginxRow& row) { return row.counts.delayed > 0; });
  const bool any_together =
      std::any_of(rows.begin() + 1, rows.end(), [](const NginxRow& row) { return row.place == (&row - 1)->place; });
  Table table;
  table.add_column("zone at place", Align::left);
  table.add_column("burst", Align::left);
  table.add_column("asked", Align::right);
  table.add_column("passed\nat once", Align::right);
  table.add_column("delayed", Align::right);
  if (any_delayed) table.add_column("longest\ndelay", Align::right);
  table.add_column("refused", Align::right);
  if (any_together) table.add_column("by it\nalone", Align::right);
  table.add_column("clients\nrefused", Align::right);
  for (const NginxRow& row : rows) {
    const NginxCounts& counts = row.counts;
    std::vector<std::string> cells{label_of(row), burst_text(row), grouped(counts.asked), grouped(counts.passed),
                                   grouped(counts.delayed)};
    if (any_delayed) cells.push_back(counts.delayed > 0 ? wait_text(counts.longest_delay) : "-");
    cells.push_back(grouped(counts.refused));
    if (any_together) cells.push_back(grouped(counts.refused_alone));
    cells.push_back(fmt::format("{} of {}", grouped(counts.keys_refused), grouped(counts.keys)));
    table.add_row(std::move(cells));
  }
  return table;
}

}  // namespace

std::string nginx_report(const NginxResult& result, const TraceSummary& trace, Format format, const Style& style) {
  if (format == Format::csv) return csv_text(rows_json(result.rows), full_row());
  if (format == Format::json) {
    Json json = document("replay", &trace);
    json["nginx"] = {{"conf", result.conf}, {"notes", result.notes}};
    json["nginx"]["zones"] = rows_json(result.rows);
    json["nginx"]["requests"] = requests_json(result.requests);
    return json_text(json);
  }
  std::string text = trace_heading(trace, style) + "\n" + zones_text(result);
  for (const std::string& note : result.notes) text += "  " + note + "\n";
  return text + "\n" + requests_text(result.requests) + "\n" + rows_table(result.rows).text(style);
}

}  // namespace ratereplay
