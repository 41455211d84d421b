#include "replay/replay.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "replay/recorders.hpp"

using namespace ratereplay;

namespace {

// Decides by a script, one letter an event that it is asked about: '+' passes, '-' is refused for as many ns as were
// asked about so far, '!' is refused for good. Holds a byte for each event passed, but never more than two.
struct Scripted {
  std::string script;

  struct State {
    Instant started;
    std::size_t asked = 0;
    std::size_t passed = 0;
  };

  State start(Instant now) const { return {now}; }
  bool admit(State& state, Instant /*now*/, Cost /*cost*/) const {
    const bool passes = script.at(state.asked++) == '+';
    state.passed += passes ? 1 : 0;
    return passes;
  }
  RetryAfter retry_after(const State& state, Instant /*now*/, Cost /*cost*/) const {
    if (script.at(state.asked - 1) == '!') return std::nullopt;
    return Duration{static_cast<Int128>(state.asked)};
  }
  bool waits_longer(const State& state, Instant /*now*/, Cost /*cost*/, Duration wait) const {
    return script.at(state.asked - 1) == '!' || static_cast<Int128>(state.asked) > wait.ns;
  }
  Cost room(const State& state, Instant /*now*/) const { return script.at(state.asked) == '+' ? 1 : 0; }
  std::optional<Duration> until_settled(const State& state, Instant /*now*/) const {
    return Duration{static_cast<Int128>(state.passed)};
  }
  bool rested(const State& state, Instant /*now*/) const { return state.passed == 0; }
  std::string describe(const State& state, Instant /*now*/) const { return script.substr(0, state.asked); }
  std::size_t state_bytes(const State& state) const { return state.passed % 3; }
};

// Keeps what the loop shows it, event by event and block by block.
struct Witnessed {
  std::string observed;
  std::vector<std::size_t> places;
  std::string decisions;
  std::vector<std::size_t> blocks;
  std::vector<Instant> started;
  std::vector<Cost> costs;

  void observe(const Scripted& /*limiter*/, const Scripted::State& state, const Decision& decision) {
    observed.push_back(decision.passed ? '+' : '-');
    places.push_back(decision.place);
    started.push_back(state.started);
    costs.push_back(decision.cost);
  }
  void record(const Events& events, std::uint64_t passed) {
    blocks.push_back(events.size());
    for (std::size_t event = 0; event < 64; ++event) {
      const bool pass = (passed >> event & 1) != 0;
      if (event < events.size()) decisions.push_back(pass ? '+' : '-');
      if (event >= events.size()) CHECK_FALSE(pass);
    }
  }
};

std::vector<std::int64_t> steady(std::size_t events) {
  std::vector<std::int64_t> times(events);
  for (std::size_t event = 0; event < events; ++event) times[event] = static_cast<std::int64_t>(event) * 10;
  return times;
}

ReplaySummary summary_of(const std::string& script, const Events& events, Duration window = Duration{1}) {
  SummaryRecorder recorder({window, {events.unit_costs()}});
  replay(Scripted{script}, events, recorder);
  return recorder.summary();
}

}  // namespace

TEST_CASE("every event is decided in order and recorded in blocks of 64") {
  std::string script;
  for (int event = 0; event < 150; ++event) script.push_back(event % 7 == 3 || event == 63 || event == 64 ? '-' : '+');
  const std::vector<std::int64_t> times = steady(150);
  Witnessed seen;
  replay(Scripted{script}, {times, {}}, seen);
  CHECK(seen.decisions == script);
  CHECK(seen.observed == script);
  CHECK(seen.blocks == std::vector<std::size_t>{64, 64, 22});
  for (std::size_t event = 0; event < 150; ++event) CHECK(seen.places[event] == event % 64);
  CHECK(seen.costs == std::vector<Cost>(150, 1));
  CHECK(seen.started == std::vector<Instant>(150, Instant{0}));
}

TEST_CASE("a replay goes on where the last block left it") {
  const std::string script = "++-+--++-+";
  const std::vector<std::int64_t> times = steady(script.size());
  for (std::size_t cut = 0; cut <= script.size(); ++cut) {
    const std::span<const std::int64_t> arrival(times);
    std::optional<Scripted::State> state;
    Witnessed seen;
    replay(Scripted{script}, state, {arrival.first(cut), {}}, seen);
    replay(Scripted{script}, state, {arrival.subspan(cut), {}}, seen);
    CHECK(seen.decisions == script);
    CHECK(state->asked == script.size());
    CHECK(state->started == Instant{0});
  }
}

