#include "report/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ratereplay {

namespace {

constexpr Int128 exact_in_double = static_cast<Int128>(1) << 53;

Json rows_json(const RowCounts& rows) {
  return {{"read", rows.read},
          {"kept", rows.kept},
          {"filtered", rows.filtered},
          {"bad", rows.bad},
          {"duplicates", rows.duplicates},
          {"blank", rows.blank},
          {"reordered", rows.reordered},
          {"without_offset", rows.without_offset},
          {"clamped", rows.clamped},
          {"digits_cut", rows.digits_cut},
          {"missing", rows.missing},
          {"repeated_headers", rows.repeated_headers},
          {"extra_cells", rows.extra_cells},
          {"short", rows.short_rows}};
}

Json trace_json(const TraceSummary& trace) {
  const Extent& extent = trace.extent;
  const bool empty = trace.events == 0;
  const auto unless_empty = [&](auto value) { return empty ? std::nullopt : std::optional(value); };

  Json json;
  json["source"] = trace.source;
  json["input"] = trace.input;
  json["time_column"] = trace.time_column;
  json["time_style"] = trace.time_style;
  json["events"] = trace.events;
  put_whole(json, "cost", extent.total_cost);
  json["first"] = instant_json(unless_empty(extent.first));
  json["last"] = instant_json(unless_empty(extent.last));
  put_seconds(json, "span_s", unless_empty(extent.span()));
  json["keys"] = nullptr;
  put_seconds(json, "resolution_s", trace.resolution);
  json["rows"] = rows_json(trace.rows);
  json["warnings"] = trace.notes;
  for (const std::string& warning : trace.warnings) json["warnings"].push_back(warning);
  return json;
}

std::string csv_cell(const Json& value) {
  if (value.is_null()) return "";
  std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char c : text) {
    if (c == '"') cell.push_back('"');
    cell.push_back(c);
  }
  return cell + "\"";
}

using Cells = std::vector<std::pair<std::string, Json>>;

/// Nested objects as outer_inner.
void flatten(const Json& value, const std::string& name, Cells& cells) {
  if (!value.is_object()) {
    cells.emplace_back(name, value);
    return;
  }
  for (const auto& [key, inner] : value.items())
    flatten(inner, name.empty() ? key : fmt::format("{}_{}", name, key), cells);
}

}  // namespace

void put_whole(Json& object, const std::string& key, Int128 value) {
  const bool fits = value >= INT64_MIN && value <= INT64_MAX;
  object[key] = fits ? Json(static_cast<std::int64_t>(value)) : Json(static_cast<double>(value));
  if (value > exact_in_double || value < -exact_in_double) object[key + "_exact"] = to_text(value);
}

void put_seconds(Json& object, const std::string& key, const std::optional<Duration>& duration) {
  if (!duration) {
    object[key] = nullptr;
    return;
  }
  const Int128 ns = duration->ns;
  const bool fits = ns <= exact_in_double && ns >= -exact_in_double;
  if (ns % ns_per_second == 0 && fits) {
    object[key] = static_cast<std::int64_t>(ns / ns_per_second);
  } else {
    // Through the decimal text, so that 2871.341 is the double that prints as 2871.341.
    object[key] = Json::parse(seconds_text(*duration));
  }
  if (!fits) object[key + "_exact"] = seconds_text(*duration);
}

Json instant_json(const std::optional<Instant>& instant) { return instant ? Json(rfc3339_text(*instant)) : Json(); }

Json document(std::string_view command, const TraceSummary* trace) {
  return {{"ratereplay", RATEREPLAY_VERSION}, {"command", command}, {"trace", trace ? trace_json(*trace) : Json()}};
}

std::string json_text(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string csv_text(const Json& rows, const Json& full_row) {
  Cells columns;
  flatten(full_row, "", columns);
  const auto find = [](const Cells& cells, const std::string& name) {
    return std::find_if(cells.begin(), cells.end(), [&](const auto& cell) { return cell.first == name; });
  };
  std::string out;
  for (std::size_t c = 0; c < columns.size(); ++c) out += (c == 0 ? "" : ",") + csv_cell(columns[c].first);
  out += "\n";
  for (const Json& row : rows) {
    Cells cells;
    flatten(row, "", cells);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (c != 0) out += ",";
      // A number too large for a double has its exact text beside it, which has no column of its own.
      const std::string exact = columns[c].first + "_exact";
      auto cell = find(columns, exact) == columns.end() ? find(cells, exact) : cells.end();
      if (cell == cells.end()) cell = find(cells, columns[c].first);
      if (cell != cells.end()) out += csv_cell(cell->second);
    }
    out += "\n";
  }
  return out;
}

}  // namespace ratereplay
