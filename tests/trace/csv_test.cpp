#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"
#include "trace/csv_reader.hpp"
#include "trace/csv_rows.hpp"

using namespace ratereplay;
using namespace ratereplay::test;
using namespace std::string_literals;

namespace {

// By every reader there is, which have to agree.
File read_selected(const std::string& text, const std::vector<std::size_t>& columns, char delimiter = ',') {
  File file = read_by_reader(text, columns, delimiter);
  CHECK(read_by_scanner<ByteBlock>(text, columns, delimiter) == file);
  CHECK(read_by_scanner<PortableBlock>(text, columns, delimiter) == file);
  if (!file.error.empty()) throw Error(file.error);
  return file;
}

File read(const std::string& text, char delimiter = ',') {
  std::vector<std::size_t> all(read_by_reader(text, {}, delimiter).header.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return read_selected(text, all, delimiter);
}

constexpr auto bad = [](std::uint64_t line, RecordFault fault, std::size_t column) {
  return Row{line, {}, fault, column};
};

/// The same rules written down a second time, byte by byte over the whole text, without regard for speed or length.
class Reference {
 public:
  Reference(std::string text, char delimiter) : text_(std::move(text)), delimiter_(delimiter) {}

  std::vector<Row> rows(const std::vector<std::string>& header, File& passed_over) {
    std::vector<Row> rows;
    bool header_seen = false;
    while (at_ < text_.size()) {
      for (; text_.compare(at_, 3, "\xEF\xBB\xBF") == 0; at_ += 3) passed_over.byte_order_marks += at_ > 0 ? 1 : 0;
      if (at_ == text_.size()) break;
      const std::size_t start = at_;
      const std::uint64_t start_line = line_;
      Row row = record();
      row.line = start_line;
      if (row.fault == RecordFault::unclosed_quote || row.fault == RecordFault::text_after_quote) {
        at_ = text_.find('\n', start);
        at_ = at_ == std::string::npos ? text_.size() : at_ + 1;
        line_ = start_line + 1;
      }
      const bool first = !header_seen && row.fault == RecordFault::none && !only_blank_;
      if (row.fault == RecordFault::none && only_blank_) {
        ++passed_over.blank_lines;
      } else if (first) {
        header_seen = true;
      } else if (row.fault == RecordFault::none &&
                 std::equal(row.cells.begin(), row.cells.end(), header.begin(), header.end(),
                            [](const auto& a, const auto& b) { return equal_ignoring_case(trimmed(a), b); })) {
        ++passed_over.repeated_headers;
      } else {
        if (row.fault == RecordFault::none) {
          row.count = row.cells.size() < header.size() ? "fewer" : row.cells.size() > header.size() ? "more" : "";
          row.cells.resize(header.size());
        }
        rows.push_back(row);
      }
    }
    return rows;
  }

 private:
  bool blank_at(std::size_t i) const { return (text_[i] == ' ' || text_[i] == '\t') && text_[i] != delimiter_; }
  bool end_at(std::size_t i) const {  // of a line, CRs included
    while (i < text_.size() && text_[i] == '\r') ++i;
    return i >= text_.size() || text_[i] == '\n';
  }
  void end_line() {
    while (at_ < text_.size() && text_[at_] == '\r') ++at_;
    if (at_ < text_.size()) ++at_;
    ++line_;
  }

  Row record() {
    Row row;
    const std::size_t start = at_;
    bool any_quoted = false;
    while (true) {
      std::string cell;
      while (at_ < text_.size() && blank_at(at_)) ++at_;
      if (at_ < text_.size() && text_[at_] == '"') {
        any_quoted = true;
        ++at_;
        while (true) {
          if (at_ >= text_.size()) return {0, {}, RecordFault::unclosed_quote, row.cells.size()};
          if (text_[at_] == '"' && at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
            cell += '"';
            at_ += 2;
          } else if (text_[at_] == '"') {
            ++at_;
            break;
          } else {
            if (text_[at_] == '\n') ++line_;
            cell += text_[at_++];
          }
        }
        while (at_ < text_.size() && blank_at(at_)) ++at_;
        if (!end_at(at_) && text_[at_] != delimiter_) return {0, {}, RecordFault::text_after_quote, row.cells.size()};
      } else {
        while (at_ < text_.size() && text_[at_] != delimiter_ && !end_at(at_)) cell += text_[at_++];
        const bool tab_blank = delimiter_ != '\t';
        while (!cell.empty() && (cell.back() == ' ' || (tab_blank && cell.back() == '\t'))) cell.pop_back();
      }
      row.cells.push_back(cell);
      if (at_ < text_.size() && !end_at(at_)) {
        ++at_;
        continue;
      }
      break;
    }
    only_blank_ = row.cells.size() == 1 && row.cells[0].empty() && !any_quoted;
    const bool nul = text_.substr(start, at_ - start).find('\0') != std::string::npos;
    end_line();
    if (nul) return {0, {}, RecordFault::nul_byte};
    return row;
  }

  std::string text_;
  char delimiter_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  bool only_blank_ = false;
};

}  // namespace

TEST_CASE("quotes, blanks and line ends") {
  const File file = read(
      "a,b,c\r\n"
      "1,2,3\r\n"
      " 1 ,\t2\t, 3 \n"
      "\"x, y\",\"say \"\"hi\"\"\",\"\"\n"
      " \" kept \" ,\"\"\"\",\"a\"\"\"\n"
      "5\" nail,a\"b\"c,\n"
      "\"two\nlines\",\"\r\n\",\"end\n\"\r\n"
      "last,one,\"\x01n\"");
  CHECK(file.header == std::vector<std::string>{"a", "b", "c"});
  CHECK(file.rows == std::vector<Row>{{2, {"1", "2", "3"}},
                                      {3, {"1", "2", "3"}},
                                      {4, {"x, y", "say \"hi\"", ""}},
                                      {5, {" kept ", "\"", "a\""}},
                                      {6, {"5\" nail", "a\"b\"c", ""}},
                                      {7, {"two\nlines", "\r\n", "end\n"}},
                                      {11, {"last", "one", "\x01n"}}});
}

TEST_CASE("rows of another length than the header") {
  const File file = read("a,b,c\n1,2\n1\n1,2,3,4\n1,2,3,\n,,\n");
  CHECK(file.rows == std::vector<Row>{{2, {"1", "2", ""}, RecordFault::none, 0, "fewer"},
                                      {3, {"1", "", ""}, RecordFault::none, 0, "fewer"},
                                      {4, {"1", "2", "3"}, RecordFault::none, 0, "more"},
                                      {5, {"1", "2", "3"}, RecordFault::none, 0, "more"},
                                      {6, {"", "", ""}}});
}

TEST_CASE("blank lines, byte order marks and repeated headers are passed over, and lines keep their numbers") {
  const File file = read(
      "\xEF\xBB\xBF\n \t\r\nTime , \"Mag\"\n1,2\n\n\xEF\xBB\xBF"
      "time,MAG\r\n3,4\n\xEF\xBB\xBF"
      "5,6\ntime\n\xEF\xBB\xBF\xEF\xBB\xBF 7 ,8\n\r\r\n\xEF\xBB\xBF");
  CHECK(file.header == std::vector<std::string>{"Time", "Mag"});
  CHECK(file.rows == std::vector<Row>{{4, {"1", "2"}},
                                      {7, {"3", "4"}},
                                      {8, {"5", "6"}},
                                      {9, {"time", ""}, RecordFault::none, 0, "fewer"},
                                      {10, {"7", "8"}}});
  CHECK(file.blank_lines == 4);
  CHECK(file.repeated_headers == 1);
  CHECK(file.byte_order_marks == 5);
  CHECK(read("\xEF\xBB\xBF\xEF\xBB\xBF"
             "a\n1\n")
            .byte_order_marks == 1);
}

TEST_CASE("an empty text in quotes is a row, not a blank line") {
  const File file = read("a\n\"\"\n\nx\n");
  CHECK(file.rows == std::vector<Row>{{2, {""}}, {4, {"x"}}});
  CHECK(file.blank_lines == 1);
}

TEST_CASE("a mistake of quoting costs the line on which its row begins") {
  CHECK(read("a,b\n1,\"x\"y\n2,z\n").rows ==
        std::vector<Row>{bad(2, RecordFault::text_after_quote, 1), {3, {"2", "z"}}});
  CHECK(read("a,b\n\"x\" \"y\",1\n").rows == std::vector<Row>{bad(2, RecordFault::text_after_quote, 0)});
  CHECK(read("a,b\n1,\"x\n2,y\n3,z\n").rows ==
        std::vector<Row>{bad(2, RecordFault::unclosed_quote, 1), {3, {"2", "y"}}, {4, {"3", "z"}}});
  CHECK(read("a,b\n1,\"x\n2,y\n3,\"z\"\n4,w\n").rows ==
        std::vector<Row>{bad(2, RecordFault::text_after_quote, 1), {3, {"2", "y"}}, {4, {"3", "z"}}, {5, {"4", "w"}}});
  CHECK(read("a,b\n1,x\n2,\"").rows == std::vector<Row>{{2, {"1", "x"}}, bad(3, RecordFault::unclosed_quote, 1)});
  CHECK(read("a,b\n1,\"x\"\r2\n3,4\n").rows ==
        std::vector<Row>{bad(2, RecordFault::text_after_quote, 1), {3, {"3", "4"}}});
}

TEST_CASE("a NUL byte makes a row bad wherever it stands") {
  const File file = read_selected("a,b\n1,x\0y\n2,z\n\0\n\"p\nq\0\",1\n3,w"s, {0});
  CHECK(file.rows == std::vector<Row>{bad(2, RecordFault::nul_byte, 0),
                                      {3, {"2"}},
                                      bad(4, RecordFault::nul_byte, 0),
                                      bad(5, RecordFault::nul_byte, 0),
                                      {7, {"3"}}});
}

TEST_CASE("a row of 1 MiB is read, a longer one is bad") {
  constexpr std::size_t limit = longest_record;
  for (const std::string end : {"\n", "\r\n"}) {
    const std::string longest = "1," + std::string(limit - 2, 'x');
    const File file = read("a,b" + end + longest + end + longest + "y" + end + "2,z" + end);
    REQUIRE(file.rows.size() == 3);
    CHECK(file.rows[0].cells == std::vector<std::string>{"1", longest.substr(2)});
    CHECK(file.rows[1] == bad(3, RecordFault::too_long, 0));
    CHECK(file.rows[2] == Row{4, {"2", "z"}});
  }
  // Beyond any buffer, and last of all without a line end.
  const std::string huge(20 * limit + 12'345, 'x');
  const File file = read("a,b\n" + huge + "\n2,z\n3," + huge);
  CHECK(file.rows ==
        std::vector<Row>{bad(2, RecordFault::too_long, 0), {3, {"2", "z"}}, bad(4, RecordFault::too_long, 0)});
  // In quotes: closed within the limit, closed beyond it, never closed.
  const std::string lines = "1,\"" + std::string(limit / 2 - 4, '\n') + std::string(limit / 2, 'x');
  const File quoted_file = read("a,b\n" + lines + "\"\n2,z\n" + lines + "y\"\n3,w\n");
  REQUIRE(quoted_file.rows.size() > 3);
  CHECK(quoted_file.rows[0].line == 2);
  CHECK(quoted_file.rows[0].cells.at(1).size() == limit - 4);
  CHECK(quoted_file.rows[1] == Row{limit / 2 - 1, {"2", "z"}});
  CHECK(quoted_file.rows[2] == bad(limit / 2, RecordFault::unclosed_quote, 1));
  CHECK(quoted_file.rows.back() == Row{limit - 3, {"3", "w"}});
}

TEST_CASE("a row of one line longer than 1 MiB is called that, quoted or padded") {
  const std::string limit(longest_record, 'y');
  const std::string blanks(longest_record, ' ');
  for (const std::string& row : {"1,\"" + limit + "\"", "1,2" + blanks, "1,2" + std::string(longest_record, '\r')}) {
    const File file = read("a,b\n" + row + "\n2,z\n");
    CHECK(file.rows == std::vector<Row>{bad(2, RecordFault::too_long, 0), {3, {"2", "z"}}});
  }
  // The line end is not counted, be it of one byte or of two.
  for (const std::string line_end : {"\n", "\r\n"}) {
    CHECK(read("a,b\n1," + limit.substr(2) + line_end).rows[0].cells.at(1).size() == limit.size() - 2);
    CHECK(read("a,b\n1," + limit.substr(1) + line_end).rows[0] == bad(2, RecordFault::too_long, 0));
  }
}

TEST_CASE("a file made of mistakes of quoting ends in an error, not in the square of its size") {
  std::string text = "a,b\n";
  for (int row = 0; row < 60'000; ++row) text += "5,x\"\"\",\"\n";
  CHECK_THROWS_WITH(read(text), Catch::StartsWith("t.csv:") && Catch::Contains("mend the quoting"));
}

TEST_CASE("delimiters other than the comma") {
  CHECK(read("a;b\n1,5;\"x;y\"\n", ';').rows == std::vector<Row>{{2, {"1,5", "x;y"}}});
  CHECK(read("a\tb\tc\n 1 \t\t \"q\" \n", '\t').rows == std::vector<Row>{{2, {"1", "", "q"}}});
  CHECK(read("a b\n1  \n", ' ').rows == std::vector<Row>{{2, {"1", ""}, RecordFault::none, 0, "more"}});
}

TEST_CASE("a source without a header is an error") {
  for (const std::string text : {"", "\n", "\xEF\xBB\xBF", " \r\n\t\n"}) {
    CHECK_THROWS_WITH(read(text), "t.csv: an empty file; the first line must name the columns");
  }
  CHECK_THROWS_WITH(read("\na,\"b\n1,2\n"),
                    "t.csv:2: in the header: a quote that is not closed within 1 MiB; close it, or write a quote "
                    "inside quotes twice");
  CHECK_THROWS_WITH(read("a,\0b\n"s), Catch::StartsWith("t.csv:1: in the header: a NUL byte"));
  CHECK_THROWS_WITH(read(std::string(2'000'000, 'x')), Catch::StartsWith("t.csv:1: in the header: a row longer"));
  CHECK(read("a,b").rows.empty());
}

TEST_CASE("any selection of columns, in any order and number") {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "c" + std::to_string(i) + ",";
  text += "end\n";
  for (int row = 0; row < 3; ++row) {
    for (int i = 0; i < 40; ++i) text += std::to_string(row * 100 + i) + ",";
    text += "\"x\ny\"\n";
  }
  for (std::size_t count = 1; count <= 41; ++count) {
    std::vector<std::size_t> columns(count);
    for (std::size_t i = 0; i < count; ++i) columns[i] = (40 + i * 17) % 41;
    const File file = read_selected(text, columns);
    REQUIRE(file.rows.size() == 3);
    for (std::size_t row = 0; row < 3; ++row) {
      CHECK(file.rows[row].line == 2 + 2 * row);
      for (std::size_t i = 0; i < count; ++i) {
        const std::string expected = columns[i] == 40 ? "x\ny" : std::to_string(row * 100 + columns[i]);
        if (file.rows[row].cells.at(i) != expected) FAIL("column " << columns[i] << " of " << count);
      }
    }
  }
}

TEST_CASE("many rows of several parser lines keep their cells") {
  // 60 MB of projected text: the parser moves its buffer several times while a row of two lines is read.
  const std::string filler(100, 'f');
  std::string text = "a,b,c,d,e,f\n";
  constexpr std::size_t rows = 100'000;
  for (std::size_t i = 0; i < rows; ++i) {
    text += std::to_string(i) + "," + filler + "," + filler + "," + filler + "," + filler + "," + filler + "\n";
  }
  CsvReader reader(std::make_unique<TextSource>(text), "t.csv", ',');
  reader.select({0, 1, 2, 3, 4, 5});
  Record record;
  std::size_t i = 0;
  for (; reader.next(record); ++i) {
    const bool right = record.line == i + 2 && record.cells[0] == std::to_string(i) && record.cells[3] == filler &&
                       record.cells[5] == filler;
    if (!right) FAIL("row " << i);
  }
  CHECK(i == rows);
}

TEST_CASE("random bytes are cut as the rules say") {
  constexpr std::string_view alphabet = "\"\"\",,\n\n\r a;\t\x01n\xEF\xBB\xBF";
  std::mt19937 random(20'250'729);
  for (int round = 0; round < 400; ++round) {
    std::string text = (round % 3 == 0 ? "\xEF\xBB\xBF" : "") + (round % 2 == 0 ? "a,b\n"s : "a;\"a\"\r\n"s);
    const std::size_t length = random() % (round % 4 == 0 ? 600 : 30);
    for (std::size_t i = 0; i < length; ++i) {
      const auto pick = random() % 40;
      text += pick == 0   ? "\xEF\xBB\xBF"s
              : pick == 1 ? "\0"s
              : pick == 2 ? "\na,b\n"s
                          : std::string(1, alphabet[random() % alphabet.size()]);
    }
    const char delimiter = round % 2 == 0 ? ',' : ';';
    const File file = read(text, delimiter);
    File passed_over;
    const std::vector<Row> expected = Reference(text, delimiter).rows(file.header, passed_over);
    CAPTURE(in_quotes(text));
    REQUIRE(file.rows == expected);
    REQUIRE(file.blank_lines == passed_over.blank_lines);
    REQUIRE(file.repeated_headers == passed_over.repeated_headers);
    REQUIRE(file.byte_order_marks == passed_over.byte_order_marks);
  }
}
