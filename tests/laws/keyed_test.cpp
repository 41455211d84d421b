// A limiter for each key does with a trace what it does with the rows of each key alone.

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "core/keys.hpp"
#include "laws/replayed.hpp"
#include "laws/samples.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/spec.hpp"
#include "replay/limiter_run.hpp"
#include "replay/replay.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

/// Events with keys of two columns, of which there are a few; the numbers that events bear follow the file, in another
/// order than that of time.
struct KeyedTrace {
  KeyedTrace(Random& random, std::int64_t start, std::size_t events, std::int64_t gap, bool with_costs) {
    std::int64_t at = start;
    std::vector<std::size_t> places(events);
    std::iota(places.begin(), places.end(), std::size_t{0});
    const std::uint64_t hosts = 1 + random.below(6);
    for (std::size_t event = 0; event < events; ++event) {
      if (random.below(2) == 0) at += static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(gap)));
      columns.arrival.push_back(at);
      if (with_costs) columns.cost.push_back(static_cast<Cost>(random.below(6)));
      texts.push_back(std::to_string(random.below(hosts)) + "," + std::to_string(random.below(2)));
      std::swap(places[event], places[random.below(event + 1)]);
    }
    file_order = places;
  }

  EventColumns columns;
  std::vector<std::string> texts;
  std::vector<std::size_t> file_order;
};

enum class Numbering { before, between };  ///< all keys are known before the first block, or each comes with its block

struct Choices {
  std::vector<KeyChoice> choices;
  std::size_t choice;
};
const std::vector<Choices> all_choices{
    {{{"host,user", {0, 1}}}, 0},
    {{{"host", {0}}, {"user", {1}}}, 0},
    {{{"host,user", {0, 1}}, {"user", {1}}}, 1},
};

/// A trace whose events bear numbers under a choice of key.
struct Numbered {
  Numbered(const KeyedTrace& trace, const Choices& choices, Numbering numbering)
      : columns(trace.columns),
        choice(choices.choice),
        keys(std::make_shared<Keys>(choices.choices, std::size_t{1} << 24)) {
    columns.key.resize(columns.arrival.size());
    if (numbering == Numbering::before) number(trace, trace.file_order);
  }

  void number(const KeyedTrace& trace, const std::vector<std::size_t>& places) {
    KeyTexts combinations;
    for (const std::size_t place : places) combinations.add(trace.texts[place]);
    std::vector<KeyId> ids;
    keys->intern(combinations, ids);
    for (std::size_t i = 0; i < places.size(); ++i) columns.key[places[i]] = ids[i];
  }

  Events events() const { return columns.events(); }
  KeyId key(std::size_t event) const {
    const auto projection = keys->projection(choice);
    return projection.empty() ? columns.key[event] : projection[columns.key[event]];
  }
  RunOptions options(Duration window, bool keyed = true) const {
    RunOptions options{window, {columns.cost.empty(), keys}};
    if (keyed) options.choice = choice;
    return options;
  }

  EventColumns columns;
  std::size_t choice;
  std::shared_ptr<Keys> keys;
};

struct Passed {
  Int128 at;
  Cost cost;
  KeyId key;
};

struct Busiest {
  std::uint64_t events = 0;
  std::optional<Int128> from;
  std::optional<KeyId> key;
  Cost cost = 0;
  std::optional<Int128> cost_from;
  std::optional<KeyId> cost_key;
};

/// Every window that begins with an event, of one key or of all, by the definition.
Busiest busiest_of(const std::vector<Passed>& passed, Int128 length, bool of_one_key) {
  Busiest best;
  for (std::size_t first = 0; first < passed.size(); ++first) {
    std::uint64_t events = 0;
    Cost cost = 0;
    for (std::size_t i = first; i < passed.size() && passed[i].at - passed[first].at < length; ++i) {
      if (of_one_key && passed[i].key != passed[first].key) continue;
      ++events;
      cost += passed[i].cost;
    }
    if (events > best.events) {
      best.events = events;
      best.from = passed[first].at;
      best.key = passed[first].key;
    }
    if (passed[first].cost > 0 && cost > best.cost) {
      best.cost = cost;
      best.cost_from = passed[first].at;
      best.cost_key = passed[first].key;
    }
  }
  return best;
}

