// A trace that was converted answers as its source does, or says that it cannot.

#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/workers.hpp"
#include "support.hpp"
#include "trace/load.hpp"
#include "trace/rrt.hpp"

using namespace ratereplay;
using ratereplay::test::TempFolder;

namespace {

LoadOptions with(const std::function<void(LoadOptions&)>& change) {
  LoadOptions options;
  change(options);
  return options;
}

class Converted {
 public:
  Converted(const std::string& text, const LoadOptions& options) : csv_(folder_.write("t.csv", text)) {
    const Trace trace = from_csv(options);
    std::string bytes;
    RrtWriter writer([&bytes](std::string_view piece) { bytes += piece; }, options.cost_column.empty());
    if (!trace.arrival.empty()) writer.add(trace.events());
    writer.finish(trace.summary, options.cost_column);
    rrt_ = folder_.write("t.rrt", bytes);
  }

  Trace from_csv(LoadOptions options) const { return read(std::move(options), csv_); }
  Trace from_rrt(LoadOptions options) const { return read(std::move(options), rrt_); }

  std::string refusal(LoadOptions options) const {
    try {
      from_rrt(std::move(options));
    } catch (const Error& error) {
      std::string message = error.what();
      REQUIRE(message.rfind(rrt_, 0) == 0);
      return message.substr(rrt_.size());
    }
    return "none";
  }

 private:
  static Trace read(LoadOptions options, const std::string& path) {
    options.source = path;
    Workers workers(2);
    return load(options, {workers});
  }

  TempFolder folder_;
  std::string csv_;
  std::string rrt_;
};

std::vector<std::uint64_t> counts(const RowCounts& rows) {
  return {rows.read,        rows.kept,      rows.filtered,   rows.bad,     rows.duplicates,     rows.blank,
          rows.reordered,   rows.clamped,   rows.digits_cut, rows.missing, rows.without_offset, rows.repeated_headers,
          rows.extra_cells, rows.short_rows};
}

void check_alike(const Converted& converted, const LoadOptions& options) {
  const Trace csv = converted.from_csv(options);
  const Trace rrt = converted.from_rrt(options);
  CHECK(rrt.arrival == csv.arrival);
  CHECK(rrt.cost == csv.cost);
  CHECK(rrt.summary.events == csv.summary.events);
  CHECK(rrt.summary.extent == csv.summary.extent);
  CHECK(rrt.summary.has_costs == csv.summary.has_costs);
  CHECK(rrt.summary.resolution == csv.summary.resolution);
  // The rows that bounds leave out when the converted trace is read were kept, and put into order, before.
  RowCounts rows = csv.summary.rows;
  rows.reordered = rrt.summary.rows.reordered;
  CHECK(counts(rrt.summary.rows) == counts(rows));
  CHECK(rrt.summary.input == "rrt");
}

const std::string text =
    "Time,bytes\n2025-07-29T23:24:53.5Z,7\n2025-07-29T23:24:52Z,1\n\n2025-07-29T23:24:55Z,0\n2025-07-29T23:24:59,40\n";

}  // namespace

TEST_CASE("a converted trace is read as its source, with bounds and without") {
  for (const std::string& cost : {std::string(), std::string("bytes")}) {
    const Converted converted(text, with([&](LoadOptions& options) { options.cost_column = cost; }));
    for (const std::string from : {"", "2025-07-29T23:24:52Z", "2025-07-29T23:24:54Z", "2026-01-01"}) {
      for (const std::string to : {"", "2025-07-29T23:24:53.5Z", "2025-07-29T23:24:59.000000001Z"}) {
        if (!from.empty() && !to.empty() && from > to) continue;
        INFO(cost << " from " << from << " to " << to);
        LoadOptions options;
        options.from = from;
        options.to = to;
        check_alike(converted, options);
        options.cost_column = cost;
        check_alike(converted, options);
      }
    }
  }
}

