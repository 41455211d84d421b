// Limiters on known traces: the embedded catalog, the textbooks' demonstrations, and the faults that people have met.

#include <algorithm>
#include <catch2/catch.hpp>
#include <iostream>
#include <limits>
#include <string>

#include "laws/replayed.hpp"
#include "limiter/table.hpp"
#include "support.hpp"
#include "trace/load.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

Arrivals loaded(const std::string& path, bool has_costs = false) {
  LoadOptions options;
  options.source = path;
  if (has_costs) options.cost_column = "cost";
  const Trace trace = load(options);
  Arrivals arrivals;
  for (std::size_t event = 0; event < trace.arrival.size(); ++event) {
    arrivals.push_back({trace.arrival[event], trace.events().cost_of(event)});
  }
  return arrivals;
}

Arrivals at_times(std::int64_t count, std::int64_t first, std::int64_t gap) {
  Arrivals arrivals;
  for (std::int64_t event = 0; event < count; ++event) arrivals.push_back({first + event * gap, 1});
  return arrivals;
}

Arrivals joined(Arrivals a, const Arrivals& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

struct Counts {
  std::int64_t passed = 0;
  std::int64_t dropped = 0;
  std::int64_t busiest = 0;  ///< most events passed in any half-open window of the limiter's own length

  friend bool operator==(const Counts&, const Counts&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Counts& counts) {
    return out << counts.passed << " / " << counts.dropped << ", busiest " << counts.busiest;
  }
};

/// A shaper's events count where they arrive.
Counts counts(const std::string& spec, const Arrivals& arrivals) {
  const Outcomes result = outcomes(spec, arrivals);
  const Duration window = default_window(parse_limiter(spec));
  std::vector<std::int64_t> passed;
  for (std::size_t event = 0; event < arrivals.size(); ++event) {
    if (result[event] == 0) passed.push_back(arrivals[event].at);
  }
  Counts counted{static_cast<std::int64_t>(passed.size()), static_cast<std::int64_t>(result.size() - passed.size())};
  for (std::size_t first = 0, last = 0; last < passed.size(); ++last) {
    while (Instant{passed[last]} - Instant{passed[first]} >= window) ++first;
    counted.busiest = std::max(counted.busiest, static_cast<std::int64_t>(last - first + 1));
  }
  return counted;
}

std::int64_t passed_of(const std::string& spec, const Arrivals& arrivals) { return counts(spec, arrivals).passed; }

void check_family(const std::string& parameters, const Arrivals& arrivals, std::int64_t passed, std::int64_t dropped) {
  for (const char* name : {"token-bucket:", "gcra:", "leaky-bucket:"}) {
    CAPTURE(name, parameters);
    const Counts counted = counts(name + parameters, arrivals);
    CHECK(counted.passed == passed);
    CHECK(counted.dropped == dropped);
  }
}

/// The departures of a queue at one unit a nanosecond or less, in ns since the first event; none for refused ones.
std::vector<std::int64_t> departures(const std::string& spec, const Arrivals& arrivals) {
  std::vector<std::int64_t> result;
  with_rule(parse_limiter(spec), extent_of(arrivals), [&](const auto& rule) {
    if constexpr (Shaper<std::remove_cvref_t<decltype(rule)>>) {
      auto state = rule.start({arrivals.front().at});
      for (const Arrival& each : arrivals) {
        if (!rule.admit(state, {each.at}, each.cost)) continue;
        result.push_back(static_cast<std::int64_t>(rule.departure(state, {each.at}).at / rule.ticks_per_ns()));
      }
    }
  });
  return result;
}

}  // namespace