/// `ticks_per_ns` since `origin`.
void require_busiest(const BusiestWindow& found, const BusiestKeys* keys, const Busiest& expected, Duration length,
                     Int128 ticks_per_ns, Int128 origin) {
  const auto time_of = [&](const std::optional<Int128>& at) -> std::optional<Instant> {
    if (!at) return std::nullopt;
    const Int128 ns = ceil_div(*at, ticks_per_ns) + origin;
    if (ns > INT64_MAX) return std::nullopt;
    return Instant{static_cast<std::int64_t>(ns)};
  };
  REQUIRE(found ==
          BusiestWindow{length, expected.events, time_of(expected.from), expected.cost, time_of(expected.cost_from)});
  if (keys != nullptr) REQUIRE(*keys == BusiestKeys{expected.key, expected.cost_key});
}

/// A replay event by event, with a map of states and nothing of the recorders.
void require_by_definition(const AnyLimiter& limiter, const Numbered& trace, Duration window,
                           const ReplaySummary& found) {
  const Events events = trace.events();
  const Extent extent = [&] {
    Extent result = extent_of(events);
    result.unit_costs = events.unit_costs();
    return result;
  }();
  with_rule(limiter, extent, [&]<class Rule>(const Rule& rule) {
    std::map<KeyId, typename Rule::State> states;
    ReplaySummary expected;
    expected.key_drops.emplace();
    expected.key_drops->events.resize(trace.keys->combinations());
    if (!events.unit_costs()) expected.key_drops->cost.resize(trace.keys->combinations());
    std::vector<Passed> arrived;
    std::vector<Passed> left;
    std::vector<Int128> delays;
    Int128 ticks_per_ns = 1;
    std::uint64_t live = 0;
    std::uint64_t run = 0;
    for (std::size_t event = 0; event < events.size(); ++event) {
      const Instant now = events.time(event);
      const Cost cost = events.cost_of(event);
      const KeyId key = trace.key(event);
      if (cost > 0 && !states.contains(key)) states.emplace(key, rule.start(now));
      const auto place = states.find(key);
      const auto fresh = rule.start(now);
      if constexpr (Marker<Rule>) {
        if (!expected.yellow) expected.yellow.emplace();
        if (cost > 0 && rule.colour(place->second, now, cost) == Colour::yellow) {
          ++expected.yellow->events;
          expected.yellow->cost += cost;
        }
      }
      const bool passes = cost == 0 || rule.admit(place->second, now, cost);
      const auto& state = place == states.end() ? fresh : place->second;
      expected.state_bytes = std::max(expected.state_bytes, rule.state_bytes(state));
      expected.keyed.emplace();
      const auto is_live = [&](const auto& each) { return rule.until_settled(each.second, now) != Duration{0}; };
      live = std::max<std::uint64_t>(live,
                                     static_cast<std::uint64_t>(std::count_if(states.begin(), states.end(), is_live)));
      if (passes) {
        ++expected.passed;
        expected.passed_cost += cost;
        run = 0;
        arrived.push_back({now.ns, cost, key});
        if constexpr (Shaper<Rule>) {
          ticks_per_ns = rule.ticks_per_ns();
          left.push_back({rule.departure(state, now).at, cost, key});
          delays.push_back(rule.departure(state, now).delay);
        }
        continue;
      }
      ++expected.dropped;
      expected.dropped_cost += cost;
      ++expected.key_drops->events[events.key[event]];
      if (!events.unit_costs()) expected.key_drops->cost[events.key[event]] += cost;
      if (!expected.first_drop) expected.first_drop = now;
      expected.longest_drop_run = std::max(expected.longest_drop_run, ++run);
      const RetryAfter wait = rule.retry_after(state, now, cost);
      if (!wait) ++expected.never_count;
      if (wait) expected.longest_retry_after = std::max(expected.longest_retry_after, wait);
    }
    if (!delays.empty()) {
      std::sort(delays.begin(), delays.end());
      const auto count = static_cast<Int128>(delays.size());
      const auto in_ns = [&](Int128 ticks) { return Duration{ceil_div(ticks, ticks_per_ns)}; };
      const auto ranked = [&](Int128 percent) {
        return in_ns(delays[static_cast<std::size_t>(ceil_div<Int128>(percent * count, 100) - 1)]);
      };
      Int128 total = 0;
      for (const Int128 delay : delays) total += delay;
      expected.delay = DelaySummary{in_ns(delays.back()), in_ns(ceil_div(total, count)), ranked(50), ranked(99)};
    }

    const Int128 in_ticks = window.ns * ticks_per_ns;
    std::stable_sort(left.begin(), left.end(), [](const Passed& a, const Passed& b) { return a.at < b.at; });
    if constexpr (Shaper<Rule>) {
      require_busiest(found.busiest, &found.keyed->busiest, busiest_of(left, in_ticks, true), window, ticks_per_ns,
                      extent.first.ns);
      require_busiest(found.keyed->busiest_all, nullptr, busiest_of(left, in_ticks, false), window, ticks_per_ns,
                      extent.first.ns);
      require_busiest(*found.busiest_admitted, &*found.keyed->busiest_admitted, busiest_of(arrived, window.ns, true),
                      window, 1, 0);
    } else {
      REQUIRE_FALSE(found.busiest_admitted);
      REQUIRE_FALSE(found.keyed->busiest_admitted);
      require_busiest(found.busiest, &found.keyed->busiest, busiest_of(arrived, window.ns, true), window, 1, 0);
      require_busiest(found.keyed->busiest_all, nullptr, busiest_of(arrived, window.ns, false), window, 1, 0);
    }
    expected.busiest = found.busiest;
    expected.busiest_admitted = found.busiest_admitted;
    expected.episodes = found.episodes;  // those of keys have a test of their own
    expected.keyed = found.keyed;
    expected.keyed->states = states.size();
    expected.keyed->live_states = live;
    REQUIRE(found == expected);
  });
}

