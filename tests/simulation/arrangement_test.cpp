#include "simulation/arrangement.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "limiter/spec.hpp"

using namespace ratereplay;

// tests/simulation/fleet_test.py states every arrangement once more, and tests/laws/fleet_test.cpp what holds of them.

namespace {

constexpr std::int64_t s = 1'000'000'000;

struct Asked {
  std::int64_t now;
  std::uint32_t instance;
  Cost cost = 1;
  KeyId key = 0;
};

/// `+` for each event that passes, `-` for each that does not.
std::string passes(Arrangement& arrangement, const std::vector<Asked>& events) {
  std::string result;
  for (const Asked& each : events)
    result += arrangement.pass({{each.now}, each.cost, each.key, each.instance}) ? '+' : '-';
  return result;
}

std::string passes(const std::unique_ptr<Arrangement>& arrangement, const std::vector<Asked>& events) {
  return passes(*arrangement, events);
}

std::vector<AnyLimiter> twice(const std::string& spec) { return {parse_limiter(spec), parse_limiter(spec)}; }

const std::vector<Duration> right(2);

}  // namespace

TEST_CASE("instances apart know nothing of each other, nor keys of keys") {
  const auto local = apart(twice("fixed-window:limit=1,window=10s"), right);
  CHECK(passes(local, {{0, 0}, {0, 0}, {0, 1}, {0, 1}, {0, 0, 1, 1}, {10 * s - 1, 0}, {10 * s, 0}}) == "+-+-+-+");
  CHECK(local->store_use().calls == 0);
  CHECK_FALSE(local->harmless_ttl());
}

TEST_CASE("an instance's own limit goes by its own clock") {
  const auto local = apart(twice("fixed-window:limit=1,window=10s"), {{0}, {-2 * s}});
  CHECK(passes(local, {{9 * s, 0}, {9 * s, 1}, {11 * s, 0}, {11 * s, 1}, {12 * s - 1, 1}, {12 * s, 1}}) == "+++--+");
}

TEST_CASE("an instance that restarts forgets what it has counted, and no other does") {
  const auto restarted = apart(twice("sliding-log:limit=1,window=10s"), right, {{{5}, 1}});
  CHECK(passes(restarted, {{0, 0}, {0, 1}, {4, 0}, {4, 1}, {5, 0}, {5, 1}, {6, 1}}) == "++---+-");
}

TEST_CASE("a shared limit is one for all instances and one for each key") {
  const auto one = shared(parse_limiter("fixed-window:limit=1,window=10s"));
  CHECK(passes(one, {{0, 0}, {0, 1}, {0, 1, 1, 1}, {10 * s, 1}}) == "+-++");
  CHECK(one->store_use().events == 4);
  CHECK(one->store_use().calls == 4);
}

TEST_CASE("without a guard a clock that is behind has the refill granted twice") {
  // A token a second. The second instance, a second behind, moves the mark back each time that it asks.
  const AnyLimiter limiter = parse_limiter("token-bucket:rate=1/s,burst=2");
  const std::vector<Asked> events{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}};
  const std::vector<Duration> clocks{{0}, {-s}};
  CHECK(passes(shared(limiter, Clock::unguarded, clocks), events) == "+++-+-");
  CHECK(passes(shared(limiter, Clock::guarded, clocks), events) == "++----");
  CHECK(passes(shared(limiter, Clock::store, clocks), events) == "++----");
  // Neither a theoretical arrival time nor a log goes back with a clock.
  CHECK(passes(shared(parse_limiter("gcra:rate=1/s,burst=2"), Clock::unguarded, clocks), events) == "+-+---");
  CHECK(passes(shared(parse_limiter("sliding-log:limit=2,window=2s"), Clock::unguarded, clocks), events) == "++----");
}