TEST_CASE("costs are used when they are asked for by their name") {
  const Converted converted(text, with([](LoadOptions& options) { options.cost_column = "bytes"; }));
  CHECK(converted.from_rrt({}).cost.empty());
  CHECK(converted.from_rrt(with([](LoadOptions& o) { o.cost_column = "BYTES"; })).cost ==
        std::vector<Cost>{1, 7, 0, 40});
  CHECK(converted.refusal(with([](LoadOptions& o) { o.cost_column = "size"; })) ==
        ": no column 'size' (--cost); the costs converted are those of 'bytes'");
  CHECK(Converted(text, {}).refusal(with([](LoadOptions& o) { o.cost_column = "bytes"; })) ==
        ": no column 'bytes' (--cost); name the costs when converting");
}

TEST_CASE("bare numbers are read in the unit of the times that were converted") {
  // By their own magnitude the bounds would be seconds.
  const Converted converted("ts\n900000000000\n4000000000\n6000000000\n",
                            with([](LoadOptions& o) { o.time_unit = "ms"; }));
  LoadOptions options;
  options.from = "5000000000";
  CHECK(converted.from_rrt(options).arrival ==
        std::vector<std::int64_t>{6'000'000'000'000'000, 900'000'000'000'000'000});
  options.to = "7000000000";
  CHECK(converted.from_rrt(options).arrival == std::vector<std::int64_t>{6'000'000'000'000'000});
}

TEST_CASE("what was decided when converting is not asked again") {
  const Converted converted(text, {});
  const std::string meaning = ": a binary trace, for which ";
  CHECK(converted.refusal(with([](LoadOptions& o) { o.where = {"bytes>=1"}; })) ==
        meaning + "--where 'bytes>=1' has no meaning; give it when converting");
  CHECK(converted.refusal(with([](LoadOptions& o) { o.dedupe_column = "bytes"; })) ==
        meaning + "--dedupe has no meaning; give it when converting");
  CHECK(converted.refusal(with([](LoadOptions& o) { o.time_unit = "ms"; })) ==
        meaning + "--time-unit has no meaning; give it when converting");
  CHECK(converted.refusal(with([](LoadOptions& o) { o.input = "csv"; })) ==
        meaning + "--input has no meaning; leave it out");
  CHECK(converted.refusal(with([](LoadOptions& o) { o.delimiter = ";"; })) ==
        meaning + "--delimiter has no meaning; leave it out");
  CHECK(converted.refusal(with([](LoadOptions& o) { o.order = Order::file; })) ==
        meaning +
            "--order file has no meaning; its rows were out of order, and what becomes of them was decided when "
            "converting");
  CHECK(converted.refusal(with([](LoadOptions& o) { o.time_column = "date"; })) ==
        ": no column 'date' (--time); the times converted are those of 'Time'");
  CHECK(converted.from_rrt(with([](LoadOptions& o) { o.time_column = "TIME"; })).arrival.size() == 4);
  CHECK(Converted("time\n1\n2\n", {}).from_rrt(with([](LoadOptions& o) { o.order = Order::file; })).arrival.size() ==
        2);
}

TEST_CASE("a leap second that was converted does not make the others of a bound finer") {
  const Converted converted("time\n2016-12-31T23:59:58.5Z\n2016-12-31T23:59:60Z\n2017-01-01T00:00:00Z\n", {});
  const auto resolution = [&](const std::string& from) {
    return converted.from_rrt(with([&](LoadOptions& o) { o.from = from; })).summary.resolution;
  };
  constexpr Duration tenth{100'000'000};
  CHECK(resolution("2016-12-31T23:59:58Z") == tenth);
  CHECK(resolution("2016-12-31T23:59:59Z") == tenth);
  CHECK(resolution("2017-01-01T00:00:00Z") == tenth);
  CHECK_FALSE(resolution("2017-01-01T00:00:01Z").has_value());
}

TEST_CASE("what was met when converting is said again") {
  const Converted converted("time\n2\nx\n1\n", with([](LoadOptions& o) { o.bad_rows = BadRows::skip; }));
  const TraceSummary summary = converted.from_rrt({}).summary;
  CHECK(summary.rows.bad == 1);
  CHECK(summary.rows.reordered == 1);
  REQUIRE(summary.notes.size() == 5);
  CHECK_THAT(summary.notes[0], Catch::StartsWith("converted from '"));
  CHECK(summary.notes[2] == "1 row out of time order, sorted");
  CHECK(summary.notes[4] == "line 3: column 'time': not a time: 'x'");
}
