#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trace/byte_block.hpp"
#include "trace/csv_record.hpp"
#include "trace/record_reader.hpp"

namespace ratereplay {

/// Where a scan stands: all that the records to come depend on.
struct ScanPosition {
  std::size_t offset = 0;    ///< of the byte at which the next record begins
  std::uint64_t line = 1;    ///< that this byte is on
  std::uint64_t wasted = 0;  ///< see wastes_too_much
};

/// CSV that lies in memory as a whole: cuts the same records out of it as CsvReader does of a stream, with the same
/// facts, faults and counts, and may begin and end anywhere. Looks at 64 bytes at a time, as a Block, and at the cells
/// asked for; a row with anything out of the ordinary goes through CsvRecord.
template <class Block>
class BasicCsvScanner {
 public:
  using Position = ScanPosition;
  /// Whether every line end ends a record.
  static constexpr bool ends_at_line_ends = false;

  /// Reads up to and over the header, unless `columns` names the columns of a file without one. `text`: a line end and
  /// 64 readable bytes stand behind it, as MappedFile gives it; it outlives the scanner. Throws Error, as CsvFramer
  /// does, when there is no header.
  BasicCsvScanner(std::string_view text, const std::string& name, char delimiter,
                  const std::vector<std::string>& columns = {});

  // A copy scans on its own: one for each thread.

  const std::vector<std::string>& header() const noexcept { return header_; }

  /// Asks for columns by their place in the header; before the first record.
  void select(std::vector<std::size_t> columns);

  /// Goes on at `position`; records that begin at `stop` or after it are not read. Forgets what was passed over.
  void scan_from(const Position& position, std::size_t stop);

  /// Where the next record would begin: after the last record of a range at or behind its stop. At first behind the
  /// header.
  const Position& position() const noexcept { return position_; }

  /// The next data row, false after the last that begins before `stop`. The cells are good until the next call. Throws
  /// Error, naming the line, where the file is made of mistakes of quoting, as CsvFramer does.
  bool next(Record& record);

  /// Since `scan_from` (at first: since the front of the file).
  PassedOver passed_over() const noexcept { return passed_over_; }

 private:
  // 64 bytes of a row, bit i for byte i. At first: what stands before a row.
  struct Masks {
    std::uint64_t line_ends = 0;   ///< outside quotes
    std::uint64_t delimiters = 0;  ///< outside quotes
    std::uint64_t odd = 0;         ///< what a plain row does not have
    // Of the last byte.
    std::uint64_t in_quotes = 0;  ///< all bits, or none
    std::uint64_t separator = 1;  ///< 1 or 0
    std::uint64_t closing = 0;    ///< quote: 1 or 0
  };

  const char* here() const noexcept { return text_.data() + position_.offset; }
  const char* end() const noexcept { return text_.data() + text_.size(); }

  bool next_plain(Record& record);
  bool next_odd(Record& record);
  bool odd_start(const char* row, const char* row_end, std::size_t cells) const;
  void fill_plain(Record& record, const char* row, const char* row_end, std::size_t cells) const;
  void fill_odd(Record& record);

  bool skip_byte_order_mark() noexcept;
  void pass_record(RecordFault fault);
  Masks look_at(const char* block, const Masks& before) const noexcept;
  std::uint64_t without_cr(const char* block, std::uint64_t odd) const noexcept;

  std::string_view text_;
  std::string name_;
  char delimiter_;
  std::vector<std::string> header_;
  std::vector<std::string> repeated_;  ///< the header where it stands in the file, else nothing
  std::array<bool, 256> odd_start_{};  ///< first bytes of a row that may be something else than a plain one

  std::vector<std::size_t> selected_;
  std::size_t needed_ = 0;  ///< columns up to the last one selected

  Position position_;
  std::size_t stop_;
  PassedOver passed_over_;

  std::vector<const char*> cell_ends_{nullptr};  ///< of the columns needed, as far as the row has them, and one more
  CsvRecord record_;
  std::string unquoted_;  ///< cells whose quotes were doubled
};

extern template class BasicCsvScanner<PortableBlock>;
#if defined(__SSE2__)
extern template class BasicCsvScanner<Sse2Block>;
#endif

using CsvScanner = BasicCsvScanner<ByteBlock>;

}  // namespace ratereplay