TEST_CASE("clocks that are apart count in windows of their own") {
  const std::vector<Asked> events{{9 * s, 0}, {9 * s, 1}, {10 * s, 0}, {10 * s, 1}, {11 * s, 0}, {11 * s, 1}};
  const std::vector<Duration> clocks{{0}, {-s}};
  const AnyLimiter on_clock = parse_limiter("fixed-window:limit=1,window=10s");
  CHECK(passes(shared(on_clock, Clock::unguarded, clocks), events) == "+-+---");
  // At 10 s the second instance is still in the window before, which is full.
  CHECK(passes(shared(on_clock, Clock::guarded, clocks), events) == "+-+---");
  // Two behind, and the first event is the other's: the window before is still known two windows later.
  const std::vector<Duration> far{{0}, {-25 * s}};
  CHECK(passes(shared(on_clock, Clock::unguarded, far),
               {{0, 1}, {25 * s, 0}, {26 * s, 1}, {30 * s, 1}, {34 * s, 1}, {35 * s, 1}}) == "+++--+");
  const AnyLimiter opened = parse_limiter("fixed-window:limit=1,window=10s,anchor=first");
  CHECK(passes(shared(opened, Clock::unguarded, clocks),
               {{0, 0}, {10 * s, 1}, {10 * s, 0}, {21 * s - 1, 1}, {21 * s, 1}}) == "+-+-+");
  const AnyLimiter counter = parse_limiter("sliding-counter:limit=2,window=10s");
  CHECK(passes(shared(counter, Clock::unguarded, clocks),
               {{9 * s, 0}, {9 * s, 0}, {10 * s, 1}, {10 * s + 1, 0}, {20 * s, 0}}) == "++-++");
}

TEST_CASE("a guarded clock never goes back behind what the key's state has seen") {
  const AnyLimiter limiter = parse_limiter("fixed-window:limit=1,window=10s");
  const std::vector<Duration> clocks{{5 * s}, {0}};
  // The first instance is 5 s ahead, and its window holds for the other as well, but for another key.
  CHECK(passes(shared(limiter, Clock::guarded, clocks), {{4 * s, 1}, {6 * s, 0}, {7 * s, 1}, {7 * s, 1, 1, 1}}) ==
        "++-+");
}

TEST_CASE("a state that is idle for its time to live is forgotten") {
  const AnyLimiter limiter = parse_limiter("token-bucket:rate=1/10s,burst=1");
  const std::vector<Asked> events{{0, 0}, {3 * s, 0}, {6 * s, 0}, {9 * s, 0}};
  CHECK(passes(shared(limiter, Clock::store, {}, Duration{3 * s}), events) == "++++");
  // Asked, though not passed, it lives on.
  CHECK(passes(shared(limiter, Clock::store, {}, Duration{3 * s + 1}), events) == "+---");
}

TEST_CASE("the least harmless time to live is that of the longest idle state with something to say") {
  const auto after = [](const std::string& spec, const std::vector<Asked>& events) {
    const auto one = shared(parse_limiter(spec));
    passes(*one, events);
    return *one->harmless_ttl();
  };
  const HarmlessTtl bucket = after("token-bucket:rate=1/10s,burst=2", {{0, 0}, {8 * s, 0}, {27 * s, 0}, {40 * s, 0}});
  CHECK(bucket.least == Duration{8 * s + 1});  // at 27 s and at 40 s it was full
  CHECK(bucket.always == Duration{20 * s});
  CHECK(after("token-bucket:rate=1/10s,burst=1", {{0, 0}, {10 * s, 0}}).least == Duration{0});
  CHECK(after("token-bucket:rate=1/10s,burst=1", {{0, 0}, {10 * s - 1, 0}}).least == Duration{10 * s});
  CHECK_FALSE(after("token-bucket:rate=1/10s,burst=2,initial=1", {{0, 0}}).always);
  // Full, it is not as a new one that begins with less.
  CHECK(after("token-bucket:rate=1/10s,burst=2,initial=1", {{0, 0}, {90 * s, 0}}).least == Duration{90 * s + 1});
  CHECK(after("fixed-window:limit=5,window=10s", {{5 * s, 0}, {10 * s, 0}}).least == Duration{0});
  CHECK(after("fixed-window:limit=5,window=10s", {{5 * s, 0}, {10 * s - 1, 0}}).least == Duration{5 * s});
  CHECK(after("fixed-window:limit=5,window=10s", {}).always == Duration{10 * s});
  CHECK(after("fixed-window:limit=5,window=10s,anchor=first", {{5 * s, 0}, {15 * s, 0}}).least == Duration{0});
  CHECK(after("fixed-window:limit=5,window=10s,anchor=first", {}).always == Duration{10 * s});
  CHECK(after("sliding-log:limit=5,window=10s", {{5 * s, 0}, {15 * s, 0}}).least == Duration{0});
  CHECK(after("sliding-log:limit=5,window=10s", {{5 * s, 0}, {15 * s - 1, 0}}).least == Duration{10 * s});
  CHECK(after("sliding-log:limit=5,window=10s", {}).always == Duration{10 * s});
  // The exact counter has something left until the end of the next window, one that rounds down not so long.
  CHECK(after("sliding-counter:limit=5,window=10s,rounding=exact", {{0, 0}, {20 * s - 1, 0}}).least ==
        Duration{20 * s});
  CHECK(after("sliding-counter:limit=5,window=10s", {{0, 0}, {10 * s + 1, 0}}).least == Duration{0});
  CHECK(after("sliding-counter:limit=5,window=10s", {{0, 0}, {10 * s, 0}}).least == Duration{10 * s + 1});
  CHECK(after("sliding-counter:limit=5,window=10s", {}).always == Duration{20 * s});
  CHECK(after("gcra:rate=1/10s,burst=2", {{0, 0}, {10 * s - 1, 0}}).least == Duration{10 * s});
  CHECK(after("gcra:rate=1/10s,burst=2", {{0, 0}, {10 * s, 0}}).least == Duration{0});
  CHECK(after("leaky-queue:rate=1/10s,queue=2", {}).always == Duration{30 * s});
}

