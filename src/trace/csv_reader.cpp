#include "trace/csv_reader.hpp"

// The parser runs in this thread: its own would read ahead of the facts.
#define CSV_IO_NO_THREAD
#if defined(__GNUC__) && !defined(__clang__)
// The library cuts file names on purpose; GCC says so again wherever it is inlined.
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#endif
#include <libfccp/csv.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

namespace ratereplay {

namespace {

// Undoes the framer's escapes in place.
std::string_view unescaped(char* text) {
  char* out = text;
  for (const char* in = text; *in != '\0'; ++in, ++out) {
    if (*in != escape_byte) {
      *out = *in;
    } else {
      ++in;
      *out = *in == line_break_code ? '\n' : *in;
    }
  }
  return {text, static_cast<std::size_t>(out - text)};
}

}  // namespace

// What the parser reads from. It takes a short read for the end, so every read is filled.
class CsvReader::Feed final : public io::ByteSourceBase {
 public:
  explicit Feed(CsvReader& reader) : reader_(reader) {}

  int read(char* buffer, int size) override {
    const auto wanted = static_cast<std::size_t>(size);
    std::size_t filled = 0;
    while (filled < wanted) {
      if (used_ == lines_.size() && !frame()) break;
      const std::size_t part = std::min(wanted - filled, lines_.size() - used_);
      std::memcpy(buffer + filled, lines_.data() + used_, part);
      used_ += part;
      filled += part;
    }
    return static_cast<int>(filled);
  }

 private:
  // A failure of the source must not overtake the rows that were read before it.
  bool frame() {
    lines_.clear();
    used_ = 0;
    if (reader_.failure_) return false;
    try {
      return reader_.framer_.frame(lines_, reader_.facts_);
    } catch (...) {
      reader_.failure_ = std::current_exception();
      return false;
    }
  }

  CsvReader& reader_;
  std::string lines_;
  std::size_t used_ = 0;
};

struct CsvReader::Parser {
  explicit Parser(CsvReader& reader) : csv("", std::unique_ptr<io::ByteSourceBase>(std::make_unique<Feed>(reader))) {}

  io::CSVReader<CsvFramer::columns_per_line, io::trim_chars<' ', '\t'>, io::double_quote_escape<',', '"'>> csv;
};

CsvReader::CsvReader(std::unique_ptr<ByteSource> source, const std::string& name, char delimiter,
                     const std::vector<std::string>& columns)
    : framer_(std::move(source), name, delimiter, columns) {}

CsvReader::~CsvReader() = default;

void CsvReader::select(std::vector<std::size_t> columns) {
  columns_ = columns.size();
  framer_.select(std::move(columns));
  parser_ = std::make_unique<Parser>(*this);
}

bool CsvReader::next(Record& record) {
  if (facts_.empty()) {
    if (failure_) std::rethrow_exception(failure_);
    return false;
  }
  const FramedFacts facts = facts_.pop();
  static_cast<RecordFacts&>(record) = facts;
  record.cells.clear();
  if (facts.fault == RecordFault::none) read_cells(facts, record);
  return true;
}

void CsvReader::read_cells(const FramedFacts& facts, Record& record) {
  const std::size_t lines = framer_.lines_per_record();
  kept_cells_.clear();
  for (std::size_t line = 0; line < lines; ++line) {
    std::array<char*, CsvFramer::columns_per_line> cells{};
    parser_->csv.read_row(cells[0], cells[1], cells[2], cells[3]);
    for (char* const text : cells) {
      if (record.cells.size() == columns_) break;
      const std::string_view cell = facts.escaped ? unescaped(text) : std::string_view(text);
      record.cells.push_back(cell);
      if (lines > 1) kept_cells_.append(cell);
    }
  }
  if (lines == 1) return;
  // To read the next line, the parser may have moved the one before.
  const char* text = kept_cells_.data();
  for (std::string_view& cell : record.cells) {
    cell = {text, cell.size()};
    text += cell.size();
  }
}

}  // namespace ratereplay
