#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "core/json.hpp"
#include "report/limiter_report.hpp"

using namespace ratereplay;

namespace {

constexpr std::int64_t second = 1'000'000'000;

LimiterRow row_of(const std::string& name, const std::string& parameters, const std::vector<std::uint64_t>& dropped) {
  LimiterRow row;
  row.name = name;
  row.spec = name + ":" + parameters;
  row.window = Duration{second};
  std::int64_t index = 100;
  for (const std::uint64_t drops : dropped) {
    row.summary.periods.push_back({index++, 1'000'000, drops, 1'000'000, static_cast<Cost>(drops) * 2});
    row.summary.dropped += drops;
  }
  return row;
}

ByPeriod by(const char* period, std::optional<std::size_t> worst = std::nullopt) {
  return {Period::parse(period), worst};
}

TraceSummary trace() {
  TraceSummary summary;
  summary.source = "t.csv";
  return summary;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// What stands below the table of limiters.
std::string when_table(const std::vector<LimiterRow>& rows, const ByPeriod& period) {
  const std::string text = replay_report({rows, period, {}}, trace(), Format::table, {});
  return text.substr(text.find("\n\n", text.find("limiter")) + 2);
}

}  // namespace

TEST_CASE("one limiter has all counts of a period") {
  CHECK(when_table({row_of("gcra", "rate=1/s,burst=1", {0, 5})}, by("hour")) ==
        "2 periods with events, others are left out (hour, UTC)\n"
        "\n"
        "from                 events     passed  dropped   share\n"
        "1970-01-05 04:00  1,000,000  1,000,000        0   0.0 %\n"
        "1970-01-05 05:00  1,000,005  1,000,000        5  <0.1 %\n");
}

TEST_CASE("of several limiters the drops stand side by side, those of one family that agree in one column") {
  const std::vector<LimiterRow> rows{
      row_of("token-bucket", "rate=1/s,burst=1", {1, 2}), row_of("gcra", "rate=1/s,burst=1", {1, 2}),
      row_of("leaky-bucket", "rate=1/s,burst=2", {0, 2}), row_of("pacer", "rate=1/s", {1, 2})};
  CHECK(when_table(rows, by("day")) ==
        "2 periods with events, others are left out (day, UTC; events dropped)\n"
        "\n"
        "                        token-\n"
        "                       bucket,  leaky-\n"
        "from           events     gcra  bucket  pacer\n"
        "1970-04-11  1,000,001        1       0      1\n"
        "1970-04-12  1,000,002        2       2      2\n");
}

TEST_CASE("the worst periods come first, of equals the earlier") {
  const std::vector<LimiterRow> rows{row_of("gcra", "rate=1/s,burst=1", {1, 4, 4, 0}),
                                     row_of("pacer", "rate=1/s", {9, 1, 1, 0})};
  CHECK(when_table(rows, by("second", 3)) ==
        "4 periods with events; the 3 that dropped most (second, UTC; events dropped)\n"
        "\n"
        "from                    events  gcra  pacer\n"
        "1970-01-01 00:01:40  1,000,001     1      9\n"
        "1970-01-01 00:01:41  1,000,004     4      1\n"
        "1970-01-01 00:01:42  1,000,004     4      1\n");
}

TEST_CASE("more limiters than fit beside each other are continued below") {
  std::vector<LimiterRow> rows;
  for (std::uint64_t limiter = 0; limiter < 20; ++limiter)
    rows.push_back(row_of("pacer", "rate=" + std::to_string(limiter + 1) + "/s", {limiter, 1'000'000 + limiter}));
  const std::vector<std::string> lines = lines_of(when_table(rows, by("minute")));
  for (const std::string& line : lines) CHECK(line.size() <= 100);
  CHECK(std::count_if(lines.begin(), lines.end(), [](const auto& line) { return line.rfind("from", 0) == 0; }) == 4);
  for (std::uint64_t limiter = 0; limiter < 20; ++limiter)
    CHECK(std::any_of(lines.begin(), lines.end(), [limiter](const std::string& line) {
      return (line + " ").find(fmt::format(" 1,000,{:03} ", limiter)) != std::string::npos;
    }));
}

TEST_CASE("in JSON every period has a row for each limiter, in the order of the table") {
  const std::vector<LimiterRow> rows{row_of("gcra", "rate=1/s,burst=1", {1, 4}), row_of("pacer", "rate=1/s", {2, 3})};
  const auto json = nlohmann::json::parse(compare_report({}, {rows, by("day", 10), {}}, trace(), Format::json, {}));
  CHECK(json["by"] == nlohmann::json{{"period", "day"}, {"length_s", 86400}, {"periods", 2}});
  REQUIRE(json["periods"].size() == 4);
  CHECK(json["periods"][0] == nlohmann::json{{"from", "1970-04-12T00:00:00Z"},
                                             {"spec", "gcra:rate=1/s,burst=1"},
                                             {"passed", 1'000'000},
                                             {"dropped", 4},
                                             {"passed_cost", 1'000'000},
                                             {"dropped_cost", 8}});
  CHECK(json["periods"][1]["spec"] == "pacer:rate=1/s");
  CHECK(json["periods"][2]["from"] == "1970-04-11T00:00:00Z");
  CHECK_FALSE(nlohmann::json::parse(compare_report({}, {rows, {}, {}}, trace(), Format::json, {})).contains("periods"));
}

TEST_CASE("a trace without events has no periods") {
  const std::vector<LimiterRow> rows{row_of("gcra", "rate=1/s,burst=1", {})};
  CHECK(when_table(rows, by("day", 10)) == "0 periods with events; none dropped any (day, UTC)\n");
  CHECK(nlohmann::json::parse(replay_report({rows, by("day"), {}}, trace(), Format::json, {}))["periods"].empty());
}

TEST_CASE("the worst episodes of each limiter stand below its label, in a comparison three") {
  LimiterRow row = row_of("gcra", "rate=1/s,burst=1", {});
  row.summary.dropped = 2'000;
  row.summary.episodes = {1'500, 12, {{{0}, {90 * second}, 700, 700}}};
  for (std::int64_t more = 1; more < 5; ++more)
    row.summary.episodes.worst.push_back({{more * second}, {more * second}, 1, 1});
  LimiterRow quiet = row_of("pacer", "rate=1/s", {});
  const std::string text = compare_report({}, {{row, quiet}, {}, {}}, trace(), Format::table, {});
  CHECK(text.find("drops of  days  episodes     the worst      within  from\n"
                  "gcra        12     1,500  700 of 2,000  1 min 30 s  1970-01-01T00:00:00Z\n"
                  "                            1 of 2,000         0 s  1970-01-01T00:00:01Z\n"
                  "                            1 of 2,000         0 s  1970-01-01T00:00:02Z\n") != std::string::npos);
  CHECK(text.find("pacer", text.find("drops of")) == std::string::npos);
  CHECK(text.find("00:00:03Z") == std::string::npos);
  const std::string replayed = replay_report({{row, quiet}, {}, {}}, trace(), Format::table, {});
  CHECK(replayed.find("00:00:04Z") != std::string::npos);
}

TEST_CASE("as CSV a limiter is one row, with how many episodes there are") {
  LimiterRow row = row_of("gcra", "rate=1/s,burst=1", {1, 2});
  row.summary.episodes = {4, 3, {{{0}, {0}, 1, 1}}};
  const std::vector<std::string> lines = lines_of(compare_report({}, {{row}, by("day"), {}}, trace(), Format::csv, {}));
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].find("episodes_count,episodes_days") != std::string::npos);
  CHECK(lines[0].find("worst") == std::string::npos);
  // Behind it stand the colours that only a marker has.
  CHECK(lines[1].substr(lines[1].size() - 10) == ",4,3,,,,,,");
}

TEST_CASE("as CSV the colours of a marker end its row") {
  LimiterRow row = row_of("srtcm", "rate=1/s,burst=1,excess=1", {1, 2});
  row.summary.passed = 7;
  row.summary.passed_cost = 50;
  row.summary.dropped = 2;
  row.summary.dropped_cost = 9;
  row.summary.yellow = {3, 20};
  const std::vector<std::string> lines = lines_of(compare_report({}, {{row}, {}, {}}, trace(), Format::csv, {}));
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].find(",colours_green_events,colours_green_cost,colours_yellow_events") != std::string::npos);
  CHECK(lines[1].substr(lines[1].size() - 14) == ",4,30,3,20,2,9");
}