TEST_CASE("instances that tell each other their totals know what was let through up to the last time") {
  const AnyLimiter limiter = parse_limiter("fixed-window:limit=2,window=100s");
  const auto synced = synchronised(limiter, 2, {10 * s});
  // Each lets two through; from 10 s on both know all four.
  CHECK(passes(synced, {{0, 0}, {0, 0}, {0, 0}, {10 * s - 1, 1}, {10 * s - 1, 1}, {10 * s, 0}, {10 * s, 1}}) ==
        "++-++--");
  CHECK(synced->store_use().events == 0);
  CHECK(synced->store_use().calls == 2);
  // One by the first, one by the second: at 10 s there is no room for anybody.
  CHECK(passes(synchronised(limiter, 2, {10 * s}), {{1, 0}, {2, 1}, {10 * s, 0}, {10 * s, 1}, {11 * s, 0}}) == "++---");
  // Before 1970 as well.
  CHECK(passes(synchronised(limiter, 2, {10 * s}), {{-11 * s, 0}, {-11 * s, 0}, {-10 * s - 1, 1}, {-10 * s, 1}}) ==
        "+++-");
}

TEST_CASE("calls to the store are counted beyond 64 bits") {
  const auto synced = synchronised(parse_limiter("pacer:rate=1/s"), 1000, {1});
  passes(synced, {{std::numeric_limits<std::int64_t>::min(), 0}, {std::numeric_limits<std::int64_t>::max(), 999}});
  CHECK(to_text(synced->store_use().calls) == "18446744073709551615000");
}

TEST_CASE("a total that was overrun is a debt, which a bucket has to earn") {
  const AnyLimiter limiter = parse_limiter("token-bucket:rate=1/10s,burst=2");
  const std::vector<Asked> events{{0, 0}, {0, 0}, {0, 1}, {0, 1}, {29 * s, 0}, {30 * s, 0}};
  CHECK(passes(synchronised(limiter, 2, {s}), events) == "++++-+");
  CHECK(passes(synchronised(parse_limiter("gcra:rate=1/10s,burst=2"), 2, {s}), events) == "++++-+");
}

TEST_CASE("what is not written yet is not seen by those who read") {
  const AnyLimiter limiter = parse_limiter("fixed-window:limit=2,window=100s");
  const std::vector<Asked> events{{0, 0}, {1, 1}, {2, 0}, {9, 0}, {10, 1}, {11, 0}, {12, 0}};
  // All of the first four read before 10; what was written then and at 11 makes two.
  const auto added = raced(limiter, {10}, Write::added);
  CHECK(passes(added, events) == "+++++--");
  CHECK(added->store_use().events == 7);
  CHECK(added->store_use().calls == 12);
  // Each of them writes that there was one.
  CHECK(passes(raced(limiter, {10}, Write::overwritten), events) == "+++++++");
}

