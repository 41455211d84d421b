// What is read of a trace, and said of it, is the same whether it comes from a mapped file in chunks of any size on any
// number of threads, or through the CSV library from a stream.

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/workers.hpp"
#include "sanitized.hpp"
#include "support.hpp"
#include "trace/collector.hpp"
#include "trace/compressed.hpp"
#include "trace/csv_scanner.hpp"
#include "trace/described.hpp"
#include "trace/intake.hpp"
#include "trace/load.hpp"
#include "trace/mapped_file.hpp"
#include "trace/mapped_reading.hpp"

using namespace ratereplay;
using ratereplay::test::outcome;
using ratereplay::test::TempFolder;

namespace {

/// Reads the text in every way and holds each against the way of the library.
class Ways {
 public:
  void agree(const std::string& text, const LoadOptions& options, const std::vector<std::size_t>& chunks) {
    const std::string file = folder_.write("t.csv", text);
    const std::string stream = folder_.write("t.csv.gz", test::gzip(text));
    const std::string expected = outcome(options, stream, {one_});
    INFO("text: " << text.substr(0, 2000));
    for (const std::size_t chunk : chunks) {
      INFO("chunk " << chunk);
      CHECK(outcome(options, file, {one_, least_memory, chunk}) == expected);
      CHECK(outcome(options, file, {two_, least_memory, chunk}) == expected);
      CHECK(outcome(options, file, {seven_, least_memory, chunk}) == expected);
    }
  }

 private:
  static constexpr std::size_t least_memory = std::size_t{1} << 20;

