#include "sizing/curve_scan.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "core/workers.hpp"
#include "sizing/segment.hpp"

using namespace ratereplay;

TEST_CASE("the segment of a trace is the same for any blocks and parts") {
  std::mt19937_64 random(7);
  EventColumns trace;
  std::int64_t time = -40'000'000;
  for (int event = 0; event < 70'000; ++event) {
    if (random() % 4 != 0) time += static_cast<std::int64_t>(random() % 2000);
    trace.arrival.push_back(time);
    trace.cost.push_back(static_cast<Cost>(random() % 5));
  }
  const Events events = trace.events();
  const Segment whole = segment_of(events);
  for (const std::size_t parts : {1U, 2U, 3U, 7U}) {
    for (const std::size_t block : {997U, 16'384U, 50'000U, 70'000U}) {
      CurveScan scan(parts);
      scan.begin({false});
      Workers workers(parts);
      workers.for_each(parts, [&](std::size_t part) {
        for (std::size_t begin = 0; begin < events.size(); begin += block) {
          scan.take(part, events.part(begin, std::min(block, events.size() - begin)));
        }
      });
      CHECK(scan.segment() == whole);
    }
  }
}

TEST_CASE("a scan begins again, and a trace may be empty") {
  const std::vector<std::int64_t> times{1, 2, 5};
  CurveScan scan(2);
  scan.begin({true});
  for (const std::size_t part : {0U, 1U}) scan.take(part, {times, {}});
  scan.begin({true});
  for (const std::size_t part : {0U, 1U}) scan.take(part, {times, {}});
  CHECK(scan.segment() == segment_of({times, {}}));
  scan.begin({true});
  CHECK(scan.segment() == Segment());
}

TEST_CASE("a scan that was left with a stripe missing begins again with nothing") {
  std::vector<std::int64_t> early(50'000);
  std::vector<std::int64_t> late(50'000);
  for (std::size_t event = 0; event < early.size(); ++event) {
    early[event] = static_cast<std::int64_t>(3 * event);
    late[event] = static_cast<std::int64_t>(900'000 + event * event / 50'000);
  }
  CurveScan scan(2);
  scan.begin({true});
  scan.take(1, {early, {}});  // its stripes wait for those of the other part
  scan.begin({true});
  for (const std::size_t part : {0U, 1U}) scan.take(part, {late, {}});
  CHECK(scan.segment() == segment_of({late, {}}));
  scan.begin({true});
  for (const std::size_t part : {0U, 1U}) scan.take(part, {early, {}});
  CHECK(scan.segment() == segment_of({early, {}}));
}
