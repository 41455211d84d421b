#include "trace/load.hpp"

#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "core/error.hpp"
#include "support.hpp"
#include "trace/compressed.hpp"

using namespace ratereplay;
using ratereplay::test::TempFolder;

namespace {

constexpr std::int64_t second = 1'000'000'000;
const std::string epoch_note = "times read as epoch seconds, judged by the first; --time-unit overrides";

/// Loads a text as a file t.csv; messages begin with that name in place of its path.
Trace load_text(const std::string& text, LoadOptions options = {}) {
  const TempFolder folder;
  options.source = folder.write("t.csv", text);
  try {
    return load(options);
  } catch (const Error& error) {
    std::string message = error.what();
    if (const std::size_t at = message.find(options.source); at != std::string::npos) {
      message.replace(at, options.source.size(), "t.csv");
    }
    throw Error(message);
  }
}

LoadOptions with(const std::function<void(LoadOptions&)>& change) {
  LoadOptions options;
  change(options);
  return options;
}

std::vector<std::int64_t> seconds(const Trace& trace) {
  std::vector<std::int64_t> result;
  for (const std::int64_t ns : trace.arrival) result.push_back(ns / second);
  return result;
}

bool has(const std::vector<std::string>& notes, std::string_view note) {
  return std::find(notes.begin(), notes.end(), note) != notes.end();
}

void check_sum(const RowCounts& rows) { CHECK(rows.read == rows.kept + rows.filtered + rows.bad + rows.duplicates); }

/// Standard input is a pipe that another thread fills, `step` bytes at a time.
template <class Body>
void with_stdin(const std::string& text, std::size_t step, Body body) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const int saved = dup(STDIN_FILENO);
  REQUIRE(dup2(ends[0], STDIN_FILENO) == STDIN_FILENO);
  close(ends[0]);
  std::thread writer([&] {
    std::size_t written = 0;
    while (written < text.size()) {
      const ssize_t part = write(ends[1], text.data() + written, std::min(step, text.size() - written));
      if (part <= 0) break;
      written += static_cast<std::size_t>(part);
    }
    close(ends[1]);
  });
  body();
  writer.join();
  dup2(saved, STDIN_FILENO);
  close(saved);
}

}  // namespace

TEST_CASE("the time column is guessed in a fixed order, in any case") {
  CHECK(load_text("date,TimeStamp,x\nno,5,1\n").summary.time_column == "TimeStamp");
  CHECK(load_text("timestamp, Time ,date\nno,5,no\n").summary.time_column == "Time");
  CHECK(load_text("datetime,ts\nno,5\n").summary.time_column == "ts");
  CHECK(load_text("@timestamp,datetime\nno,5\n").summary.time_column == "datetime");
  CHECK(load_text("x,@timestamp\n1,5\n").summary.time_column == "@timestamp");
  CHECK(load_text("time,at\nno,5\n", with([](auto& o) { o.time_column = "AT"; })).summary.time_column == "at");
}

TEST_CASE("a column that is not there is named with what is near") {
  CHECK_THROWS_WITH(load_text("time,mag\n1,2\n", with([](auto& o) { o.where = {"magg>=5"}; })),
                    "t.csv: no column 'magg' (--where 'magg>=5'); did you mean 'mag'?");
  CHECK_THROWS_WITH(load_text("time,mag\n1,2\n", with([](auto& o) { o.cost_column = "bytes"; })),
                    "t.csv: no column 'bytes' (--cost); the columns are 'time', 'mag'");
  CHECK_THROWS_WITH(load_text("when,mag\n1,2\n"),
                    "t.csv: no time column: none of 'time', 'timestamp', 'ts', 'date', 'datetime', '@timestamp' is in "
                    "the header; name it with --time COLUMN, one of 'when', 'mag'");
  CHECK_THROWS_WITH(load_text("time\tmag\n1\t2\n", with([](auto& o) { o.delimiter = "comma"; })),
                    Catch::EndsWith("the cells are not separated so: leave --delimiter out"));
  CHECK_THROWS_WITH(load_text("time\r1\r2\r"), Catch::EndsWith("its lines end in CR alone: pipe it through tr '\\r' "
                                                               "'\\n' and read -"));
  CHECK_THROWS_WITH(load_text("2025-07-29T23:24:52Z,5\n2025-07-29T23:24:53Z,5\n"),
                    Catch::EndsWith("the first line looks like data, not like a header: '2025-07-29T23:24:52Z' is a "
                                    "time; name the columns with --columns time,c2"));
  CHECK_THROWS_WITH(load_text("1753831492,5\n"), Catch::Contains("'1753831492' is a time"));
  CHECK_THROWS_WITH(load_text("xx1,2025-07-29T23:24:52Z\n"), Catch::Contains("looks like data"));
  CHECK_THROWS_WITH(load_text("xx1,1753831492\n"), Catch::EndsWith("one of 'xx1', '1753831492'"));
  const std::string twelve = "2025-07-29,2,3,4,5,6,7,8,9,10,11,12";
  CHECK_THROWS_WITH(load_text(twelve + "\n"), Catch::EndsWith("--columns time,c2,c3,c4,c5,c6,c7,c8,c9,c10,c11,c12"));
  CHECK_THROWS_WITH(load_text(twelve + ",13\n"), Catch::EndsWith(",c11,c12,..."));
  const auto cost_of_json = [](const std::string& column) {
    return load_text("{\"time\":1,\"tags\":[2]}\n", with([&](auto& o) { o.cost_column = column; }));
  };
  const std::string array =
      ": 'tags' is an array, and a path cannot lead into one; take 'tags' as a whole, or make a field of it with jq";
  for (const std::string path : {"tags.0", "tags[0]"}) {
    CHECK_THROWS_WITH(cost_of_json(path), "t.csv: no column '" + path + "' (--cost)" + array);
  }
  for (const std::string other : {"cost", "tags_of_it", "bytes.0"}) {
    CHECK_THROWS_WITH(cost_of_json(other), "t.csv: no column '" + other +
                                               "' (--cost); the first lines have 'time', 'tags'; --columns names a "
                                               "field that they lack");
  }
  CHECK(load_text("{\"Time\":1}\n").summary.time_column == "Time");
}

