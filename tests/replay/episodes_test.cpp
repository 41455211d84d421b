#include "replay/episodes.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "generated.hpp"
#include "laws/samples.hpp"
#include "limiter/spec.hpp"
#include "replay/keyed.hpp"
#include "replay/limiter_run.hpp"
#include "replay/replay.hpp"
#include "replay/stepped.hpp"

using namespace ratereplay;

namespace {

EpisodeSummary episodes_of(const std::string& spec, const Events& events) {
  return replay(parse_limiter(spec), events, Duration{1}).episodes;
}

constexpr std::int64_t day = 86'400'000'000'000;

struct Defined {
  std::vector<Episode> all;
  std::set<std::int64_t> days;

  EpisodeSummary summary(std::size_t worst) const {
    std::vector<Episode> sorted = all;
    std::sort(sorted.begin(), sorted.end(), [](const Episode& a, const Episode& b) {
      if (a.dropped != b.dropped) return a.dropped > b.dropped;
      if (a.from != b.from) return a.from < b.from;
      if (a.key != b.key) return a.key < b.key;
      return a.dropped_cost != b.dropped_cost ? a.dropped_cost > b.dropped_cost : a.to < b.to;
    });
    sorted.resize(std::min(sorted.size(), worst));
    return {all.size(), days.size(), sorted};
  }
};

/// By the definition: drops gather until the limiter is at rest just before an event.
void define(Defined& defined, const AnyLimiter& limiter, const Events& events, KeyId key = 0) {
  Episode current;
  const auto end = [&] {
    if (current.dropped > 0) defined.all.push_back(current);
    current = {};
  };
  const std::vector<test::Step> steps = test::stepped(limiter, events);
  for (std::size_t event = 0; event < steps.size(); ++event) {
    if (steps[event].rested) end();
    if (steps[event].passed) continue;
    if (current.dropped == 0) current.from = events.time(event);
    current.to = events.time(event);
    ++current.dropped;
    current.dropped_cost += events.cost_of(event);
    current.key = key;
    defined.days.insert(floor_div(events.arrival[event], day));
  }
  end();
}

EpisodeSummary defined(const AnyLimiter& limiter, const Events& events, std::size_t worst) {
  Defined all;
  define(all, limiter, events);
  return all.summary(worst);
}

}  // namespace

TEST_CASE("an episode ends where the bucket is full again just before an event") {
  // One token in 10 ns, a bucket of 2: emptied at 0, full again at 20.
  const char* const spec = "token-bucket:rate=1/10ns,burst=2";
  const std::vector<std::int64_t> full_in_time{0, 0, 0, 1, 20, 20, 20};
  CHECK(episodes_of(spec, {full_in_time}) == EpisodeSummary{2, 1, {{{0}, {1}, 2, 2}, {{20}, {20}, 1, 1}}});
  const std::vector<std::int64_t> a_nanosecond_early{0, 0, 0, 1, 19, 20, 20};
  CHECK(episodes_of(spec, {a_nanosecond_early}) == EpisodeSummary{1, 1, {{{0}, {20}, 3, 3}}});
}

TEST_CASE("a bucket that begins empty is at rest once it is full") {
  const char* const spec = "token-bucket:rate=1/10ns,burst=2,initial=0";
  const std::vector<std::int64_t> times{0, 0, 20, 20, 20, 39, 40, 40};
  CHECK(episodes_of(spec, {times}) == EpisodeSummary{2, 1, {{{0}, {0}, 2, 2}, {{20}, {40}, 2, 2}}});
}

TEST_CASE("without drops there are no episodes") {
  const std::vector<std::int64_t> times{0, 1, 2};
  CHECK(episodes_of("gcra:rate=1/ns,burst=1", {times}) == EpisodeSummary{});
  CHECK(episodes_of("gcra:rate=1/ns,burst=1", {}) == EpisodeSummary{});
}

TEST_CASE("an event that can never pass is an episode by itself where the limiter is at rest, else part of one") {
  const std::vector<std::int64_t> times{0, 5, 10, 11, 12, 40};
  const std::vector<Cost> costs{9, 9, 1, 9, 1, 9};
  for (const char* spec : {"token-bucket:rate=1/10ns,burst=1", "fixed-window:limit=1,window=10ns",
                           "sliding-log:limit=1,window=10ns", "leaky-queue:rate=1/10ns,queue=0"}) {
    CHECK(episodes_of(spec, {times, costs}) ==
          EpisodeSummary{4, 1, {{{11}, {12}, 2, 10}, {{0}, {0}, 1, 9}, {{5}, {5}, 1, 9}, {{40}, {40}, 1, 9}}});
  }
}

TEST_CASE("of equally bad episodes the earlier comes first, and no more are kept than asked for") {
  std::vector<std::int64_t> times;
  for (std::int64_t burst = 0; burst < 5; ++burst) times.insert(times.end(), burst % 2 == 0 ? 3 : 2, burst * day);
  const auto run = start_run(parse_limiter("pacer:rate=1/s"), {.window = Duration{1}, .worst_episodes = 2});
  run->feed({times});
  CHECK(run->summary().episodes == EpisodeSummary{5, 5, {{{0}, {0}, 2, 2}, {{2 * day}, {2 * day}, 2, 2}}});
}

