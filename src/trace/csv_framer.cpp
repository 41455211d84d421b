#include "trace/csv_framer.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ratereplay {

namespace {

constexpr std::size_t buffer_size = 4 * longest_record;

// Bytes that the parser behind would not hand through as they are, or only in quotes; EF because it begins a BOM.
constexpr bool needs_quotes(char c) noexcept {
  return c == '"' || c == ',' || c == '\r' || c == '\xEF' || c == escape_byte;
}

}  // namespace

CsvFramer::CsvFramer(std::unique_ptr<ByteSource> source, const std::string& name, char delimiter,
                     const std::vector<std::string>& columns)
    : source_(std::move(source)),
      name_(name),
      header_(columns),
      buffer_(std::make_unique_for_overwrite<char[]>(buffer_size + 1)),
      begin_(buffer_.get()),
      end_(buffer_.get()),
      record_(delimiter) {
  if (refill()) skip_byte_order_mark();
  if (!header_.empty()) return;
  while (find_record()) {
    const RecordFault fault = record_.cut(begin_, end_);
    if (fault != RecordFault::none) {
      throw_bad_header(name_, line_, fault, {begin_, static_cast<std::size_t>(end_ - begin_)});
    }
    if (!record_.blank()) {
      header_ = record_.names();
      repeated_ = header_;
      pass_record(fault);
      return;
    }
    ++passed_over_.blank_lines;
    pass_record(fault);
  }
  throw_no_header(name_);
}

bool CsvFramer::refill() {
  const auto left = static_cast<std::size_t>(end_ - begin_);
  if (!source_ended_ && left < longest_look) {
    std::memmove(buffer_.get(), begin_, left);
    const std::size_t got = source_->fill(buffer_.get() + left, buffer_size - left);
    source_ended_ = got < buffer_size - left;
    filled_ += got;
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

void CsvFramer::count_wasted() {
  wasted_ += static_cast<std::uint64_t>(record_.end() - begin_);
  const std::uint64_t offset = filled_ - static_cast<std::uint64_t>(end_ - begin_);
  if (wastes_too_much(wasted_, offset)) throw_too_many_mistakes(name_, line_);
}

// Goes behind the record, or behind the first physical line of one with a mistake of quoting.
void CsvFramer::pass_record(RecordFault fault) {
  if (of_quoting(fault)) {
    skip_physical_line();
    return;
  }
  line_ += record_.breaks();
  begin_ = record_.end();
  skip_physical_line();
}

void CsvFramer::skip_physical_line() {
  do {
    const void* const line_end = std::memchr(begin_, '\n', static_cast<std::size_t>(end_ - begin_));
    if (line_end != nullptr) {
      begin_ = static_cast<const char*>(line_end) + 1;
      ++line_;
      return;
    }
    begin_ = end_;
  } while (refill());
}

// Whether a byte had to be escaped.
bool CsvFramer::write_selected(std::string& lines) const {
  const std::vector<CsvRecord::Field>& fields = record_.fields();
  bool escaped = false;
  const std::size_t slots = lines_per_record() * columns_per_line;
  for (std::size_t slot = 0; slot < slots; ++slot) {
    if (slot < selected_.size() && selected_[slot] < fields.size()) {
      const CsvRecord::Field& field = fields[selected_[slot]];
      const std::string_view text = field.text();
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

bool CsvFramer::frame(std::string& lines, FactsAhead& ahead) {
  while (find_record()) {
    const RecordFault fault = record_.cut(begin_, end_);
    if (of_quoting(fault)) count_wasted();
    if (record_.passed_over(repeated_, passed_over_)) {
      pass_record(fault);
      continue;
    }
    FramedFacts facts{record_.facts(line_, header_.size())};
    if (fault == RecordFault::none) facts.escaped = write_selected(lines);
    pass_record(fault);
    ahead.push(facts);
    return true;
  }
  return false;
}

}  // namespace ratereplay