/// What the rows of each key alone give, added up.
void require_each_alone(const AnyLimiter& limiter, const Numbered& trace, Duration window, const ReplaySummary& found) {
  const Events events = trace.events();
  std::map<KeyId, EventColumns> of_key;
  for (std::size_t event = 0; event < events.size(); ++event) {
    EventColumns& rows = of_key[trace.key(event)];
    rows.arrival.push_back(events.arrival[event]);
    if (!events.unit_costs()) rows.cost.push_back(events.cost[event]);
  }
  ReplaySummary sum;
  BusiestWindow worst{window, 0, {}, 0, {}};
  std::map<KeyId, std::uint64_t> dropped;
  for (const auto& [key, rows] : of_key) {
    const ReplaySummary one = replay(limiter, rows.events(), window);
    sum.passed += one.passed;
    sum.dropped += one.dropped;
    sum.passed_cost += one.passed_cost;
    sum.dropped_cost += one.dropped_cost;
    sum.never_count += one.never_count;
    sum.episodes.count += one.episodes.count;
    dropped[key] = one.dropped;
    worst.events = std::max(worst.events, one.busiest.events);
    worst.cost = std::max(worst.cost, one.busiest.cost);
    if (one.longest_retry_after) sum.longest_retry_after = std::max(sum.longest_retry_after, one.longest_retry_after);
    if (one.first_drop && (!sum.first_drop || *one.first_drop < *sum.first_drop)) sum.first_drop = one.first_drop;
  }
  REQUIRE(found.passed == sum.passed);
  REQUIRE(found.dropped == sum.dropped);
  REQUIRE(found.passed_cost == sum.passed_cost);
  REQUIRE(found.dropped_cost == sum.dropped_cost);
  REQUIRE(found.never_count == sum.never_count);
  REQUIRE(found.episodes.count == sum.episodes.count);
  REQUIRE(found.first_drop == sum.first_drop);
  REQUIRE(found.longest_retry_after == sum.longest_retry_after);
  REQUIRE(found.busiest.events == worst.events);
  REQUIRE(found.busiest.cost == worst.cost);
  std::map<KeyId, std::uint64_t> found_dropped;
  for (const auto& [key, count] : dropped) found_dropped[key] = 0;
  const auto projection = trace.keys->projection(trace.choice);
  for (KeyId borne = 0; borne < found.key_drops->events.size(); ++borne)
    found_dropped[projection.empty() ? borne : projection[borne]] += found.key_drops->events[borne];
  REQUIRE(found_dropped == dropped);
}

ReplaySummary fed(LimiterRun& run, const KeyedTrace& trace, Numbered& numbered, Numbering numbering, Random& random) {
  for (std::size_t begin = 0; begin < trace.texts.size();) {
    const std::size_t count = std::min<std::size_t>(random.below(100), trace.texts.size() - begin);
    if (numbering == Numbering::between) {
      std::vector<std::size_t> places(count);
      std::iota(places.begin(), places.end(), begin);
      numbered.number(trace, places);
    }
    run.feed(numbered.events().part(begin, count));
    begin += count;
    if (random.below(8) == 0) run.summary();
  }
  return run.summary();
}

