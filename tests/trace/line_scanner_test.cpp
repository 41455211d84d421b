// Lines in memory, whole and in ranges, are held against the same lines from a stream.

#include "trace/line_scanner.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "trace/clf_line.hpp"
#include "trace/csv_rows.hpp"
#include "trace/input_kind.hpp"
#include "trace/json_line.hpp"

using namespace ratereplay;
using namespace ratereplay::test;
using namespace std::string_literals;

namespace {

template <class Line>
Line make_line(std::string_view text) {
  const std::string_view front = text.substr(0, front_size);
  if constexpr (std::is_same_v<Line, JsonLine>) {
    return JsonLine(front, "t", {"a", "b.c"});
  } else {
    return ClfLine(front);
  }
}

std::vector<std::size_t> all_columns(std::size_t count) {
  std::vector<std::size_t> columns(count);
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  return columns;
}

template <class Line>
File by_reader(std::string_view text) {
  auto source = std::make_unique<SourceWithFront>(std::make_unique<TextSource>(text), front_size);
  Line line = make_line<Line>(source->front());
  LineReader<Line> reader(std::move(source), std::move(line));
  File file;
  file.header = reader.header();
  reader.select(all_columns(file.header.size()));
  read_rows(reader, file);
  file.add(reader.passed_over());
  return file;
}

template <class Line>
File by_scanner(const PaddedText& padded, std::size_t step) {
  LineScanner<Line> model(padded.text(), make_line<Line>(padded.text()));
  File file;
  file.header = model.header();
  model.select(all_columns(file.header.size()));
  ScanPosition position = model.position();
  for (std::size_t stop = step; position.offset < padded.text().size(); stop += step) {
    LineScanner<Line> scanner = model;
    scanner.scan_from(position, stop);
    read_rows(scanner, file);
    file.add(scanner.passed_over());
    position = scanner.position();
  }
  return file;
}

template <class Line>
File check_text(std::string_view text, const std::vector<std::size_t>& steps) {
  CAPTURE(in_quotes(text));
  const File expected = by_reader<Line>(text);
  const PaddedText padded(text);
  for (const std::size_t step : steps) {
    CAPTURE(step);
    REQUIRE(by_scanner<Line>(padded, step) == expected);
  }
  return expected;
}

}  // namespace

TEST_CASE("lines: any text, whole and in ranges") {
  const std::vector<std::string> pieces = {"1.1.1.1 - - ",
                                           "[29/Jul/2025:23:24:52 +0000]",
                                           " \"GET /x HTTP/1.1\" ",
                                           "200 5",
                                           "\"",
                                           "\\",
                                           "\n",
                                           "\r",
                                           "\r\n",
                                           " ",
                                           "\xEF\xBB\xBF",
                                           "\0"s,
                                           "x",
                                           "[",
                                           "]",
                                           "{\"a\":",
                                           "{\"b\":{\"c\":1}}",
                                           "\"a\":1",
                                           "}",
                                           ",",
                                           "\"\\u00e4\"",
                                           "\xC3\xA4",
                                           "1e5",
                                           "null",
                                           "{\"a\":[1,2]}",
                                           std::string(70, 'y')};
  std::mt19937 random(8);
  for (int round = 0; round < 3'000; ++round) {
    std::string text;
    const std::size_t count = random() % 30;
    for (std::size_t i = 0; i < count; ++i) text += pieces[random() % pieces.size()];
    check_text<ClfLine>(text, {1, 3, 64, 100'000});
    check_text<JsonLine>(text, {1, 3, 64, 100'000});
  }
}

TEST_CASE("lines: a line of 1 MiB is read, a longer one is not, wherever the buffer ends") {
  const std::string front = "{\"a\":\"";
  for (const std::size_t before : {std::size_t{0}, std::size_t{3} << 20}) {
    std::string text;
    while (text.size() < before) text += front + std::string(1'000, 'b') + "\"}\n";
    const std::string longest = front + std::string(longest_record - front.size() - 2, 'x') + "\"}";
    REQUIRE(longest.size() == longest_record);
    std::string longer = longest;
    longer.insert(10, 1, 'x');
    text +=
        longest + "\r\n" + longer + "\n" + longest + "\r\r\n" + std::string(9'000'000, 'z') + "\n{\"a\":1}\n" + longer;
    const File file = check_text<JsonLine>(text, {1'000'003, text.size()});
    std::vector<RecordFault> faults;
    for (auto row = file.rows.end() - 6; row != file.rows.end(); ++row) faults.push_back(row->fault);
    CHECK(faults == std::vector{RecordFault::none, RecordFault::too_long, RecordFault::too_long, RecordFault::too_long,
                                RecordFault::none, RecordFault::too_long});
    CHECK(file.rows.back().line == file.rows.size());
  }
}
