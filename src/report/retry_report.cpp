#include "report/retry_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/fraction.hpp"
#include "core/text.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

std::uint64_t events_of(const RetrySummary& summary) { return summary.passed + summary.refused + summary.abandoned; }

Json row_json(const RetryRow& row) {
  const RetrySummary& summary = row.summary;
  const std::uint64_t events = events_of(summary);
  Json json;
  json["policy"] = row.policy;
  json["events"] = events;
  json["passed"] = summary.passed;
  json["passed_at_once"] = summary.passed_at_once;
  json["refused"] = summary.refused;
  json["abandoned"] = summary.abandoned;
  json["success_share"] = share_json(summary.passed, events);
  json["attempts"] = summary.attempts;
  json["attempts_mean"] = events > 0 ? Json(Fraction(summary.attempts, events).approximate()) : Json();
  json["attempts_max"] = summary.most_attempts;
  json["wasted"] = summary.wasted;
  json["delay"] = delay_json(summary.delay);
  json["peak"]["count"] = summary.peak.events;
  json["peak"]["from"] = instant_json(summary.peak.from);
  put_seconds(json["peak"], "window_s", summary.peak.length);
  json["waiting_most"] = summary.most_waiting;
  json["waiting_at_end"] = summary.waiting_at_end;
  return json;
}

Table policies_table(const RetryResult& result) {
  using Align = Table::Align;
  const bool queues = std::any_of(result.rows.begin(), result.rows.end(),
                                  [](const RetryRow& row) { return row.summary.most_waiting > 0; });
  Table table;
  table.add_column("policy", Align::left);
  table.add_column("passed", Align::right);
  table.add_column("share", Align::right);
  table.add_column("failed", Align::right);
  table.add_column("attempts\neach", Align::right);
  table.add_column("wasted", Align::right);
  table.add_column("peak\n" + compact_text(result.window), Align::right);
  if (queues) table.add_column("most\nwaiting", Align::right);
  for (const RetryRow& row : result.rows) {
    const RetrySummary& summary = row.summary;
    const std::uint64_t events = events_of(summary);
    std::vector<std::string> cells{row.policy, grouped(summary.passed), share_text(summary.passed, events)};
    cells.push_back(grouped(summary.refused + summary.abandoned));
    cells.push_back(events > 0 ? decimal_text(Fraction(summary.attempts, events), 2) : "-");
    cells.push_back(grouped(summary.wasted));
    cells.push_back(grouped(summary.peak.events));
    if (queues) cells.push_back(summary.most_waiting > 0 ? grouped(summary.most_waiting) : "");
    table.add_row(std::move(cells));
  }
  return table;
}

Table delays_table(const RetryResult& result) {
  using Align = Table::Align;
  Table table;
  table.add_column("until success", Align::left);
  for (const char* of : {"mean", "p50", "p99", "max"}) table.add_column(of, Align::right);
  for (const RetryRow& row : result.rows) {
    std::vector<std::string> cells{row.policy};
    for (const Duration DelaySummary::*of :
         {&DelaySummary::mean, &DelaySummary::p50, &DelaySummary::p99, &DelaySummary::longest}) {
      cells.push_back(row.summary.delay ? wait_text((*row.summary.delay).*of) : "-");
    }
    table.add_row(std::move(cells));
  }
  return table;
}

/// How the clients were told to go on.
std::string conditions_text(const RetryResult& result) {
  std::string text = fmt::format("{}: at most {}", result.spec, counted(result.max_attempts, "attempt"));
  if (result.max_wait) text += " within " + compact_text(*result.max_wait);
  if (result.jitter != "none") text += fmt::format(", {} jitter, seed {}", result.jitter, result.seed);
  return text + "\n";
}

}  // namespace

std::string retry_report(const RetryResult& result, const TraceSummary& trace, Format format, const Style& style) {
  if (format == Format::table) {
    std::string text = trace_heading(trace, style) + "\n" + conditions_text(result) + "\n";
    text += policies_table(result).text(style) + "\n" + delays_table(result).text(style);
    for (const RetryRow& row : result.rows) {
      if (row.summary.waiting_at_end == 0) continue;
      text += fmt::format("\n{}: {} still waiting when the last event came\n", row.policy,
                          counted(row.summary.waiting_at_end, "event"));
    }
    return text;
  }
  Json policies = Json::array();
  for (const RetryRow& row : result.rows) policies.push_back(row_json(row));
  if (format == Format::csv) {
    RetryRow full;
    full.summary.passed = 1;
    full.summary.delay = DelaySummary();
    full.summary.peak.from = Instant{};
    return csv_text(policies, row_json(full));
  }
  Json json = document("retry", &trace);
  json["spec"] = result.spec;
  json["jitter"] = result.jitter;
  json["max_attempts"] = result.max_attempts;
  put_seconds(json, "max_wait_s", result.max_wait);
  json["seed"] = result.seed;
  json["policies"] = std::move(policies);
  return json_text(json);
}

}  // namespace ratereplay
