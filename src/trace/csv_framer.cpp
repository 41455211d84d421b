#include "trace/csv_framer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/error.hpp"
#include "core/text.hpp"
#include "trace/foreign_text.hpp"

namespace ratereplay {

namespace {

// Room for the longest record and its line end is always in the buffer, unless the source has ended.
constexpr std::size_t least_in_buffer = CsvFramer::longest_record + 64;
constexpr std::size_t buffer_size = 4 * CsvFramer::longest_record;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Bytes that the parser behind would not hand through as they are, or only in quotes; EF because it begins a BOM.
constexpr bool needs_quotes(char c) noexcept {
  return c == '"' || c == ',' || c == '\r' || c == '\xEF' || c == escape_byte;
}

constexpr bool of_quoting(RecordFault fault) noexcept {
  return fault == RecordFault::unclosed_quote || fault == RecordFault::text_after_quote;
}

}  // namespace

CsvFramer::CsvFramer(std::unique_ptr<ByteSource> source, const std::string& name, char delimiter)
    : source_(std::move(source)),
      name_(name),
      delimiter_(delimiter),
      buffer_(std::make_unique_for_overwrite<char[]>(buffer_size + 1)),
      begin_(buffer_.get()),
      end_(buffer_.get()) {
  if (refill()) skip_byte_order_mark();
  while (find_record()) {
    const RecordFault fault = scan();
    if (fault != RecordFault::none) {
      const std::string_view text(begin_, static_cast<std::size_t>(end_ - begin_));
      const std::string_view foreign = explain_foreign(text.substr(0, std::min(text.find('\n'), longest_record)));
      if (!foreign.empty()) throw Error(name + ": " + std::string(foreign));
      throw Error(name + ":" + std::to_string(line_) + ": in the header: " + std::string(explain(fault)));
    }
    if (!blank()) {
      for (const Field& field : fields_) {
        header_.emplace_back(field.begin, field.end);
        if (!field.quoted) continue;
        std::string& text = header_.back();
        for (std::size_t at = text.find("\"\""); at != std::string::npos; at = text.find("\"\"", at + 1)) {
          text.erase(at, 1);
        }
        text = std::string(trimmed(text));
      }
      pass_record(fault);
      return;
    }
    ++passed_over_.blank_lines;
    pass_record(fault);
  }
  throw Error(name + ": an empty file; the first line must name the columns");
}

bool CsvFramer::refill() {
  const auto left = static_cast<std::size_t>(end_ - begin_);
  if (!source_ended_ && left < least_in_buffer) {
    std::memmove(buffer_.get(), begin_, left);
    const std::size_t got = source_->fill(buffer_.get() + left, buffer_size - left);
    source_ended_ = got < buffer_size - left;
    begin_ = buffer_.get();
    end_ = begin_ + left + got;
    buffer_[left + got] = '\n';
  }
  return begin_ != end_;
}

bool CsvFramer::skip_byte_order_mark() noexcept {
  const std::string_view front(begin_, std::min(byte_order_mark.size(), static_cast<std::size_t>(end_ - begin_)));
  if (front != byte_order_mark) return false;
  begin_ += byte_order_mark.size();
  return true;
}

bool CsvFramer::find_record() {
  while (refill()) {
    if (!skip_byte_order_mark()) return true;
    ++passed_over_.byte_order_marks;
  }
  return false;
}

RecordFault CsvFramer::scan() {
  const char delimiter = delimiter_;
  const auto blank_byte = [delimiter](char c) { return (c == ' ' || c == '\t') && c != delimiter; };
  const char* const quote_bound = begin_ + std::min(static_cast<std::size_t>(end_ - begin_), longest_record);
  fields_.clear();
  breaks_ = 0;

  // The line end behind the buffer's last byte stops every loop that does not look for a quote.
  const char* p = begin_;
  while (true) {
    while (blank_byte(*p)) ++p;
    if (*p == '"') {
      const char* const open = ++p;
      while (true) {
        const void* const quote =
            p < quote_bound ? std::memchr(p, '"', static_cast<std::size_t>(quote_bound - p)) : nullptr;
        if (quote == nullptr) {
          record_end_ = quote_bound;
          const auto looked_at = static_cast<std::size_t>(quote_bound - begin_);
          const bool one_line = std::memchr(begin_, '\n', looked_at) == nullptr;
          return one_line && looked_at == longest_record ? RecordFault::too_long : RecordFault::unclosed_quote;
        }
        p = static_cast<const char*>(quote);
        if (p[1] != '"') break;
        p += 2;
      }
      const char* const close = p;
      breaks_ += static_cast<std::uint64_t>(std::count(open, close, '\n'));
      ++p;
      while (blank_byte(*p)) ++p;
      while (*p == '\r') ++p;
      if (*p != '\n' && (*p != delimiter || p[-1] == '\r')) {
        record_end_ = p;
        return RecordFault::text_after_quote;
      }
      fields_.push_back({open, close, true});
    } else {
      const char* const begin = p;
      while (*p != delimiter && *p != '\n') ++p;
      const char* text_end = p;
      if (*p == '\n') {
        while (text_end != begin && text_end[-1] == '\r') --text_end;
      }
      while (text_end != begin && blank_byte(text_end[-1])) --text_end;
      fields_.push_back({begin, text_end, false});
    }
    if (*p == '\n') break;
    ++p;
  }
  record_end_ = p;
  const char* const line_end = p != begin_ && p[-1] == '\r' ? p - 1 : p;
  if (static_cast<std::size_t>(line_end - begin_) > longest_record || (p == end_ && !source_ended_)) {
    return RecordFault::too_long;
  }
  const bool nul = std::memchr(begin_, '\0', static_cast<std::size_t>(p - begin_)) != nullptr;
  return nul ? RecordFault::nul_byte : RecordFault::none;
}

// After a mistake of quoting the lines that were looked through are looked through again. A few such rows cost nothing;
// a file that is made of them would take the square of its size.
void CsvFramer::count_wasted() {
  constexpr std::uint64_t free_of_charge = 64 * longest_record;
  wasted_ += static_cast<std::uint64_t>(record_end_ - begin_);
  if (wasted_ > free_of_charge + 16 * passed_) {
    throw Error(
        fmt::format("{}:{}: too many quotes up to here are left open or closed in the wrong place; mend the quoting",
                    name_, line_));
  }
}

// Goes behind the record, or behind the first physical line of one with a mistake of quoting.
void CsvFramer::pass_record(RecordFault fault) {
  if (of_quoting(fault)) {
    skip_physical_line();
    return;
  }
  line_ += breaks_;
  begin_ = record_end_;
  skip_physical_line();
}

void CsvFramer::skip_physical_line() {
  do {
    const void* const line_end = std::memchr(begin_, '\n', static_cast<std::size_t>(end_ - begin_));
    if (line_end != nullptr) {
      passed_ += static_cast<std::uint64_t>(static_cast<const char*>(line_end) + 1 - begin_);
      begin_ = static_cast<const char*>(line_end) + 1;
      ++line_;
      return;
    }
    begin_ = end_;
  } while (refill());
}

bool CsvFramer::blank() const noexcept {
  return fields_.size() == 1 && !fields_[0].quoted && fields_[0].begin == fields_[0].end;
}

// Quotes around a name are no difference; a name that holds quotes is not looked into.
bool CsvFramer::repeats_header() const {
  return std::equal(fields_.begin(), fields_.end(), header_.begin(), header_.end(),
                    [](const Field& field, const std::string& name) {
                      const std::string_view text(field.begin, static_cast<std::size_t>(field.end - field.begin));
                      return equal_ignoring_case(trimmed(text), name);
                    });
}

// Whether a byte had to be escaped.
bool CsvFramer::write_selected(std::string& lines) const {
  bool escaped = false;
  const std::size_t slots = lines_per_record() * columns_per_line;
  for (std::size_t slot = 0; slot < slots; ++slot) {
    if (slot < selected_.size() && selected_[slot] < fields_.size()) {
      const Field& field = fields_[selected_[slot]];
      const std::string_view text(field.begin, static_cast<std::size_t>(field.end - field.begin));
      if (!field.quoted && std::none_of(text.begin(), text.end(), needs_quotes)) {
        lines.append(text);
      } else {
        lines.push_back('"');
        for (const char c : text) {
          const bool replace = c == '\n' || c == escape_byte;
          if (replace) lines.push_back(escape_byte);
          if (c == '"' && !field.quoted) lines.push_back('"');
          lines.push_back(c == '\n' ? line_break_code : c);
          escaped = escaped || replace;
        }
        lines.push_back('"');
      }
    }
    lines.push_back(slot % columns_per_line == columns_per_line - 1 ? '\n' : ',');
  }
  return escaped;
}

bool CsvFramer::frame(std::string& lines, std::deque<RecordFacts>& facts) {
  while (find_record()) {
    RecordFacts record;
    record.line = line_;
    record.fault = scan();
    if (of_quoting(record.fault)) count_wasted();
    if (record.fault == RecordFault::none && blank()) {
      ++passed_over_.blank_lines;
    } else if (record.fault == RecordFault::none && repeats_header()) {
      ++passed_over_.repeated_headers;
    } else {
      if (of_quoting(record.fault)) {
        record.fault_column = static_cast<std::uint32_t>(fields_.size());
      } else if (record.fault == RecordFault::none) {
        record.fewer_cells = fields_.size() < header_.size();
        record.more_cells = fields_.size() > header_.size();
        record.escaped = write_selected(lines);
      }
      pass_record(record.fault);
      facts.push_back(record);
      return true;
    }
    pass_record(record.fault);
  }
  return false;
}

}  // namespace ratereplay
