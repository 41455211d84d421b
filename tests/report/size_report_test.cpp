#include "report/size_report.hpp"

#include <catch2/catch.hpp>
#include <vector>

using namespace ratereplay;

namespace {

std::string table(const Trace& trace, const char* rate_text) {
  const Rate rate = parse_rate(rate_text);
  SizeRow row{rate, least_bucket(trace.events(), rate), std::nullopt};
  row.bounds = resolution_bounds(row.bucket, rate, trace.summary.resolution, extent_of(trace.events()).largest_cost);
  return size_report({row}, trace.summary, Format::table, Style{});
}

Trace trace_of(std::vector<std::int64_t> arrival, std::vector<Cost> cost, Duration resolution) {
  Trace trace;
  trace.arrival = std::move(arrival);
  trace.cost = std::move(cost);
  trace.summary.has_costs = !trace.cost.empty();
  trace.summary.events = trace.arrival.size();
  trace.summary.extent = extent_of(trace.events());
  trace.summary.resolution = resolution;
  return trace;
}

constexpr std::int64_t second = 1'000'000'000;

}  // namespace

TEST_CASE("what the resolution leaves open is said as it is") {
  using Catch::Contains;
  const Trace two = trace_of({0, 0, second}, {}, Duration{ns_per_second});
  CHECK_THAT(table(two, "1/s"),
             Contains("1/s: stamps have 1 s resolution, so the true value lies strictly between 1 and "
                      "3\n  a bucket of 3 is safe whatever the true times\n"));
  const Trace six = trace_of({0, 0, 0, second, second, second}, {}, Duration{ns_per_second});
  CHECK_THAT(table(six, "1/s"), Contains("lies strictly between 4 and 6\n  a bucket of 6 is safe"));
  const Trace one = trace_of({0}, {}, Duration{1'000'000});
  CHECK_THAT(table(one, "5/h"), Contains("is at least 1 and less than 1.000002\n"));
}

TEST_CASE("a fraction too long for its column stands whole below the table") {
  const Cost large = 10'000'000'000'000;
  const Trace trace = trace_of({0, second}, {large, large}, Duration{ns_per_second});
  // 2 * 10^13 less 7 * 10^9 / 18446744073709551557.
  const std::string text = table(trace, "7/18446744073709551557ns");
  CHECK_THAT(text, Catch::Contains("exactly 368934881474191031139993000000000/18446744073709551557\n"));
}

TEST_CASE("the knee is marked where it stands, or where a round rate is the same") {
  using Catch::Contains;
  const Trace trace = trace_of({0, second, 3 * second}, {}, Duration{1});
  const auto row = [&](const char* rate) {
    return SizeRow{parse_rate(rate), least_bucket(trace.events(), parse_rate(rate)), std::nullopt};
  };
  const SuggestionRows between{Fraction(2, 3 * Int128{second}), {row("50/min"), row("2/s")}, row("1/s")};
  const std::string text = suggestion_report(between, trace.summary, Format::table, Style{});
  CHECK_THAT(text, Contains("mean rate 40/min: "));
  CHECK_THAT(text, Contains("\n50/min           2 ") && Contains("\n1/s (knee)       1 ") &&
                       Contains("\n2/s              1 "));
  CHECK(text.find("50/min") < text.find("1/s (knee)"));
  CHECK(text.find("1/s (knee)") < text.find("2/s"));
  const SuggestionRows same{std::nullopt, {row("50/min"), row("1/s")}, row("60/min")};
  const std::string csv = suggestion_report(same, trace.summary, Format::csv, Style{});
  CHECK_THAT(csv, Contains("\n50/min,2,7/6,") && Contains("\n1/s,1,1,") && !Contains("60/min"));
  CHECK_THAT(csv, Contains(",false,,\n1/s") && Contains(",true,,\n"));
}

TEST_CASE("no rates make no rows") {
  const Trace trace = trace_of({0}, {}, Duration{1});
  CHECK_THAT(size_report({}, trace.summary, Format::json, Style{}), Catch::EndsWith("\n  \"sizes\": []\n}\n"));
}

TEST_CASE("a bucket that is safe at a rate is safe at a higher one") {
  const Trace trace = trace_of({0, 0, 0, second, second, second}, {}, Duration{ns_per_second});
  SuggestionRows rows;
  for (const char* text : {"3/s", "5/s"}) {
    const Rate rate = parse_rate(text);
    SizeRow row{rate, least_bucket(trace.events(), rate), std::nullopt};
    row.bounds = resolution_bounds(row.bucket, rate, trace.summary.resolution, 1);
    rows.sizes.push_back(row);
  }
  const std::string text = suggestion_report(rows, trace.summary, Format::table, Style{});
  CHECK_THAT(text, Catch::Contains("\n3/s        3     6 ") && Catch::Contains("\n5/s        3     6 "));
}
