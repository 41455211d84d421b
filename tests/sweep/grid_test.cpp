#include "sweep/grid.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/error.hpp"

using namespace ratereplay;

namespace {

std::vector<std::string> texts(const std::vector<Fraction>& amounts) {
  std::vector<std::string> texts;
  for (const Fraction& amount : amounts) texts.push_back(to_text(amount));
  return texts;
}

using Texts = std::vector<std::string>;

Texts specs(const std::vector<GridSeries>& grid) {
  Texts specs;
  for (const GridSeries& series : grid) {
    for (const AnyLimiter& limiter : series.configurations) specs.push_back(spec_text(limiter));
  }
  return specs;
}

GridAxes axes(Texts rates, const std::string& bursts, const std::string& limits = "", Texts windows = {}) {
  GridAxes axes{std::move(rates), {}, {}, std::move(windows)};
  if (!bursts.empty()) axes.bursts = parse_amounts(bursts);
  if (!limits.empty()) axes.limits = parse_wholes(limits);
  return axes;
}

}  // namespace

TEST_CASE("amounts are read from lists and ranges, sorted, each once") {
  CHECK(texts(parse_amounts("5")) == Texts{"5"});
  CHECK(texts(parse_amounts("20, 5,10,5.0")) == Texts{"5", "10", "20"});
  CHECK(texts(parse_amounts("1..4")) == Texts{"1", "2", "3", "4"});
  CHECK(texts(parse_amounts("2.5..4:0.5")) == Texts{"5/2", "3", "7/2", "4"});
  CHECK(texts(parse_amounts("1/3..1:1/3")) == Texts{"1/3", "2/3", "1"});
  CHECK(texts(parse_amounts("3..4,1..2")) == Texts{"1", "2", "3", "4"});
}

TEST_CASE("a range holds its last number only where a step leads there") {
  CHECK(texts(parse_amounts("1..4:2")) == Texts{"1", "3"});
  CHECK(texts(parse_amounts("1..5:2")) == Texts{"1", "3", "5"});
  CHECK(texts(parse_amounts("2.5..4")) == Texts{"5/2", "7/2"});
  CHECK(texts(parse_amounts("7..7")) == Texts{"7"});
  CHECK(texts(parse_amounts("7..8:9")) == Texts{"7"});
}

