#include "report/recommend_report.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "core/text.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

Json row_json(const RecommendedRow& row, bool has_costs) {
  const ReplaySummary& summary = row.summary;
  Json json;
  json["name"] = row.name;
  json["spec"] = row.spec;
  json["stanza"] = row.stanza;
  put_counts_and_shares(json, summary.passed, summary.dropped, summary.passed_cost, summary.dropped_cost, has_costs);
  json["busiest"] = busiest_json(summary.busiest);
  json["long_run_exact"] = to_text(row.long_run * Fraction(ns_per_second));
  json["drift"] = row.drift.approximate();
  json["drift_exact"] = to_text(row.drift);
  return json;
}

Table products_table(const RecommendedResult& result) {
  using Align = Table::Align;
  Table table;
  table.add_column("product", Align::left);
  table.add_column("passed", Align::right);
  table.add_column("dropped", Align::right);
  table.add_column("share", Align::right);
  table.add_column("busiest\n" + compact_text(result.window), Align::right);
  table.add_column("in the\nlong run", Align::right);
  table.add_column("drift", Align::right);
  for (const RecommendedRow& row : result.rows) {
    const ReplaySummary& summary = row.summary;
    table.add_row({row.spec, grouped(summary.passed), grouped(summary.dropped),
                   share_text(summary.dropped, Int128{summary.passed} + summary.dropped),
                   grouped(summary.busiest.events), rate_text(row.long_run), drift_text(row.drift)});
  }
  return table;
}

/// What all come close to, and why.
std::string bucket_text(const RecommendedResult& result, const TraceSummary& trace) {
  std::string whose;
  if (trace.keys) whose = fmt::format(" for each of the clients by {}", trace.keys->name(0));
  std::string text = fmt::format("a bucket of {}{} at {} ", grouped(result.bucket), whose, result.rate.text);
  if (result.dropped == 0) {
    text += "loses nothing";
  } else {
    text += fmt::format("drops {} of {}; at most {} may be", grouped(result.dropped), counted(trace.events, "event"),
                        grouped(*result.allowed));
  }
  return text + "\n";
}

std::string products_text(const RecommendedResult& result, const Style& style) {
  std::string text = products_table(result).text(style);
  for (const RecommendedRow& row : result.rows) {
    text += "\n" + style.bold(row.name) + "\n";
    for (std::string_view left = row.stanza; !left.empty();) {
      const std::size_t end = left.find('\n') + 1;
      text += "  ";
      text += left.substr(0, end);
      left.remove_prefix(end);
    }
  }
  if (!result.left_out.empty()) text += "\n";
  for (const DialectLeftOut& each : result.left_out) text += fmt::format("without {}: {}\n", each.name, each.why);
  return text;
}

}  // namespace

std::string recommend_report(const RecommendedResult& result, const TraceSummary& trace, Format format,
                             const Style& style) {
  if (format == Format::table) {
    return trace_heading(trace, style) + "\n" + bucket_text(result, trace) + "\n" + products_text(result, style);
  }
  Json products = Json::array();
  for (const RecommendedRow& row : result.rows) products.push_back(row_json(row, trace.has_costs));
  if (format == Format::csv) {
    RecommendedRow full;
    full.summary.busiest.from = full.summary.busiest.cost_from = Instant{};
    return csv_text(products, row_json(full, true));
  }
  Json json = document("recommend", &trace);
  json["rate"] = result.rate.text;
  json["bucket"] = result.bucket;
  json["lossless_exact"] = result.lossless ? Json(to_text(*result.lossless)) : Json();
  json["allowed"] = result.allowed ? Json(*result.allowed) : Json();
  json["dropped"] = result.dropped;
  json["products"] = std::move(products);
  put_left_out(json, "left_out", result.left_out);
  return json_text(json);
}

}  // namespace ratereplay
