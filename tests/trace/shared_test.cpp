// The fault cases and the real traces that are read in place; every test is skipped with a message where they are not.

#include <catch2/catch.hpp>
#include <filesystem>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "support.hpp"
#include "trace/load.hpp"

using namespace ratereplay;

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t base = 1'753'831'492 * second;  // 2025-07-29T23:24:52Z

/// None, with a message, where the shared folder is absent.
std::optional<std::string> shared_file(const std::string& path) {
  const auto folder = ratereplay::test::shared_folder();
  if (!folder) {
    WARN("skipped: there is no folder ../shared beside the project");
    return std::nullopt;
  }
  return (*folder / path).string();
}

LoadOptions options_for(const std::string& source, const std::function<void(LoadOptions&)>& change) {
  LoadOptions options;
  options.source = source;
  change(options);
  return options;
}

void check_case(const std::string& name, const std::function<void(LoadOptions&)>& change,
                const std::vector<std::int64_t>& since_base, const std::vector<std::string>& notes) {
  const auto source = shared_file("faults/inputs/" + name + ".csv");
  if (!source) return;
  const Trace trace = load(options_for(*source, change));
  std::vector<std::int64_t> times;
  for (const std::int64_t ns : trace.arrival) times.push_back(ns - base);
  CHECK(times == since_base);
  CHECK(trace.summary.notes == notes);
  CHECK(trace.summary.rows.kept == since_base.size());
}

void check_error(const std::string& name, const std::function<void(LoadOptions&)>& change, const std::string& message) {
  const auto source = shared_file("faults/inputs/" + name + ".csv");
  if (!source) return;
  CHECK_THROWS_WITH(load(options_for(*source, change)), *source + message);
}

constexpr auto as_is = [](LoadOptions&) {};

}  // namespace

TEST_CASE("F014: time that goes backwards") {
  check_case("F014", as_is, {8 * second, 8 * second, 10 * second, 10 * second, 10 * second},
             {"2 rows out of time order, sorted"});
  check_case("F014", [](auto& o) { o.order = Order::file; },
             {10 * second, 10 * second, 10 * second, 10 * second, 10 * second},
             {"2 rows out of time order, kept in file order, time held at its running maximum"});
  check_error(
      "F014", [](auto& o) { o.order = Order::strict; },
      ":3: column 'time': 2025-07-29T23:25:00Z is before 2025-07-29T23:25:02Z of the row above; sort the file or "
      "use --order sort");
}

TEST_CASE("F026: the feed's newest-first order") {
  check_case("F026", as_is, {500'000'000, 248 * second, 278 * second, 308 * second},
             {"3 rows out of time order, sorted"});
}

