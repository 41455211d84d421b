// The scanner is held against CsvReader over odd texts, as a whole and in ranges, on every kind of block.

#include "trace/csv_scanner.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"
#include "support.hpp"
#include "trace/csv_rows.hpp"

using namespace ratereplay;
using namespace ratereplay::test;
using namespace std::string_literals;

namespace {

std::vector<std::size_t> all_of(const std::vector<std::string>& header) {
  std::vector<std::size_t> columns(header.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  return columns;
}

// Range after range, each by a copy as a thread has it; `next_stop` makes each stop from the one before.
template <class Block, class NextStop>
File read_in_ranges(const PaddedText& padded, const std::vector<std::size_t>& columns, char delimiter,
                    NextStop next_stop) {
  const std::string_view text = padded.text();
  File file;
  try {
    BasicCsvScanner<Block> scanner(text, "t.csv", delimiter);
    scanner.select(columns);
    file.header = scanner.header();
    file.add(scanner.passed_over());
    ScanPosition position = scanner.position();
    for (std::size_t stop = 0; position.offset < text.size();) {
      stop = next_stop(stop);
      BasicCsvScanner<Block> part = scanner;
      part.scan_from(position, stop);
      read_rows(part, file);
      file.add(part.passed_over());
      if (part.position().offset < std::min(stop, text.size())) FAIL("ended at " << part.position().offset);
      position = part.position();
    }
  } catch (const Error& error) {
    file.error = error.what();
  }
  return file;
}

template <class Block>
void check_cuts(const PaddedText& padded, const File& expected, const std::vector<std::size_t>& columns, char delimiter,
                const std::vector<std::size_t>& steps, std::size_t longest_for_every_cut) {
  // What was passed over before an error is not told by CsvReader.
  const auto same = [&](File file) {
    if (!file.error.empty()) file.blank_lines = file.repeated_headers = file.byte_order_marks = 0;
    return file == expected;
  };
  for (const std::size_t step : steps) {
    CAPTURE(step);
    REQUIRE(same(read_in_ranges<Block>(padded, columns, delimiter, [step](std::size_t stop) { return stop + step; })));
  }
  const std::size_t size = padded.text().size();
  if (size > longest_for_every_cut) return;
  for (std::size_t cut = 0; cut <= size; ++cut) {
    CAPTURE(cut);
    REQUIRE(same(read_in_ranges<Block>(padded, columns, delimiter,
                                       [cut, size](std::size_t stop) { return stop < cut ? cut : size; })));
  }
}

// What is left of a file when only these columns are asked for.
File selected(File file, const std::vector<std::size_t>& columns) {
  for (Row& row : file.rows) {
    if (row.fault != RecordFault::none) continue;
    std::vector<std::string> cells;
    for (const std::size_t column : columns) cells.push_back(row.cells.at(column));
    row.cells = cells;
  }
  return file;
}

// The text as a whole and cut, with all columns, none, the first, the last, and both in the other order.
void check_text(std::string_view text, char delimiter, const std::vector<std::size_t>& steps = {1, 2, 3, 7, 64},
                std::size_t longest_for_every_cut = 200) {
  CAPTURE(in_quotes(text), int(delimiter));
  const std::vector<std::size_t> all = all_of(read_by_scanner<PortableBlock>(text, {}, delimiter).header);
  const File expected = read_by_reader(text, all, delimiter);
  std::vector<std::vector<std::size_t>> selections = {all};
  if (all.size() > 1) selections.insert(selections.end(), {{}, {0}, {all.back()}, {all.back(), 0}});
  for (const std::vector<std::size_t>& columns : selections) {
    CAPTURE(columns);
    const File expected_cells = selected(expected, columns);
    REQUIRE(read_by_scanner<ByteBlock>(text, columns, delimiter) == expected_cells);
    REQUIRE(read_by_scanner<PortableBlock>(text, columns, delimiter) == expected_cells);
  }
  const PaddedText padded(text);
  check_cuts<ByteBlock>(padded, expected, all, delimiter, steps, longest_for_every_cut);
  check_cuts<PortableBlock>(padded, expected, all, delimiter, steps, 0);
}

class Generator {
 public:
  explicit Generator(std::uint32_t seed) : random_(seed) {}

  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

  // Any bytes of a small alphabet, in any order.
  std::string soup(std::uint32_t pieces, char delimiter) {
    std::string text;
    for (std::uint32_t i = 0; i < pieces; ++i) {
      switch (below(16)) {
        case 0:
        case 1:
          text += 'a';
          break;
        case 2:
        case 3:
          text += delimiter;
          break;
        case 4:
        case 5:
        case 6:
          text += '"';
          break;
        case 7:
        case 8:
          text += '\n';
          break;
        case 9:
          text += '\r';
          break;
        case 10:
          text += ' ';
          break;
        case 11:
          text += '\t';
          break;
        case 12:
          text += '1';
          break;
        case 13:
          text += below(4) == 0 ? "\xEF\xBB\xBF"s : ","s;
          break;
        case 14:
          text += below(4) == 0 ? "\0"s : "\"\""s;
          break;
        default:
          text += std::string(below(4) == 0 ? 40 + below(100) : 1, 'x');
      }
    }
    return text;
  }

  // Rows as a program writes them, one cell in `odd_one_in` of them odd.
  std::string table(std::uint32_t rows, std::uint32_t columns, char delimiter, std::uint32_t odd_one_in) {
    const std::string line_end = below(3) == 0 ? "\r\n" : "\n";
    std::string header;
    for (std::uint32_t column = 0; column < columns; ++column) {
      if (column > 0) header += delimiter;
      header += below(3) == 0 ? "\"Name " + std::to_string(column) + "\"" : "name" + std::to_string(column);
    }
    header += line_end;
    std::string text = header;
    for (std::uint32_t row = 0; row < rows; ++row) {
      if (below(4 * odd_one_in) == 0) text += below(2) == 0 ? header : line_end;
      if (below(8 * odd_one_in) == 0) text += "\xEF\xBB\xBF";
      std::uint32_t cells = columns;
      if (below(4 * odd_one_in) == 0) cells = 1 + below(2 * columns);
      for (std::uint32_t cell = 0; cell < cells; ++cell) {
        if (cell > 0) text += delimiter;
        text += below(odd_one_in) == 0 ? odd_cell(delimiter) : plain_cell(delimiter);
      }
      text += line_end;
    }
    if (below(2) == 0) text.erase(text.size() - line_end.size());
    return text;
  }

 private:
  std::string word() { return std::string(below(8) == 0 ? below(90) : below(12), static_cast<char>('a' + below(26))); }

  std::string plain_cell(char delimiter) {
    switch (below(4)) {
      case 0:
        return '"' + word() + '"';
      case 1:
        return '"' + word() + delimiter + ' ' + word() + '"';
      default:
        return word();
    }
  }

  std::string odd_cell(char delimiter) {
    switch (below(10)) {
      case 0:
        return '"' + word() + "\"\"" + word() + '"';
      case 1:
        return '"' + word() + '\n' + word() + '"';
      case 2:
        return ' ' + word() + "\t ";
      case 3:
        return " \"" + word() + "\" ";
      case 4:
        return word() + '"' + word();
      case 5:
        return word() + '\r' + word();
      case 6:
        return "\"" + word();
      case 7:
        return word() + '\0' + word();
      case 8:
        return "\"\"\"\"" + std::string(1, delimiter);
      default:
        return '"' + word() + '"' + word();
    }
  }

  std::mt19937 random_;
};

constexpr std::array delimiters = {',', '\t', ';', '|', ' '};

std::string contents(const std::filesystem::path& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

}  // namespace

TEST_CASE("a block finds a byte wherever it stands, and nothing else") {
  std::mt19937 random(64);
  std::array<char, 64> bytes{};
  for (int round = 0; round < 200; ++round) {
    // Neighbours of what is looked for, which sloppy arithmetic takes for it.
    for (char& byte : bytes) byte = "\n\x0B\t\x80\x81\x01\x7F\xFF\",-+"[random() % (round % 2 == 0 ? 12 : 4)];
    if (round % 3 == 0) bytes[random() % 64] = '\0';
    for (int value = 0; value < 256; ++value) {
      const char c = static_cast<char>(value);
      std::uint64_t expected = 0;
      for (std::size_t i = 0; i < 64; ++i) expected |= std::uint64_t{bytes[i] == c} << i;
      if (ByteBlock(bytes.data()).equal(c) != expected) FAIL("byte " << value << " in round " << round);
      if (PortableBlock(bytes.data()).equal(c) != expected) FAIL("byte " << value << " in round " << round);
    }
    REQUIRE(ByteBlock(bytes.data()).has_nul() == (round % 3 == 0));
    REQUIRE(PortableBlock(bytes.data()).has_nul() == (round % 3 == 0));
  }
}

TEST_CASE("scanner: any bytes, whole and in ranges") {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    Generator generator(seed);
    const char delimiter = delimiters[seed % delimiters.size()];
    const std::string header = seed % 4 == 0 ? "a\n"s : "a"s + delimiter + "1" + (seed % 4 == 1 ? "\r\n" : "\n");
    check_text(header + generator.soup(generator.below(seed % 5 == 0 ? 300 : 40), delimiter), delimiter);
    check_text(generator.soup(generator.below(60), delimiter), delimiter);
  }
}

TEST_CASE("scanner: tables with a few odd cells, whole and in ranges") {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    Generator generator(1'000 + seed);
    const char delimiter = delimiters[seed % delimiters.size()];
    const std::uint32_t columns = 1 + generator.below(seed % 2 == 0 ? 4 : 25);
    check_text(generator.table(1 + generator.below(20), columns, delimiter, seed % 3 == 0 ? 3 : 40), delimiter,
               {1, 2, 3, 7, 64}, 400);
  }
}

TEST_CASE("scanner: a row and its quotes end at every place in a block") {
  for (std::size_t length = 0; length < 140; ++length) {
    if (length % 64 > 6 && length % 64 < 52) continue;
    const std::string cell(length, 'x');
    for (const std::string line_end : {"\n", "\r\n"}) {
      for (const std::string& row : {cell + ",1", '"' + cell + "\",1", "1,\"" + cell + '"', "1,\"" + cell + ",\"",
                                     "1,\"" + cell + "\"\"\"", "1," + cell + '"', "1,\"" + cell + "\n\"",
                                     "1," + cell + "\"y,z\"", '"' + cell + "\"y,1" + std::string(70, 'x')}) {
        const std::string text = "a,b" + line_end + row + line_end + "2,\"3\"" + line_end + row;
        check_text(text, ',', {1, 64}, 0);
      }
    }
  }
}

TEST_CASE("scanner: repeats of the header in every spelling, and what only looks like one") {
  const std::string rows =
      "time,mag\nTIME,MAG\n time\t,mag\n\"Time\",mag\n\" time \",mag\r\n \"time\",mag\n\xEF\xBB\xBFtime,mag\n"
      "\"\"\"time\",mag\ntime\n\"time,mag\"\ntimes,mag\ntim,mag\ntime,ma\ntime,mag,\n,mag\n\"\",mag\n\t,mag\n";
  for (const std::string header : {"time,mag\n", "TIME,MAG\n", "\"Time\",\"mag\"\n", ",mag\n", "\"\",mag\n"}) {
    check_text(header + rows, ',', {1, 64}, 400);
  }
  for (const std::string header : {"time\n", "\"TIME\"\n", "\"\"\n"}) {
    check_text(header + "time\nTIME\r\n\"Time\"\n\"\"\n \n\t\r\n\r\r\n\ntimes\n time \n", ',', {1, 64}, 400);
  }
  CHECK(read_by_scanner<ByteBlock>("time,mag\n" + rows, {0}, ',').repeated_headers == 7);
}

TEST_CASE("scanner: a range ends before the first record that begins at its stop") {
  const std::string text =
      "a,b\n1,2\n\n3,4\n\xEF\xBB\xBF"
      "5,6\n7,8";
  const PaddedText padded(text);
  struct Expected {
    std::size_t stop, rows, offset;
    std::uint64_t line, blank_lines, byte_order_marks;
  };
  for (const Expected& expected :
       {Expected{0, 0, 4, 2, 0, 0}, Expected{4, 0, 4, 2, 0, 0}, Expected{5, 1, 8, 3, 0, 0}, Expected{8, 1, 8, 3, 0, 0},
        Expected{9, 1, 9, 4, 1, 0}, Expected{10, 2, 13, 5, 1, 0}, Expected{13, 2, 13, 5, 1, 0},
        Expected{14, 2, 16, 5, 1, 1}, Expected{16, 2, 16, 5, 1, 1}, Expected{17, 3, 20, 6, 1, 1},
        Expected{21, 4, 23, 7, 1, 1}, Expected{1'000, 4, 23, 7, 1, 1}}) {
    CAPTURE(expected.stop);
    CsvScanner scanner(padded.text(), "t.csv", ',');
    scanner.scan_from(scanner.position(), expected.stop);
    File file;
    read_rows(scanner, file);
    CHECK(file.rows.size() == expected.rows);
    CHECK(scanner.position().offset == expected.offset);
    CHECK(scanner.position().line == expected.line);
    CHECK(scanner.passed_over().blank_lines == expected.blank_lines);
    CHECK(scanner.passed_over().byte_order_marks == expected.byte_order_marks);
  }
}

TEST_CASE("scanner: a record may be begun at any byte") {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    Generator generator(2'000 + seed);
    const std::string header = "name,time\n";
    const std::string text = header + generator.table(6, 2, ',', 4);
    const PaddedText padded(text);
    CsvScanner scanner(padded.text(), "t.csv", ',');
    scanner.select({0, 1});
    for (std::size_t offset = header.size(); offset <= text.size(); ++offset) {
      CAPTURE(in_quotes(text), offset);
      File file{scanner.header(), {}};
      scanner.scan_from({offset, 2, 0}, text.size());
      read_rows(scanner, file);
      file.add(scanner.passed_over());
      REQUIRE(file == read_by_scanner<PortableBlock>(header + text.substr(offset), {0, 1}, ','));
    }
  }
}

TEST_CASE("scanner: cells of many columns with doubled quotes stay where they are until the next row") {
  std::string text;
  std::string row;
  for (int column = 0; column < 300; ++column) {
    text += (column > 0 ? ",c" : "c") + std::to_string(column);
    row += (column > 0 ? ",\"" : "\"") + std::to_string(column) + "\"\"" + std::string(50, 'y') + '"';
  }
  text += "\n" + row + "\n" + row + "\n";
  check_text(text, ',', {64}, 0);
}

TEST_CASE("scanner: fields around and beyond 1 MiB, whole and in ranges") {
  constexpr std::size_t limit = longest_record;
  const auto of = [](std::size_t size, char c) { return std::string(size, c); };
  for (const std::string& row :
       {of(limit - 2, 'x') + ",1", of(limit - 1, 'x') + ",1", of(limit, 'x') + ",\"1\"", of(limit + 1, 'x') + ",\"1\"2",
        of(limit - 3, ' ') + "1,2", of(limit - 2, ' ') + "1,2", "\"" + of(limit - 4, 'x') + "\",1",
        "\"" + of(limit - 3, 'x') + "\",1", "\"" + of(limit - 4, '\n') + "\",1", "\"" + of(limit - 3, '\n') + "\",1",
        "\"" + of(3 * limit, 'x') + "\",1", "1," + of(5 * limit, 'x'), "1,\"2\"" + of(2 * limit, ' ') + "3",
        "\"\n\"," + of(limit + 5, 'x') + ",\"1\"", "\"\n\"" + of(limit + 5, ' ') + "x",
        "\"\n\"," + of(5 * limit, 'x') + ",\"1\"", "\"\n\"" + of(5 * limit, ' ') + "x"}) {
    for (const std::string line_end : {"\n", "\r\n"}) {
      const std::string text = "a,b" + line_end + "3,4" + line_end + row + line_end + "5,6" + line_end + row;
      const std::vector<std::size_t> columns = {0, 1};
      const File expected = read_by_reader(text, columns, ',');
      CAPTURE(row.size(), row[0], row[1]);
      REQUIRE(expected.rows.size() >= 4);
      REQUIRE((read_by_scanner<ByteBlock>(text, columns, ',') == expected));
      REQUIRE((read_by_scanner<PortableBlock>(text, columns, ',') == expected));
      const PaddedText padded(text);
      for (const std::size_t step : {std::size_t{4'099}, limit - 1, limit + 1, 2 * limit}) {
        REQUIRE((read_in_ranges<ByteBlock>(padded, columns, ',', [step](std::size_t stop) { return stop + step; }) ==
                 expected));
      }
    }
  }
}

TEST_CASE("scanner: a file made of mistakes of quoting ends in the same error at the same row") {
  std::string text = "a,b\n";
  for (int row = 0; row < 60'000; ++row) text += "5,x\"\"\",\"\n";
  const File expected = read_by_reader(text, {0}, ',');
  REQUIRE_THAT(expected.error, Catch::StartsWith("t.csv:") && Catch::Contains("mend the quoting"));
  CHECK(expected.rows.size() > 64);
  CHECK((read_by_scanner<ByteBlock>(text, {0}, ',') == expected));
  const PaddedText padded(text);
  CHECK((read_in_ranges<ByteBlock>(padded, {0}, ',', [](std::size_t stop) { return stop + 64; }) == expected));
}

TEST_CASE("scanner: the fault cases and the real traces") {
  const auto folder = shared_folder();
  if (!folder) {
    WARN("skipped: there is no folder ../shared beside the project");
    return;
  }
  for (const auto& entry : std::filesystem::directory_iterator(*folder / "faults/inputs")) {
    CAPTURE(entry.path().string());
    for (const char delimiter : delimiters) check_text(contents(entry.path()), delimiter);
  }
  for (const auto& entry : std::filesystem::directory_iterator(*folder / "data")) {
    CAPTURE(entry.path().string());
    const char delimiter = entry.path().extension() == ".tsv" ? '\t' : entry.path().extension() == ".log" ? ' ' : ',';
    check_text(contents(entry.path()), delimiter, {64, 4'096, 1'000'003}, 0);
  }
}