void require_keyed(const AnyLimiter& limiter, const KeyedTrace& trace, Duration window, Random& random) {
  const Choices& choices = all_choices[random.below(all_choices.size())];
  Numbered known(trace, choices, Numbering::before);
  const auto at_once = start_run(limiter, known.options(window));
  at_once->feed(known.events());
  const ReplaySummary summary = at_once->summary();
  require_by_definition(limiter, known, window, summary);
  require_each_alone(limiter, known, window, summary);
  REQUIRE(summary.busiest.cost <= promise(limiter, window, 6).value());
  if (const auto admitted = admission_promise(limiter, window)) REQUIRE(summary.busiest_admitted->cost <= *admitted);

  const auto in_blocks = start_run(limiter, known.options(window));
  REQUIRE(fed(*in_blocks, trace, known, Numbering::before, random) == summary);
  Numbered growing(trace, choices, Numbering::between);
  const auto while_growing = start_run(limiter, growing.options(window));
  require_by_definition(limiter, growing, window, fed(*while_growing, trace, growing, Numbering::between, random));

  const auto counting = start_counting(limiter, known.options(window));
  const ReplaySummary counted = fed(*counting, trace, known, Numbering::before, random);
  REQUIRE(counted.passed == summary.passed);
  REQUIRE(counted.dropped_cost == summary.dropped_cost);
  REQUIRE(counted.key_drops == summary.key_drops);
  const auto watching = start_watching(limiter, known.options(window));
  const ReplaySummary watched = fed(*watching, trace, known, Numbering::before, random);
  REQUIRE(watched.passed == summary.passed);
  REQUIRE(watched.busiest == summary.busiest);
  REQUIRE(watched.keyed->busiest == summary.keyed->busiest);
  REQUIRE(watched.keyed->busiest_all == summary.keyed->busiest_all);

  // One limiter that all share does as if there were no keys, and says whom it refused.
  const auto shared = start_run(limiter, known.options(window, false));
  ReplaySummary together = fed(*shared, trace, known, Numbering::before, random);
  const std::optional<KeyTally> drops = std::exchange(together.key_drops, std::nullopt);
  REQUIRE(together == replay(limiter, {trace.columns.arrival, trace.columns.cost}, window));
  REQUIRE(std::accumulate(drops->events.begin(), drops->events.end(), std::uint64_t{0}) == together.dropped);
  if (!trace.columns.cost.empty())
    REQUIRE(std::accumulate(drops->cost.begin(), drops->cost.end(), Cost{0}) == together.dropped_cost);
}

}  // namespace

TEST_CASE("a limiter for each key does what it does with the rows of each key alone") {
  for (const auto& [name, parameters] : samples()) {
    for (const std::string& each : parameters) {
      const std::string spec = name + ":" + each;
      const AnyLimiter limiter = parse_limiter(spec);
      for (std::uint64_t seed = 0; seed < 100; ++seed) {
        CAPTURE(spec, seed);
        Random random(seed);
        const std::int64_t start = seed % 3 == 0 ? INT64_MIN : seed % 3 == 1 ? -300 : INT64_MAX - 50'000;
        const KeyedTrace trace(random, start, 1 + random.below(200), 8, seed % 2 == 1);
        require_keyed(limiter, trace, Duration{static_cast<Int128>(1 + random.below(40))}, random);
      }
    }
  }
}

TEST_CASE("a limiter for each key goes on as before when 64 bits end in the middle of a busy time") {
  struct Scale {
    const char* spec;
    std::int64_t gap;
    std::int64_t window;
  };
  // As in blocks_test.cpp.
  for (const Scale& scale : std::vector<Scale>{
           {"gcra:rate=1000000007/100000000000000003ns,burst=4", 200'000'000, 1'000'000'000},
           {"leaky-queue:rate=1000000007/100000000000000003ns,queue=4", 200'000'000, 1'000'000'000},
           {"leaky-queue:rate=1000000007/100000000000000003ns,queue=4", 200'000'000, INT64_MAX},
           {"leaky-queue:rate=1/300000000000000000ns,queue=40", 140'000'000'000'000'000, 2'000'000'000'000'000'000},
           {"fixed-window:limit=5,window=4000000000000000000ns", 60'000'000'000'000'000, 300'000'000'000'000'000},
           {"sliding-counter:limit=4,window=2000000000000000000ns", 60'000'000'000'000'000, 300'000'000'000'000'000},
           {"token-bucket:rate=1/60000000000000000ns,burst=3", 60'000'000'000'000'000, 300'000'000'000'000'000}}) {
    const AnyLimiter limiter = parse_limiter(scale.spec);
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      CAPTURE(scale.spec, scale.window, seed);
      Random random(seed);
      const KeyedTrace trace(random, INT64_MIN, 250, scale.gap, seed % 2 == 1);
      require_keyed(limiter, trace, Duration{scale.window}, random);
    }
  }
}