TEST_CASE("F027: commas and doubled quotes inside quotes") {
  check_case("F027", as_is, {500'000'000, 60'500'000'000}, {});
}

TEST_CASE("F028: a line break inside quotes") { check_case("F028", as_is, {500'000'000, 60'500'000'000}, {}); }

TEST_CASE("F030: an empty cell is no number") {
  check_case("F030", [](auto& o) { o.where = {"mag>=0"}; }, {2'500'000'000, 3'500'000'000},
             {"2 of 4 rows left out by --where, --from or --to", "1 row without mag"});
  check_case("F030", as_is, {500'000'000, 1'500'000'000, 2'500'000'000, 3'500'000'000}, {});
}

TEST_CASE("F032: CRLF, a blank last line, a comma after the row, a missing last cell") {
  check_case("F032", as_is, {500'000'000, 60'500'000'000}, {"1 blank line"});
  check_case("F032b", as_is, {500'000'000, 60'500'000'000}, {"2 rows with more cells than the header"});
  check_case("F032c", as_is, {500'000'000, 60'500'000'000}, {"1 row with fewer cells than the header"});
  check_case("F032c", [](auto& o) { o.where = {"mag>=0"}; }, {500'000'000},
             {"1 of 2 rows left out by --where, --from or --to", "1 row without mag",
              "1 row with fewer cells than the header"});
}

TEST_CASE("F035: ISO 8601 in six spellings, and another style") {
  const std::string complaint =
      "column 'time': the file's times are ISO 8601, this one is access log: '[29/Jul/2025:23:24:52 +0000]'; write all "
      "in "
      "one style";
  check_error("F035", as_is, ":8: " + complaint);
  check_case("F035", [](auto& o) { o.bad_rows = BadRows::skip; }, std::vector<std::int64_t>(6, 500'000'000),
             {"1 time without an offset, read as UTC", "1 bad row skipped: time in another style",
              "line 8: " + complaint.substr(0, complaint.rfind("; "))});
}

TEST_CASE("F036: the epoch unit is guessed once") {
  check_case("F036", as_is, {500'000'000, 600'000'000, 1'500'000'000},
             {"times read as epoch milliseconds, judged by the first; --time-unit overrides"});
  check_error("F036b", as_is,
              ":3: column 'time': the file's times are epoch seconds, this one has the size of epoch milliseconds: "
              "'1753831492500'; if all have one unit, say which: --time-unit s|ms|us|ns");
}

TEST_CASE("F039: fractions, exactly") {
  check_case("F039", [](auto& o) { o.order = Order::file; },
             {7'500'000'000, 7'500'000'000, 7'500'000'000, 7'500'000'000, 7'999'999'999, 7'999'999'999},
             {"2 rows out of time order, kept in file order, time held at its running maximum",
              "1 time with digits beyond the nanosecond, cut"});
  check_case("F039", as_is, {7'050'000'000, 7'123'456'789, 7'123'456'789, 7'250'000'000, 7'500'000'000, 7'999'999'999},
             {"2 rows out of time order, sorted", "1 time with digits beyond the nanosecond, cut"});
}

TEST_CASE("F041: the offset of an access log") { check_case("F041", as_is, {0, 0, 0, 0}, {}); }

TEST_CASE("F043: duplicate ids") {
  check_case("F043", [](auto& o) { o.dedupe_column = "id"; }, {500'000'000, 60'500'000'000, 120'500'000'000},
             {"2 rows out of time order, sorted", "1 duplicate id"});
  check_case("F043", as_is, {500'000'000, 60'500'000'000, 60'500'000'000, 120'500'000'000},
             {"2 rows out of time order, sorted"});
}

TEST_CASE("F049: whole seconds are the resolution") {
  if (const auto source = shared_file("faults/inputs/F049.csv")) {
    CHECK(load(options_for(*source, as_is)).summary.resolution->ns == second);
  }
}

TEST_CASE("the catalog of eleven years") {
  const auto source = shared_file("data/usgs-m5-2015-2025.csv");
  if (!source) return;
  const Trace trace = load(options_for(*source, [](auto& o) { o.where = {"mag>=5"}; }));
  CHECK(trace.summary.rows.read == 18'790);
  CHECK(trace.summary.rows.kept == 18'790);
  CHECK(trace.arrival.front() == 1'420'102'193'200'000'000);
  CHECK(trace.summary.resolution->ns == 1'000'000);
  CHECK(trace.summary.notes.empty());
  CHECK(trace.summary.warnings.empty());
}

TEST_CASE("two days out of the feed as the service returns it") {
  const auto source = shared_file("data/usgs-m2.5-2025-newest-first.csv");
  if (!source) return;
  const Trace trace = load(options_for(*source, [](auto& o) {
    o.where = {"mag>=5"};
    o.from = "2025-07-29T12:00Z";
    o.to = "2025-07-31T12:00Z";
  }));
  CHECK(trace.summary.rows.read == 19'823);
  CHECK(trace.summary.rows.kept == 189);
  CHECK(trace.summary.rows.filtered == 19'634);
  CHECK(trace.summary.notes == std::vector<std::string>{"19,634 of 19,823 rows left out by --where, --from or --to",
                                                        "188 rows out of time order, sorted"});
}

TEST_CASE("an LLM trace with costs, CRLF, seven fraction digits and no last line end") {
  const auto source = shared_file("data/azure-llm-code-2023.csv");
  if (!source) return;
  const Trace trace = load(options_for(*source, [](auto& o) { o.cost_column = "contexttokens"; }));
  CHECK(trace.arrival.size() == 8'819);
  CHECK(std::accumulate(trace.cost.begin(), trace.cost.end(), Cost{0}) == 18'059'974);
  CHECK(trace.summary.rows.without_offset == 8'819);
  CHECK(trace.summary.resolution->ns == 1'000);
}

TEST_CASE("a tab separated log with epoch seconds") {
  const auto source = shared_file("data/nasa-http-1995-08-01.tsv");
  if (!source) return;
  const Trace trace = load(options_for(*source, [](auto& o) { o.cost_column = "bytes"; }));
  CHECK(trace.arrival.size() == 30'969);
  CHECK(trace.summary.time_style == "epoch seconds");
  CHECK(trace.summary.resolution->ns == second);
  CHECK(trace.summary.delimiter == '\t');
  CHECK_THROWS_WITH(load(options_for(*source, [](auto& o) { o.delimiter = "comma"; })),
                    Catch::EndsWith("the cells are not separated so: leave --delimiter out"));
}

TEST_CASE("an access log in the combined format, out of order, with 669 rows without bytes and one that is cut") {
  const auto source = shared_file("data/apache-combined-unsorted.log");
  if (!source) return;
  const Trace trace = load(options_for(*source, as_is));
  CHECK(trace.arrival.size() == 10'000);
  CHECK(trace.summary.input == "clf");
  CHECK(trace.summary.rows.reordered == 4'915);
  CHECK(trace.summary.rows.short_rows == 1);
  const Trace sized = load(options_for(*source, [](auto& o) {
    o.cost_column = "bytes";
    o.where = {"bytes>=0"};
  }));
  CHECK(sized.arrival.size() == 9'331);
  CHECK(sized.summary.rows.missing == 669);
}
