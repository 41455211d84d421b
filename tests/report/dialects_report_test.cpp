#include "report/dialects_report.hpp"

#include <catch2/catch.hpp>

using namespace ratereplay;

namespace {

/// A dialect that drifts, of ten events that it passed one of alone.
DialectRow row_with(const Fraction& drift) {
  DialectRow row;
  row.spec = "nginx:rate=1r/m";
  row.name = "nginx";
  row.ideal_spec = "gcra:rate=1/m,burst=1";
  row.ideal_name = "gcra";
  row.summary.passed = 7;
  row.summary.dropped = 3;
  row.summary.busiest.events = 2;
  row.difference.passed_by_one = {EventCount{1, 1}, EventCount{0, 0}};
  row.promise = 2;
  row.drift = drift;
  return row;
}

/// The last cell of the one row.
std::string drift_of(const Fraction& drift) {
  const std::string text = dialects_text({{60 * ns_per_second}, {row_with(drift)}, {}}, {}, {});
  const std::string last = text.substr(text.rfind("  ") + 2);
  return last.substr(0, last.find('\n'));
}

}  // namespace

TEST_CASE("a dialect's row has what it passed, beside its ideal, and its drift") {
  const DialectResult result{{60 * ns_per_second}, {row_with({-1, 25})}, {{"guava", "it has no way to say it"}}};
  CHECK(dialects_text(result, {}, {}) ==
        "                                  busiest                  only it  only the\n"
        "dialect          passed  dropped       1m  promise  ideal   passed     ideal  drift\n"
        "nginx:rate=1r/m       7        3        2        2  gcra         1         0   -4 %\n"
        "\n"
        "without guava: it has no way to say it\n");
}

TEST_CASE("a drift is told to a thousandth of a percent, and a smaller one from none") {
  CHECK(drift_of(0) == "0");
  CHECK(drift_of({-1, 25}) == "-4 %");
  CHECK(drift_of({1, 1000}) == "+0.1 %");
  CHECK(drift_of({1, 100'000}) == "+0.001 %");
  CHECK(drift_of({99, 10'000'000}) == "+<0.001 %");
  CHECK(drift_of({-1, 1'000'000'000}) == "-<0.001 %");
}

TEST_CASE("in JSON a dialect has its ideal's spec, both counts and its exact drift") {
  DialectResult result{{60 * ns_per_second}, {row_with({-1, 25})}, {{"guava", "it has no way to say it"}}};
  result.rows[0].promise.reset();
  result.rows.push_back(row_with({-1, 25}));
  result.rows[1].difference.first.emplace();
  result.rows[1].difference.first->time = Instant{1'500'000'000};
  Json json;
  put_dialects(json, result, {});
  const Json& row = json["dialects"][0];
  CHECK(row["ideal"] == "gcra:rate=1/m,burst=1");
  CHECK(row["only_dialect_passed"] == Json({{"events", 1}, {"cost", 1}}));
  CHECK(row["only_ideal_passed"] == Json({{"events", 0}, {"cost", 0}}));
  CHECK(row["promise"].is_null());
  CHECK(row["first_difference"].is_null());
  CHECK(json["dialects"][1]["first_difference"] == "1970-01-01T00:00:01.5Z");
  CHECK(row["drift"] == -0.04);
  CHECK(row["drift_exact"] == "-1/25");
  CHECK(json["dialects_left_out"] == Json::array({{{"name", "guava"}, {"why", "it has no way to say it"}}}));
}
