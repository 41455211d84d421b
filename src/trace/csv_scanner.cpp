#include "trace/csv_scanner.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "core/text.hpp"

namespace ratereplay {

namespace {

// std::popcount is a call of a library function where the processor need not have the instruction.
constexpr unsigned count_bits(std::uint64_t bits) noexcept {
  bits -= (bits >> 1) & 0x5555'5555'5555'5555;
  bits = (bits & 0x3333'3333'3333'3333) + ((bits >> 2) & 0x3333'3333'3333'3333);
  bits = (bits + (bits >> 4)) & 0x0F0F'0F0F'0F0F'0F0F;
  return static_cast<unsigned>((bits * 0x0101'0101'0101'0101) >> 56);
}

// Bit i: the number of bits up to i, itself included, is odd.
constexpr std::uint64_t parities(std::uint64_t bits) noexcept {
  for (unsigned step = 1; step < 64; step *= 2) bits ^= bits << step;
  return bits;
}

}  // namespace

template <class Block>
BasicCsvScanner<Block>::BasicCsvScanner(std::string_view text, const std::string& name, char delimiter,
                                        const std::vector<std::string>& columns)
    : text_(text), name_(name), delimiter_(delimiter), header_(columns), stop_(text.size()), record_(delimiter) {
  skip_byte_order_mark();
  while (header_.empty()) {
    while (skip_byte_order_mark()) ++passed_over_.byte_order_marks;
    if (position_.offset == text_.size()) throw_no_header(name_);
    const RecordFault fault = record_.cut(here(), end());
    if (fault != RecordFault::none) throw_bad_header(name_, position_.line, fault, text_.substr(position_.offset));
    if (record_.blank()) {
      ++passed_over_.blank_lines;
    } else {
      header_ = record_.names();
      repeated_ = header_;
    }
    pass_record(fault);
  }
  // A blank line, and what a repeat of the header may begin with.
  const std::string& first_name = header_.front();
  const char first = first_name.empty() ? delimiter : lower(first_name.front());
  for (std::size_t byte = 0; byte < odd_start_.size(); ++byte) {
    const char c = static_cast<char>(byte);
    odd_start_[byte] = std::string_view("\n\r \t\"").find(c) != std::string_view::npos || lower(c) == first;
  }
}

template <class Block>
void BasicCsvScanner<Block>::select(std::vector<std::size_t> columns) {
  selected_ = std::move(columns);
  needed_ = selected_.empty() ? 0 : *std::max_element(selected_.begin(), selected_.end()) + 1;
  cell_ends_.resize(needed_ + 1);
}

template <class Block>
void BasicCsvScanner<Block>::scan_from(const Position& position, std::size_t stop) {
  position_ = position;
  stop_ = std::min(stop, text_.size());
  passed_over_ = {};
}

template <class Block>
bool BasicCsvScanner<Block>::next(Record& record) {
  while (position_.offset < stop_) {
    if (skip_byte_order_mark()) {
      ++passed_over_.byte_order_marks;
    } else if (next_plain(record) || next_odd(record)) {
      return true;
    }
  }
  return false;
}

// A plain row has no NUL and no line end in quotes, every quote of it opens a field at its very first byte or closes
// one right before what follows, and it cannot be a blank line, a repeat of the header or too long.
template <class Block>
bool BasicCsvScanner<Block>::next_plain(Record& record) {
  const char* const row = here();
  const char* row_end = nullptr;
  const char** cell_end = cell_ends_.data();
  const char* const* const last_cell_end = cell_end + needed_;
  std::size_t cells = 1;
  Masks masks;
  for (const char* block = row; row_end == nullptr; block += 64) {
    // Some rows ahead: the processor does not foresee well where the next row is looked at from.
    __builtin_prefetch(block + 1024);
    masks = look_at(block, masks);
    const std::uint64_t up_to_end = masks.line_ends ^ (masks.line_ends - 1);  // the lowest and what is below, or all
    if ((masks.odd & up_to_end) != 0) return false;
    const std::uint64_t delimiters = masks.delimiters & up_to_end;
    cells += count_bits(delimiters);
    for (std::uint64_t left = delimiters; left != 0 && cell_end != last_cell_end; left &= left - 1) {
      *cell_end++ = block + std::countr_zero(left);
    }
    if (masks.line_ends != 0) row_end = block + std::countr_zero(masks.line_ends);
  }
  if (static_cast<std::size_t>(row_end - row) > longest_record) return false;
  if (odd_start_[static_cast<unsigned char>(*row)] && odd_start(row, row_end, cells)) return false;
  *cell_end = row_end;
  fill_plain(record, row, row_end, cells);
  position_.offset = std::min(static_cast<std::size_t>(row_end + 1 - text_.data()), text_.size());
  ++position_.line;
  return true;
}

// Whether a row may be a blank line or repeat the header.
template <class Block>
bool BasicCsvScanner<Block>::odd_start(const char* row, const char* row_end, std::size_t cells) const {
  std::string_view text(row, static_cast<std::size_t>(row_end - row));
  const auto skip_blanks = [this, &text] {
    while (!text.empty() && text.front() != delimiter_ && (text.front() == ' ' || text.front() == '\t')) {
      text.remove_prefix(1);
    }
  };
  skip_blanks();
  if (cells == 1 && (text.empty() || text.front() == '\r')) return true;
  if (cells != repeated_.size()) return false;
  if (!text.empty() && text.front() == '"') {
    text.remove_prefix(1);
    skip_blanks();
  }
  const std::string& name = header_.front();
  if (!equal_ignoring_case(text.substr(0, name.size()), name)) return false;
  text.remove_prefix(name.size());
  return text.empty() || text.front() == delimiter_ ||
         std::string_view("\" \t\r").find(text.front()) != std::string_view::npos;
}

template <class Block>
void BasicCsvScanner<Block>::fill_plain(Record& record, const char* row, const char* row_end, std::size_t cells) const {
  static_cast<RecordFacts&>(record) = {position_.line, RecordFault::none, 0,
                                       cells<header_.size(), cells> header_.size()};
  record.cells.resize(selected_.size());
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };  // a delimiter is never in a cell
  for (std::size_t i = 0; i < selected_.size(); ++i) {
    const std::size_t column = selected_[i];
    if (column >= cells) {
      record.cells[i] = {};
      continue;
    }
    const char* begin = column == 0 ? row : cell_ends_[column - 1] + 1;
    const char* end = cell_ends_[column];
    if (*begin == '"') {
      if (end[-1] == '\r') --end;
      ++begin;
      --end;
    } else {
      while (begin != end && blank(*begin)) ++begin;
      if (end == row_end) {
        while (end != begin && end[-1] == '\r') --end;
      }
      while (end != begin && blank(end[-1])) --end;
    }
    record.cells[i] = {begin, static_cast<std::size_t>(end - begin)};
  }
}

template <class Block>
bool BasicCsvScanner<Block>::next_odd(Record& record) {
  const RecordFault fault = record_.cut(here(), end());
  if (of_quoting(fault)) {
    position_.wasted += static_cast<std::uint64_t>(record_.end() - here());
    if (wastes_too_much(position_.wasted, position_.offset)) throw_too_many_mistakes(name_, position_.line);
  }
  const bool is_data = !record_.passed_over(repeated_, passed_over_);
  if (is_data) {
    static_cast<RecordFacts&>(record) = record_.facts(position_.line, header_.size());
    record.cells.clear();
    if (fault == RecordFault::none) fill_odd(record);
  }
  pass_record(fault);
  return is_data;
}

template <class Block>
void BasicCsvScanner<Block>::fill_odd(Record& record) {
  const std::vector<CsvRecord::Field>& fields = record_.fields();
  std::size_t most = 0;
  for (const std::size_t column : selected_) most += column < fields.size() ? fields[column].text().size() : 0;
  unquoted_.clear();
  unquoted_.reserve(most);  // what is appended stays where it is
  for (const std::size_t column : selected_) {
    std::string_view cell;
    if (column < fields.size()) {
      cell = fields[column].text();
      if (fields[column].quoted && cell.find('"') != std::string_view::npos) {
        const std::size_t begin = unquoted_.size();
        append_unquoted(unquoted_, cell);
        cell = std::string_view(unquoted_).substr(begin);
      }
    }
    record.cells.push_back(cell);
  }
}

template <class Block>
bool BasicCsvScanner<Block>::skip_byte_order_mark() noexcept {
  if (text_.substr(position_.offset, byte_order_mark.size()) != byte_order_mark) return false;
  position_.offset += byte_order_mark.size();
  return true;
}

// Goes behind the record, or behind the first physical line of one with a mistake of quoting.
template <class Block>
void BasicCsvScanner<Block>::pass_record(RecordFault fault) {
  const bool whole = !of_quoting(fault);
  const char* const from = whole ? record_.end() : here();
  const void* const line_end = std::memchr(from, '\n', static_cast<std::size_t>(end() + 1 - from));
  position_.offset =
      std::min(static_cast<std::size_t>(static_cast<const char*>(line_end) + 1 - text_.data()), text_.size());
  position_.line += 1 + (whole ? record_.breaks() : 0);
}

template <class Block>
inline typename BasicCsvScanner<Block>::Masks BasicCsvScanner<Block>::look_at(const char* block,
                                                                              const Masks& before) const noexcept {
  const Block bytes(block);
  const std::uint64_t line_ends = bytes.equal('\n');
  const std::uint64_t delimiters = bytes.equal(delimiter_);
  const std::uint64_t quotes = bytes.equal('"');
  const std::uint64_t separators = line_ends | delimiters;
  std::uint64_t inside = 0;  // from an opening quote to before the closing one
  std::uint64_t closing = 0;
  std::uint64_t odd = 0;
  if ((quotes | before.in_quotes | before.closing) != 0) {
    // Every quote is taken to open or to close a field in turn; where that is not so, the row is odd.
    inside = parities(quotes) ^ before.in_quotes;
    closing = quotes & ~inside;
    const std::uint64_t misplaced = quotes & inside & ~((separators << 1) | before.separator);
    const std::uint64_t loose = ((closing << 1) | before.closing) & ~separators;
    odd = misplaced | (line_ends & inside);
    if (loose != 0) odd |= without_cr(block, loose);
  }
  if (bytes.has_nul()) odd |= bytes.equal('\0');
  return {line_ends & ~inside, delimiters & ~inside, odd, std::uint64_t{0} - (inside >> 63),
          separators >> 63,    closing >> 63};
}

// What follows closing quotes, without CRs before a line end.
template <class Block>
std::uint64_t BasicCsvScanner<Block>::without_cr(const char* block, std::uint64_t odd) const noexcept {
  for (std::uint64_t left = odd; left != 0; left &= left - 1) {
    const char* const byte = block + std::countr_zero(left);
    if (byte < end() && byte[0] == '\r' && byte[1] == '\n') odd &= ~(left & (~left + 1));
  }
  return odd;
}

template class BasicCsvScanner<PortableBlock>;
#if defined(__SSE2__)
template class BasicCsvScanner<Sse2Block>;
#endif

}  // namespace ratereplay