TEST_CASE("what is no CSV is read as what it is, or named") {
  const std::string request = "10.0.0.1 - - [29/Jul/2025:23:24:52 +0000] \"GET /a,b HTTP/1.1\" 200 5 \"-\" ";
  const std::string line = request + "\"Mozilla/5.0 (Windows NT 10.0; Win64)\"\n";
  CHECK(load_text(line).summary.input == "clf");
  CHECK(load_text("{\"time\":1753831492}\n").summary.input == "jsonl");
  CHECK(load_text("\n {\"time\":\"2025-07-29T23:24:52Z\",\"mag\":5}\r\n").summary.input == "jsonl");
  CHECK(load_text("\xEF\xBB\xBF{\"time\":1}").arrival.size() == 1);
  const LoadOptions as_csv = with([](auto& o) { o.input = "csv"; });
  CHECK_THROWS_WITH(load_text(line, as_csv), "t.csv: looks like an access log, not like CSV; read it with --input clf");
  CHECK_THROWS_WITH(load_text("{\"time\":1753831492}\n", as_csv),
                    "t.csv: looks like JSON lines, not like CSV; read it with --input jsonl");
  // Too damaged to be known by its first line.
  CHECK_THROWS_WITH(load_text(request + "\"a,\"b\" c\"\n"), Catch::Contains("read it with --input clf"));
  const std::string document =
      "t.csv: is one JSON document, not a line for each event; pipe it through jq -c . and read -";
  CHECK_THROWS_WITH(load_text("{\"time\":1,\"note\":\"" + std::string(2'000'000, 'x')), document);
  CHECK_THROWS_WITH(load_text("{\n  \"time\": 1\n}\n"), document);
  CHECK_THROWS_WITH(load_text("[{\"time\":1},\n"),
                    "t.csv: is one JSON array, not a line for each event; pipe it through jq -c '.[]' and read -");
  CHECK_THROWS_WITH(load_text("[{\"time\":1}]\n", with([](auto& o) { o.input = "jsonl"; })),
                    "t.csv: is one JSON array, not a line for each event; pipe it through jq -c '.[]' and read -");
  // What is no more than near to it.
  CHECK(load_text("[time],{mag}\n1,2\n", with([](auto& o) { o.time_column = "[time]"; })).arrival.size() == 1);
  CHECK(load_text("{\"time\",a\n1,2\n", with([](auto& o) { o.time_column = "a"; })).summary.input == "csv");
  CHECK_THROWS_WITH(load_text("[when],mag\n1,2\n"), Catch::StartsWith("t.csv: no time column"));
  CHECK_THROWS_WITH(load_text("[2025-07-29 23:24:52] started\n"), Catch::StartsWith("t.csv: no time column"));
  CHECK_THROWS_WITH(load_text("[29/Jul/2025:23:24:52 +0000],5\n"), Catch::Contains("looks like data"));
  CHECK_THROWS_WITH(load_text("[29/7/2025:23:24:52 +0000] x\n"), Catch::StartsWith("t.csv: no time column"));
}

