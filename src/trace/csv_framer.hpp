#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "trace/byte_source.hpp"
#include "trace/csv_record.hpp"
#include "trace/record_reader.hpp"

namespace ratereplay {

/// What is known of a record beside the lines that were written of it.
struct FramedFacts : RecordFacts {
  bool escaped = false;  ///< its cells hold escape_byte pairs

  friend bool operator==(const FramedFacts&, const FramedFacts&) = default;
};

/// Facts of records in their order. The parser reads many records ahead, nearly all of them alike but for the line:
/// such a run is kept once.
class FactsAhead {
 public:
  bool empty() const noexcept { return runs_.empty(); }

  void push(const FramedFacts& facts) {
    if (!runs_.empty() && runs_.back().next() == facts) {
      ++runs_.back().count;
    } else {
      runs_.push_back({facts, 1});
    }
  }

  /// Not when empty.
  FramedFacts pop() {
    Run& run = runs_.front();
    const FramedFacts facts = run.first;
    ++run.first.line;
    if (--run.count == 0) runs_.pop_front();
    return facts;
  }

 private:
  struct Run {
    FramedFacts first;
    std::uint64_t count;

    FramedFacts next() const noexcept {
      FramedFacts facts = first;
      facts.line += count;
      return facts;
    }
  };

  std::deque<Run> runs_;
};

/// Cuts CSV into records, see CsvRecord, and writes the selected columns of each as plain CSV: commas, LF after every
/// line, no line break inside a line, no NUL, no BOM, never a bad row. A record of more columns than `columns_per_line`
/// takes several lines, the last padded with empty cells. Skipped and counted: blank lines, repeats of the header and a
/// BOM at the front of a record; not counted: one at the front of the file.
class CsvFramer {
 public:
  static constexpr std::size_t columns_per_line = 4;

  /// Reads up to the header, unless `columns` names the columns of a file without one. Throws Error when there is none.
  CsvFramer(std::unique_ptr<ByteSource> source, const std::string& name, char delimiter,
            const std::vector<std::string>& columns);

  const std::vector<std::string>& header() const noexcept { return header_; }
  const PassedOver& passed_over() const noexcept { return passed_over_; }
  std::uint64_t bytes_read() const noexcept { return source_->bytes_read(); }

  void select(std::vector<std::size_t> columns) { selected_ = std::move(columns); }
  std::size_t lines_per_record() const noexcept { return (selected_.size() + columns_per_line - 1) / columns_per_line; }

  /// Appends the next record to `lines` (nothing for a bad row) and what is known of it to `ahead`; false at the end.
  /// Throws Error, naming the line, where the file is made of such mistakes.
  bool frame(std::string& lines, FactsAhead& ahead);

 private:
  bool refill();
  bool skip_byte_order_mark() noexcept;
  bool find_record();
  void pass_record(RecordFault fault);
  void skip_physical_line();
  void count_wasted();
  bool write_selected(std::string& lines) const;

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::vector<std::string> header_;
  std::vector<std::string> repeated_;  ///< the header where it stands in the file, else nothing
  std::vector<std::size_t> selected_;
  PassedOver passed_over_;

  std::unique_ptr<char[]> buffer_;  ///< a line end always stands behind the last byte read
  const char* begin_;               ///< of what is not yet framed
  const char* end_;
  bool source_ended_ = false;
  std::uint64_t filled_ = 0;  ///< bytes read so far
  std::uint64_t line_ = 1;    ///< that begin_ is on
  std::uint64_t wasted_ = 0;  ///< see wastes_too_much

  CsvRecord record_;
};

/// Stands before a byte that had to be replaced inside a cell: `line_break_code` for a line feed, else the byte itself.
inline constexpr char escape_byte = '\x01';
inline constexpr char line_break_code = 'n';

}  // namespace ratereplay
