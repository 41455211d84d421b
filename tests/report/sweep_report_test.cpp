#include "report/sweep_report.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/json.hpp"
#include "limiter/spec.hpp"

using namespace ratereplay;

namespace {

TraceSummary ten_events() {
  TraceSummary trace;
  trace.source = "ten";
  trace.events = 10;
  trace.extent.total_cost = 10;
  return trace;
}

SweepRow row(const std::string& spec, std::uint64_t passed) {
  return {parse_limiter(spec),
          spec.substr(0, spec.find(':')),
          {passed, static_cast<Cost>(passed), std::nullopt},
          std::nullopt};
}

std::string table(const std::vector<SweepRow>& rows) { return sweep_report(rows, ten_events(), Format::table, {}); }

}  // namespace

TEST_CASE("a sweep of windows whose limits differ is a list, and its least lossless limit the least of any order") {
  const std::vector<SweepRow> rows{row("fixed-window:limit=20,window=1h", 10),
                                   row("fixed-window:limit=5,window=1h", 10), row("fixed-window:limit=2,window=1m", 9)};
  CHECK(table(rows).find("window 1h: limit 5 is the least here that drops nothing\n"
                         "window 1m: every limit here drops events\n") != std::string::npos);
  const auto json = nlohmann::json::parse(sweep_report(rows, ten_events(), Format::json, {}));
  CHECK(json["grid"][0]["least_lossless"] == false);
  CHECK(json["grid"][1]["least_lossless"] == true);
  CHECK(json["grid"][2]["least_lossless"] == false);
  CHECK(json["grid"][2]["dropped"] == 1);
}

TEST_CASE("a sweep that is too wide for a table of bursts by rates is a list") {
  std::vector<SweepRow> rows;
  const auto add = [&](int count) {
    for (int rate = 1; rate <= count; ++rate) {
      for (const char* burst : {"1", "2"})
        rows.push_back(row("gcra:rate=" + std::to_string(rate) + "/1000000s,burst=" + burst, 4));
    }
  };
  add(3);
  CHECK(table(rows).find("gcra: events dropped of 10\n") != std::string::npos);
  CHECK(table(rows).find("no drops from") != std::string::npos);
  rows.clear();
  add(12);
  CHECK(table(rows).find("gcra\n") != std::string::npos);
  CHECK(table(rows).find("no drops from") == std::string::npos);
}

TEST_CASE("a sweep with costs is a list of both, also where there are bursts by rates") {
  TraceSummary trace = ten_events();
  trace.has_costs = true;
  trace.extent.total_cost = 40;
  std::vector<SweepRow> rows;
  for (const char* rate : {"1/s", "2/s"}) {
    for (const char* burst : {"1", "2"}) rows.push_back(row(std::string("gcra:rate=") + rate + ",burst=" + burst, 4));
  }
  const std::string text = sweep_report(rows, trace, Format::table, {});
  CHECK(text.find("no drops from") == std::string::npos);
  CHECK(text.find("\n2/s       2       4        6  60.0 %       36  90.0 %\n") != std::string::npos);
}

TEST_CASE("a sweep over offsets is a list, and says which limit holds at every one of them") {
  const auto aligned = [](const std::string& spec, std::uint64_t passed, std::uint64_t most) {
    SweepRow made = row(spec, passed);
    made.alignments = Alignments{2, {10 - passed, Duration{0}}, {most, Duration{ns_per_second}}, 0};
    return made;
  };
  const std::string text =
      table({aligned("fixed-window:limit=2,window=1m", 9, 3), aligned("fixed-window:limit=3,window=1m", 10, 1),
             aligned("fixed-window:limit=2,window=1h", 10, 2), aligned("fixed-window:limit=3,window=1h", 10, 0)});
  CHECK(text.find("no drops from") == std::string::npos);
  CHECK(text.find("window 1m: limit 3 is the least here that drops nothing; at every offset, none is\n"
                  "window 1h: limit 2 is the least here that drops nothing; at every offset, 3 is\n") !=
        std::string::npos);
  const std::string lossy = table({aligned("fixed-window:limit=2,window=1m", 9, 3)});
  CHECK(lossy.find("window 1m: every limit here drops events\n") != std::string::npos);
}

TEST_CASE("of a trace without events nothing is the least that drops nothing") {
  const std::vector<SweepRow> rows{row("gcra:rate=1/s,burst=1", 0), row("gcra:rate=1/s,burst=2", 0)};
  TraceSummary trace;
  const auto grid = nlohmann::json::parse(sweep_report(rows, trace, Format::json, {}))["grid"];
  REQUIRE(grid.size() == 2);
  for (const auto& each : grid) CHECK(each["least_lossless"] == false);
}

TEST_CASE("a limit that a double would round has its exact text beside it") {
  const std::vector<SweepRow> rows{row("fixed-window:limit=9007199254740993,window=1h", 10),
                                   row("leaky-queue:rate=1/s,queue=9007199254740993", 10),
                                   row("fixed-window:limit=9007199254740992,window=1h", 10)};
  const auto grid = nlohmann::json::parse(sweep_report(rows, ten_events(), Format::json, {}))["grid"];
  CHECK(grid[0]["limit"] == 9007199254740993);
  CHECK(grid[0]["limit_exact"] == "9007199254740993");
  CHECK(grid[0]["queue"].is_null());
  CHECK(grid[1]["queue_exact"] == "9007199254740993");
  CHECK_FALSE(grid[2].contains("limit_exact"));
  const std::vector<SweepRow> bursts{row("gcra:rate=1/s,burst=9223372036854775807", 10),
                                     row("gcra:rate=1/s,burst=9223372036854775808", 10)};
  const auto by_burst = nlohmann::json::parse(sweep_report(bursts, ten_events(), Format::json, {}))["grid"];
  CHECK(by_burst[0]["burst"].dump() == "9223372036854775807");
  CHECK(by_burst[1]["burst"].is_number_float());
  CHECK(by_burst[1]["burst_exact"] == "9223372036854775808");
}

TEST_CASE("the columns of a sweep in CSV are those that were asked for, whatever the first row has") {
  const auto head = [](std::vector<SweepRow> rows) {
    const std::string csv = sweep_report(rows, ten_events(), Format::csv, {});
    return csv.substr(0, csv.find('\n'));
  };
  const std::string plain =
      "spec,name,rate,burst,burst_exact,queue,limit,window_s,passed,dropped,passed_cost,dropped_cost,drop_share,"
      "drop_share_cost,least_lossless";
  CHECK(head({row("pacer:rate=1/s", 3)}) == plain);
  CHECK(head({row("gcra:rate=1/s,burst=3", 3)}) == plain);
  SweepRow busy = row("gcra:rate=1/s,burst=3", 3);
  busy.counts.busiest = BusiestWindow{};
  CHECK(head({busy}) ==
        plain + ",busiest_count,busiest_cost,busiest_from,busiest_cost_from,busiest_key,busiest_window_s");
}