TEST_CASE("the Kamchatka aftershocks at five an hour") {
  const Arrivals arrivals = loaded(RATEREPLAY_SOURCE_DIR "/data/kamchatka-2025-07-29.csv");
  REQUIRE(arrivals.size() == 189);
  CHECK(counts("fixed-window:rate=5/h", arrivals) == Counts{114, 75, 9});
  CHECK(counts("fixed-window:rate=5/h,anchor=first", arrivals) == Counts{110, 79, 9});
  CHECK(counts("sliding-log:rate=5/h", arrivals) == Counts{107, 82, 5});
  CHECK(counts("sliding-log:rate=5/h,count=all", arrivals) == Counts{74, 115, 5});
  CHECK(counts("sliding-counter:rate=5/h", arrivals) == Counts{111, 78, 7});
  CHECK(counts("sliding-counter:rate=5/h,rounding=exact", arrivals) == Counts{99, 90, 6});
  CHECK(counts("token-bucket:rate=5/h,burst=5", arrivals) == Counts{120, 69, 9});
  CHECK(counts("gcra:rate=5/h,burst=5", arrivals) == Counts{120, 69, 9});
  CHECK(counts("leaky-bucket:rate=5/h,burst=5", arrivals) == Counts{120, 69, 9});
  CHECK(counts("pacer:rate=5/h", arrivals) == Counts{79, 110, 5});
  CHECK(counts("leaky-queue:rate=5/h,queue=4", arrivals) == Counts{120, 69, 9});
  // Departures are whole nanoseconds here: an interval is 12 minutes.
  std::vector<std::int64_t> left = departures("leaky-queue:rate=5/h,queue=4", arrivals);
  std::int64_t longest_delay = 0;
  std::size_t next = 0;
  const Outcomes decided = outcomes("leaky-queue:rate=5/h,queue=4", arrivals);
  for (std::size_t event = 0; event < arrivals.size(); ++event) {
    if (decided[event] != 0) continue;
    longest_delay = std::max(longest_delay, left[next++] - (arrivals[event].at - arrivals.front().at));
  }
  CHECK(longest_delay == 2'871'341 * ms);
}