TEST_CASE("an event of cost 0 passes unasked, and does not start the limiter's clock") {
  const std::vector<std::int64_t> times = steady(7);
  const std::vector<Cost> costs{0, 0, 4, 0, 1, 0, 2};
  Witnessed seen;
  replay(Scripted{"+-+"}, {times, costs}, seen);
  CHECK(seen.decisions == "++++-++");
  CHECK(seen.costs == costs);
  CHECK(seen.started == std::vector<Instant>{{0}, {10}, {20}, {20}, {20}, {20}, {20}});

  Witnessed free;
  replay(Scripted{""}, {std::span(times).first(2), std::span(costs).first(2)}, free);
  CHECK(free.decisions == "++");
}

TEST_CASE("nothing is recorded of no events") {
  Witnessed seen;
  std::optional<Scripted::State> state;
  replay(Scripted{""}, state, {}, seen);
  CHECK(seen.blocks.empty());
  CHECK_FALSE(state);
}

TEST_CASE("a summary counts events and costs") {
  const std::vector<std::int64_t> times = steady(6);
  const std::vector<Cost> costs{5, 0, 7, 11, 0, 13};
  const ReplaySummary summary = summary_of("+-+-", {times, costs}, Duration{21});
  CHECK(summary.passed == 4);
  CHECK(summary.dropped == 2);
  CHECK(summary.passed_cost == 16);
  CHECK(summary.dropped_cost == 20);
  CHECK(summary.first_drop == Instant{20});
  CHECK(summary.busiest.length == Duration{21});
  CHECK(summary.busiest.events == 2);
  CHECK(summary.busiest.from == Instant{0});
  CHECK(summary.busiest.cost == 11);
  CHECK(summary.busiest.cost_from == Instant{30});
  CHECK_FALSE(summary.busiest_admitted);
  CHECK_FALSE(summary.delay);

  const ReplaySummary unit = summary_of("+-++--", {times, {}});
  CHECK(unit.passed == 3);
  CHECK(unit.passed_cost == 3);
  CHECK(unit.dropped == 3);
  CHECK(unit.dropped_cost == 3);
}

TEST_CASE("a summary of nothing, and of no drops, says so") {
  const ReplaySummary empty = summary_of("", {});
  CHECK(empty.passed == 0);
  CHECK(empty.dropped == 0);
  CHECK(empty.busiest.events == 0);
  CHECK(empty.state_bytes == 0);

  const std::vector<std::int64_t> times = steady(3);
  const ReplaySummary all = summary_of("+++", {times, {}});
  CHECK_FALSE(all.first_drop);
  CHECK(all.longest_drop_run == 0);
  CHECK_FALSE(all.longest_retry_after);
  CHECK(all.never_count == 0);
}

TEST_CASE("the longest retry-after is over those that could pass later, and the others are counted") {
  const std::vector<std::int64_t> times = steady(6);
  const ReplaySummary summary = summary_of("-!+-+!", {times, {}});
  CHECK(summary.longest_retry_after == RetryAfter(Duration{4}));
  CHECK(summary.never_count == 2);
  const ReplaySummary never = summary_of("!!++++", {times, {}});
  CHECK_FALSE(never.longest_retry_after);
  CHECK(never.never_count == 2);
}

TEST_CASE("the largest state counts, not the last") {
  const std::vector<std::int64_t> times = steady(4);
  CHECK(summary_of("++++", {times, {}}).state_bytes == 2);
  CHECK(summary_of("+---", {times, {}}).state_bytes == 1);
}

TEST_CASE("the longest run of drops is found within, at the ends of and across blocks") {
  const auto longest = [](const std::string& script) {
    const std::vector<std::int64_t> times = steady(script.size());
    return summary_of(script, {times, {}}).longest_drop_run;
  };
  const auto passes = [](std::size_t count) { return std::string(count, '+'); };
  const auto drops = [](std::size_t count) { return std::string(count, '-'); };
  CHECK(longest("-") == 1);
  CHECK(longest("--+---+-") == 3);
  CHECK(longest(drops(64)) == 64);
  CHECK(longest(drops(300)) == 300);
  CHECK(longest(passes(63) + drops(2) + passes(63)) == 2);
  CHECK(longest(passes(60) + drops(70) + passes(5)) == 70);
  CHECK(longest(passes(60) + drops(68) + passes(64) + drops(67)) == 68);
  CHECK(longest(drops(3) + passes(61) + drops(4)) == 4);
  CHECK(longest(drops(1) + passes(62) + drops(1) + drops(64) + drops(5) + passes(1)) == 70);
  CHECK(longest(passes(64) + drops(10) + passes(1) + drops(11) + passes(42)) == 11);

  std::mt19937_64 random(3);
  for (int round = 0; round < 2'000; ++round) {
    std::string script;
    const std::uint64_t odds = 1 + random() % 30;
    for (std::uint64_t left = random() % 300; left > 0; --left) script.push_back(random() % odds == 0 ? '+' : '-');
    std::uint64_t run = 0;
    std::uint64_t expected = 0;
    for (const char decision : script) {
      run = decision == '-' ? run + 1 : 0;
      expected = std::max(expected, run);
    }
    REQUIRE(longest(script) == expected);
  }
}
