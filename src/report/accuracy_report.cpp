#include "report/accuracy_report.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "core/text.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

/// The estimate with its weighted count rounded down, and as it is.
struct Variant {
  const char* name;
  Placement CounterAccuracy::*placement;
};
constexpr std::array variants{Variant{"floor", &CounterAccuracy::by_floor},
                              Variant{"exact", &CounterAccuracy::by_exact}};

Json placement_json(const Placement& placement, std::uint64_t events) {
  Json json;
  json["wrongly_over"] = placement.wrongly_over;
  json["wrongly_under"] = placement.wrongly_under;
  json["wrong_share"] = share_json(placement.wrong(), events);
  const auto put_count = [&](const char* key, const std::optional<Cost>& count) {
    if (count) {
      put_whole(json, key, *count);
    } else {
      json[key] = nullptr;
    }
  };
  put_count("least_over", placement.least_over);
  put_count("most_under", placement.most_under);
  return json;
}

Json error_json(const CounterAccuracy& accuracy) {
  const auto share = [&](const Fraction& value) { return accuracy.events > 0 ? Json(value.approximate()) : Json(); };
  return {{"mean", share(accuracy.error.mean())},
          {"signed_mean", share(accuracy.error.signed_mean())},
          {"most_above", share(accuracy.error.most_above)},
          {"most_below", share(accuracy.error.most_below)}};
}

Json clients_json(const CounterAccuracy& accuracy, const Keys& keys) {
  Json json;
  json["key"] = keys.name(0);
  json["clients"] = accuracy.keys;
  json["over"] = accuracy.keys_over;
  for (const Variant& variant : variants) {
    const PlacedKeys& placed = (accuracy.*variant.placement).keys;
    json[variant.name] = {{"over", placed.over},
                          {"wrongly_over", placed.wrongly_over},
                          {"wrongly_under", placed.wrongly_under},
                          {"only_log", placed.only_log},
                          {"only_estimate", placed.only_estimate}};
  }
  return json;
}

Json row_json(const AccuracyRow& row, const TraceSummary& trace) {
  const CounterAccuracy& accuracy = row.accuracy;
  Json json;
  json["rate"] = row.rate.text;
  json["events"] = accuracy.events;
  json["over"] = accuracy.over;
  json["over_share"] = share_json(accuracy.over, accuracy.events);
  put_whole(json, "most", accuracy.most);
  json["most_estimated"] = accuracy.most_estimated.approximate();
  json["most_estimated_exact"] = to_text(accuracy.most_estimated);
  json["error"] = error_json(accuracy);
  for (const Variant& variant : variants)
    json[variant.name] = placement_json(accuracy.*variant.placement, accuracy.events);
  if (trace.keys) json["clients"] = clients_json(accuracy, *trace.keys);
  return json;
}

/// `12.30 %`, to so many decimals; what is more than 0 and would print as 0 is `<0.01 %`.
std::string percent_text(const Fraction& share, std::size_t decimals) {
  const std::string least = "0." + std::string(decimals - 1, '0') + "1";
  const Fraction percent = share * Fraction(100);
  if (percent > Fraction(0) && percent * Fraction(2) < parse_fraction(least)) return "<" + least + " %";
  std::string number = decimal_text(percent, static_cast<int>(decimals));
  const std::size_t point = number.find('.');
  if (point == std::string::npos) number += '.';
  number.append(decimals - (point == std::string::npos ? 0 : number.size() - point - 1), '0');
  return number + " %";
}

