#include "picture/time_axis.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <string>
#include <vector>

#include "trace/timestamp.hpp"

using namespace ratereplay;

namespace {

std::vector<std::string> labels(const char* first, const char* last, std::size_t most) {
  std::vector<std::string> result;
  for (const TimeMark& mark : time_marks(parse_time(first, {}, {}), parse_time(last, {}, {}), most))
    result.push_back(mark.label);
  return result;
}

using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("marks on an axis of time are round in UTC") {
  CHECK(labels("2025-07-29T12:04:25Z", "2025-07-31T11:59:57Z", 8) ==
        Labels{"18:00", "2025-07-30", "06:00", "12:00", "18:00", "2025-07-31", "06:00"});
  CHECK(labels("2025-07-29T12:04:25Z", "2025-07-29T12:04:26Z", 5) ==
        Labels{"12:04:25", "12:04:25.2", "12:04:25.4", "12:04:25.6", "12:04:25.8"});
  CHECK(labels("2025-01-10T00:00:00Z", "2025-06-20T00:00:00Z", 6) ==
        Labels{"2025-02", "2025-03", "2025-04", "2025-05", "2025-06"});
  CHECK(labels("2015-01-01T00:00:00Z", "2026-01-01T00:00:00Z", 8) ==
        Labels{"2016", "2018", "2020", "2022", "2024", "2026"});
  CHECK(labels("1969-12-31T23:59:59.5Z", "1970-01-01T00:00:00.5Z", 4) ==
        Labels{"23:59:59.5", "1970-01-01", "00:00:00.5"});
}

TEST_CASE("an axis has never more marks than asked for, in order and within") {
  constexpr std::int64_t earliest = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t latest = std::numeric_limits<std::int64_t>::max();
  std::vector<std::int64_t> times{earliest, earliest + 1,  -86'400'000'000'001,       -1,         0,     1,
                                  999,      1'000'000'007, 1'753'747'200'000'000'000, latest - 1, latest};
  for (std::size_t i = 0; i < times.size(); ++i) {
    for (std::size_t j = i; j < times.size(); ++j) {
      for (const std::size_t most : {1U, 2U, 7U, 8U}) {
        const std::vector<TimeMark> marks = time_marks({times[i]}, {times[j]}, most);
        CAPTURE(times[i], times[j], most);
        REQUIRE(marks.size() <= most);
        for (std::size_t mark = 0; mark < marks.size(); ++mark) {
          REQUIRE(marks[mark].time.ns >= (mark == 0 ? times[i] : marks[mark - 1].time.ns + 1));
          REQUIRE(marks[mark].time.ns <= times[j]);
        }
      }
    }
  }
}