TEST_CASE("amounts that are none are refused by name") {
  using Catch::Contains;
  CHECK_THROWS_WITH(parse_amounts(""), Contains("'' is not a number"));
  CHECK_THROWS_WITH(parse_amounts("1,,2"), Contains("'' is not a number"));
  CHECK_THROWS_WITH(parse_amounts("4..1"), Contains("'4..1': the range ends below its start"));
  CHECK_THROWS_WITH(parse_amounts("1..4:0"), Contains("'1..4:0': the step must be above 0"));
  CHECK_THROWS_WITH(parse_amounts("1..4:-1"), Contains("'-1' is not a number: it is negative"));
  CHECK_THROWS_WITH(parse_amounts("..4"), Contains("'' is not a number"));
  CHECK_THROWS_WITH(parse_amounts("1.."), Contains("'' is not a number"));
  CHECK_THROWS_WITH(parse_amounts("0..3"), Contains("0 passes nothing"));
  CHECK_THROWS_WITH(parse_amounts("5,0"), Contains("0 passes nothing"));
  CHECK(parse_amounts("1..100000").size() == 100'000);
  CHECK_THROWS_WITH(parse_amounts("1..100001"), Contains("100,001 values, more than 100,000; take a larger step"));
  CHECK_THROWS_WITH(parse_wholes("1..2:0.5"), Contains("'1..2:0.5' holds 3/2, which is not a whole number"));
  CHECK_THROWS_WITH(parse_wholes("3,2.5"), Contains("'2.5' is not a whole number"));
  CHECK(texts(parse_wholes("9223372036854775807")) == Texts{"9223372036854775807"});
  CHECK_THROWS_WITH(parse_wholes("9223372036854775808"), Contains("'9223372036854775808' is not a whole number up to"));
}

TEST_CASE("a grid goes through the bursts of each rate, and through the limits of each window") {
  CHECK(specs(grid_of({}, axes({"5/h", "7/h"}, "1.5..3"))) ==
        Texts{"token-bucket:rate=5/h,burst=1.5", "token-bucket:rate=5/h,burst=2.5", "token-bucket:rate=7/h,burst=1.5",
              "token-bucket:rate=7/h,burst=2.5"});
  CHECK(specs(grid_of({}, axes({}, "", "2,3", {"1m", "1h"}))) ==
        Texts{"fixed-window:limit=2,window=1m", "fixed-window:limit=3,window=1m", "fixed-window:limit=2,window=1h",
              "fixed-window:limit=3,window=1h"});
  CHECK(specs(grid_of({}, axes({"5/h"}, "7/3", "2", {"1m"}))) ==
        Texts{"token-bucket:rate=5/h,burst=7/3", "fixed-window:limit=2,window=1m"});
}

TEST_CASE("each limiter of a grid takes what it has a parameter for") {
  const Texts buckets{"gcra", "leaky-bucket", "leaky-queue", "pacer"};
  CHECK(specs(grid_of(buckets, axes({"5/h"}, "2..3"))) ==
        Texts{"gcra:rate=5/h,burst=2", "gcra:rate=5/h,burst=3", "leaky-bucket:rate=5/h,burst=2",
              "leaky-bucket:rate=5/h,burst=3", "leaky-queue:rate=5/h,queue=1", "leaky-queue:rate=5/h,queue=2",
              "pacer:rate=5/h"});
  CHECK_THROWS_WITH(grid_of(Texts{"leaky-queue"}, axes({"5/h"}, "0.5,1")),
                    Catch::Matchers::Contains("burst 0.5 is below 1"));
  CHECK(grid_of(Texts{"gcra"}, axes({"5/h"}, "0.5,1")).front().configurations.size() == 2);
  CHECK(specs(grid_of(Texts{"leaky-queue"}, axes({"5/h"}, "1..3:0.5"))) ==
        Texts{"leaky-queue:rate=5/h,queue=0", "leaky-queue:rate=5/h,queue=1", "leaky-queue:rate=5/h,queue=2"});
  CHECK(specs(grid_of(Texts{"sliding-log", "sliding-counter"}, axes({"5/h", "6/m"}, ""))) ==
        Texts{"sliding-log:limit=5,window=1h", "sliding-log:limit=6,window=1m", "sliding-counter:limit=5,window=1h",
              "sliding-counter:limit=6,window=1m"});
}

TEST_CASE("rates of one period are limits of one window, wherever they stand") {
  CHECK(specs(grid_of(Texts{"fixed-window"}, axes({"60/h", "3/min", "50/60min", "2/min", "7/h"}, ""))) ==
        Texts{"fixed-window:limit=7,window=1h", "fixed-window:limit=50,window=1h", "fixed-window:limit=60,window=1h",
              "fixed-window:limit=2,window=1m", "fixed-window:limit=3,window=1m"});
  CHECK(specs(grid_of(Texts{"pacer"}, axes({"60/h", "3/min", "50/h"}, ""))) ==
        Texts{"pacer:rate=60/h", "pacer:rate=3/min", "pacer:rate=50/h"});
}

TEST_CASE("a limiter of a grid may be named with parameters that stay the same") {
  CHECK(specs(grid_of(Texts{"gcra:rate=5/h"}, axes({}, "2,3"))) ==
        Texts{"gcra:rate=5/h,burst=2", "gcra:rate=5/h,burst=3"});
  CHECK(specs(grid_of(Texts{"sliding-log:count=all"}, axes({}, "", "2", {"1h"}))) ==
        Texts{"sliding-log:limit=2,window=1h,count=all"});
  CHECK(specs(grid_of(Texts{"fixed-window:limit=4"}, axes({}, "", "", {"1m", "2m"}))) ==
        Texts{"fixed-window:limit=4,window=1m", "fixed-window:limit=4,window=2m"});
}

TEST_CASE("a grid says what is missing, what nothing takes and that it is too large") {
  using Catch::Contains;
  CHECK_THROWS_WITH(grid_of({}, axes({"5/h"}, "")), Contains("nothing to sweep; give --burst"));
  CHECK_THROWS_WITH(grid_of({}, axes({}, "3")), Contains("'token-bucket' needs --rate"));
  CHECK_THROWS_WITH(grid_of({}, axes({}, "", "3")), Contains("'fixed-window' needs --window"));
  CHECK_THROWS_WITH(grid_of({}, axes({}, "", "", {"1h"})), "limiter 'fixed-window' needs --limit");
  CHECK_THROWS_WITH(grid_of(Texts{"sliding-log:limit=3"}, axes({}, "")),
                    "limiter 'sliding-log:limit=3' needs --window");
  CHECK_THROWS_WITH(grid_of(Texts{"sliding-log:window=1h"}, axes({}, "")),
                    "limiter 'sliding-log:window=1h' needs --limit");
  CHECK_THROWS_WITH(grid_of(Texts{"sliding-log"}, axes({}, "")), Contains("needs --rate, or --limit and --window"));
  CHECK_THROWS_WITH(grid_of(Texts{"leaky-queue"}, axes({"1/s"}, "")), Contains("'leaky-queue' needs --burst"));
  CHECK_THROWS_WITH(grid_of(Texts{"pacer"}, axes({"1/s"}, "3")),
                    Contains("--burst is taken by none of the limiters (pacer)"));
  CHECK_THROWS_WITH(grid_of(Texts{"gcra"}, axes({"1/s"}, "3", "2")), Contains("--limit is taken by none"));
  CHECK_THROWS_WITH(grid_of(Texts{"sliding-log"}, axes({"1/s"}, "", "2", {"1h"})), Contains("--rate is taken by none"));
  CHECK_THROWS_WITH(grid_of(Texts{"tokenbucket"}, axes({"1/s"}, "3")), Contains("did you mean 'token-bucket'?"));
  CHECK_THROWS_WITH(grid_of(Texts{"gcra", "gcra"}, axes({"1/s"}, "3")),
                    "limiter 'gcra' is given twice; leave one of them out");
  for (const char* text : {"gcra:", "gcra:burst=3,", "gcra: ,burst=3"})
    CHECK_THROWS_WITH(grid_of(Texts{text}, axes({"1/s"}, "3")),
                      Catch::StartsWith("limiter '" + std::string(text) + "' has an empty place"));
  CHECK_THROWS_WITH(grid_of(Texts{"gcra:brst=3"}, axes({"1/s"}, "3")), Contains("no parameter 'brst'"));
  CHECK(specs(grid_of({}, axes({"1/s", "2/s"}, "1..50000"))).size() == 100'000);
  CHECK_THROWS_WITH(grid_of({}, axes({"1/s", "2/s", "3/s"}, "1..50000")),
                    Contains("150,000 configurations, more than 100,000"));
}
