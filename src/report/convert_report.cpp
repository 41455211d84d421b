#include "report/convert_report.hpp"

#include <fmt/format.h>

#include "core/fraction.hpp"
#include "core/text.hpp"
#include "report/json.hpp"
#include "report/text.hpp"
#include "trace/binary_form.hpp"

namespace ratereplay {

namespace {

Json output_json(const ConvertedTrace& converted, const TraceSummary& trace) {
  Json json{{"file", converted.file}, {"format", "rrt"},          {"version", rrt_form.version},
            {"events", trace.events}, {"bytes", converted.bytes}, {"columns", Json::array({"time"})}};
  if (!converted.cost_column.empty()) json["columns"].push_back(converted.cost_column);
  return json;
}

/// The output as one CSV row.
Json output_row(const ConvertedTrace& converted, const TraceSummary& trace) {
  Json row = output_json(converted, trace);
  // An array has no columns.
  row["columns"] = converted.cost_column.empty() ? "time" : "time," + converted.cost_column;
  return row;
}

/// `, 24.3 times smaller than its source`, where there is something to compare.
std::string size_against(std::uint64_t bytes, const std::optional<std::uint64_t>& source_bytes) {
  if (!source_bytes || *source_bytes == 0) return {};
  const bool smaller = bytes <= *source_bytes;
  const Fraction ratio = smaller ? Fraction(*source_bytes, bytes) : Fraction(bytes, *source_bytes);
  const std::string times = decimal_text(ratio, 1, Rounding::down);
  if (times == "1") return ", about the size of its source";
  return fmt::format(", {} times {} than its source", times, smaller ? "smaller" : "larger");
}

std::string convert_text(const ConvertedTrace& converted, const TraceSummary& trace, const Style& style) {
  return trace_heading(trace, style) + fmt::format("\n{}: {}, {}{}\n", printable(converted.file),
                                                   counted(trace.events, "event"), counted(converted.bytes, "byte"),
                                                   size_against(converted.bytes, converted.source_bytes));
}

}  // namespace

std::string convert_report(const ConvertedTrace& converted, const TraceSummary& trace, Format format,
                           const Style& style) {
  if (format == Format::table) return convert_text(converted, trace, style);
  if (format == Format::csv) return csv_row_text(output_row(converted, trace));
  Json json = document("convert", &trace);
  json["output"] = output_json(converted, trace);
  return json_text(json);
}

}  // namespace ratereplay