  TempFolder folder_;
  Workers one_{1};
  Workers two_{2};
  Workers seven_{7};
};

std::vector<LoadOptions> ways_of_asking() {
  std::vector<LoadOptions> all;
  for (const BadRows bad : {BadRows::fail, BadRows::skip}) {
    for (const Order order : {Order::sort, Order::file, Order::strict}) {
      LoadOptions options;
      options.bad_rows = bad;
      options.order = order;
      all.push_back(options);
    }
  }
  return all;
}

std::vector<std::size_t> every_size_to(std::size_t most) {
  std::vector<std::size_t> sizes(most);
  for (std::size_t i = 0; i < most; ++i) sizes[i] = i + 1;
  return sizes;
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

}  // namespace

TEST_CASE("a text with everything odd in it is read alike from every cut") {
  const std::string text =
      "\xEF\xBB\xBFtime,mag,place,cost\r\n"
      "\n"
      "2025-07-29T23:24:52.483Z,8.8,\"119 km ESE of \"\"P-K\"\", Russia\",3\r\n"
      "2025-07-29T23:24:51Z,,\"two\nlines\",0\n"
      "2025-07-29T23:24:51Z,5,\"a line like a row:\n2025-07-29T23:00:00Z,9,x,1\n\",2\n"
      "not a time,5,x,1\n"
      "Time,Mag,Place,Cost\n"
      "\xEF\xBB\xBF"
      "2025-07-29T23:24:60Z,5.5,x,1,extra\n"
      "2025-07-29 23:25:00.1234567890,4\n"
      "2025-07-29T23:26:00Z,3,\"open,1\n"
      "2025-07-29T23:27:00Z,3,\"closed\" wrong,1\n"
      "2025-07-29T23:28:00Z,3,nul\0,1\n"
      "   \t \n"
      "2025-07-29T23:29:00Z,3, 5\" pipe ,7";
  Ways ways;
  for (LoadOptions options : ways_of_asking()) {
    ways.agree(text, options, every_size_to(text.size() + 1));
    options.cost_column = "cost";
    options.where = {"mag>=4"};
    options.to = "2025-07-29T23:28:30Z";
    ways.agree(text, options, {1, 2, 3, 5, 8, 13, 21, 34, 55, 64, 89, 1000});
    options.dedupe_column = "mag";
    ways.agree(text, options, {1, 7, 64, 1000});
  }
}

TEST_CASE("what the rows above decide reaches the chunks below") {
  Ways ways;
  const std::vector<std::size_t> sizes = every_size_to(80);
  LoadOptions options;
  SECTION("the unit of epoch times, of --from and of a later row that has another") {
    options.from = "1753800001";
    ways.agree("ts\nx\n1753800000\n1753800001\n1753800002\n1753800003000\n1753800004\n", options, sizes);
    options.bad_rows = BadRows::skip;
    ways.agree("ts\nx\n1753800000\n1753800001\n1753800002\n1753800003000\n1753800004\n", options, sizes);
  }
  SECTION("the style, when no row above the last can be read") {
    options.bad_rows = BadRows::skip;
    ways.agree("time\n" + std::string(300, 'x') + "\ny\nz\n2025-07-29T23:24:52Z\n2025/07/29 23:24:52\n", options,
               sizes);
  }
  SECTION("the sum of costs") {
    options.cost_column = "cost";
    ways.agree("time,cost\n1,4611686018427387904\n2,4611686018427387903\n3,0\n4,1\n5,1\n", options, sizes);
    ways.agree("time,cost\n1,4611686018427387904\n2,4611686018427387903\n3,0\n4,0\n", options, sizes);
  }
  SECTION("the time of the row above") {
    for (const Order order : {Order::sort, Order::file, Order::strict}) {
      options.order = order;
      ways.agree("time\n3\n4\n4\n9\n8\n9\n1\n10\n10\n", options, sizes);
    }
  }
}

TEST_CASE("lines that no chunk begins in, and chunks without a row, are read alike") {
  Ways ways;
  LoadOptions options;
  options.bad_rows = BadRows::skip;
  const std::string rows = "time,a\n1,x\n2,x\n3,x\n";
  ways.agree(rows + "4," + std::string(20'000, 'y') + "\n5,x\n", options, {16, 64, 100});
  ways.agree(rows + "4,\"" + std::string(20'000, '\n') + "\"\n5,x\n", options, {16, 64, 100});
  ways.agree(rows + std::string(5'000, '\n') + "4,x\n" + std::string(5'000, '\n'), options, {16, 64, 100});
  std::string marks = rows;
  for (int i = 0; i < 100'000; ++i) marks += "\xEF\xBB\xBF";
  ways.agree(marks + "4,x\n", options, {100'000});
  std::string headers = rows;
  for (int i = 0; i < 2'000; ++i) headers += "Time,A\n";
  ways.agree(headers + "4,x\n", options, {16, 64, 100});
  options.delimiter = "tab";
  ways.agree("\ttime\tmag\n0\t1\t5\n\ttime\tmag\n1\t2\t5\n \ttime\tmag\n\"\"\ttime\tmag\n", options, every_size_to(40));
}

TEST_CASE("a file made of mistakes of quoting is given up at the same line on any number of threads") {
  std::string text = "time,a,b\n";
  for (int row = 0; row < 60'000; ++row) {
    text += row % 10 == 0 ? std::to_string(row) + ",x,y\n" : "7,\"a\",\"b" + std::string(60, 'z') + "\" x\",\"\n";
  }
  LoadOptions options;
  options.bad_rows = BadRows::skip;
  Ways().agree(text, options, {4'096, 65'536});
  for (int row = 0; row < 3'000; ++row) text += "8,\"a left open" + std::string(2'000, 'w') + "\n";
  Ways().agree(text, options, {65'536, 262'144});
}

TEST_CASE("what is read ahead holds, but where the guess was wrong or a quote is") {
  const TempFolder folder;
  constexpr std::size_t chunk = 1'000;
  const std::string header = "time,a\n";
  const auto rows_from = [](int first) {
    std::string rows;
    for (int row = first; row < first + 1'000; ++row) rows += std::to_string(row) + ",\"x, y\"\n";
    return rows;
  };
  const auto read_again = [&](const std::string& text) {
    LoadOptions options;
    options.source = folder.write("t.csv", text);
    options.bad_rows = BadRows::skip;
    Workers workers(2);
    const ReadingMeans means{workers, std::size_t{1} << 20, chunk};
    const auto file = MappedFile::open(options.source);
    ReadingPlan plan(options);
    CsvScanner scanner(file->bytes(), plan.name, plan.delimiter);
    plan.choose_columns(scanner.header());
    scanner.select(plan.selected);
    EventColumns columns;
    Collector collector(columns);
    Intake intake(plan, means, collector, Way::straight);
    MappedReading<CsvScanner> reading(*file, scanner, plan, means);
    REQUIRE(reading.read(intake));
    const std::uint64_t events = intake.finish(reading.sifter()).events;
    CHECK(events == columns.arrival.size());
    // The first chunk tells the style of the times; the others begin behind its last row.
    const std::size_t begin = text.find('\n', header.size() + chunk - 1) + 1;
    const std::size_t last_row = text.rfind('\n', text.size() - 2) + 1;
    return (last_row - begin) / chunk + 1 - reading.held();
  };
  const std::string above = header + rows_from(1'753'800'000);
  const std::string below = rows_from(1'753'900'000);
  CHECK(read_again(above + below) == 0);
  CHECK(read_again(above + "1753850000,\"x\" y\n" + below) == 1);
  // Quotes less than a chunk long, with what looks like a row in their middle: now and then a chunk begins before it.
  const std::string half(chunk * 2 / 5, 'q');
  std::size_t wrong = 0;
  for (std::size_t more = 0; more < chunk; more += 50) {
    const std::string filler = "1753850000," + std::string(more, 'f') + "\n";
    wrong += read_again(above + filler + "1753850000,\"" + half + "\n1753850000,z\n" + half + "\"\n" + below);
  }
  CHECK(wrong == 8);
}

TEST_CASE("access logs and JSON lines are read alike from every cut") {
  const std::string front = "10.0.0.1 - frank [29/Jul/2025:23:24:";
  const std::string log = "\xEF\xBB\xBF" + front + "52 +0000] \"GET /a?b HTTP/1.1\" 200 5 \"-\" \"agent\"\r\n\n" +
                          front + "51 +0000] \"-\" 408 - \"-\" \"cut\n" + front + "53 +0000] \"open 200 7\n" +
                          "\xEF\xBB\xBF::1 - a [b] [29/Jul/2025:23:24:53 +0000] \"POST / HTTP/2.0\" 200 7\n  \n" +
                          front + "54 +0000] \"a\\\"b\" 200 9 \"-\" \"x\" more\nnothing\n" + front +
                          "55] \"G\"x 1 2\n" + front + "56] \"G /\" 1 2 \"" + std::string(1, '\0') + "\"";
  const std::string json =
      "{\"time\":\"2025-07-29T23:24:52Z\",\"req\":{\"bytes\":5}}\n"
      "\n"
      "{\"req\":{\"bytes\":7.0e0,\"x\":[1,{\"time\":2}]},\"time\":\"2025-07-29T23:24:51Z\"}\r\n"
      "{\"req.bytes\":7,\"time\":\"2025-07-29T23:24:5\\u0033Z\",\"n\":null}\n"
      "{\"time\":\"2025-07-29T23:24:53Z\",\"req\":{\"bytes\":7},\"req.bytes\":8}\n"
      "{\"time\":\"2025-07-29T23:24:53Z\",\"req\":\xFF}\n[1]\n{\"time\"\n\xEF\xBB\xBF{\"time\":\"2025-07-29T23:24:"
      "54Z\"}\n"
      "{\"a\":\"\\u0000\"}\n{\"a\":\"\xC3\"}\n{\"time\":\"2025-07-29T23:24:55Z\",\"req\":{\"bytes\":0}}";
  Ways ways;
  for (LoadOptions options : ways_of_asking()) {
    ways.agree(log, options, every_size_to(log.size() + 1));
    ways.agree(json, options, every_size_to(json.size() + 1));
    LoadOptions costs = options;
    costs.cost_column = "bytes";
    costs.where = {"status<400"};
    ways.agree(log, costs, {1, 2, 3, 7, 64, 1'000});
    costs.cost_column = "req.bytes";
    costs.where = {"time>2025-07-29T23:24:51Z"};
    costs.dedupe_column = "n";
    ways.agree(json, costs, {1, 2, 3, 7, 64, 1'000});
  }
  std::string many_lines;
  std::string many_objects;
  for (int i = 0; i < 30'000; ++i) {
    const std::string time = fmt::format("29/Jul/2025:{:02}:{:02}:{:02} +0000", i / 3'600, i / 60 % 60, i % 60);
    many_lines +=
        i % 1'000 == 999 ? "cut\n" : fmt::format("h{} - - [{}] \"GET /{} HTTP/1.1\" 200 {}\n", i % 7, time, i, i);
    many_objects += fmt::format("{{\"ts\":{},\"n\":{{\"cost\":{}}}}}\n", i, i % 9);
  }
  LoadOptions options;
  options.bad_rows = BadRows::skip;
  options.cost_column = "bytes";
  ways.agree(many_lines, options, {1'000, 65'536, 1 << 28});
  options.cost_column = "n.cost";
  ways.agree(many_objects, options, {1'000, 65'536, 1 << 28});
}

TEST_CASE("files without a header are read alike from every cut") {
  Ways ways;
  for (LoadOptions options : ways_of_asking()) {
    options.columns = "a,time";
    ways.agree("x,1\n\n\"y\nz\",2\na,time\n,3\nx,\"4\"\nx\n", options, every_size_to(40));
    ways.agree("\xEF\xBB\xBFx;1\r\ny;2", options, every_size_to(20));
  }
}

TEST_CASE("files whose first byte is of a row are read alike where --time-unit tells the style of their times") {
  Ways ways;
  for (LoadOptions options : ways_of_asking()) {
    options.time_unit = "ms";
    const std::string log = "h - - [29/Jul/2025:23:24:52 +0000] \"GET / HTTP/1.1\" 200 5\n";
    ways.agree("{\"ts\":1}\n{\"ts\":2}\n{\"ts\":\"x\"}\n{\"ts\":1}", options, every_size_to(40));
    ways.agree("\xEF\xBB\xBF{\"ts\":1}\n{\"ts\":2}\n", options, every_size_to(25));
    ways.agree(log + log, options, {1, 7, 1'000});
    options.columns = "time,a";
    ways.agree("1,x\n2,\"y\nz\"\n\n2025-07-29,x\n1,x\n", options, every_size_to(40));
    ways.agree("\xEF\xBB\xBF\n1,x\n2,x\n", options, every_size_to(16));
  }
}

TEST_CASE("generated texts are read alike from every cut") {
  const std::vector<std::string> cells = {"2025-07-29T23:24:52Z",
                                          "2025-07-29T23:24:53.5Z",
                                          "2025-07-29T23:24:51+00:00",
                                          "1",
                                          "",
                                          " ",
                                          "\"\"",
                                          "\"a,b\"",
                                          "\"a\n2025-07-29T23:24:59Z,1,2\n\"",
                                          "\"a\"\"b\"",
                                          "a\"b",
                                          "\"open",
                                          "\"shut\" x",
                                          "\r",
                                          "time",
                                          "\xEF\xBB\xBF",
                                          std::string(1, '\0'),
                                          std::string(70, 'w')};
  const std::vector<std::vector<std::string>> keys = {{"a"}, {"a,b"}, {"b,time"}, {"a", "b"}, {"b", "a,b", "a"}};
  std::mt19937 random(3);
  Ways ways;
  const std::vector<LoadOptions> asked = ways_of_asking();
  for (int round = 0; round < 150; ++round) {
    std::string text = "time,a,b\n";
    const std::size_t rows = 1 + random() % 12;
    for (std::size_t row = 0; row < rows; ++row) {
      // Most rows begin with a time, so that the reading gets past the first.
      text += random() % 4 == 0 ? cells[random() % cells.size()] : cells[random() % 3];
      const std::size_t more = random() % 4;
      for (std::size_t cell = 0; cell < more; ++cell) text += "," + cells[random() % cells.size()];
      text += random() % 5 == 0 ? "\r\n" : "\n";
    }
    if (random() % 3 == 0) text.pop_back();
    LoadOptions options = asked[random() % asked.size()];
    if (random() % 3 == 0) options.where = {"a>=1"};
    if (random() % 4 == 0) options.dedupe_column = "b";
    if (random() % 2 == 0) options.keys = keys[random() % keys.size()];
    if (options.keys.size() == 1 && random() % 4 == 0) options.only_key = random() % 2 == 0 ? "1" : "a\\,b,";
    options.lines = random() % 2 == 0;
    ways.agree(text, options, {1, 2, 3, 7, 16, 64, 1 + random() % 200});
  }
}

TEST_CASE("many rows, in every order, are read alike on several threads") {
  constexpr int rows = test::sanitized ? 12'000 : 60'000;
  std::mt19937 random(4);
  for (const int disorder : {0, 1, 2, 3}) {
    std::string text = "time,cost,note\n";
    for (int row = 0; row < rows; ++row) {
      // In order; one row late near the end; newest first; shuffled.
      const int at = disorder == 0   ? row
                     : disorder == 1 ? (row == rows - 1'000 ? 1 : row)
                     : disorder == 2 ? rows - row
                                     : static_cast<int>(random() % rows);
      text +=
          std::to_string(1'753'800'000 + at) + "," + std::to_string(row % 7) + ",\"x, " + std::to_string(row) + "\"\n";
    }
    Ways ways;
    LoadOptions options;
    options.cost_column = "cost";
    options.keys = {"note", "cost"};
    options.lines = true;
    for (const Order order : {Order::sort, Order::file}) {
      options.order = order;
      ways.agree(text, options, {1'000, 65'536, 1'000'000, 1 << 28});
    }
  }
}

TEST_CASE("the traces that people met are read alike from every cut") {
  const auto shared = test::shared_folder();
  if (!shared) {
    WARN("skipped: no traces in the folder of shared ones");
    return;
  }
  std::vector<std::filesystem::path> paths = {
      *shared / "data" / "usgs-m2.5-2025-newest-first.csv", *shared / "data" / "azure-llm-code-2023.csv",
      *shared / "data" / "nasa-http-1995-08-01.tsv", *shared / "data" / "apache-combined-unsorted.log"};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*shared / "faults" / "inputs")) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  Ways ways;
  for (const std::filesystem::path& path : paths) {
    INFO(path);
    const std::string text = bytes_of(path);
    for (const LoadOptions& options : ways_of_asking()) {
      if (text.size() > 100'000) {
        ways.agree(text, options, {4'096, 100'000, 1 << 28});
      } else {
        ways.agree(text, options, {1, 3, 17, 64, 1'000});
      }
    }
  }
}
