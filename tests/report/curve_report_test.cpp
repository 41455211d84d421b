#include "report/curve_report.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "generated.hpp"
#include "report/json.hpp"
#include "sizing/segment.hpp"

using namespace ratereplay;
using Catch::Contains;

namespace {

TraceSummary summary_of(const Events& events, Duration resolution) {
  TraceSummary trace;
  trace.source = "t.csv";
  trace.events = events.size();
  trace.has_costs = !events.unit_costs();
  trace.extent = extent_of(events);
  if (!events.empty()) trace.resolution = resolution;
  return trace;
}

std::string report(const Events& events, Format format, Duration resolution = Duration{1}) {
  std::string text;
  write_curve_report(Curve(segment_of(events).pairs), summary_of(events, resolution), format, Style{},
                     [&](std::string_view piece) { text += piece; });
  return text;
}

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// Gaps that grow put every event on the hull.
std::vector<std::int64_t> growing(std::int64_t events) {
  std::vector<std::int64_t> times;
  for (std::int64_t i = 0; i < events; ++i) times.push_back(i * i * 1'000'000'000);
  return times;
}

constexpr std::int64_t second = 1'000'000'000;

}  // namespace

TEST_CASE("the curve of a few events, as JSON and CSV") {
  const std::vector<std::int64_t> times{0, 0, second, 4 * second};
  const std::vector<Cost> costs{2, 1, 4, 1};
  const Json json = Json::parse(report({times, costs}, Format::json));
  CHECK(json["command"] == "curve");
  CHECK(json["vertex_count"] == 3);
  CHECK(json["resolution_slack_s"].is_null());
  CHECK(json["bucket_at_least"].is_null());
  CHECK(json["vertices"] == Json::parse(R"([
    {"rate_exact": "0", "rate_per_s": 0.0, "bucket": 8, "bucket_exact": "8"},
    {"rate_exact": "1/3", "rate_per_s": 0.3333333333333333, "bucket": 7, "bucket_exact": "20/3"},
    {"rate_exact": "3", "rate_per_s": 3.0, "bucket": 4, "bucket_exact": "4"}])"));
  CHECK(json["segments"] == Json::parse(R"([
    {"from_rate": 0.0, "from_rate_exact": "0", "to_rate": 0.3333333333333333, "to_rate_exact": "1/3",
     "first": "1970-01-01T00:00:00Z", "last": "1970-01-01T00:00:04Z",
     "events": 4, "cost": 8, "seconds": 4, "seconds_exact": "4"},
    {"from_rate": 0.3333333333333333, "from_rate_exact": "1/3", "to_rate": 3.0, "to_rate_exact": "3",
     "first": "1970-01-01T00:00:00Z", "last": "1970-01-01T00:00:01Z",
     "events": 3, "cost": 7, "seconds": 1, "seconds_exact": "1"},
    {"from_rate": 3.0, "from_rate_exact": "3", "to_rate": null, "to_rate_exact": null,
     "first": "1970-01-01T00:00:01Z", "last": "1970-01-01T00:00:01Z",
     "events": 1, "cost": 4, "seconds": 0, "seconds_exact": "0"}])"));
  CHECK(report({times, costs}, Format::csv) ==
        "rate_exact,rate_per_s,bucket,bucket_exact,to_rate,to_rate_exact,first,last,events,cost,seconds,seconds_exact,"
        "resolution_slack_s,bucket_at_least\n"
        "0,0.0,8,8,0.3333333333333333,1/3,1970-01-01T00:00:00Z,1970-01-01T00:00:04Z,4,8,4,4,,\n"
        "1/3,0.3333333333333333,7,20/3,3.0,3,1970-01-01T00:00:00Z,1970-01-01T00:00:01Z,3,7,1,1,,\n"
        "3,3.0,4,4,,,1970-01-01T00:00:01Z,1970-01-01T00:00:01Z,1,4,0,0,,\n");
}

TEST_CASE("a bucket too large for a double has its exact text as every other") {
  const std::vector<std::int64_t> times{0, 3 * second, 10 * second};
  const std::vector<Cost> costs{Cost{1} << 55, (Cost{1} << 54) + 1, 3};
  const Json json = Json::parse(report({times, costs}, Format::json));
  const Json& vertex = json["vertices"][1];
  CHECK(vertex["bucket"] == 54'043'195'528'445'952);
  CHECK(vertex["bucket_exact"] == "378302368699121662/7");
  CHECK_THAT(report({times, costs}, Format::csv), Contains(",54043195528445952,378302368699121662/7,"));
}

TEST_CASE("a document that is written in pieces looks like one that is not, and says the same as CSV") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const test::GeneratedTrace trace(seed);
    INFO("seed " << seed);
    const std::string text = report(trace.events(), Format::json);
    const Json json = Json::parse(text);
    REQUIRE(json_text(json) == text);
    const Json& vertices = json["vertices"];
    const Json& segments = json["segments"];
    REQUIRE(json["vertex_count"] == vertices.size());
    REQUIRE(segments.size() == vertices.size());
    Json rows = Json::array();
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      REQUIRE(segments[i]["from_rate"] == vertices[i]["rate_per_s"]);
      REQUIRE(segments[i]["from_rate_exact"] == vertices[i]["rate_exact"]);
      if (i > 0) REQUIRE(segments[i - 1]["to_rate"] == vertices[i]["rate_per_s"]);
      if (i > 0) REQUIRE(segments[i - 1]["to_rate_exact"] == vertices[i]["rate_exact"]);
      Json row = vertices[i];
      row.update(segments[i]);
      row["resolution_slack_s"] = nullptr;
      row["bucket_at_least"] = nullptr;
      rows.push_back(row);
    }
    if (rows.empty()) continue;
    const std::string csv = report(trace.events(), Format::csv);
    Json columns = rows[0];
    columns.erase("from_rate");
    columns.erase("from_rate_exact");
    // The exact text of seconds is the fraction, in a column of its own.
    REQUIRE(csv_text(rows, columns) == csv);
  }
}

