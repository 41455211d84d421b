#include "trace/summary_text.hpp"

#include <cstdint>
#include <vector>

#include "core/int128.hpp"
#include "core/json.hpp"
#include "core/text.hpp"

namespace ratereplay {

namespace {

/// A power of ten of ns, at most 1 s.
bool is_resolution(Duration duration) noexcept {
  Int128 step = ns_per_second;
  while (step > duration.ns) step /= 10;
  return step == duration.ns && step > 0;
}

}  // namespace

std::string summary_text(const TraceSummary& summary, const std::string& cost_column) {
  Json json;
  json["ratereplay"] = RATEREPLAY_VERSION;
  json["source"] = summary.source;
  json["input"] = summary.input;
  json["time_column"] = summary.time_column;
  json["time_style"] = summary.time_style;
  json["cost_column"] = cost_column;
  json["resolution_ns"] = summary.resolution ? Json(static_cast<std::uint64_t>(summary.resolution->ns)) : Json();
  Json& rows = json["rows"];
  for (const auto& [name, count] : row_counts) rows[name] = summary.rows.*count;
  json["notes"] = summary.notes;
  json["warnings"] = summary.warnings;
  // A path or a name in a header need not be UTF-8.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<KeptSummary> read_summary_text(std::string_view text) {
  constexpr int deepest = 3;
  KeptSummary kept;
  TraceSummary& summary = kept.trace;
  try {
    // The parser takes it for the end.
    if (text.find('\0') != std::string_view::npos) text = {};
    // What is nested deeper than any summary is left out while it is read, so that it cannot fill memory.
    const auto json = Json::parse(text, [](int depth, Json::parse_event_t, const Json&) { return depth <= deepest; });
    const auto text_of = [](const Json& value) { return value.get_ref<const std::string&>(); };
    const auto count_of = [](const Json& value) { return value.get_ref<const std::uint64_t&>(); };
    // Names are made safe where they are printed; sentences were when they were made, unless they are made up.
    const auto sentences_of = [&](const Json& value) {
      std::vector<std::string> sentences;
      for (const Json& sentence : value.get_ref<const Json::array_t&>())
        sentences.push_back(printable(text_of(sentence)));
      return sentences;
    };
    summary.source = text_of(json.at("source"));
    summary.input = printable(text_of(json.at("input")));
    summary.time_column = text_of(json.at("time_column"));
    summary.time_style = printable(text_of(json.at("time_style")));
    kept.cost_column = text_of(json.at("cost_column"));
    if (const Json& resolution = json.at("resolution_ns"); !resolution.is_null()) {
      summary.resolution = Duration{count_of(resolution)};
    }
    for (const auto& [name, count] : row_counts) summary.rows.*count = count_of(json.at("rows").at(name));
    summary.notes = sentences_of(json.at("notes"));
    summary.warnings = sentences_of(json.at("warnings"));
  } catch (const Json::exception&) {
    return std::nullopt;
  }
  return kept;
}

bool is_of_events(const KeptSummary& summary, std::uint64_t events, bool has_costs) noexcept {
  const RowCounts& rows = summary.trace.rows;
  const Int128 read = static_cast<Int128>(rows.kept) + rows.filtered + rows.bad + rows.duplicates;
  return rows.kept == events && read == rows.read && summary.cost_column.empty() != has_costs &&
         (!summary.trace.resolution || is_resolution(*summary.trace.resolution));
}

}  // namespace ratereplay
