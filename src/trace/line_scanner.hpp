#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trace/byte_source.hpp"
#include "trace/csv_record.hpp"
#include "trace/csv_scanner.hpp"
#include "trace/record_reader.hpp"

namespace ratereplay {

// Formats of one record a line, see ClfLine and JsonLine: what all of them have in common is here, and each but cuts a
// line into cells.

/// Makes a data row of the line from `begin` to `end` (the LF, behind which 64 bytes can be read), or passes it over
/// where it is blank.
template <class Line>
bool read_record(Line& format, const char* begin, const char* end, Record& record, PassedOver& passed_over) {
  const std::size_t with_cr = static_cast<std::size_t>(end - begin);
  const std::size_t size = with_cr - (with_cr > 0 && end[-1] == '\r' ? 1 : 0);
  RecordFacts& facts = record;
  record.cells.clear();
  if (size > longest_record) {
    facts = {0, RecordFault::too_long};
    return true;
  }
  while (end != begin && end[-1] == '\r') --end;
  const std::string_view line(begin, static_cast<std::size_t>(end - begin));
  if (line.find_first_not_of(" \t") == std::string_view::npos) {
    ++passed_over.blank_lines;
    return false;
  }
  if (line.find('\0') != std::string_view::npos) {
    facts = {0, RecordFault::nul_byte};
  } else {
    facts = format.cut(line, record.cells);
  }
  return true;
}

/// Lines that lie in memory as a whole; the interface of CsvScanner, and the same records as LineReader.
template <class Line>
class LineScanner {
 public:
  using Position = ScanPosition;
  static constexpr bool ends_at_line_ends = true;

  /// `text`: a line end and 64 readable bytes stand behind it.
  LineScanner(std::string_view text, Line format) : text_(text), format_(std::move(format)), stop_(text.size()) {
    skip_byte_order_mark();
  }

  const std::vector<std::string>& header() const noexcept { return format_.header(); }
  void select(std::vector<std::size_t> columns) { format_.select(std::move(columns)); }

  void scan_from(const Position& position, std::size_t stop) {
    position_ = position;
    stop_ = std::min(stop, text_.size());
    passed_over_ = {};
  }
  const Position& position() const noexcept { return position_; }
  PassedOver passed_over() const noexcept { return passed_over_; }

  bool next(Record& record) {
    while (position_.offset < stop_) {
      if (skip_byte_order_mark()) {
        ++passed_over_.byte_order_marks;
        continue;
      }
      const char* const begin = text_.data() + position_.offset;
      const std::size_t left = text_.size() - position_.offset;
      const auto* const end = static_cast<const char*>(std::memchr(begin, '\n', left + 1));
      const std::uint64_t line = position_.line;
      position_.offset += std::min(static_cast<std::size_t>(end - begin) + 1, left);
      ++position_.line;
      if (!read_record(format_, begin, end, record, passed_over_)) continue;
      record.line = line;
      return true;
    }
    return false;
  }

 private:
  bool skip_byte_order_mark() noexcept {
    if (text_.substr(position_.offset, byte_order_mark.size()) != byte_order_mark) return false;
    position_.offset += byte_order_mark.size();
    return true;
  }

  std::string_view text_;
  Line format_;
  Position position_;
  std::size_t stop_;
  PassedOver passed_over_;
};

/// The same of a stream.
template <class Line>
class LineReader final : public RecordReader {
 public:
  LineReader(std::unique_ptr<ByteSource> source, Line format)
      : source_(std::move(source)),
        format_(std::move(format)),
        buffer_(std::make_unique<char[]>(buffer_size + behind)),
        begin_(buffer_.get()),
        end_(buffer_.get()) {
    refill();
    skip_byte_order_mark();
  }

  const std::vector<std::string>& header() const noexcept override { return format_.header(); }
  void select(std::vector<std::size_t> columns) override { format_.select(std::move(columns)); }
  PassedOver passed_over() const noexcept override { return passed_over_; }
  std::uint64_t bytes_read() const noexcept override { return source_->bytes_read(); }

  bool next(Record& record) override {
    while (refill()) {
      if (skip_byte_order_mark()) {
        ++passed_over_.byte_order_marks;
        continue;
      }
      // A line that does not end in the buffer is too long, however it goes on.
      const char* const begin = begin_;
      const auto* const end = static_cast<const char*>(std::memchr(begin, '\n', left() + 1));
      const std::uint64_t line = line_;
      const bool is_data = read_record(format_, begin, end, record, passed_over_);
      begin_ = std::min(end + 1, static_cast<const char*>(end_));
      if (end == end_) pass_line();
      ++line_;
      if (!is_data) continue;
      record.line = line;
      return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t buffer_size = 4 * longest_record;
  static constexpr std::size_t behind = 65;  ///< a line end and 64 bytes that can be read

  std::size_t left() const noexcept { return static_cast<std::size_t>(end_ - begin_); }

  // Has at least `longest_look` bytes, or all that are left. False when none are.
  bool refill() {
    const std::size_t kept = left();
    if (!source_ended_ && kept < longest_look) {
      std::memmove(buffer_.get(), begin_, kept);
      const std::size_t got = source_->fill(buffer_.get() + kept, buffer_size - kept);
      source_ended_ = got < buffer_size - kept;
      begin_ = buffer_.get();
      end_ = buffer_.get() + kept + got;
      *end_ = '\n';
    }
    return begin_ != end_;
  }

  // The rest of a line that did not end in the buffer, if there is one.
  void pass_line() {
    while (refill()) {
      const auto* const end = static_cast<const char*>(std::memchr(begin_, '\n', left()));
      begin_ = end == nullptr ? end_ : end + 1;
      if (end != nullptr) return;
    }
  }

  bool skip_byte_order_mark() noexcept {
    if (std::string_view(begin_, left()).substr(0, byte_order_mark.size()) != byte_order_mark) return false;
    begin_ += byte_order_mark.size();
    return true;
  }

  std::unique_ptr<ByteSource> source_;
  Line format_;
  PassedOver passed_over_;
  std::unique_ptr<char[]> buffer_;
  const char* begin_;  ///< of what is not yet read
  char* end_;          ///< a line end stands here
  bool source_ended_ = false;
  std::uint64_t line_ = 1;
};

}  // namespace ratereplay
