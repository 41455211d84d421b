#pragma once

#include <cstdint>
#include <sstream>
#include <string>

#include "core/error.hpp"
#include "trace/load.hpp"
#include "trace/trace.hpp"

namespace ratereplay::test {

inline std::string described_keys(const Keys& keys, KeyId combination) {
  std::string text;
  for (std::size_t choice = 0; choice < keys.choices(); ++choice) {
    text += " '" + std::string(keys.text(choice, keys.key_of(choice, combination))) + "'";
  }
  return text;
}

/// All that is known of a trace, as text.
inline std::string described(const Trace& trace) {
  const TraceSummary& summary = trace.summary;
  const RowCounts& rows = summary.rows;
  std::ostringstream out;
  out << summary.input << '|' << summary.delimiter.value_or('-') << '|' << summary.time_column << '|'
      << summary.time_style << '|' << summary.has_costs << '|' << summary.events << '|' << summary.extent.first.ns
      << '|' << summary.extent.last.ns << '|' << summary.extent.largest_cost << '|' << summary.extent.total_cost << '|'
      << (summary.resolution ? static_cast<std::int64_t>(summary.resolution->ns) : -1) << "\nrows";
  for (const std::uint64_t count :
       {rows.read, rows.kept, rows.filtered, rows.bad, rows.duplicates, rows.blank, rows.reordered, rows.without_offset,
        rows.clamped, rows.digits_cut, rows.missing, rows.repeated_headers, rows.extra_cells, rows.short_rows}) {
    out << ' ' << count;
  }
  for (const std::string& note : summary.notes) out << "\nnote " << note;
  for (const std::string& warning : summary.warnings) out << "\nwarning " << warning;
  for (std::size_t i = 0; i < trace.arrival.size(); ++i) {
    out << '\n' << trace.arrival[i];
    if (!trace.cost.empty()) out << ' ' << trace.cost[i];
    if (!trace.key.empty()) out << " key " << trace.key[i] << described_keys(*summary.keys, trace.key[i]);
    if (!trace.line.empty()) out << " line " << trace.line[i];
  }
  return out.str();
}

/// The same of the file at `path`, or why it cannot be read; the path is not in it.
inline std::string outcome(LoadOptions options, const std::string& path, const ReadingMeans& means) {
  options.source = path;
  try {
    return described(load(options, means));
  } catch (const Error& error) {
    std::string message = error.what();
    if (message.starts_with(path)) message.replace(0, path.size(), "TRACE");
    return "error: " + message;
  }
}

}  // namespace ratereplay::test
