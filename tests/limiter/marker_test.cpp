#include <catch2/catch.hpp>
#include <string>
#include <variant>
#include <vector>

#include "core/error.hpp"
#include "limiter/spec.hpp"
#include "limiter/table.hpp"
#include "limiter/wide_rule.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

/// An event and its colour.
struct Coloured {
  std::int64_t at;
  Cost cost;
  Colour colour;
};

constexpr Colour green = Colour::green;
constexpr Colour yellow = Colour::yellow;
constexpr Colour red = Colour::red;

template <class Rule>
void check_rows(const Rule& rule, const std::vector<Coloured>& rows) {
  auto state = rule.start({rows.front().at});
  for (const Coloured& row : rows) {
    INFO("at " << row.at << " cost " << row.cost);
    CHECK(static_cast<int>(rule.colour(state, {row.at}, row.cost)) == static_cast<int>(row.colour));
    if (row.cost > 0) CHECK(rule.admit(state, {row.at}, row.cost) == (row.colour != red));
  }
}

/// In the form that is chosen for the rows and in the widest.
template <class Parameters>
void check_colours(const std::string& spec, const std::vector<Coloured>& rows) {
  CAPTURE(spec);
  const auto marker = std::get<Parameters>(parse_limiter(spec));
  const Extent extent{{rows.front().at}, {rows.back().at}};
  marker.with_rule(extent, [&](const auto& rule) { check_rows(rule, rows); });
  INFO("in the widest form");
  check_rows(wide_rule(marker, extent), rows);
}

}  // namespace

TEST_CASE("a single-rate marker passes its committed burst green and its excess burst yellow") {
  check_colours<SingleRateMarker>("srtcm:rate=1/s,burst=3,excess=2", {
                                                                         {0, 2, green},
                                                                         {0, 2, yellow},
                                                                         {0, 2, red},
                                                                         {0, 1, green},
                                                                         {0, 1, red},
                                                                         {0, 0, green},
                                                                         {1 * s - 1, 1, red},
                                                                         {1 * s, 1, green},
                                                                         {1 * s, 1, red},
                                                                     });
  check_table("srtcm:rate=1/s,burst=3,excess=2", {
                                                     {0, 3, passes},
                                                     {0, 2, passes},
                                                     {0, 1, 1 * s},
                                                     {0, 3, 3 * s},
                                                     {0, 4, never},
                                                     {1 * s - 1, 1, 1},
                                                     {1 * s, 1, passes},
                                                     {1 * s, 1, 1 * s},
                                                 });
}

TEST_CASE("an excess bucket fills with what overflows the committed one, and with nothing before") {
  check_colours<SingleRateMarker>("srtcm:rate=1/s,burst=3,excess=2", {
                                                                         {0, 3, green},
                                                                         {0, 2, yellow},
                                                                         {3 * s, 3, green},
                                                                         {3 * s, 1, red},
                                                                         // Full at 6 s; 1 in the excess bucket at 7 s.
                                                                         {7 * s - 1, 3, green},
                                                                         {7 * s - 1, 1, red},
                                                                     });
  check_colours<SingleRateMarker>("srtcm:rate=1/s,burst=3,excess=2", {
                                                                         {0, 3, green},
                                                                         {0, 2, yellow},
                                                                         {4 * s, 3, green},
                                                                         {4 * s, 1, yellow},
                                                                         {9 * s, 3, green},
                                                                         {9 * s, 2, yellow},
                                                                         {9 * s, 1, red},
                                                                         {99 * s, 3, green},
                                                                         {99 * s, 2, yellow},
                                                                         {99 * s, 1, red},
                                                                     });
}

TEST_CASE("what is larger than the committed burst is yellow, after the committed bucket is full") {
  check_table("srtcm:rate=1/s,burst=1,excess=3", {
                                                     {0, 3, passes},
                                                     {0, 3, 3 * s},
                                                     {0, 1, passes},
                                                     {0, 3, 4 * s},
                                                     {0, 4, never},
                                                     {4 * s - 1, 3, 1},
                                                     {4 * s, 3, passes},
                                                     {4 * s, 2, 2 * s},
                                                 });
  check_colours<SingleRateMarker>("srtcm:rate=1/s,burst=1,excess=3",
                                  {{0, 3, yellow}, {0, 1, green}, {3 * s, 2, yellow}});
  check_colours<SingleRateMarker>("srtcm:rate=1/s,burst=1/2,excess=2", {{0, 1, yellow}, {0, 1, yellow}, {0, 1, red}});
}

