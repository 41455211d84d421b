#include "metrics/busiest_keys.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "generated.hpp"

using namespace ratereplay;

namespace {

struct Expected {
  BusiestWindow window;
  BusiestKeys keys;
};

// Every window that begins at an event of a key, by the definition; of equal ones that whose first event comes first.
Expected by_definition(const Events& events, Duration length) {
  Expected best{{length, 0, {}, 0, {}}, {}};
  for (std::size_t first = 0; first < events.size(); ++first) {
    std::uint64_t count = 0;
    Cost cost = 0;
    for (std::size_t event = first; event < events.size(); ++event) {
      if (events.time(event) - events.time(first) >= length) break;
      if (events.key[event] != events.key[first]) continue;
      ++count;
      cost += events.cost_of(event);
    }
    if (count > best.window.events) {
      best.window.events = count;
      best.window.from = events.time(first);
      best.keys.events = events.key[first];
    }
    if (events.cost_of(first) > 0 && cost > best.window.cost) {
      best.window.cost = cost;
      best.window.cost_from = events.time(first);
      best.keys.cost = events.key[first];
    }
  }
  return best;
}

void require_found(BusiestKeyScan<std::uint64_t>& scan, const Expected& expected) {
  const BusiestWithKeys found = scan.result(expected.window.length, instant_at);
  REQUIRE(found.of_key == expected.window);
  REQUIRE(found.keys == expected.keys);
}

void add(BusiestKeyScan<std::uint64_t>& scan, const Events& events) {
  for (std::size_t begin = 0; begin < events.size(); begin += 64) {
    const Events block = events.part(begin, std::min<std::size_t>(64, events.size() - begin));
    scan.add_passed(block.arrival.data(), block.cost, block.key.data(), block.size(),
                    ~std::uint64_t{0} >> (64 - block.size()));
  }
}

}  // namespace

TEST_CASE("the busiest window of a single key is half-open, and does not mix keys") {
  const std::vector<std::int64_t> times{0, 1, 2, 9, 10, 11};
  const std::vector<KeyId> keys{4, 7, 4, 7, 4, 4};
  const Events events{times, {}, keys};
  BusiestKeyScan<std::uint64_t> ten(10, true);
  add(ten, events);
  require_found(ten, {{Duration{10}, 3, Instant{2}, 3, Instant{2}}, {KeyId{4}, KeyId{4}}});
  BusiestKeyScan<std::uint64_t> eleven(11, true);
  add(eleven, events);
  require_found(eleven, {{Duration{11}, 3, Instant{0}, 3, Instant{0}}, {KeyId{4}, KeyId{4}}});
  BusiestKeyScan<std::uint64_t> one(1, true);
  add(one, events);
  require_found(one, {{Duration{1}, 1, Instant{0}, 1, Instant{0}}, {KeyId{4}, KeyId{4}}});
}

TEST_CASE("of equally busy windows that whose first event comes first is named, whichever was full before") {
  const std::vector<std::int64_t> times{0, 5, 6, 9};
  const std::vector<KeyId> keys{1, 2, 2, 1};
  BusiestKeyScan<std::uint64_t> scan(10, true);
  add(scan, {times, {}, keys});
  require_found(scan, {{Duration{10}, 2, Instant{0}, 2, Instant{0}}, {KeyId{1}, KeyId{1}}});
}

TEST_CASE("the window of the most events and that of the most cost may be of two keys, and what is free begins none") {
  const std::vector<std::int64_t> times{0, 0, 1, 2, 3};
  const std::vector<Cost> costs{0, 1, 9, 1, 0};
  const std::vector<KeyId> keys{0, 1, 0, 1, 1};
  BusiestKeyScan<std::uint64_t> scan(5, false);
  add(scan, {times, costs, keys});
  require_found(scan, {{Duration{5}, 3, Instant{0}, 9, Instant{1}}, {KeyId{1}, KeyId{0}}});

  BusiestKeyScan<std::uint64_t> free(5, false);
  require_found(free, {{Duration{5}, 0, {}, 0, {}}, {}});
  const std::vector<Cost> none(5, 0);
  add(free, {times, none, keys});
  require_found(free, {{Duration{5}, 3, Instant{0}, 0, {}}, {KeyId{1}, {}}});
}