TEST_CASE("what an instance refuses by itself asks no store") {
  const AnyLimiter limiter = parse_limiter("fixed-window:limit=3,window=100s");
  const auto both = behind(apart(twice("fixed-window:limit=2,window=100s"), right), shared(limiter));
  CHECK(passes(both, {{0, 0}, {0, 0}, {0, 0}, {0, 1}, {0, 1}, {0, 1}}) == "++-+--");
  CHECK(both->store_use().calls == 4);
}

TEST_CASE("while the store is out of reach an instance lets through all, nothing or by its own limit") {
  const AnyLimiter limiter = parse_limiter("fixed-window:limit=1,window=100s");
  const std::vector<Asked> events{{9, 0}, {10, 0}, {10, 1}, {19, 0}, {20, 0}, {30, 0}, {30, 0}, {31, 1}};
  const std::vector<Outage> outages{{{10}, {20}}, {{30}, {40}}};
  const auto run = [&](OnOutage then) {
    const auto arrangement =
        failing(shared(limiter), outages, then, apart(twice("fixed-window:limit=1,window=100s"), right));
    return passes(arrangement, events);
  };
  CHECK(run(OnOutage::open) == "++++-+++");
  CHECK(run(OnOutage::closed) == "+-------");
  CHECK(run(OnOutage::local) == "+++--+-+");
}

TEST_CASE("a limit is divided as evenly as can be") {
  const auto texts = [](const std::string& spec, std::uint32_t instances) {
    std::vector<std::string> result;
    for (const AnyLimiter& part : divided(parse_limiter(spec), instances)) {
      // A part of a rate has not been typed.
      result.push_back(std::visit(
          [](const auto& each) {
            std::string text = each.text();
            if constexpr (requires { each.rate.per_ns(); }) text += " " + to_text(each.rate.per_ns());
            return text;
          },
          part));
    }
    return result;
  };
  CHECK(texts("fixed-window:limit=5,window=1s", 3) ==
        std::vector<std::string>{"limit=2,window=1s", "limit=2,window=1s", "limit=1,window=1s"});
  CHECK(texts("sliding-log:limit=1,window=1s", 2) ==
        std::vector<std::string>{"limit=1,window=1s", "limit=0,window=1s"});
  CHECK(texts("token-bucket:rate=3/ns,burst=5,initial=1", 2) ==
        std::vector<std::string>(2, "rate=,burst=2.5,initial=0.5 3/2"));
  CHECK(texts("leaky-queue:rate=1/ns,queue=3", 3) ==
        std::vector<std::string>{"rate=,queue=1 1/3", "rate=,queue=0 1/3", "rate=,queue=0 1/3"});
  CHECK(texts("leaky-queue:rate=1/ns,queue=0", 2) ==
        std::vector<std::string>{"rate=,queue=0 1/2", "rate=,queue=-1 1/2"});
  CHECK(texts("pacer:rate=2/ns", 2) == std::vector<std::string>(2, "rate= 1"));
  // A part of 0 lets nothing through.
  const auto parts = apart(divided(parse_limiter("leaky-queue:rate=1/s,queue=0"), 2), right);
  CHECK(passes(parts, {{0, 0}, {0, 1}, {9 * s, 1}}) == "+--");
  CHECK_THROWS_WITH(divided(parse_limiter("pacer:rate=1/200000d"), 2),
                    "one of 2 parts of 1/200000d is too low a rate to be represented; give a higher rate");
}

TEST_CASE("dialects are not kept on several instances") {
  CHECK_THROWS_WITH(shared(parse_limiter("nginx:rate=5r/s")),
                    "nginx is a product's dialect, and how its state is shared is not known; give an algorithm");
}

TEST_CASE("markers are not kept on several instances") {
  for (const std::string name : {"srtcm", "trtcm"}) {
    const bool one_rate = name == "srtcm";
    const AnyLimiter marker =
        parse_limiter(name + ":rate=1/s,burst=1," + (one_rate ? "excess=1" : "peak=1/s,peak-burst=1"));
    CHECK_THROWS_WITH(shared(marker),
                      name + " is a marker, and how its two buckets are shared is not known; give an algorithm");
    CHECK(spec_text(divided(marker, 2).back()) == spec_text(marker));
  }
}
