#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/workers.hpp"
#include "fuzz/fuzz.hpp"
#include "fuzz/memory_file.hpp"
#include "trace/binary_form.hpp"
#include "trace/described.hpp"
#include "trace/load.hpp"

namespace ratereplay::test {

/// The columns that the letters of an input ask for.
struct AskedColumns {
  const char* key;
  const char* other_key;
  const char* cost;
  const char* id;
  const char* number;  ///< conditions
  const char* words;
};

/// How a file is to be read.
struct AskedReading {
  LoadOptions options;
  std::size_t chunk = 16;  ///< bytes that a thread reads at a time
  bool threads = false;    ///< more than one; chunks are read ahead in any case
  bool pipe = false;       ///< from a pipe too, which takes ten times as long
};

/// As the letters on the first line of an input say, in any order; others mean nothing.
inline AskedReading asked_by(std::string_view letters, std::string_view kind, const AskedColumns& columns) {
  AskedReading asked;
  LoadOptions& options = asked.options;
  options.input = kind;
  constexpr std::size_t chunks[] = {1, 2, 3, 7, 16, 33, 64, 100, 200, 4096};
  for (const char letter : letters) {
    if (letter >= '0' && letter <= '9') asked.chunk = chunks[letter - '0'];
    switch (letter) {
      case 'm':
        asked.threads = true;
        break;
      case 'p':
        asked.pipe = true;
        break;
      case 's':
        options.bad_rows = BadRows::skip;
        break;
      case 'f':
        options.order = Order::file;
        break;
      case 't':
        options.order = Order::strict;
        break;
      case 'l':
        options.lines = true;
        break;
      case 'g':
        options.input.clear();
        break;
      case 'k':
        options.keys = {columns.key};
        break;
      case 'K':
        options.keys = {columns.key, std::string(columns.other_key) + "," + columns.key};
        break;
      case 'o':
        options.only_key = "a";
        break;
      case 'c':
        options.cost_column = columns.cost;
        break;
      case 'd':
        options.dedupe_column = columns.id;
        break;
      case 'w':
        options.where.emplace_back(columns.number);
        break;
      case 'x':
        options.where.emplace_back(columns.words);
        break;
      case 'r':
        options.from = "2025-07-29T23:24:51Z";
        break;
      case 'e':
        options.to = "2025-07-29T23:24:53Z";
        break;
      case 'b':
        options.from = "1";
        break;
      case 'u':
        options.time_unit = "ms";
        break;
      case 'n':
        options.columns = "time,mag,key,cost";
        break;
      case ';':
      case '|':
      case '_':
        options.delimiter = letter;
        break;
      default:
        break;
    }
  }
  return asked;
}

inline void check_counts(const Trace& trace) {
  const TraceSummary& summary = trace.summary;
  const RowCounts& rows = summary.rows;
  require(rows.read == rows.kept + rows.filtered + rows.bad + rows.duplicates, "every row read is counted once");
  require(rows.kept == trace.arrival.size() && summary.events == rows.kept, "every row kept is an event");
  Cost total = 0;
  for (std::size_t i = 0; i < trace.arrival.size(); ++i) {
    require(i == 0 || trace.arrival[i - 1] <= trace.arrival[i], "events are in order");
    require(trace.cost.empty() || (trace.cost[i] >= 0 && !__builtin_add_overflow(total, trace.cost[i], &total)),
            "costs add up in 64 bits");
  }
  require(summary.extent == extent_of(trace.events()), "the extent is that of the events");
  for (const std::string& note : summary.notes) require_shown(note);
  for (const std::string& warning : summary.warnings) require_shown(warning);
}

/// The text as a file gives the same in small pieces, in one, and from a pipe.
inline void check_reading(std::string_view text, const AskedReading& asked) {
  static Workers one(1);
  static Workers three(3);
  static const MemoryFile file;
  constexpr std::size_t least_memory = std::size_t{1} << 20;
  LoadOptions options = asked.options;
  options.source = file.write(text);
  const std::string in_pieces =
      outcome(options, options.source, {asked.threads ? three : one, least_memory, asked.chunk});
  try {
    const Trace trace = load(options, {one, least_memory});
    check_counts(trace);
    require_same(in_pieces, described(trace), "a file reads the same in pieces and in one");
  } catch (const Error& error) {
    require_shown(error.what());
    require(in_pieces.starts_with("error: "), "a file that cannot be read in one cannot be in pieces", error.what());
  }
  if (!asked.pipe) return;
  const FilledPipe pipe(text);
  const std::string streamed = outcome(options, pipe.path(), {one, least_memory});
  if (begins_as(rrt_form, text)) {
    require(streamed.starts_with("error: "), "a binary trace is not read from a stream", streamed);
  } else {
    require_same(streamed, in_pieces, "a file reads as a stream");
  }
}

}  // namespace ratereplay::test