TEST_CASE("a binary file of ratereplay is never read as text, whatever the options say") {
  const TempFolder folder;
  const std::string trace = folder.write("t.rrt.gz", test::gzip("\x89RRT\r\n\x1a\n\ntime\n1\n"));
  const std::string summary = folder.write("t.rrs", "\x89RRS\r\n\x1a\n\ntime\n1\n");
  const auto refusal = [](const std::string& source, const std::string& input, const std::string& columns) {
    LoadOptions options;
    options.source = source;
    options.input = input;
    options.columns = columns;
    options.bad_rows = BadRows::skip;
    try {
      load(options);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  for (const auto& [input, columns] : std::vector<std::pair<std::string, std::string>>{
           {"", ""}, {"", "time,a"}, {"csv", "time,a"}, {"clf", ""}, {"jsonl", "time"}}) {
    CAPTURE(input, columns);
    CHECK(refusal(trace, input, columns) ==
          trace + ": is a binary trace, which is read in place; store it in a file and name that");
    CHECK(refusal(summary, input, columns) == summary + ": is a trace summary; give it to 'ratereplay curve --merge'");
  }
}

TEST_CASE("the separator that cuts the header into most cells is taken, a comma of equals") {
  const auto delimiter = [](const std::string& text, const LoadOptions& options = {}) {
    return load_text(text, options).summary.delimiter;
  };
  CHECK(delimiter("time\tmag\n1\t2\n") == '\t');
  CHECK(delimiter("time;mag\n1;2,5\n") == ';');
  CHECK(delimiter("time|mag\n1|2\n") == '|');
  CHECK(delimiter("time\n1\n") == ',');
  CHECK(delimiter("time,a;b\n1,2\n") == ',');
  CHECK(delimiter("time;a,b;c\n1;2;3\n") == ';');
  CHECK(delimiter("\n \ntime;\"a,b,c,d\"\n1;2\n") == ';');
  CHECK(delimiter("time;a,b\n1;2\n", with([](auto& o) { o.delimiter = "SEMICOLON"; })) == ';');
  CHECK(delimiter("time a\n1 2\n", with([](auto& o) { o.delimiter = " "; })) == ' ');
  CHECK(load_text("time\tmag\n1\t2\n").summary.notes.front() ==
        "cells separated by tabs, judged by the header; --delimiter overrides");
  CHECK(load_text("time\tmag\n1\t2\n", with([](auto& o) { o.delimiter = "tab"; })).summary.notes.size() == 1);
  CHECK(load_text("{\"time\":1}\n").summary.delimiter == std::nullopt);
}

TEST_CASE("the columns of a file without a header line are named by --columns") {
  const auto named = [](const std::string& names) { return with([&](auto& o) { o.columns = names; }); };
  const Trace trace = load_text("1,5\n2,6,7\n\n3\n", named("ts, mag"));
  CHECK(seconds(trace) == std::vector<std::int64_t>{1, 2, 3});
  CHECK(trace.summary.time_column == "ts");
  CHECK(trace.summary.rows.read == 3);
  CHECK(trace.summary.rows.extra_cells == 1);
  CHECK(trace.summary.rows.short_rows == 1);
  CHECK(trace.summary.rows.blank == 1);
  // As many cells as there are names, before the most cells.
  const Trace cut = load_text("1;2,5,7\n", named("time,mag"));
  CHECK(cut.summary.delimiter == ';');
  CHECK(cut.summary.notes.front() == "cells separated by semicolons, judged by the first line; --delimiter overrides");
  const std::string mend =
      " is the name of a column, not a time; take the line out (or leave --columns out, where it is "
      "the header)";
  CHECK_THROWS_WITH(load_text("time,mag\n1,5\n", named("time,mag")), "t.csv:1: column 'time': 'time'" + mend);
  CHECK_THROWS_WITH(load_text("at,mag\n1,5\n", with([](auto& o) {
                                o.columns = "At,mag";
                                o.time_column = "at";
                              })),
                    "t.csv:1: column 'At': 'at'" + mend);
  CHECK_THROWS_WITH(load_text("time,mag\n1,5\n", with([](auto& o) {
                                o.columns = "when,mag";
                                o.time_column = "when";
                              })),
                    "t.csv:1: column 'when': 'time'" + mend);
  LoadOptions skipping = named("time,mag");
  skipping.bad_rows = BadRows::skip;
  const RowCounts rows = load_text("time,mag\n1,5\ntime,mag\n", skipping).summary.rows;
  CHECK(rows.bad == 2);
  CHECK(rows.repeated_headers == 0);
  CHECK(load_text("\n\n", named("time")).arrival.empty());
  CHECK(load_text("", named("time")).arrival.empty());
  CHECK_THROWS_WITH(load_text("1\n", named(" , ")), Catch::StartsWith("--columns ' , ': a column without a name"));
  // Of JSON, fields that the first lines lack.
  std::string lines;
  for (int i = 0; i < 1'001; ++i) lines += "{\"time\":" + std::to_string(i) + (i == 1'000 ? ",\"cost\":7}\n" : "}\n");
  LoadOptions costs = with([](auto& o) { o.cost_column = "cost"; });
  CHECK_THROWS_WITH(load_text(lines, costs),
                    "t.csv: no column 'cost' (--cost); the first lines have 'time'; --columns "
                    "names a field that they lack");
  costs.columns = "cost";
  costs.where = {"cost>=0"};
  CHECK(load_text(lines, costs).cost == std::vector<Cost>{7});
  CHECK_THROWS_WITH(load_text("1.1.1.1 - - [29/Jul/2025:23:24:52 +0000] \"GET / HTTP/1.1\" 200 5\n", named("a,time")),
                    "t.csv: an access log, whose columns have their names; leave --columns out, or say --input csv");
}

TEST_CASE("a dash for a number is a missing cell") {
  const std::string text = "time,bytes\n1,5\n2,-\n3,\n4,-7\n";
  const Trace trace = load_text(text, with([](auto& o) { o.where = {"bytes<=9"}; }));
  CHECK(seconds(trace) == std::vector<std::int64_t>{1, 4});
  CHECK(has(trace.summary.notes, "2 rows without bytes"));
  LoadOptions costs = with([](auto& o) { o.cost_column = "bytes"; });
  CHECK_THROWS_WITH(load_text(text, costs),
                    "t.csv:3: column 'bytes': no cost; fill it in, or leave such rows out with "
                    "--where 'bytes>=0' or --bad-rows skip");
  costs.where = {"bytes>=0"};
  CHECK(load_text(text, costs).cost == std::vector<Cost>{5});
}

TEST_CASE("a duplicate name is an error among the columns that are used, in any case") {
  CHECK_THROWS_WITH(load_text("time,mag,Time\n1,2,3\n"),
                    "t.csv: two columns are named 'time' (1 and 3); rename one of them");
  CHECK_THROWS_WITH(load_text("time,mag,MAG\n1,2,3\n", with([](auto& o) { o.where = {"mag>0"}; })),
                    "t.csv: two columns are named 'mag' (2 and 3); rename one of them");
  CHECK(load_text("time,mag,mag,,\n1,2,3,,\n").arrival.size() == 1);
}

TEST_CASE("options are checked before the file is opened") {
  const auto refused = [](const std::function<void(LoadOptions&)>& change, const std::string& message) {
    LoadOptions options = with(change);
    options.source = "/no/such/file";
    CHECK_THROWS_WITH(load(options), message);
  };
  refused([](auto& o) { o.delimiter = ",,"; },
          "--delimiter ',,': not a delimiter; give one byte, or comma, tab, semicolon or pipe");
  refused([](auto& o) { o.delimiter = "\""; },
          "--delimiter '\"': not a delimiter; give one byte, or comma, tab, semicolon or pipe");
  refused([](auto& o) { o.input = "cls"; }, "--input 'cls': not an input; use csv, clf or jsonl; did you mean 'clf'?");
  refused([](auto& o) { o.time_unit = "m"; }, "--time-unit 'm': not a unit of epoch times; use s, ms, us or ns");
  refused([](auto& o) { o.from = "2025-02-30"; }, "--from: no such date: '2025-02-30'; correct it");
  refused([](auto& o) { o.to = "soon"; },
          "--to: not a time: 'soon'; write 2025-07-29T23:24:52Z, 2025/07/29 23:24:52, [29/Jul/2025:23:24:52 +0000] or "
          "an epoch number");
  refused(
      [](auto& o) {
        o.from = "2025-07-30";
        o.to = "2025-07-29";
      },
      "--to '2025-07-29' is before --from '2025-07-30'; exchange them");
  refused([](auto& o) { o.where = {"mag"}; },
          "--where 'mag': no operator; write COLUMN OP VALUE with one of = != < <= > >=");
}

TEST_CASE("a header and no rows are no events") {
  for (const std::string text : {"time,mag\n", "time,mag", "time,mag\n\n"}) {
    const Trace trace = load_text(text);
    CHECK(trace.arrival.empty());
    CHECK(trace.summary.rows.read == 0);
    CHECK_FALSE(trace.summary.resolution.has_value());
  }
}

TEST_CASE("a text number in quotes, cells of other columns and all line ends do not matter") {
  const Trace trace =
      load_text("\xEF\xBB\xBF id , TIME,note\r\nx,\"5\",\"a\n\n,b\"\r\n\r\ny, 6 ,\"\"\"\"\r\ntime,id\r\n",
                with([](auto& o) { o.bad_rows = BadRows::skip; }));
  CHECK(seconds(trace) == std::vector<std::int64_t>{5, 6});
  CHECK(trace.summary.time_style == "epoch seconds");
  CHECK(trace.summary.rows.blank == 1);
  CHECK(has(trace.summary.notes, "line 7: column 'TIME': not a time: 'id'"));
  check_sum(trace.summary.rows);
}

TEST_CASE("the first bad row of the file stops a strict run") {
  const auto cost = with([](auto& o) { o.cost_column = "cost"; });
  CHECK_THROWS_WITH(load_text("time,cost\n1,2\n2,x\nx,1\n", cost),
                    "t.csv:3: column 'cost': not a whole number from 0 to 9223372036854775807: 'x'; correct it");
  CHECK_THROWS_WITH(load_text("time,cost\n1,2\nx,x\n", cost),
                    Catch::StartsWith("t.csv:3: column 'time': not a time: 'x'"));
  CHECK_THROWS_WITH(load_text("time,cost\n\"1\n\",2\nx,1\n", cost), Catch::StartsWith("t.csv:2: column 'time'"));
  CHECK_THROWS_WITH(load_text("cost,time\n1,1\n\"\n\",2\n3\n"), "t.csv:5: column 'time': no time; fill it in");
  CHECK_THROWS_WITH(load_text("time,note\n1,\"a\"b\n"),
                    "t.csv:2: column 'note': text after the closing quote; write a quote inside quotes twice");
  CHECK_THROWS_WITH(load_text(std::string("time\n1\n2\0\n", 10)),
                    "t.csv:3: a NUL byte in the row; the file is damaged or not text");
  CHECK_THROWS_WITH(load_text("time\n1\n\x1B[31m\n"),
                    Catch::StartsWith("t.csv:3: column 'time': not a time: '\\x1B[31m'"));
}

TEST_CASE("costs are whole numbers") {
  const auto cost = with([](auto& o) { o.cost_column = "cost"; });
  const Trace trace = load_text("time,cost\n1,0\n2,010\n3, 9223372036854775797 \n", cost);
  CHECK(trace.cost == std::vector<Cost>{0, 10, 9'223'372'036'854'775'797});
  CHECK(trace.summary.has_costs);
  for (const std::string text : {"-1", "1.5", "1.0", "+1", "1e3", "0x1", "9223372036854775808", "nan", "1,000"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(
        load_text("time,cost\n1,\"" + text + "\"\n", cost),
        "t.csv:2: column 'cost': not a whole number from 0 to 9223372036854775807: '" + text + "'; correct it");
  }
  CHECK_THROWS_WITH(
      load_text("time,cost\n1,\n", cost),
      "t.csv:2: column 'cost': no cost; fill it in, or leave such rows out with --where 'cost>=0' or --bad-rows skip");
  CHECK_THROWS_WITH(
      load_text("time,cost\n1\n", cost),
      "t.csv:2: column 'cost': no cost; fill it in, or leave such rows out with --where 'cost>=0' or --bad-rows skip");
  CHECK_THROWS_WITH(load_text("time,cost\n1,9223372036854775807\n2,0\n3,1\n", cost),
                    "t.csv:4: column 'cost': the costs up to here add up to more than 9223372036854775807; use a "
                    "coarser unit");
  // Only the cost of a row that is kept matters.
  const Trace filtered = load_text("time,cost,mag\n1,x,1\n2,7,5\n", with([](auto& o) {
                                     o.cost_column = "cost";
                                     o.where = {"mag>=5"};
                                   }));
  CHECK(filtered.cost == std::vector<Cost>{7});
  CHECK_FALSE(load_text("time,cost\n1,5\n").summary.has_costs);
}

TEST_CASE("skipped rows are counted by reason and the first five shown") {
  std::string text = "time,cost\n1,1\n";
  for (int i = 0; i < 4; ++i) text += "x,1\n";
  text += "2,-1\n2025-07-29,1\n1753831492500,1\n3,\"a\"b\n4,1\n";
  const Trace trace = load_text(text, with([](auto& o) {
                                  o.cost_column = "cost";
                                  o.bad_rows = BadRows::skip;
                                }));
  CHECK(seconds(trace) == std::vector<std::int64_t>{1, 4});
  const RowCounts& rows = trace.summary.rows;
  CHECK(rows.read == 10);
  CHECK(rows.bad == 8);
  check_sum(rows);
  CHECK(trace.summary.notes == std::vector<std::string>{
                                   epoch_note,
                                   "4 bad rows skipped: not a time",
                                   "1 bad row skipped: cost not a whole number",
                                   "1 bad row skipped: time in another style",
                                   "1 bad row skipped: epoch time of another unit",
                                   "1 bad row skipped: text after the closing quote",
                                   "line 3: column 'time': not a time: 'x'",
                                   "line 4: column 'time': not a time: 'x'",
                                   "line 5: column 'time': not a time: 'x'",
                                   "line 6: column 'time': not a time: 'x'",
                                   "line 7: column 'cost': not a whole number from 0 to 9223372036854775807: '-1'",
                                   "... and 3 more",
                               });
}

TEST_CASE("five bad rows are all shown, six are not, and a semicolon of the file begins no mend") {
  const auto skip = with([](auto& o) { o.bad_rows = BadRows::skip; });
  const Trace five = load_text("time\n2025-02-30\n2025-07-29T25:00\n2025-07-29T00:00+24\na; b\na; b\n", skip);
  CHECK(five.summary.notes == std::vector<std::string>{
                                  "1 bad row skipped: no such date",
                                  "1 bad row skipped: no such time of day",
                                  "1 bad row skipped: no such offset from UTC",
                                  "2 bad rows skipped: not a time",
                                  "line 2: column 'time': no such date: '2025-02-30'",
                                  "line 3: column 'time': no such time of day: '2025-07-29T25:00'",
                                  "line 4: column 'time': no such offset from UTC: '2025-07-29T00:00+24'",
                                  "line 5: column 'time': not a time: 'a; b'",
                                  "line 6: column 'time': not a time: 'a; b'",
                              });
  CHECK(load_text("time\nx\nx\nx\nx\nx\nx\n", skip).summary.notes.back() == "... and 1 more");
}

TEST_CASE("every complaint of a row ends in its mend") {
  const auto skip = with([](auto& o) {
    o.bad_rows = BadRows::skip;
    o.cost_column = "cost";
  });
  const auto shown = [&](const std::string& row) {
    return load_text("time,cost\n1,1\n" + row + "\n", skip).summary.notes.back();
  };
  CHECK(shown(",1") == "line 3: column 'time': no time");
  CHECK(shown("1,") == "line 3: column 'cost': no cost");
  CHECK(shown("2025-7,1") ==
        "line 3: column 'time': the file's times are epoch seconds, this one is ISO 8601: '2025-7'");
  CHECK(shown("1753831492500,1") ==
        "line 3: column 'time': the file's times are epoch seconds, this one has the size "
        "of epoch milliseconds: '1753831492500'");
  CHECK(shown("99999999999,1") ==
        "line 3: column 'time': a time outside 1677-09-21T00:12:43.145224192Z to "
        "2262-04-11T23:47:16.854775807Z: '99999999999'");
  CHECK(shown(std::string("1,\0", 3)) == "line 3: a NUL byte in the row");
  CHECK(shown("1,\"x\"y") == "line 3: column 'cost': text after the closing quote");
  CHECK(shown("1,\"x") == "line 3: column 'cost': a quote that is not closed within 1 MiB");
  CHECK(shown("1," + std::string(2'000'000, 'x')) == "line 3: a row longer than 1 MiB");

  const auto skipped = [](const std::string& first, const std::string& row) {
    std::vector<std::string> notes =
        load_text(first + "\n" + row + "\n", with([](auto& o) { o.bad_rows = BadRows::skip; })).summary.notes;
    notes.erase(notes.begin(), notes.end() - 2);
    return notes;
  };
  const std::string time = " [29/Jul/2025:23:24:52 +0000] ";
  const std::string line = "10.0.0.1 - -" + time + "\"-\" 200 5";
  CHECK(skipped(line, "10.0.0.1 -" + time + "\"-\" 200 5") ==
        std::vector<std::string>{"1 bad row skipped: no host, ident and user",
                                 "line 2: column 'host': not host, ident and user before the time"});
  CHECK(skipped(line, "10.0.0.1 - -" + time + "200 5") ==
        std::vector<std::string>{"1 bad row skipped: no request in quotes",
                                 "line 2: column 'request': no request in quotes behind the time"});
  CHECK(skipped("{\"time\":1}", "{\"a\":" + std::string(500, '[') + std::string(500, ']') + "}") ==
        std::vector<std::string>{"1 bad row skipped: nested too deep",
                                 "line 2: JSON nested deeper than 500 levels at byte 505"});
}

TEST_CASE("from is inclusive, to is not") {
  const std::string text =
      "time,mag\n2025-07-29T12:00:00Z,1\n2025-07-29T11:59:59.999999999Z,2\n2025-07-29T13:00:00Z,3\n"
      "2025-07-29T12:59:59.999999999Z,4\n";
  const Trace trace = load_text(text, with([](auto& o) {
                                  o.from = "2025-07-29T12:00Z";
                                  o.to = "2025-07-29T15:00+02:00";
                                }));
  CHECK(trace.summary.rows.kept == 2);
  CHECK(trace.summary.rows.filtered == 2);
  CHECK(trace.arrival.front() == 1'753'790'400 * second);
  CHECK(trace.arrival.back() == 1'753'794'000 * second - 1);
  CHECK(load_text(text, with([](auto& o) { o.from = o.to = "2025-07-29T12:00Z"; })).arrival.empty());
}

TEST_CASE("a bound that is a bare number has the unit of the file") {
  const auto kept = [](const std::string& times, const std::string& from, const std::string& to = "",
                       const std::string& unit = "") {
    return load_text("time\n" + times, with([&](auto& o) {
                       o.from = from;
                       o.to = to;
                       o.time_unit = unit;
                     }))
        .arrival.size();
  };
  const std::string ms = "100000000000\n100000150000\n100000200000\n";
  CHECK(kept(ms, "100000150000") == 2);
  CHECK(kept(ms, "99999999999", "100000150001") == 2);  // by its own size it would be seconds, and beyond the range
  CHECK(kept("-5\n5\n10\n", "5", "10") == 1);
  CHECK(kept("5\n6\n", "6", "", "ms") == 1);
  CHECK(kept("1753831492\n1753831493\n", "1753831493") == 1);
  // A bad row in front decides nothing.
  CHECK(load_text("time\nx\n" + ms, with([](auto& o) {
                    o.from = "99999999999";
                    o.bad_rows = BadRows::skip;
                  }))
            .arrival.size() == 3);
  // Times that are no numbers leave it to the size of the bound.
  CHECK(kept("2025-07-29T23:24:52Z\n2025-07-29T23:24:53Z\n", "1753831493") == 1);
  CHECK(kept("2025-07-29T23:24:52Z\n2025-07-29T23:24:53Z\n", "1753831493000") == 1);
  CHECK_THROWS_WITH(
      kept("1753831492\n", "1753831492500"),
      Catch::StartsWith("--from: '1753831492500' is outside 1677 to 2262 when read as epoch seconds, as the "
                        "file's times are"));
  CHECK_THROWS_WITH(kept("1753831492\n", "6", "5"), "--to '5' is before --from '6'; exchange them");
  CHECK_THROWS_WITH(kept("1753831492\n", "1970-01-01T00:00:06Z", "5"),
                    "--to '5' is before --from '1970-01-01T00:00:06Z'; exchange them");
  CHECK_THROWS_WITH(kept("", "99999999999"), Catch::StartsWith("--from: a time outside"));
}

TEST_CASE("conditions must all hold, and rows without a number are counted once") {
  const std::string text = "time,mag,depth,type\n1,5,,a\n2,,,b\n3,7,x,a\n4,6,1,\n5,4,2,a\n";
  const Trace trace = load_text(text, with([](auto& o) { o.where = {"mag>=5", "mag<7", "depth >= 0", "type!=b"}; }));
  CHECK(seconds(trace) == std::vector<std::int64_t>{4});
  CHECK(trace.summary.rows.missing == 3);
  CHECK(trace.summary.rows.filtered == 4);
  CHECK(trace.summary.notes == std::vector<std::string>{"4 of 5 rows left out by --where, --from or --to", epoch_note,
                                                        "1 row without mag", "3 rows without depth"});
}

TEST_CASE("a condition that compares as text is noted") {
  const Trace trace = load_text("time,updated\n1,2025-07-29\n2,2025-07-30\n", with([](auto& o) {
                                  o.where = {"updated>=2025-07-30", "updated<'3'", "updated!=x", "updated <\x1B z"};
                                }));
  CHECK(seconds(trace) == std::vector<std::int64_t>{});
  CHECK(trace.summary.notes == std::vector<std::string>{"2 of 2 rows left out by --where, --from or --to", epoch_note,
                                                        "'updated>=2025-07-30' compares as text",
                                                        "'updated <\\x1B z' compares as text"});
}

TEST_CASE("a column name is noted as it is, or in quotes where it could harm a terminal") {
  const auto notes = [](const std::string& header, const std::string& column) {
    return load_text(header + "\n1,\n2,\n", with([&](auto& o) {
                       o.where = {column + ">0"};
                       o.dedupe_column = column;
                     }))
        .summary.notes;
  };
  const std::string filtered = "2 of 2 rows left out by --where, --from or --to";
  CHECK(notes("time,m\xC3\xA9 'g", "m\xC3\xA9 'g") ==
        std::vector<std::string>{filtered, epoch_note, "2 rows without m\xC3\xA9 'g",
                                 "2 rows without m\xC3\xA9 'g, none taken for a duplicate"});
  CHECK(notes("time,m\x1B[31mg", "m\x1B[31mg") ==
        std::vector<std::string>{filtered, epoch_note, "2 rows without 'm\\x1B[31mg'",
                                 "2 rows without 'm\\x1B[31mg', none taken for a duplicate"});
  CHECK(notes("time,m\xE9g", "m\xE9g")[2] == "2 rows without 'm\\xE9g'");
  const Trace duplicates = load_text("time,i\x07\n1,a\n2,a\n", with([](auto& o) { o.dedupe_column = "i\x07"; }));
  CHECK(duplicates.summary.notes == std::vector<std::string>{epoch_note, "1 duplicate 'i\\x07'"});
}

TEST_CASE("a line break inside quotes is part of the text that a condition sees") {
  const auto where = [](const std::string& condition) {
    return load_text("time,place\n1,\"a\nb\"\n2,\"a\x01nb\"\n3,\"say \"\"x\"\", y\"\n4, z \n5,\" z \"\n",
                     with([&](auto& o) { o.where = {condition}; }));
  };
  CHECK(seconds(where("place=a\nb")) == std::vector<std::int64_t>{1});
  CHECK(seconds(where("place=a\x01nb")) == std::vector<std::int64_t>{2});
  CHECK(seconds(where("place=say \"x\", y")) == std::vector<std::int64_t>{3});
  CHECK(seconds(where("place=z")) == std::vector<std::int64_t>{4});
  CHECK(seconds(where("place=' z '")) == std::vector<std::int64_t>{5});
}

TEST_CASE("of duplicates the newest stays, or the last") {
  const auto dedupe = [](const std::string& text, const std::string& column = "id") {
    return load_text(text, with([&](auto& o) { o.dedupe_column = column; }));
  };
  // Newest first in the file, oldest first, and equal.
  CHECK(seconds(dedupe("time,id,updated\n1,a,30\n2,a,20\n3,a,10\n")) == std::vector<std::int64_t>{1});
  CHECK(seconds(dedupe("time,id,updated\n1,a,10\n2,a,30\n3,a,20\n")) == std::vector<std::int64_t>{2});
  CHECK(seconds(dedupe("time,id,updated\n1,a,10\n2,a,10\n")) == std::vector<std::int64_t>{2});
  CHECK(seconds(dedupe("time,id,updated\n1,a,10\n2,a,\n")) == std::vector<std::int64_t>{1});
  CHECK(seconds(dedupe("time,id\n1,a\n2,a\n3,b\n")) == std::vector<std::int64_t>{2, 3});
  // Instants are compared, not texts.
  CHECK(seconds(dedupe("time,id,updated\n1,a,2025-07-29T10:00:00Z\n2,a,2025-07-29T11:30:00+02:00\n")) ==
        std::vector<std::int64_t>{1});
  const Trace trace = dedupe("time,ID,updated\n1,a,1\n2,,1\n3, a ,2\n4,,1\n5,A,1\n6,a,3\n");
  CHECK(seconds(trace) == std::vector<std::int64_t>{2, 4, 5, 6});
  CHECK(trace.summary.rows.duplicates == 2);
  CHECK(trace.summary.notes == std::vector<std::string>{epoch_note, "2 duplicate IDs",
                                                        "2 rows without ID, none taken for a duplicate",
                                                        "updated times read as epoch seconds, judged by the first"});
  check_sum(trace.summary.rows);
  CHECK_THROWS_WITH(dedupe("time,id,updated\n1,a,x\n"),
                    Catch::StartsWith("t.csv:2: column 'updated': not a time: 'x'"));
}

TEST_CASE("a row whose update cannot be read takes no other away") {
  const Trace trace = load_text("time,id,updated\n1,a,30\n2,a,x\n3,a,20\n", with([](auto& o) {
                                  o.dedupe_column = "id";
                                  o.bad_rows = BadRows::skip;
                                }));
  CHECK(seconds(trace) == std::vector<std::int64_t>{1});
  CHECK(trace.summary.rows.bad == 1);
  CHECK(trace.summary.rows.duplicates == 1);
  check_sum(trace.summary.rows);
}

TEST_CASE("a key that has no row is warned about, but not where there are no rows at all") {
  const auto warnings = [](const std::string& text, const std::string& key) {
    return load_text(text, with([&](auto& o) {
                       o.keys = {"id"};
                       o.only_key = key;
                     }))
        .summary.warnings;
  };
  CHECK(warnings("time,id\n1,a\n", "b") == std::vector<std::string>{"no row of the key 'b' is kept"});
  CHECK(warnings("time,id\n1,a\n", "a").empty());
  CHECK(warnings("time,id\n", "b").empty());
}

TEST_CASE("how far a compressed source has been read is told in its own bytes") {
  std::string lines;
  for (int i = 0; i < 3'000; ++i) lines += "{\"time\":" + std::to_string(i) + "}\n";
  std::string rows = "time\n";
  for (int i = 0; i < 3'000; ++i) rows += std::to_string(i) + "\n";
  using Told = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
  for (const std::string& bytes : {test::zstd(rows), test::gzip(rows), test::gzip(lines), test::zstd(lines)}) {
    const TempFolder folder;
    LoadOptions options;
    options.source = folder.write("t", bytes);
    Workers alone(1);
    Told told;
    ReadingMeans means{alone};
    means.progress = [&](std::uint64_t done, std::uint64_t whole) { told.emplace_back(done, whole); };
    CHECK(load(options, means).arrival.size() == 3'000);
    // All of it is read before the first row; each 1,024 rows are told.
    CHECK(told == Told(2, {bytes.size(), bytes.size()}));
  }
}

TEST_CASE("how updated was read is noted with its name, apart from the times") {
  const auto dedupe = [](const std::string& text, const std::string& unit = "") {
    return load_text(text, with([&](auto& o) {
                       o.dedupe_column = "id";
                       o.time_unit = unit;
                     }));
  };
  const Trace trace = dedupe(
      "time,id,Updated\n2025-07-29T10:00:00Z,a,2025-07-29\n2025-07-29T10:00:01Z,b,2025-07-29T10:00:60\n"
      "2025-07-29T10:00:02Z,c,2025-07-29T10:00:00.1234567891\n2025-07-29T10:00:03Z,d,\n");
  CHECK(trace.summary.notes == std::vector<std::string>{"3 Updated times without an offset, read as UTC",
                                                        "1 Updated time with second 60, read as :59.999999999",
                                                        "1 Updated time with digits beyond the nanosecond, cut"});
  CHECK(trace.summary.rows.without_offset == 0);
  CHECK(trace.summary.rows.clamped == 0);
  CHECK(trace.summary.rows.digits_cut == 0);
  CHECK(dedupe("time,id,updated\n1,a,1753831492500\n", "ms").summary.notes ==
        std::vector<std::string>{"times read as epoch milliseconds, as --time-unit says",
                                 "updated times read as epoch milliseconds, judged by the first"});
  CHECK_THROWS_WITH(dedupe("time,id,updated\n1,a,1753831492\n2,b,1753831492500\n"),
                    Catch::EndsWith("'1753831492500'; write all in one unit"));
  // One column that is both is read once, and with --time-unit.
  const Trace both = load_text("id,updated\na,1\na,1000000000000\n", with([](auto& o) {
                                 o.time_column = o.dedupe_column = "updated";
                                 o.time_unit = "ms";
                               }));
  CHECK(both.summary.notes == std::vector<std::string>{"times read as epoch milliseconds, as --time-unit says"});
  CHECK(both.arrival == std::vector<std::int64_t>{1'000'000, 1'000'000'000 * second});
}

TEST_CASE("dedupe comes before filters and costs") {
  const std::string text = "time,id,mag,cost\n1,a,6,x\n2,a,4,1\n3,b,,x\n4,b,5,2\n5,c,,1\n";
  const Trace trace = load_text(text, with([](auto& o) {
                                  o.dedupe_column = "id";
                                  o.where = {"mag>=5"};
                                  o.cost_column = "cost";
                                }));
  CHECK(seconds(trace) == std::vector<std::int64_t>{4});
  CHECK(trace.summary.rows.duplicates == 2);
  CHECK(trace.summary.rows.filtered == 2);
  CHECK(trace.summary.rows.missing == 1);
  check_sum(trace.summary.rows);
  // The cost of the row that stays is checked, in file order.
  CHECK_THROWS_WITH(load_text("time,id,cost\n1,a,x\n2,b,y\n3,a,1\n", with([](auto& o) {
                                o.dedupe_column = "id";
                                o.cost_column = "cost";
                              })),
                    Catch::StartsWith("t.csv:3: column 'cost'"));
  const Trace skipped = load_text("time,id,cost\n1,a,x\n2,b,y\n3,a,1\n4,c,z\n", with([](auto& o) {
                                    o.dedupe_column = "id";
                                    o.cost_column = "cost";
                                    o.bad_rows = BadRows::skip;
                                  }));
  CHECK(seconds(skipped) == std::vector<std::int64_t>{3});
  CHECK(skipped.summary.rows.bad == 2);
  check_sum(skipped.summary.rows);
}

TEST_CASE("order: sorted with ties in file order, held at the maximum, or refused") {
  const std::string text = "time,cost\n5,1\n3,2\n5,3\n4,4\n3,5\n6,6\n";
  const auto order = [&](Order o) {
    return load_text(text, with([o](auto& options) {
                       options.order = o;
                       options.cost_column = "cost";
                     }));
  };
  const Trace sorted = order(Order::sort);
  CHECK(seconds(sorted) == std::vector<std::int64_t>{3, 3, 4, 5, 5, 6});
  CHECK(sorted.cost == std::vector<Cost>{2, 5, 4, 1, 3, 6});
  CHECK(sorted.summary.rows.reordered == 3);
  CHECK(sorted.summary.notes == std::vector<std::string>{epoch_note, "3 rows out of time order, sorted"});
  const Trace file = order(Order::file);
  CHECK(seconds(file) == std::vector<std::int64_t>{5, 5, 5, 5, 5, 6});
  CHECK(file.cost == std::vector<Cost>{1, 2, 3, 4, 5, 6});
  CHECK(file.summary.rows.reordered == 3);
  CHECK(has(file.summary.notes, "3 rows out of time order, kept in file order, time held at its running maximum"));
  CHECK_THROWS_WITH(
      order(Order::strict),
      "t.csv:3: column 'time': 1970-01-01T00:00:03Z is before 1970-01-01T00:00:05Z of the row above; sort "
      "the file or use --order sort");
  // Rows that are not kept do not count.
  const Trace kept = load_text("time,mag\n5,1\n3,0\n6,1\n", with([](auto& o) {
                                 o.order = Order::strict;
                                 o.where = {"mag>0"};
                               }));
  CHECK(seconds(kept) == std::vector<std::int64_t>{5, 6});
}

TEST_CASE("notes count in the right number") {
  const Trace one = load_text("time\n2025-07-29T23:24:60.1234567891\n");
  CHECK(one.summary.notes == std::vector<std::string>{"1 time without an offset, read as UTC",
                                                      "1 time with second 60, read as :59.999999999",
                                                      "1 time with digits beyond the nanosecond, cut"});
  const Trace many =
      load_text("time,x\n2025-07-29\n\n2025-07-29 00:00,1,\n\ntime,x\nTime,X\n2025-07-29 00:00:00,1,2\n");
  CHECK(many.summary.notes == std::vector<std::string>{"3 times without an offset, read as UTC", "2 blank lines",
                                                       "2 repeated headers", "2 rows with more cells than the header",
                                                       "1 row with fewer cells than the header"});
}

TEST_CASE("a byte order mark within the file is noted, the one at its front is not") {
  const std::string mark = "\xEF\xBB\xBF";
  CHECK(load_text(mark + "time\n1\n").summary.notes == std::vector<std::string>{epoch_note});
  CHECK(load_text(mark + "time\n1\n" + mark + "time\n" + mark + "2\n").summary.notes ==
        std::vector<std::string>{epoch_note, "1 repeated header", "2 byte order marks within the file, skipped"});
  CHECK(load_text("time\n1\n" + mark + "2\n").summary.notes ==
        std::vector<std::string>{epoch_note, "1 byte order mark within the file, skipped"});
}

TEST_CASE("the resolution is the largest power of ten that divides every stamp kept") {
  const auto resolution = [](const std::string& times) { return load_text("time\n" + times).summary.resolution->ns; };
  CHECK(resolution("10\n20\n") == second);
  CHECK(resolution("0\n") == second);
  CHECK(resolution("1.5\n2\n") == 100'000'000);
  CHECK(resolution("-1.25\n2\n") == 10'000'000);
  CHECK(resolution("2025-07-29T23:24:52.483Z\n") == 1'000'000);
  CHECK(resolution("2023-11-16 18:17:03.9799600\n") == 10'000);
  CHECK(resolution("1.000000001\n1\n") == 1);
  const Trace kept = load_text("time,mag\n1.5,0\n2,1\n", with([](auto& o) { o.where = {"mag=1"}; }));
  CHECK(kept.summary.resolution->ns == second);
}

TEST_CASE("a leap second does not hide the resolution of the others") {
  const Trace trace = load_text("time\n2016-12-31T23:59:59Z\n2016-12-31T23:59:60Z\n2017-01-01T00:00:00.5Z\n");
  CHECK(trace.arrival[1] == 1'483'228'800 * second - 1);
  CHECK(trace.summary.resolution->ns == 100'000'000);
  CHECK_FALSE(load_text("time\n2016-12-31T23:59:60Z\n").summary.resolution.has_value());
  // A nanosecond that the file does give counts.
  CHECK(load_text("time\n2016-12-31T23:59:59.999999999Z\n").summary.resolution->ns == 1);
}

TEST_CASE("a forced unit") {
  const Trace trace = load_text("time\n1\n2\n1000000000000\n", with([](auto& o) { o.time_unit = "ms"; }));
  CHECK(trace.arrival == std::vector<std::int64_t>{1'000'000, 2'000'000, 1'000'000'000 * second});
  CHECK(trace.summary.time_style == "epoch milliseconds");
  CHECK(trace.summary.notes == std::vector<std::string>{"times read as epoch milliseconds, as --time-unit says"});
  CHECK_THROWS_WITH(
      load_text("time\n2025-07-29\n", with([](auto& o) { o.time_unit = "ms"; })),
      "t.csv:2: column 'time': not an epoch number, but ISO 8601: '2025-07-29'; leave --time-unit out, or "
      "correct it");
}

TEST_CASE("exactly 20,000 rows with the header of the USGS are warned about") {
  const auto warnings = [](const std::string& header, int rows) {
    std::string text = header + "\n";
    for (int i = 0; i < rows; ++i) text += "2025-07-29T23:24:52.000Z,,,,5\n";
    return load_text(text).summary.warnings;
  };
  const std::string usgs =
      "time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type,horizontalError,depthError,"
      "magError,magNst,status,locationSource,magSource";
  CHECK(warnings(usgs, 20'000) ==
        std::vector<std::string>{"exactly 20,000 rows, the most that one query of the USGS event service returns: the "
                                 "catalog is probably cut short; scripts/fetch_usgs.sh downloads it page by page"});
  CHECK(warnings(usgs, 19'999).empty());
  CHECK(warnings(usgs, 20'001).empty());
  CHECK(warnings("time,a,b,c,mag", 20'000).empty());
}

TEST_CASE("a source that breaks off is an error, but not before a bad row that was read ahead of it") {
  std::string text = "time\n1\n2\n";
  for (int i = 0; i < 1'000'000; ++i) text += std::to_string(i) + "\n";
  const auto cut = [](const std::string& whole) {
    std::string gz = test::gzip(whole);
    gz.resize(gz.size() - 4);
    return gz;
  };
  const auto skip = with([](auto& o) { o.bad_rows = BadRows::skip; });
  CHECK_THROWS_WITH(load_text(cut(text)), "t.csv: the gzip data is cut short; fetch or compress it again");
  CHECK_THROWS_WITH(load_text(cut(text), skip), "t.csv: the gzip data is cut short; fetch or compress it again");
  text[7] = 'x';
  CHECK_THROWS_WITH(load_text(cut(text)), Catch::StartsWith("t.csv:3: column 'time': not a time: 'x'"));
  CHECK_THROWS_WITH(load_text(cut(text), skip), "t.csv: the gzip data is cut short; fetch or compress it again");
}

TEST_CASE("a bad row is told before a source that breaks off, also where the parser reads on behind that") {
  // It reads 16 MiB at a time, the first two at once, and what it reads is framed 4 MiB before.
  std::string text = "time,place\n";
  constexpr std::size_t rows = 38'500;
  std::size_t bad = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    if (i == 33'400) bad = text.size();
    text += std::to_string(1'753'800'000 + i) + "," + std::string(1'000, 'x') + "\n";
  }
  const auto outcome = [&] {
    std::string gz = test::gzip(text);
    gz.resize(gz.size() - 4);
    return load_text(gz, with([](auto& o) { o.where = {"place!=y"}; }));
  };
  CHECK_THROWS_WITH(outcome(), "t.csv: the gzip data is cut short; fetch or compress it again");
  REQUIRE(bad > std::size_t{32} << 20);
  text[bad] = 'x';
  CHECK_THROWS_WITH(outcome(), Catch::StartsWith("t.csv:33402: column 'time': not a time: 'x"));
}

TEST_CASE("400,000 rows from a file, through pipes and compressed") {
  std::string text = "time,place\n";
  const std::size_t rows = 400'000;
  for (std::size_t i = 0; i < rows; ++i) {
    text += std::to_string(1'753'831'492'000 + i) + (i % 7 == 0 ? ",\"5 km N of\nSampleton, CA\"\n" : ",x\n");
  }
  const auto check = [&](const Trace& trace) {
    REQUIRE(trace.arrival.size() == rows);
    CHECK(trace.arrival.front() == 1'753'831'492 * second);
    CHECK(trace.arrival.back() == 1'753'831'891'999 * (second / 1000));
    CHECK(trace.summary.rows.read == rows);
    CHECK(trace.summary.rows.reordered == 0);
  };
  check(load_text(text));
  check(load_text(test::gzip(text)));
  check(load_text(test::gzip(text.substr(0, 3'000'001)) + test::gzip(text.substr(3'000'001))));
  check(load_text(test::zstd(text)));
  check(load_text(test::zstd(text.substr(0, 3'000'001)) + test::zstd(text.substr(3'000'001))));
  LoadOptions options;
  options.source = "-";
  for (const std::size_t step : {std::size_t{10'000}, text.size()}) {
    with_stdin(text, step, [&] { check(load(options)); });
  }
  const std::string gz = test::gzip(text);
  with_stdin(gz, 10'000, [&] { check(load(options)); });
  with_stdin("time\nx\n", 1,
             [&] { CHECK_THROWS_WITH(load(options), Catch::StartsWith("standard input:2: column 'time'")); });
}