TEST_CASE("a curve without segments says so") {
  const std::vector<std::int64_t> times{0, second};
  const std::vector<Cost> free{0, 0};
  CHECK_THAT(report({}, Format::table), Contains("no events: a bucket of 0 loses nothing at any rate\n"));
  CHECK_THAT(report({times, free}, Format::table, Duration{ns_per_second}),
             Contains("no event costs anything: a bucket of 0 loses nothing at any rate\n"));
  const std::string text = report({times, free}, Format::json, Duration{ns_per_second});
  CHECK_THAT(text, Contains("\"vertex_count\": 0,\n  \"resolution_slack_s\": null,\n  \"bucket_at_least\": null,\n  "
                            "\"vertices\": [],\n  \"segments\": "
                            "[]\n}\n"));
  CHECK(json_text(Json::parse(text)) == text);
  CHECK(lines(report({times, free}, Format::csv)) == 1);
}

TEST_CASE("coarse stamps leave the curve open, finer ones do not") {
  const std::vector<std::int64_t> times{0, 0, 0, second};
  const std::vector<Cost> costs{1, 5, 2, 3};
  CHECK_THAT(report({times, costs}, Format::table, Duration{1'000'000}),
             Contains("stamps have 1 ms resolution") && Contains("rate * 1 ms") && Contains("at least 5,\n"));
  CHECK_THAT(report({times, costs}, Format::table, Duration{100'000}), !Contains("resolution"));
  const Json json = Json::parse(report({times, costs}, Format::json, Duration{1'000'000}));
  CHECK(json["resolution_slack_s"] == 0.001);
  CHECK(json["bucket_at_least"] == 5);
  CHECK_THAT(report({times, costs}, Format::csv, Duration{1'000'000}), Contains(",0.001,5\n"));
}

TEST_CASE("stamps of leap seconds alone leave nothing open that could be told") {
  const std::vector<std::int64_t> times{0, second};
  const Events events{times, {}};
  TraceSummary trace = summary_of(events, Duration{ns_per_second});
  trace.resolution.reset();
  std::string text;
  write_curve_report(Curve(segment_of(events).pairs), trace, Format::json, Style{},
                     [&](std::string_view piece) { text += piece; });
  CHECK(Json::parse(text)["resolution_slack_s"].is_null());
  CHECK(Json::parse(text)["bucket_at_least"].is_null());
}

TEST_CASE("the table leaves out the middle of a long curve, and says how much") {
  const std::string whole = report({growing(64), {}}, Format::table);
  CHECK_THAT(whole, Contains("64 vertices;") && !Contains("...") && !Contains("left out"));
  const std::vector<std::int64_t> times = growing(66);
  const std::string cut = report({times, {}}, Format::table);
  CHECK_THAT(cut, Contains("66 vertices;") && Contains("\n...\n") &&
                      Contains("\n2 vertices left out here; --format csv and json have all\n"));
  CHECK(lines(cut) == lines(whole) + 3);
  // The middle is left out: the vertices 33 and 34 of 66, at which intervals of 34 and 33 events begin to rule.
  CHECK_THAT(cut, Contains("  35  ") && Contains("  32  "));
  CHECK(lines(report({times, {}}, Format::csv)) == 67);
  CHECK(Json::parse(report({times, {}}, Format::json))["vertices"].size() == 66);
}