TEST_CASE("the days of drops are counted in UTC, also before 1970") {
  const std::vector<std::int64_t> times{-day - 1, -day - 1, -day, -1, 0, 0};
  CHECK(episodes_of("pacer:rate=1/2d", {times}).days == 3);
}

TEST_CASE("episodes of generated traces are those of the definition, whatever the blocks") {
  std::uint64_t with_several = 0;
  for (std::uint64_t seed = 0; seed < 1'500; ++seed) {
    test::GeneratedTrace trace(seed);
    const Events events = trace.events();
    for (const auto& [name, parameters] : test::samples()) {
      const AnyLimiter limiter = parse_limiter(name + ":" + parameters[seed % parameters.size()]);
      const EpisodeSummary expected = defined(limiter, events, 3);
      const auto run =
          start_run(limiter, {.window = Duration{1}, .outline = {events.unit_costs()}, .worst_episodes = 3});
      for (std::size_t begin = 0, size = 0; begin < events.size(); begin += size) {
        size = std::min<std::size_t>(1 + trace.below(9), events.size() - begin);
        run->feed(events.part(begin, size));
      }
      CAPTURE(seed, spec_text(limiter));
      REQUIRE(run->summary().episodes == expected);
      if (expected.count > 1) ++with_several;
    }
  }
  CHECK(with_several > 1'000);
}

TEST_CASE("episodes of blocks of 64 are those of the definition") {
  std::mt19937_64 random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::int64_t> times;
    std::int64_t now = 0;
    for (int event = 0; event < 300; ++event) {
      now += random() % 8 == 0 ? static_cast<std::int64_t>(random() % 60) : static_cast<std::int64_t>(random() % 3);
      times.push_back(now);
    }
    for (const auto& [name, parameters] : test::samples()) {
      const AnyLimiter limiter = parse_limiter(name + ":" + parameters[random() % parameters.size()]);
      CAPTURE(round, spec_text(limiter));
      REQUIRE(replay(limiter, {times}, Duration{1}).episodes == defined(limiter, {times}, 10));
    }
  }
}

TEST_CASE("each key has episodes of its own") {
  std::mt19937_64 random(6);
  for (int round = 0; round < 150; ++round) {
    const std::size_t keys = 1 + random() % 5;
    EventColumns columns;
    std::int64_t now = -day;
    for (int event = 0; event < 200; ++event) {
      now += random() % 8 == 0 ? static_cast<std::int64_t>(random() % 60) : static_cast<std::int64_t>(random() % 3);
      columns.arrival.push_back(now);
      columns.key.push_back(static_cast<KeyId>(random() % keys));
      if (round % 2 == 0) columns.cost.push_back(static_cast<Cost>(random() % 4));
    }
    const Events events = columns.events();
    const TraceOutline outline = test::outline_of_keys(keys, events.unit_costs());
    for (const auto& [name, parameters] : test::samples()) {
      const AnyLimiter limiter = parse_limiter(name + ":" + parameters[random() % parameters.size()]);
      Defined expected;
      for (KeyId key = 0; key < keys; ++key) define(expected, limiter, test::only_key(events, key).events(), key);
      const auto run =
          start_run(limiter, {.window = Duration{1}, .outline = outline, .choice = 0, .worst_episodes = 5});
      for (std::size_t begin = 0, size = 0; begin < events.size(); begin += size) {
        size = std::min<std::size_t>(1 + random() % 150, events.size() - begin);
        run->feed(events.part(begin, size));
      }
      CAPTURE(round, spec_text(limiter));
      REQUIRE(run->summary().episodes == expected.summary(5));
    }
  }
}

TEST_CASE("of very many keys in an episode those that have settled leave it, and no other") {
  // Each key is refused once and never comes again, but for key 0, which is refused all the time.
  constexpr KeyId keys = 200'000;
  EventColumns columns;
  for (KeyId key = 0; key < keys; ++key) {
    for (const KeyId each : {key, key, key, KeyId{0}}) {
      columns.arrival.push_back(key);
      columns.key.push_back(each);
    }
  }
  const auto run = start_run(
      parse_limiter("gcra:rate=1/10ns,burst=2"),
      {.window = Duration{1}, .outline = test::outline_of_keys(keys, true), .choice = 0, .worst_episodes = 3});
  run->feed(columns.events());
  const EpisodeSummary summary = run->summary().episodes;
  // Of key 0 four events come at 0 and one every ns: two drops at 0, and nine of ten later.
  CHECK(summary.count == keys);
  REQUIRE(summary.worst.size() == 3);
  CHECK(summary.worst[0] == Episode{{0}, {keys - 1}, 2 + keys / 10 * 9, 2 + keys / 10 * 9, 0});
  CHECK(summary.worst[1] == Episode{{1}, {1}, 1, 1, 1});
  CHECK(summary.worst[2] == Episode{{2}, {2}, 1, 1, 2});
}
