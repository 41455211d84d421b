#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/instant.hpp"
#include "core/keys.hpp"

namespace ratereplay {

/// How many rows of each kind the loader met. read = kept + filtered + bad + duplicates.
struct RowCounts {
  std::uint64_t read = 0;  ///< data rows: neither blank, nor a header
  std::uint64_t kept = 0;
  std::uint64_t filtered = 0;    ///< by --where, --from, --to
  std::uint64_t bad = 0;         ///< skipped under --bad-rows skip
  std::uint64_t duplicates = 0;  ///< by --dedupe
  std::uint64_t blank = 0;
  std::uint64_t reordered = 0;       ///< kept rows whose time is before that of the kept row above
  std::uint64_t without_offset = 0;  ///< this and the next two: times of the time column
  std::uint64_t clamped = 0;         ///< seconds of :60
  std::uint64_t digits_cut = 0;      ///< more than nine fraction digits
  std::uint64_t missing = 0;         ///< rows whose cell in a numeric condition is empty or not a number
  std::uint64_t repeated_headers = 0;
  std::uint64_t extra_cells = 0;  ///< rows with more cells than the header
  std::uint64_t short_rows = 0;   ///< rows with fewer
};

/// All of them, by their names in JSON.
inline constexpr std::array<std::pair<const char*, std::uint64_t RowCounts::*>, 14> row_counts = {{
    {"read", &RowCounts::read},
    {"kept", &RowCounts::kept},
    {"filtered", &RowCounts::filtered},
    {"bad", &RowCounts::bad},
    {"duplicates", &RowCounts::duplicates},
    {"blank", &RowCounts::blank},
    {"reordered", &RowCounts::reordered},
    {"without_offset", &RowCounts::without_offset},
    {"clamped", &RowCounts::clamped},
    {"digits_cut", &RowCounts::digits_cut},
    {"missing", &RowCounts::missing},
    {"repeated_headers", &RowCounts::repeated_headers},
    {"extra_cells", &RowCounts::extra_cells},
    {"short", &RowCounts::short_rows},
}};

/// Where a trace came from and what was met on the way: the trace summary of every report.
struct TraceSummary {
  std::string source;                            ///< as named on the command line; "-" is standard input
  std::string input;                             ///< "csv", "clf", "jsonl"; "rrt", "rrs"
  std::optional<char> delimiter = std::nullopt;  ///< between the cells of CSV
  std::string time_column;
  std::string time_style;  ///< for people: "ISO 8601", "epoch milliseconds", ...
  bool has_costs = false;
  std::shared_ptr<const Keys> keys = nullptr;  ///< whose numbers the events bear; none: all have one key
  std::uint64_t events = 0;
  Extent extent;  ///< of the events; Extent() for none
  RowCounts rows;
  /// The largest power of ten of ns, at most 1 s, that divides every stamp kept; seconds of :60, being clamped, left
  /// out.
  std::optional<Duration> resolution;
  /// For people, one line each, nothing else is said twice: "2 rows out of time order, sorted", "3 rows without mag",
  /// the first bad rows. Text from the file is safe to print.
  std::vector<std::string> notes;
  std::vector<std::string> warnings;
};

/// A loaded trace: columns in replay order and the summary of how they were read.
struct Trace : EventColumns {
  TraceSummary summary;
};

}  // namespace ratereplay
