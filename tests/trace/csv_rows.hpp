#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"
#include "trace/byte_source.hpp"
#include "trace/csv_reader.hpp"
#include "trace/csv_scanner.hpp"

namespace ratereplay::test {

class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string_view text) : text_(text) {}
  std::size_t fill(char* buffer, std::size_t size) override {
    const std::size_t part = std::min(size, text_.size() - used_);
    std::memcpy(buffer, text_.data() + used_, part);
    used_ += part;
    return part;
  }
  std::uint64_t bytes_read() const noexcept override { return used_; }

 private:
  std::string_view text_;
  std::size_t used_ = 0;
};

/// The text as a scanner wants it, and not a byte more that may be read. What stands behind the line end looks like
/// CSV, so that a reader who takes it for some is found out.
class PaddedText {
 public:
  explicit PaddedText(std::string_view text) : size_(text.size()), memory_(new char[size_ + 65]) {
    std::memcpy(memory_.get(), text.data(), size_);
    memory_[size_] = '\n';
    for (std::size_t i = 0; i < 64; ++i) memory_[size_ + 1 + i] = "\"\n,1,\0\""[i % 7];
  }
  std::string_view text() const noexcept { return {memory_.get(), size_}; }

 private:
  std::size_t size_;
  std::unique_ptr<char[]> memory_;
};

struct Row {
  std::uint64_t line = 0;
  std::vector<std::string> cells;
  RecordFault fault = RecordFault::none;
  std::size_t fault_column = 0;
  std::string count = {};  ///< "fewer" or "more" cells than the header

  friend bool operator==(const Row&, const Row&) = default;
};

inline std::ostream& operator<<(std::ostream& out, const Row& row) {
  out << "line " << row.line << (row.fault == RecordFault::none ? "" : " bad ") << int(row.fault) << "@"
      << row.fault_column << " " << row.count;
  for (const std::string& cell : row.cells) out << " " << in_quotes(cell);
  return out << "\n";
}

/// All that a reader gives.
struct File {
  std::vector<std::string> header;
  std::vector<Row> rows;
  std::uint64_t blank_lines = 0;
  std::uint64_t repeated_headers = 0;
  std::uint64_t byte_order_marks = 0;
  std::string error = {};  ///< that ended it

  friend bool operator==(const File&, const File&) = default;

  void add(const PassedOver& passed_over) {
    blank_lines += passed_over.blank_lines;
    repeated_headers += passed_over.repeated_headers;
    byte_order_marks += passed_over.byte_order_marks;
  }
};

inline std::ostream& operator<<(std::ostream& out, const File& file) {
  for (const Row& row : file.rows) out << row;
  return out << file.blank_lines << " blank, " << file.repeated_headers << " headers, " << file.byte_order_marks
             << " marks, error '" << file.error << "'\n";
}

/// Reads on to the end, or to the stop, of `reader`.
template <class Reader>
void read_rows(Reader& reader, File& file) {
  Record record;
  while (reader.next(record)) {
    file.rows.push_back({record.line,
                         {record.cells.begin(), record.cells.end()},
                         record.fault,
                         record.fault_column,
                         record.fewer_cells  ? "fewer"
                         : record.more_cells ? "more"
                                             : ""});
  }
}

inline File read_by_reader(std::string_view text, const std::vector<std::size_t>& columns, char delimiter) {
  File file;
  try {
    CsvReader reader(std::make_unique<TextSource>(text), "t.csv", delimiter);
    reader.select(columns);
    file.header = reader.header();
    read_rows(reader, file);
    file.add(reader.passed_over());
  } catch (const Error& error) {
    file.error = error.what();
  }
  return file;
}

template <class Block>
File read_by_scanner(std::string_view text, const std::vector<std::size_t>& columns, char delimiter) {
  const PaddedText padded(text);
  File file;
  try {
    BasicCsvScanner<Block> scanner(padded.text(), "t.csv", delimiter);
    scanner.select(columns);
    file.header = scanner.header();
    read_rows(scanner, file);
    file.add(scanner.passed_over());
  } catch (const Error& error) {
    file.error = error.what();
  }
  return file;
}

}  // namespace ratereplay::test
