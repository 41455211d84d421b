#include "report/diff_report.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "core/json.hpp"

using namespace ratereplay;

namespace {

const std::array<DiffedLimiter, 2> limiters{{{"gcra:rate=1/s,burst=2", "gcra"}, {"pacer:rate=1/s", "pacer"}}};

DifferenceSummary difference() {
  DifferenceSummary summary;
  summary.both_passed = {6, 60};
  summary.both_refused = {1, 9};
  summary.passed_by_one = {{{2, 20}, {1, 11}}};
  summary.first.emplace();
  summary.first->number = 3;
  summary.first->line = 1'004;
  summary.first->time = Instant{0};
  summary.first->cost = 7;
  summary.first->verdicts = {{{true, 1, "one left", {}}, {false, 0, "none left", Duration{1'500'000'000}}}};
  summary.stretches = 3;
  summary.longest = {{3, {0}, {1'000'000'000}, {2, 20}, 0}};
  return summary;
}

TraceSummary trace(bool has_costs) {
  TraceSummary summary;
  summary.source = "t.csv";
  summary.has_costs = has_costs;
  return summary;
}

}  // namespace

TEST_CASE("a difference is told for people") {
  CHECK(diff_report(limiters, difference(), trace(false), Format::table, {}) ==
        "t.csv: 0 events\n"
        "\n"
        "first difference: event 3, line 1,004, 1970-01-01T00:00:00Z\n"
        "  gcra passed it: one left\n"
        "  pacer refused it: none left; retry after 1.5 s\n"
        "\n"
        "passed by  events   share\n"
        "both            6  60.0 %\n"
        "gcra            2  20.0 %\n"
        "pacer           1  10.0 %\n"
        "none            1  10.0 %\n"
        "\n"
        "the longest 1 of 3 stretches of events passed by one alone\n"
        "\n"
        "passed by  events  within  from\n"
        "gcra            2     1 s  1970-01-01T00:00:00Z\n");
}

TEST_CASE("with costs a difference is told in cost too, and what can never pass is said") {
  DifferenceSummary costly = difference();
  costly.first->line.reset();
  costly.first->verdicts[1].retry_after.reset();
  costly.stretches = 1;
  CHECK(diff_report({{{"pacer:rate=1/s", "pacer"}, {"pacer:rate=2/s", "pacer"}}}, costly, trace(true), Format::table,
                    {}) ==
        "t.csv: 0 events\n"
        "\n"
        "first difference: event 3, 1970-01-01T00:00:00Z, cost 7\n"
        "  pacer:rate=1/s passed it: one left\n"
        "  pacer:rate=2/s refused it: none left; it can never pass\n"
        "\n"
        "passed by       events   share  cost\n"
        "both                 6  60.0 %    60\n"
        "pacer:rate=1/s       2  20.0 %    20\n"
        "pacer:rate=2/s       1  10.0 %    11\n"
        "none                 1  10.0 %     9\n"
        "\n"
        "1 stretch of events passed by one alone\n"
        "\n"
        "passed by       events  cost  within  from\n"
        "pacer:rate=1/s       2    20     1 s  1970-01-01T00:00:00Z\n");
}

TEST_CASE("no difference is said") {
  DifferenceSummary none;
  none.both_passed = {1, 1};
  none.both_refused = {1'200, 1'200};
  CHECK(diff_report(limiters, none, trace(false), Format::table, {}) ==
        "t.csv: 0 events\n\nno difference: 1 event passed and 1,200 refused by both\n");
  const auto json = nlohmann::json::parse(diff_report(limiters, none, trace(false), Format::json, {}));
  CHECK(json["first_difference"].is_null());
  CHECK(json["stretches"] == nlohmann::json{{"count", 0}, {"longest", nlohmann::json::array()}});
}

TEST_CASE("a difference as JSON has every figure, and as CSV all but the stretches, in columns that are always there") {
  const auto json = nlohmann::json::parse(diff_report(limiters, difference(), trace(true), Format::json, {}));
  CHECK(json["command"] == "diff");
  CHECK(json["first"] == "gcra:rate=1/s,burst=2");
  CHECK(json["only_second_passed"] == nlohmann::json{{"events", 1}, {"cost", 11}});
  CHECK(json["first_difference"]["event"] == 3);
  CHECK(json["first_difference"]["line"] == 1'004);
  DifferenceSummary of_binary = difference();
  of_binary.first->line.reset();
  CHECK(
      nlohmann::json::parse(diff_report(limiters, of_binary, trace(true), Format::json, {}))["first_difference"]["line"]
          .is_null());
  CHECK(
      json["first_difference"]["second"] ==
      nlohmann::json{
          {"spec", "pacer:rate=1/s"}, {"passed", false}, {"state", "none left"}, {"room", 0}, {"retry_after_s", 1.5}});
  CHECK(json["first_difference"]["first"]["retry_after_s"].is_null());
  CHECK(json["stretches"]["longest"][0]["passed_by"] == "gcra:rate=1/s,burst=2");
  const auto header = [](const DifferenceSummary& summary) {
    const std::string csv = diff_report(limiters, summary, trace(false), Format::csv, {});
    return csv.substr(0, csv.find('\n'));
  };
  CHECK(header(difference()) == header({}));
  CHECK(header({}).find("first_difference_second_retry_after_s") != std::string::npos);
}
