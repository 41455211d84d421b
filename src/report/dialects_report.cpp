#include "report/dialects_report.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "core/text.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

Json dialect_json(const DialectRow& row, bool has_costs) {
  const ReplaySummary& summary = row.summary;
  Json json;
  json["spec"] = row.spec;
  json["name"] = row.name;
  json["ideal"] = row.ideal_spec;
  put_counts_and_shares(json, summary.passed, summary.dropped, summary.passed_cost, summary.dropped_cost, has_costs);
  json["busiest"] = busiest_json(summary.busiest);
  json["promise"] = nullptr;
  if (row.promise) put_whole(json, "promise", *row.promise);
  json["only_dialect_passed"] = count_json(row.difference.passed_by_one[0]);
  json["only_ideal_passed"] = count_json(row.difference.passed_by_one[1]);
  json["first_difference"] = row.difference.first ? instant_json(row.difference.first->time) : Json();
  json["drift"] = row.drift.approximate();
  json["drift_exact"] = to_text(row.drift);
  return json;
}

Table dialects_table(const DialectResult& result, bool has_costs) {
  using Align = Table::Align;
  Table table;
  table.add_column("dialect", Align::left);
  table.add_column("passed", Align::right);
  table.add_column("dropped", Align::right);
  table.add_column("busiest\n" + compact_text(result.window), Align::right);
  if (!has_costs) table.add_column("promise", Align::right);
  table.add_column("ideal", Align::left);
  table.add_column("only it\npassed", Align::right);
  table.add_column("only the\nideal", Align::right);
  table.add_column("drift", Align::right);
  for (const DialectRow& row : result.rows) {
    std::vector<std::string> cells{row.spec, grouped(row.summary.passed), grouped(row.summary.dropped),
                                   grouped(row.summary.busiest.events)};
    if (!has_costs) cells.push_back(row.promise ? grouped(*row.promise) : "-");
    cells.insert(cells.end(), {row.ideal_name, grouped(row.difference.passed_by_one[0].events),
                               grouped(row.difference.passed_by_one[1].events), drift_text(row.drift)});
    table.add_row(std::move(cells));
  }
  return table;
}

}  // namespace

std::string drift_text(const Fraction& drift) {
  if (drift == Fraction(0)) return "0";
  const bool less = drift < Fraction(0);
  const Fraction percent = (less ? Fraction(0) - drift : drift) * Fraction(100);
  const std::string text = percent < Fraction(1, 1000) ? "<0.001" : decimal_text(percent, 3);
  return fmt::format("{}{} %", less ? '-' : '+', text);
}

void put_left_out(Json& json, std::string_view key, const std::vector<DialectLeftOut>& left_out) {
  Json& array = json[std::string(key)] = Json::array();
  for (const DialectLeftOut& each : left_out) array.push_back({{"name", each.name}, {"why", each.why}});
}

void put_dialects(Json& json, const DialectResult& result, const TraceSummary& trace) {
  json["dialects"] = Json::array();
  for (const DialectRow& row : result.rows) json["dialects"].push_back(dialect_json(row, trace.has_costs));
  put_left_out(json, "dialects_left_out", result.left_out);
}

std::string dialects_text(const DialectResult& result, const TraceSummary& trace, const Style& style) {
  std::string text = dialects_table(result, trace.has_costs).text(style);
  if (!result.left_out.empty()) text += "\n";
  for (const DialectLeftOut& each : result.left_out) text += fmt::format("without {}: {}\n", each.name, each.why);
  return text;
}

}  // namespace ratereplay