TEST_CASE("the busiest window of a single key is what the definition says, also while it goes on") {
  for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
    CAPTURE(seed);
    test::GeneratedTrace trace(seed);
    Duration length{static_cast<Int128>(1 + trace.below(60))};
    std::vector<KeyId> keys;
    for (std::size_t event = 0; event < trace.arrival.size(); ++event)
      keys.push_back(static_cast<KeyId>(trace.below(3)));
    if (!keys.empty() && trace.below(2) == 0) {
      const std::size_t last = trace.below(keys.size());
      const Int128 exact = (Instant{trace.arrival[last]} - Instant{trace.arrival[trace.below(last + 1)]}).ns;
      length.ns = std::max<Int128>(1, exact + static_cast<Int128>(trace.below(3)) - 1);
    }
    const Events events{trace.arrival, trace.cost, keys};
    BusiestKeyScan<std::uint64_t> scan(static_cast<std::uint64_t>(length.ns), trace.cost.empty());
    const std::size_t half = trace.below(events.size() + 1);
    add(scan, events.part(0, half));
    require_found(scan, by_definition(events.part(0, half), length));
    REQUIRE(scan.result(length, instant_at).all == busiest_window(events.part(0, half), length));
    add(scan, events.part(half, events.size() - half));
    require_found(scan, by_definition(events, length));
    REQUIRE(scan.result(length, instant_at).all == busiest_window(events, length));
  }
}

TEST_CASE("a key whose events all lie in a later block of an open window is found") {
  std::vector<std::int64_t> times;
  std::vector<KeyId> keys;
  for (KeyId event = 0; event < 9'000; ++event) {
    times.push_back(event);
    keys.push_back(event < 8'500 ? event : 20'000);
  }
  BusiestKeyScan<std::uint64_t> scan(10'000, true);
  add(scan, {times, {}, keys});
  require_found(scan, {{Duration{10'000}, 500, Instant{8'500}, 500, Instant{8'500}}, {KeyId{20'000}, KeyId{20'000}}});
}

TEST_CASE("windows that hold several blocks of events find the same, in either width") {
  std::mt19937_64 random(11);
  std::vector<std::int64_t> times;
  std::vector<Cost> costs;
  std::vector<KeyId> keys;
  std::int64_t now = -3'000'000;
  for (int event = 0; event < 20'000; ++event) {
    times.push_back(now += static_cast<std::int64_t>(random() % 300));
    costs.push_back(static_cast<Cost>(random() % 3));
    keys.push_back(static_cast<KeyId>(random() % 40 * random() % 40));
  }
  const Events events{times, costs, keys};
  for (const std::int64_t ns : {100, 20'000, 1'000'000, 100'000'000}) {
    const Expected expected = by_definition(events, Duration{ns});
    BusiestKeyScan<std::uint64_t> scan(static_cast<std::uint64_t>(ns), false);
    add(scan, events);
    require_found(scan, expected);

    // From one width into the other in the middle.
    BusiestKeyScan<std::uint64_t> narrow(static_cast<std::uint64_t>(ns), false);
    std::vector<std::int64_t> since(times.size());
    for (std::size_t event = 0; event < times.size(); ++event) since[event] = times[event] - times[0];
    const Events shifted{since, costs, keys};
    add(narrow, shifted.part(0, 12'345));
    BusiestKeyScan<UInt128> wide(std::move(narrow), static_cast<UInt128>(ns));
    for (std::size_t event = 12'345; event < times.size(); ++event) {
      const Events one = shifted.part(event, 1);
      wide.add_passed(one.arrival.data(), one.cost, one.key.data(), 1, 1);
    }
    const BusiestWithKeys found =
        wide.result(Duration{ns}, [&](UInt128 at) { return Instant{times[0] + static_cast<std::int64_t>(at)}; });
    REQUIRE(found.of_key == expected.window);
    REQUIRE(found.keys == expected.keys);
    REQUIRE(found.all == busiest_window(events, Duration{ns}));
  }
}