TEST_CASE("the largest real catalog loses 197 events in a bucket of 5, one in 73 and none in 74") {
  const auto shared = shared_folder();
  if (!shared) {
    WARN("skipped: the shared traces are absent");
    return;
  }
  const Arrivals arrivals = loaded((*shared / "data/usgs-m5-2015-2025.csv").string());
  check_family("rate=5/h,burst=5", arrivals, 18'593, 197);
  check_family("rate=5/h,burst=73", arrivals, 18'789, 1);
  check_family("rate=5/h,burst=74", arrivals, 18'790, 0);
  check_family("rate=5/h,burst=17753599/240000", arrivals, 18'790, 0);
  check_family("rate=5/h,burst=17753598/240000", arrivals, 18'789, 1);
}

TEST_CASE("textbook: bursts on both sides of a boundary double a fixed window") {
  const Arrivals at_the_boundary = joined(at_times(100, 7'999 * ms, 0), at_times(100, 8 * s, 0));
  const Arrivals just_after = joined(at_times(100, 7'999 * ms, 0), at_times(101, 8 * s + 1, 0));
  CHECK(passed_of("fixed-window:rate=100/s", at_the_boundary) == 200);
  CHECK(passed_of("sliding-log:rate=100/s", at_the_boundary) == 100);
  CHECK(passed_of("sliding-counter:rate=100/s", at_the_boundary) == 100);
  CHECK(passed_of("sliding-counter:rate=100/s", just_after) == 101);
}

TEST_CASE("textbook: five a minute, five just before the minute and five just after") {
  const Arrivals arrivals = joined(at_times(5, 59 * s, 0), at_times(5, 61 * s, 0));
  CHECK(passed_of("fixed-window:rate=5/min", arrivals) == 10);
  CHECK(passed_of("sliding-log:rate=5/min", arrivals) == 5);
  CHECK(passed_of("sliding-counter:rate=5/min", arrivals) == 6);
}

TEST_CASE("textbook: ten at one instant, and steady traffic") {
  check_family("rate=5/s,burst=5", at_times(10, 3 * s, 0), 5, 5);
  CHECK(counts("pacer:rate=5/s", at_times(10, 3 * s, 0)) == Counts{1, 9, 1});
  for (const AnyLimiter& limiter : limiters_for_comparison(parse_rate("5/s"), std::nullopt)) {
    CAPTURE(name_of(limiter));
    CHECK(passed_of(spec_text(limiter), at_times(500, 3 * s, 201 * ms)) == 500);
    // Just at the rate, at the start of each window the counter still weighs the whole previous one.
    const bool weighs = name_of(limiter) == "sliding-counter";
    CHECK(passed_of(spec_text(limiter), at_times(500, 3 * s, 200 * ms)) == (weighs ? 450 : 500));
  }
}

TEST_CASE("textbook: steady 5/s in which one second holds 40 at once instead") {
  const Arrivals before = at_times(50, 0, 200 * ms);
  const Arrivals burst = at_times(40, 10 * s, 0);
  const Arrivals after = at_times(250, 11 * s, 200 * ms);
  const Arrivals arrivals = joined(joined(before, burst), after);
  check_family("rate=5/s,burst=40", arrivals, 340, 0);
  CHECK(passed_of("leaky-queue:rate=5/s,queue=39", arrivals) == 340);
  CHECK(departures("leaky-queue:rate=5/s,queue=39", arrivals).at(89) == 10 * s + 7'800 * ms);
  // Without the traffic after it the bucket is full again 8 s later, and not a nanosecond earlier.
  check_family("rate=5/s,burst=40", joined(burst, at_times(40, 18 * s, 0)), 80, 0);
  check_family("rate=5/s,burst=40", joined(burst, at_times(40, 18 * s - 1, 0)), 79, 1);
  // The window that took the burst refuses innocent traffic at its end: the last 35 of 335 in that minute.
  const Outcomes decided = outcomes("fixed-window:limit=300,window=1m", arrivals);
  CHECK(std::find(decided.begin(), decided.end(), 7 * s) == decided.begin() + 300);
  CHECK(std::count(decided.begin(), decided.end(), 0) == 305);
}

TEST_CASE("a wait of more than 64 bits is told whole") {
  // Half of the previous window, and that is half a nanosecond more than has gone by of this one.
  constexpr std::int64_t latest = std::numeric_limits<std::int64_t>::max();
  CHECK(outcomes("sliding-counter:limit=2,window=18446744073709551615ns,rounding=exact", at_times(3, latest, 0)) ==
        Outcomes{0, 0, Int128{1} << 64});
}

TEST_CASE("faults: the small inputs beside the project give the right answers") {
  const auto shared = shared_folder();
  if (!shared) {
    WARN("skipped: the shared inputs are absent");
    return;
  }
  const auto input = [&](const std::string& name, bool has_costs = false) {
    return loaded((*shared / "faults/inputs" / (name + ".csv")).string(), has_costs);
  };
  check_family("rate=10/s,burst=1", input("F002"), 11, 0);
  CHECK(counts("sliding-log:limit=1,window=100ms", input("F002")) == Counts{11, 0, 1});
  check_family("rate=3/s,burst=1", input("F003"), 2, 2);
  CHECK(outcomes("gcra:rate=3/s,burst=1", input("F003")) == Outcomes{0, 1, 0, 1});
  check_family("rate=1/d,burst=1000000", input("F006"), 3, 0);
  check_family("rate=1/s,burst=1", input("F008"), 2, 0);
  check_family("rate=1/s,burst=3", input("F010"), 3, 2);
  CHECK(passed_of("leaky-queue:rate=1/s,queue=3", input("F010")) == 4);
  CHECK(passed_of("leaky-queue:rate=1/s,queue=0", input("F010")) == 1);
  CHECK(passed_of("pacer:rate=1/s", input("F010")) == 1);
  for (const char* name : {"token-bucket", "gcra", "leaky-bucket"}) {
    CHECK(outcomes(std::string(name) + ":rate=1/s,burst=3", input("F011", true)) == Outcomes{-1, 0, s, 0});
  }
  CHECK(outcomes("sliding-log:limit=3,window=1s", input("F011", true)) == Outcomes{-1, 0, s, 0});
  check_family("rate=1/s,burst=2", input("F014"), 4, 1);
  CHECK(passed_of("fixed-window:limit=1,window=60s", input("F015")) == 2);
  CHECK(counts("fixed-window:limit=5,window=60s", input("F016")) == Counts{10, 0, 10});
  CHECK(passed_of("fixed-window:limit=5,window=60s,anchor=first", input("F016")) == 5);
  CHECK(passed_of("sliding-log:limit=5,window=60s", input("F016")) == 5);
  CHECK(passed_of("sliding-counter:limit=5,window=60s", input("F016")) == 6);
  CHECK(passed_of("sliding-counter:limit=5,window=60s,rounding=exact", input("F016")) == 5);
  CHECK(passed_of("sliding-counter:limit=1,window=10s", input("F019")) == 2);
  CHECK(passed_of("sliding-counter:limit=1,window=10s,rounding=exact", input("F019")) == 1);
  CHECK(outcomes("leaky-queue:rate=1/s,queue=2", input("F024")) == Outcomes{0, 0, 0, s, s, s / 2, 0});
  CHECK(departures("leaky-queue:rate=1/s,queue=2", input("F024")) == std::vector<std::int64_t>{0, s, 2 * s, 3 * s});
  CHECK(counts("gcra:rate=1/min,burst=1", input("F026")) == Counts{3, 1, 1});
  check_family("rate=1/s,burst=3", input("F046"), 4, 2);
  check_family("rate=1/s,burst=4", input("F046"), 5, 1);
  check_family("rate=1/s,burst=5", input("F046"), 6, 0);
}