Table placements_table(const std::vector<AccuracyRow>& rows) {
  using Align = Table::Align;
  Table table;
  table.add_column("rate", Align::left);
  table.add_column("over the\nlimit", Align::right);
  table.add_column("rounding", Align::left);
  table.add_column("wrongly\nover", Align::right);
  table.add_column("wrongly\nunder", Align::right);
  table.add_column("share\nwrong", Align::right);
  for (const AccuracyRow& row : rows) {
    const CounterAccuracy& accuracy = row.accuracy;
    for (const Variant& variant : variants) {
      constexpr std::size_t decimals = 4;
      const Placement& placement = accuracy.*variant.placement;
      const bool first = &variant == variants.begin();
      std::vector<std::string> cells;
      cells.push_back(first ? row.rate.text : "");
      cells.push_back(first ? share_text(accuracy.over, accuracy.events) : "");
      cells.emplace_back(variant.name);
      cells.push_back(grouped(placement.wrongly_over));
      cells.push_back(grouped(placement.wrongly_under));
      cells.push_back(accuracy.events > 0 ? percent_text(Fraction(placement.wrong(), accuracy.events), decimals) : "-");
      table.add_row(std::move(cells));
    }
  }
  return table;
}

Table errors_table(const std::vector<AccuracyRow>& rows) {
  using Align = Table::Align;
  Table table;
  table.add_column("rate", Align::left);
  table.add_column("error of the\nestimate", Align::right);
  table.add_column("above, in\nthe mean", Align::right);
  table.add_column("at\nmost", Align::right);
  table.add_column("below, in\nthe mean", Align::right);
  table.add_column("at\nmost", Align::right);
  table.add_column("largest\ncount", Align::right);
  table.add_column("largest\nestimate", Align::right);
  for (const AccuracyRow& row : rows) {
    const CounterAccuracy& accuracy = row.accuracy;
    const EstimateError& error = accuracy.error;
    std::vector<std::string> cells{row.rate.text};
    for (const Fraction& share : {error.mean(), error.mean_above, error.most_above, error.mean_below, error.most_below})
      cells.push_back(accuracy.events > 0 ? percent_text(share, 2) : "-");
    cells.push_back(grouped(accuracy.most));
    cells.push_back(decimal_text(accuracy.most_estimated, 3));
    table.add_row(std::move(cells));
  }
  return table;
}

Table clients_table(const std::vector<AccuracyRow>& rows) {
  using Align = Table::Align;
  Table table;
  table.add_column("clients at", Align::left);
  table.add_column("over by\nthe log", Align::right);
  table.add_column("rounding", Align::left);
  table.add_column("over by the\nestimate", Align::right);
  table.add_column("only by\nthe log", Align::right);
  table.add_column("only by the\nestimate", Align::right);
  table.add_column("ever\nwrongly over", Align::right);
  table.add_column("ever\nwrongly under", Align::right);
  for (const AccuracyRow& row : rows) {
    const CounterAccuracy& accuracy = row.accuracy;
    for (const Variant& variant : variants) {
      const PlacedKeys& keys = (accuracy.*variant.placement).keys;
      const bool first = &variant == variants.begin();
      table.add_row({first ? row.rate.text : "", first ? grouped(accuracy.keys_over) : "", variant.name,
                     grouped(keys.over), grouped(keys.only_log), grouped(keys.only_estimate),
                     grouped(keys.wrongly_over), grouped(keys.wrongly_under)});
    }
  }
  return table;
}

}  // namespace

std::string accuracy_report(const std::vector<AccuracyRow>& rows, const TraceSummary& trace, Format format,
                            const Style& style) {
  if (format == Format::table) {
    std::string text =
        trace_heading(trace, style) + "\n" + placements_table(rows).text(style) + "\n" + errors_table(rows).text(style);
    if (!trace.keys) return text;
    return text +
           fmt::format("\n{} by {}\n\n", counted(rows.front().accuracy.keys, "client"),
                       printable(trace.keys->name(0))) +
           clients_table(rows).text(style);
  }
  Json accuracy = Json::array();
  for (const AccuracyRow& row : rows) accuracy.push_back(row_json(row, trace));
  if (format == Format::csv) {
    AccuracyRow full;
    full.accuracy.events = 1;
    for (const Variant& variant : variants)
      (full.accuracy.*variant.placement).least_over = (full.accuracy.*variant.placement).most_under = 1;
    return csv_text(accuracy, row_json(full, trace));
  }
  Json json = document("accuracy", &trace);
  json["accuracy"] = std::move(accuracy);
  return json_text(json);
}

}  // namespace ratereplay
