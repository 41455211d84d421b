#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ratereplay {

/// Why a record as a whole is a bad row.
enum class RecordFault : std::uint8_t {
  none,
  nul_byte,
  too_long,
  // Those from here on are faults of one column, where it is known.
  text_after_quote,
  unclosed_quote,
  // Of an access log.
  no_log_time,
  no_log_host,
  no_log_request,
  unclosed_log_quote,
  text_after_log_quote,
  // Of JSON lines.
  nul_escape,
  not_json,
  not_object,
  not_utf8,
  too_deep,
  repeated_field
};

constexpr bool of_column(RecordFault fault) noexcept { return fault >= RecordFault::text_after_quote; }

/// Mistakes after which CSV is looked through again.
constexpr bool of_quoting(RecordFault fault) noexcept {
  return fault == RecordFault::unclosed_quote || fault == RecordFault::text_after_quote;
}

/// What is known of a data row beside its cells.
struct RecordFacts {
  std::uint64_t line = 0;  ///< the first physical line, from 1
  RecordFault fault = RecordFault::none;
  std::size_t fault_column = 0;  ///< of a fault of a column: its place in the header, from 0; beyond it: not known
  bool fewer_cells = false;      ///< than the header has
  bool more_cells = false;
  std::size_t fault_byte = 0;  ///< where a fault was met, counted from 1 in its line; 0: that tells nothing

  friend bool operator==(const RecordFacts&, const RecordFacts&) = default;
};

/// What is wrong, where in the line if that is known, and the mend, for a message.
std::string explain(const RecordFacts& facts);

/// A data row as it stands in the file.
struct Record : RecordFacts {
  std::vector<std::string_view> cells;  ///< of the columns asked for, in that order; empty where the row has none;
                                        ///< good until the next record is read
};

/// What a reader passed over.
struct PassedOver {
  std::uint64_t blank_lines = 0;
  std::uint64_t repeated_headers = 0;
  std::uint64_t byte_order_marks = 0;  ///< but for one at the very front
};

/// Cuts a source into rows of cells. Every implementation for a format gives the same records for the same bytes.
class RecordReader {
 public:
  virtual ~RecordReader() = default;

  /// The column names, trimmed and unquoted, as the file spells them.
  virtual const std::vector<std::string>& header() const noexcept = 0;

  /// Asks for columns by their place in the header; once, before the first record.
  virtual void select(std::vector<std::size_t> columns) = 0;

  /// The next data row, false after the last. Throws Error when the source cannot be read any further.
  virtual bool next(Record& record) = 0;

  /// Complete after the last record.
  virtual PassedOver passed_over() const noexcept = 0;

  /// See ByteSource.
  virtual std::uint64_t bytes_read() const noexcept = 0;
};

}  // namespace ratereplay
