#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/event_consumer.hpp"
#include "core/workers.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

enum class Order { sort, file, strict };
enum class BadRows { fail, skip };

/// A column of a key that is found under one of several names.
struct KeyColumn {
  std::vector<std::string> names;  ///< the first that the file has is taken; at least one
  std::string asked_by;            ///< for messages

  friend bool operator==(const KeyColumn&, const KeyColumn&) = default;
};

/// The trace options of the command line, as typed; `load` checks them against the file.
struct LoadOptions {
  std::string source;                    ///< a path, or "-" for standard input
  std::string input;                     ///< csv, clf or jsonl; empty: judged by the first line
  std::string time_column;               ///< empty: guessed from the header
  std::string time_unit;                 ///< s, ms, us, ns; empty: from the first row's magnitude; not for `updated`
  std::string cost_column;               ///< empty: every event costs 1
  std::string cost_asked_by = "--cost";  ///< for messages
  /// Choices of key, each a column or several with commas between; none: all events have one key.
  std::vector<std::string> keys;
  /// In place of `keys`, choices that an option asks for which is no --key.
  std::vector<std::vector<KeyColumn>> key_columns = {};
  std::optional<std::string> only_key;  ///< keep only the rows of this key, as `Keys::text` has it; with one choice
  bool lines = false;                   ///< whether the consumer is told on which line of the file each event stands
  std::vector<std::string> where;       ///< conditions that must all hold: "mag>=5"
  /// Times, half-open [from, to); empty: no bound. A bare number is in the unit of `time_unit`, else in that of the
  /// file where its times are numbers, else in the unit of its own magnitude.
  std::string from;
  std::string to;
  std::string dedupe_column;
  std::string delimiter;  ///< one byte or its name; empty: judged by the first line
  /// Names with commas between: of the columns of CSV without a header line, or of fields that the first JSON lines
  /// lack; empty: none.
  std::string columns;
  Order order = Order::sort;
  BadRows bad_rows = BadRows::fail;
};

/// How a trace is read. Nothing here changes what is read or said of it.
struct ReadingMeans {
  Workers& workers;
  /// Bytes for the events that have to be held: those of a trace that is not in order, or of a pipe, which cannot be
  /// read a second time. More is kept in temporary files. At least 1 MiB.
  std::size_t memory = std::size_t{512} << 20;
  std::size_t chunk = std::size_t{256} << 10;  ///< bytes of a mapped file that one thread reads at a time, at least 1
  /// Told from time to time how many bytes of the source have been read, and of how many (0 when that is not known);
  /// then, of a trace that is sorted, how many bytes of events have been handed on.
  std::function<void(std::uint64_t, std::uint64_t)> progress = {};
  std::size_t key_memory = std::size_t{256} << 20;  ///< bytes for the texts of keys and their numbers
  /// The consumer cannot begin again: rows that may turn out to be out of order are held from the start.
  bool once = false;
};

/// Reads, checks, filters and orders a trace and hands its events on. In memory that does not grow with the trace where
/// that is in order and can be read a second time if it turns out not to be (or --order asks for no sorting); with
/// --dedupe each row is held. Throws Error, one line that names file, line, column and the mend; what is wrong with the
/// trace comes before what is wrong with a part of the consumer, whose first goes before others.
TraceSummary read_trace(const LoadOptions& options, const ReadingMeans& means, EventConsumer& consumer);

/// The same into memory.
Trace load(const LoadOptions& options, const ReadingMeans& means);
Trace load(const LoadOptions& options);  ///< on the calling thread alone

/// The names of a source's columns, by its front alone. Throws Error.
std::vector<std::string> column_names(const LoadOptions& options);

}  // namespace ratereplay