TEST_CASE("a single-rate marker refuses for ever what is larger than both bursts, and takes nothing for it") {
  check_table("srtcm:rate=1/s,burst=3,excess=2",
              {{0, 5, never}, {0, INT64_MAX, never}, {0, 3, passes}, {0, 2, passes}, {0, 2, 2 * s}});
  check_table("srtcm:rate=1/s,burst=0.5,excess=0.5", {{0, 1, never}, {9 * s, 1, never}});
}

TEST_CASE("a single-rate marker may have no committed burst, and then nothing is green") {
  check_colours<SingleRateMarker>("srtcm:rate=1/s,burst=0,excess=2",
                                  {{0, 2, yellow}, {0, 1, red}, {1 * s - 1, 1, red}, {1 * s, 1, yellow}});
  check_table("srtcm:rate=1/s,burst=0,excess=2", {{0, 3, never}, {0, 2, passes}, {0, 2, 2 * s}, {0, 1, 1 * s}});
}

TEST_CASE("the buckets of a single-rate marker count to the last nanosecond") {
  check_table("srtcm:rate=3/s,burst=1,excess=1", {
                                                     {0, 1, passes},
                                                     {0, 1, passes},
                                                     {0, 1, 333'333'334},
                                                     {333'333'333, 1, 1},
                                                     {333'333'334, 1, passes},
                                                     {1'000'000'000, 1, passes},
                                                     {1'000'000'000, 1, passes},
                                                     {1'000'000'000, 1, 333'333'334},
                                                 });
  // A nanosecond less leaves 3 of 1,000,000,000 parts missing in the excess bucket.
  check_colours<SingleRateMarker>("srtcm:rate=3/s,burst=1,excess=1", {
                                                                         {0, 1, green},
                                                                         {0, 1, yellow},
                                                                         {333'333'334, 1, green},
                                                                         {999'999'999, 1, green},
                                                                         {999'999'999, 1, red},
                                                                     });
  check_table("srtcm:rate=1/s,burst=2.5,excess=1.5", {
                                                         {0, 2, passes},
                                                         {0, 1, passes},
                                                         {0, 1, s / 2},
                                                         {s / 2, 1, passes},
                                                         {3 * s, 2, passes},
                                                         {3 * s, 1, s / 2},
                                                     });
}

TEST_CASE("a two-rate marker is red by its peak and green by its committed bucket") {
  check_colours<TwoRateMarker>("trtcm:rate=1/s,burst=2,peak=2/s,peak-burst=4", {
                                                                                   {0, 2, green},
                                                                                   {0, 1, yellow},
                                                                                   {0, 2, red},
                                                                                   {0, 1, yellow},
                                                                                   {0, 1, red},
                                                                                   {0, 0, green},
                                                                                   {s / 2 - 1, 1, red},
                                                                                   {s / 2, 1, yellow},
                                                                                   {1 * s, 1, green},
                                                                                   {3 * s - 1, 2, yellow},
                                                                                   {3 * s, 2, green},
                                                                                   {99 * s, 2, green},
                                                                                   {99 * s, 2, yellow},
                                                                                   {99 * s, 1, red},
                                                                               });
  check_table("trtcm:rate=1/s,burst=2,peak=2/s,peak-burst=4", {
                                                                  {0, 4, passes},
                                                                  {0, 1, s / 2},
                                                                  {0, 4, 2 * s},
                                                                  {0, 5, never},
                                                                  {s / 2 - 1, 1, 1},
                                                                  {s / 2, 1, passes},
                                                                  {2500 * ms - 1, 4, 1},
                                                                  {2500 * ms, 4, passes},
                                                                  {2500 * ms, INT64_MAX, never},
                                                              });
}

TEST_CASE("what a two-rate marker never colours green takes nothing from its committed bucket") {
  check_colours<TwoRateMarker>("trtcm:rate=1/s,burst=2,peak=2/s,peak-burst=5",
                               {{0, 3, yellow}, {0, 2, green}, {1 * s, 2, yellow}});
  // Its cost in the units of that bucket would need more than 64 bits.
  check_colours<TwoRateMarker>("trtcm:rate=1/4000000000000000000ns,burst=1,peak=1/s,peak-burst=4000000000",
                               {{0, 3'999'999'999, yellow}, {0, 1, green}, {0, 1, red}, {1 * s, 1, yellow}});
}

TEST_CASE("a marker holds over the whole range of rates, bursts and times") {
  check_table("srtcm:rate=1/10000000000s,burst=1000000000000000000,excess=5",
              {{0, 1'000'000'000'000'000'000, passes}, {0, 5, passes}, {0, 1, Int128{10'000'000'000} * s}});
  check_table("srtcm:rate=9223372036854775807/ns,burst=9223372036854775807,excess=9223372036854775807",
              {{0, INT64_MAX, passes}, {0, INT64_MAX, passes}, {0, 1, 1}, {1, INT64_MAX, passes}, {1, 1, 1}});
  check_table("trtcm:rate=1/10000000000s,burst=5,peak=9223372036854775807/ns,peak-burst=9223372036854775807",
              {{0, INT64_MAX, passes}, {0, 1, 1}, {1, INT64_MAX, passes}});
  for (const char* spec : {"srtcm:rate=1/s,burst=1,excess=1", "trtcm:rate=1/s,burst=1,peak=1/s,peak-burst=2"}) {
    check_table(spec, {
                          {INT64_MIN, 1, passes},
                          {INT64_MIN, 1, passes},
                          {INT64_MIN, 1, 1 * s},
                          {INT64_MAX, 1, passes},
                          {INT64_MAX, 1, passes},
                          {INT64_MAX, 1, 1 * s},
                      });
  }
  check_table("trtcm:rate=1/18446744073709551615ns,burst=1/5,peak=1/s,peak-burst=2",
              {{INT64_MIN, 2, passes}, {INT64_MIN, 1, 1 * s}, {INT64_MAX, 2, passes}});
}

TEST_CASE("buckets of a marker that fit 64 bits once but not twice are still full after almost as long as they fill") {
  check_colours<SingleRateMarker>("srtcm:rate=1/s,burst=4500000000,excess=4500000000",
                                  {
                                      {0, 1, green},
                                      {8'900'000'000 * s, 4'500'000'000, green},
                                      {8'900'000'000 * s, 4'500'000'000, yellow},
                                      {8'900'000'000 * s, 1, red},
                                  });
  check_colours<TwoRateMarker>("trtcm:rate=1/s,burst=9000000000,peak=1/s,peak-burst=9000000001",
                               {
                                   {0, 1, green},
                                   {8'900'000'000 * s, 9'000'000'000, green},
                                   {8'900'000'000 * s, 1, yellow},
                                   {8'900'000'000 * s, 1, red},
                               });
  check_colours<TwoRateMarker>("trtcm:rate=1/s,burst=9000000000,peak=1/s,peak-burst=2",
                               {{0, 1, green}, {8'900'000'000 * s, 2, green}, {8'900'000'000 * s, 1, red}});
  check_colours<TwoRateMarker>("trtcm:rate=1/s,burst=1,peak=1/s,peak-burst=9000000000",
                               {
                                   {0, 1, green},
                                   {8'900'000'000 * s, 8'999'999'999, yellow},
                                   {8'900'000'000 * s, 1, green},
                                   {8'900'000'000 * s, 1, red},
                               });
}

TEST_CASE("a marker in which 128 bits do not suffice says so") {
  const auto error_of = [](const std::string& spec) {
    try {
      with_rule(parse_limiter(spec), {{0}, {hour}}, [](const auto&) {});
    } catch (const Error& error) {
      const std::string text = error.what();
      return text.substr(0, text.find(':'));
    }
    return std::string("none");
  };
  const std::string slow = "1/18446744073709551615ns";
  const std::string large = "99999999999999999999";
  CHECK(error_of("srtcm:rate=" + slow + ",burst=" + large + ",excess=1") == "burst is too large");
  CHECK(error_of("srtcm:rate=" + slow + ",burst=1,excess=" + large) == "excess is too large");
  CHECK(error_of("srtcm:rate=" + slow + ",burst=5000000000000000000,excess=5000000000000000000") ==
        "excess is too large");
  CHECK(error_of("trtcm:rate=" + slow + ",burst=" + large + ",peak=1/s,peak-burst=1") == "burst is too large");
  CHECK(error_of("trtcm:rate=" + slow + ",burst=1,peak=" + slow + ",peak-burst=" + large) == "peak-burst is too large");
}
