#include "report/size_report.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

Json witness_json(const Witness& witness) {
  Json json;
  json["first"] = instant_json(witness.first);
  json["last"] = instant_json(witness.last);
  json["events"] = witness.events;
  put_whole(json, "cost", witness.cost);
  put_seconds(json, "seconds", witness.length());
  json["seconds_exact"] = to_text(Fraction(witness.length().ns, ns_per_second));
  return json;
}

Json bounds_json(const ResolutionBounds& bounds) {
  return {{"lower", bounds.lower.approximate()},
          {"lower_exact", to_text(bounds.lower)},
          {"lower_attainable", bounds.lower_attainable},
          {"upper", bounds.upper.approximate()},
          {"upper_exact", to_text(bounds.upper)}};
}

Json size_json(const SizeRow& row) {
  Json json;
  json["rate"] = row.rate.text;
  put_whole(json, "bucket", row.bucket.exact.ceil());
  json["bucket_exact"] = to_text(row.bucket.exact);
  json["witness"] = row.bucket.witness ? witness_json(*row.bucket.witness) : Json();
  json["resolution_bounds"] = row.bounds ? bounds_json(*row.bounds) : Json();
  return json;
}

/// A fraction and its size, or its size alone where the fraction would burst the table.
struct ExactText {
  std::string cell;
  bool whole;  ///< whether the cell holds the exact value
};

ExactText exact_text(const Fraction& value) {
  constexpr std::size_t widest = 26;
  const std::string exact = to_text(value);
  if (value.denominator() == 1) return {exact, true};
  const std::string both = fmt::format("{} ~ {}", exact, decimal_text(value, 3));
  if (both.size() <= widest) return {both, true};
  return {"~ " + decimal_text(value, 6), false};
}

/// What the resolution leaves open. The bounds are rounded outwards, so that what is said stays true.
std::string bounds_text(const SizeRow& row, Duration resolution) {
  const ResolutionBounds& bounds = *row.bounds;
  const std::string lower = decimal_text(bounds.lower, 6, Rounding::down);
  const std::string upper = decimal_text(bounds.upper, 6, Rounding::up);
  std::string text =
      fmt::format("{}: stamps have {} resolution, so the true value ", row.rate.text, human_text(resolution));
  text += bounds.lower_attainable ? fmt::format("is at least {} and less than {}", lower, upper)
                                  : fmt::format("lies strictly between {} and {}", lower, upper);
  const Int128 safe = bounds.upper.ceil();
  if (safe > row.bucket.exact.ceil())
    text += fmt::format("\n  a bucket of {} is safe whatever the true times", grouped(safe));
  return text + "\n";
}

Json sizes_json(const std::vector<SizeRow>& rows) {
  Json json = Json::array();
  for (const SizeRow& row : rows) json.push_back(size_json(row));
  return json;
}

/// A row in which nothing is null, for csv_text.
Json full_size_row() {
  SizeRow row;
  row.bucket.witness = Witness();
  row.bounds = ResolutionBounds();
  return size_json(row);
}

std::string sizes_text(const std::vector<SizeRow>& rows, const TraceSummary& trace, const Style& style) {
  using Align = Table::Align;
  Table table;
  table.add_column("rate", Align::left);
  table.add_column("bucket", Align::right);
  table.add_column("exactly", Align::left);
  table.add_column(trace.has_costs ? "forced by\ncost" : "forced by\nevents", Align::right);
  table.add_column("within", Align::right);
  table.add_column("from", Align::left);
  for (const SizeRow& row : rows) {
    const std::optional<Witness>& witness = row.bucket.witness;
    table.add_row({row.rate.text, grouped(row.bucket.exact.ceil()), exact_text(row.bucket.exact).cell,
                   witness ? grouped(witness->cost) : "-", witness ? human_text(witness->length()) : "-",
                   witness ? rfc3339_text(witness->first) : "-"});
  }
  std::string text = table.text(style);
  std::string below;
  for (const SizeRow& row : rows) {
    if (!exact_text(row.bucket.exact).whole) {
      below += fmt::format("{}: exactly {}\n", row.rate.text, to_text(row.bucket.exact));
    }
    if (row.bounds) below += bounds_text(row, *trace.resolution);
  }
  return below.empty() ? text : text + "\n" + below;
}

}  // namespace

std::string size_report(const std::vector<SizeRow>& rows, const TraceSummary& trace, Format format,
                        const Style& style) {
  if (format == Format::table) return trace_heading(trace, style) + "\n" + sizes_text(rows, trace, style);
  if (format == Format::csv) return csv_text(sizes_json(rows), full_size_row());
  Json json = document("size", &trace);
  json["sizes"] = sizes_json(rows);
  return json_text(json);
}

}  // namespace ratereplay
