#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "trace/byte_source.hpp"
#include "trace/record_reader.hpp"

namespace ratereplay {

/// What is known of a record beside its cells.
struct RecordFacts {
  std::uint64_t line = 0;
  std::uint32_t fault_column = 0;
  RecordFault fault = RecordFault::none;
  bool fewer_cells = false;
  bool more_cells = false;
  bool escaped = false;  ///< its cells hold escape_byte pairs
};

/// Cuts CSV as people have it (RFC 4180 and what else is met) into records and writes the selected columns of each as
/// plain CSV: commas, LF after every line, no line break inside a line, no NUL, no BOM, never a bad row. A record of
/// more columns than `columns_per_line` takes several lines, the last padded with empty cells.
///
/// A record ends at a line end outside quotes; a field whose first byte that is not blank is a quote is quoted. Skipped
/// and counted: blank lines, repeats of the header and a BOM at the front of a record; not counted: one at the front of
/// the file. A mistake of quoting costs the physical line on which the record begins, so that no quote left open
/// swallows the rows below it.
class CsvFramer {
 public:
  static constexpr std::size_t longest_record = std::size_t{1} << 20;  ///< bytes without line end; longer is a bad row
  static constexpr std::size_t columns_per_line = 4;

  /// Reads up to the header. Throws Error when there is none.
  CsvFramer(std::unique_ptr<ByteSource> source, const std::string& name, char delimiter);

  const std::vector<std::string>& header() const noexcept { return header_; }
  const PassedOver& passed_over() const noexcept { return passed_over_; }

  void select(std::vector<std::size_t> columns) { selected_ = std::move(columns); }
  std::size_t lines_per_record() const noexcept { return (selected_.size() + columns_per_line - 1) / columns_per_line; }

  /// Appends the next record to `lines` (nothing for a bad row) and what is known of it to `facts`; false at the end.
  /// Throws Error, naming the line, where the file is made of such mistakes.
  bool frame(std::string& lines, std::deque<RecordFacts>& facts);

 private:
  struct Field {
    const char* begin;
    const char* end;
    bool quoted;  ///< then without the outer quotes, the inner ones still doubled
  };

  bool refill();
  bool skip_byte_order_mark() noexcept;
  bool find_record();
  RecordFault scan();
  void pass_record(RecordFault fault);
  void skip_physical_line();
  void count_wasted();
  bool blank() const noexcept;
  bool repeats_header() const;
  bool write_selected(std::string& lines) const;

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  char delimiter_;
  std::vector<std::string> header_;
  std::vector<std::size_t> selected_;
  PassedOver passed_over_;

  std::unique_ptr<char[]> buffer_;  ///< a line end always stands behind the last byte read
  const char* begin_;               ///< of what is not yet framed
  const char* end_;
  bool source_ended_ = false;
  std::uint64_t line_ = 1;  ///< that begin_ is on

  std::uint64_t passed_ = 0;  ///< bytes of the lines passed
  std::uint64_t wasted_ = 0;  ///< bytes looked through in records that are none for a mistake of quoting

  // Of the record scanned last.
  std::vector<Field> fields_;
  const char* record_end_ = nullptr;  ///< its line end, or end_; of a mistake of quoting, how far it was looked through
  std::uint64_t breaks_ = 0;          ///< line ends inside its quotes
};

/// Stands before a byte that had to be replaced inside a cell: `line_break_code` for a line feed, else the byte itself.
inline constexpr char escape_byte = '\x01';
inline constexpr char line_break_code = 'n';

}  // namespace ratereplay
