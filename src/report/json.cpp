#include "report/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/text.hpp"
#include "replay/summary.hpp"
#include "report/csv_cell.hpp"
#include "report/rows.hpp"

namespace ratereplay {

namespace {

std::string exact_key(std::string_view key) { return fmt::format("{}_exact", key); }

template <class Object>
void set_whole(Object& object, std::string_view key, Int128 value) {
  if (value >= INT64_MIN && value <= INT64_MAX) {
    set(object, key, static_cast<std::int64_t>(value));
  } else {
    set(object, key, static_cast<double>(value));
  }
}

/// The double nearest to it, so that 2871.341 s is the one that prints as 2871.341.
double nearest_seconds(Duration duration) {
  // A quotient of two doubles is the nearest to that of their values.
  if (is_exact(duration.ns)) return static_cast<double>(duration.ns) / static_cast<double>(ns_per_second);
  return Json::parse(seconds_text(duration)).get<double>();
}

template <class Object>
void set_seconds(Object& object, std::string_view key, Duration duration) {
  if (duration.ns % ns_per_second == 0) {
    set_whole(object, key, duration.ns / ns_per_second);
  } else {
    set(object, key, nearest_seconds(duration));
  }
}

Json rows_json(const RowCounts& rows) {
  Json json;
  for (const auto& [name, count] : row_counts) json[name] = rows.*count;
  return json;
}

/// How many keys there are under each choice; null where all events have one.
Json keys_json(const Keys* keys) {
  if (keys == nullptr) return nullptr;
  Json json = Json::array();
  for (std::size_t choice = 0; choice < keys->choices(); ++choice) {
    json.push_back({{"key", keys->name(choice)}, {"clients", keys->size(choice)}});
  }
  return json;
}

Json trace_json(const TraceSummary& trace) {
  const Extent& extent = trace.extent;
  const bool empty = trace.events == 0;
  const auto unless_empty = [&](auto value) { return empty ? std::nullopt : std::optional(value); };

  Json json;
  json["source"] = trace.source;
  json["input"] = trace.input;
  json["delimiter"] = trace.delimiter ? Json(std::string(1, *trace.delimiter)) : Json();
  json["time_column"] = trace.time_column;
  json["time_style"] = trace.time_style;
  json["events"] = trace.events;
  put_whole(json, "cost", extent.total_cost);
  json["first"] = instant_json(unless_empty(extent.first));
  json["last"] = instant_json(unless_empty(extent.last));
  put_seconds(json, "span_s", unless_empty(extent.span()));
  json["keys"] = keys_json(trace.keys.get());
  put_seconds(json, "resolution_s", trace.resolution);
  json["rows"] = rows_json(trace.rows);
  json["warnings"] = trace.notes;
  for (const std::string& warning : trace.warnings) json["warnings"].push_back(warning);
  return json;
}

/// Of what holds nothing else.
std::string atom_text(const Json& value) {
  if (value.is_number_float()) return double_text(value.get<double>());
  return value.is_string() ? quoted_json(value.get_ref<const std::string&>()) : value.dump();
}

/// Two blanks a level, as the library has it.
void append(std::string& text, const Json& value, std::size_t depth) {
  if (!value.is_structured() || value.empty()) {
    text += atom_text(value);
    return;
  }
  const auto new_line = [&](std::size_t level) { text.append(1, '\n').append(2 * level, ' '); };
  const bool is_object = value.is_object();
  text += is_object ? '{' : '[';
  bool is_first = true;
  for (const auto& [key, member] : value.items()) {
    if (!is_first) text += ',';
    is_first = false;
    new_line(depth + 1);
    if (is_object) text.append(quoted_json(key)).append(": ");
    append(text, member, depth + 1);
  }
  new_line(depth);
  text += is_object ? '}' : ']';
}

/// A whole character of UTF-8 as \uXXXX, beyond U+FFFF as a pair of surrogates (RFC 8259, 7).
void append_escape(std::string& out, std::string_view character) {
  constexpr std::array<unsigned, 5> lead_bits = {0, 0x7F, 0x1F, 0x0F, 0x07};
  unsigned code = static_cast<unsigned char>(character.front()) & lead_bits[character.size()];
  for (const char byte : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(byte) & 0x3F);
  if (code > 0xFFFF) {
    code -= 0x10000;
    out += fmt::format("\\u{:04x}", 0xD800 + (code >> 10));
    code = 0xDC00 + (code & 0x3FF);
  }
  out += fmt::format("\\u{:04x}", code);
}

std::uint64_t bytes_not_utf8(const Json& value) {
  if (value.is_string()) return ratereplay::bytes_not_utf8(value.get_ref<const std::string&>());
  std::uint64_t count = 0;
  for (const Json& inner : value) {
    if (inner.is_structured() || inner.is_string()) count += bytes_not_utf8(inner);
  }
  return count;
}

std::string csv_cell(const Json& value) {
  if (value.is_null()) return "";
  if (!value.is_string()) return atom_text(value);
  std::string cell;
  append_csv_cell(cell, value.get_ref<const std::string&>());
  return cell;
}

using Cells = std::vector<std::pair<std::string, const Json*>>;

/// Nested objects as outer_inner.
void flatten(const Json& value, const std::string& name, Cells& cells) {
  if (!value.is_object()) {
    cells.emplace_back(name, &value);
    return;
  }
  for (const auto& [key, inner] : value.items())
    flatten(inner, name.empty() ? key : fmt::format("{}_{}", name, key), cells);
}

Json without_exact_texts(const Json& row) {
  Json kept = Json::object();
  for (const auto& [key, value] : row.items()) {
    if (!std::string_view(key).ends_with(exact_key("")))
      kept[key] = value.is_object() ? without_exact_texts(value) : value;
  }
  return kept;
}

Cells::const_iterator find(const Cells& cells, const std::string& name) {
  return std::find_if(cells.begin(), cells.end(), [&](const auto& cell) { return cell.first == name; });
}

}  // namespace

template <class Object>
void put_whole(Object& object, std::string_view key, Int128 value) {
  set_whole(object, key, value);
  if (!is_exact(value)) set(object, exact_key(key), to_text(value));
}

template <class Object>
void put_counts(Object& object, std::uint64_t passed, std::uint64_t dropped, Cost passed_cost, Cost dropped_cost) {
  set(object, "passed", passed);
  set(object, "dropped", dropped);
  put_whole(object, "passed_cost", passed_cost);
  put_whole(object, "dropped_cost", dropped_cost);
}

void put_counts_and_shares(Json& json, std::uint64_t passed, std::uint64_t dropped, Cost passed_cost, Cost dropped_cost,
                           bool has_costs) {
  put_counts(json, passed, dropped, passed_cost, dropped_cost);
  json["drop_share"] = share_json(dropped, static_cast<Int128>(passed) + dropped);
  const Int128 cost = static_cast<Int128>(passed_cost) + dropped_cost;
  json["drop_share_cost"] = has_costs ? share_json(dropped_cost, cost) : Json();
}

template <class Object>
void put_seconds(Object& object, std::string_view key, const std::optional<Duration>& duration) {
  if (!duration) {
    set(object, key, nullptr);
    return;
  }
  set_seconds(object, key, *duration);
  if (!is_exact(*duration)) set(object, exact_key(key), seconds_text(*duration));
}

template <class Object>
void put_bucket(Object& object, const Fraction& bucket) {
  set_whole(object, "bucket", bucket.ceil());
  set(object, "bucket_exact", to_text(bucket));
}

template <class Object>
void put_witness(Object& object, const Witness& witness) {
  set(object, "first", rfc3339_text(witness.first));
  set(object, "last", rfc3339_text(witness.last));
  set(object, "events", witness.events);
  put_whole(object, "cost", witness.cost);
  set_seconds(object, "seconds", witness.length());
  set(object, "seconds_exact", to_text(Fraction(witness.length().ns, ns_per_second)));
}

template void put_whole(Json&, std::string_view, Int128);
template void put_whole(Row&, std::string_view, Int128);
template void put_counts(Json&, std::uint64_t, std::uint64_t, Cost, Cost);
template void put_counts(Row&, std::uint64_t, std::uint64_t, Cost, Cost);
template void put_seconds(Json&, std::string_view, const std::optional<Duration>&);
template void put_seconds(Row&, std::string_view, const std::optional<Duration>&);
template void put_bucket(Json&, const Fraction&);
template void put_bucket(Row&, const Fraction&);
template void put_witness(Json&, const Witness&);
template void put_witness(Row&, const Witness&);

Json instant_json(const std::optional<Instant>& instant) { return instant ? Json(rfc3339_text(*instant)) : Json(); }

Json share_json(Int128 part, Int128 whole) { return whole == 0 ? Json() : Json(Fraction(part, whole).approximate()); }

Json count_json(const EventCount& count) {
  Json json;
  json["events"] = count.events;
  put_whole(json, "cost", count.cost);
  return json;
}

Json delay_json(const std::optional<DelaySummary>& delay) {
  Json json;
  const auto put = [&](std::string_view key, Duration DelaySummary::*of) {
    put_seconds(json, key, delay ? std::optional((*delay).*of) : std::nullopt);
  };
  put("max_s", &DelaySummary::longest);
  put("mean_s", &DelaySummary::mean);
  put("p50_s", &DelaySummary::p50);
  put("p99_s", &DelaySummary::p99);
  return json;
}

Json busiest_json(const BusiestWindow& busiest) {
  Json json;
  json["count"] = busiest.events;
  put_whole(json, "cost", busiest.cost);
  json["from"] = instant_json(busiest.from);
  json["cost_from"] = instant_json(busiest.cost_from);
  json["key"] = nullptr;
  put_seconds(json, "window_s", busiest.length);
  return json;
}

Json busiest_of_key_json(const BusiestWindow& window, const BusiestKeys& of, const Keys* keys, std::size_t choice) {
  const auto text = [&](const std::optional<KeyId>& key) {
    return key ? Json(std::string(keys->text(choice, *key))) : Json();
  };
  Json json = busiest_json(window);
  json["key"] = text(of.events);
  json["cost_key"] = text(of.cost);
  return json;
}

Json document(std::string_view command, const TraceSummary* trace) {
  return {{"ratereplay", RATEREPLAY_VERSION}, {"command", command}, {"trace", trace ? trace_json(*trace) : Json()}};
}

std::string double_text(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string quoted_json(std::string_view text) {
  std::string quoted = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  // The library escapes what RFC 8259 asks for: what is below U+0020.
  const auto plain = [](char c) { return c >= ' ' && c <= '~'; };
  if (std::all_of(quoted.begin(), quoted.end(), plain)) return quoted;
  std::string safe;
  for (std::string_view rest = quoted; !rest.empty();) {
    const std::string_view character = rest.substr(0, utf8_length(rest));
    if (is_unprintable(character)) {
      append_escape(safe, character);
    } else {
      safe += character;
    }
    rest.remove_prefix(character.size());
  }
  return safe;
}

std::string json_text(const Json& document) {
  std::string text;
  const std::uint64_t replaced = bytes_not_utf8(document);
  if (replaced == 0 || document.value("trace", Json()).is_null()) {
    append(text, document, 0);
  } else {
    Json warned = document;
    warned["trace"]["warnings"].push_back(counted(replaced, "byte") + " that are not UTF-8, U+FFFD in this document");
    append(text, warned, 0);
  }
  text += '\n';
  return text;
}

std::string csv_text(const Json& rows, const Json& full_row) {
  struct Column {
    std::string name;
    std::string exact;  ///< of its exact text, where that has no column of its own; else empty
  };
  Cells cells;
  flatten(full_row, "", cells);
  std::vector<Column> columns;
  std::string text;
  for (const auto& [name, value] : cells) {
    const std::string exact = exact_key(name);
    columns.push_back({name, find(cells, exact) == cells.end() ? exact : ""});
    text += (text.empty() ? "" : ",") + csv_cell(name);
  }
  text += "\n";
  for (const Json& row : rows) {
    cells.clear();
    flatten(row, "", cells);
    for (const Column& column : columns) {
      if (&column != &columns.front()) text += ",";
      // A number too large for a double has its exact text beside it.
      Cells::const_iterator cell = column.exact.empty() ? cells.end() : find(cells, column.exact);
      if (cell == cells.end()) cell = find(cells, column.name);
      if (cell != cells.end()) text += csv_cell(*cell->second);
    }
    text += "\n";
  }
  return text;
}

std::string csv_row_text(const Json& row) { return csv_text(Json::array({row}), without_exact_texts(row)); }

}  // namespace ratereplay
