#include "limiter/dialect/resilience4j.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "limiter/dialect/refused.hpp"
#include "limiter/spec.hpp"
#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

constexpr std::int64_t cycle = 250 * ms;

/// For how long an event waits, -1 where it is refused.
class Made {
 public:
  explicit Made(const char* spec) : rule_(std::get<Resilience4j>(parse_limiter(spec))), state_(rule_.start({0})) {}

  std::int64_t reserve(std::int64_t now, Cost permits = 1) {
    return rule_.admit(state_, {now}, permits) ? rule_.leaves(state_, {now}).ns - now : -1;
  }

  Cost room(std::int64_t now) const { return rule_.room(state_, {now}); }
  std::string describe(std::int64_t now) const { return rule_.describe(state_, {now}); }
  std::size_t state_bytes() const { return rule_.state_bytes(state_); }
  const Waiting<Resilience4jRule>::State& state() const { return state_; }

 private:
  Waiting<Resilience4jRule> rule_;
  Waiting<Resilience4jRule>::State state_;
};

}  // namespace

// These are what its own tests (AtomicRateLimiterTest, RateLimitersImplementationTest) have it do.

TEST_CASE("resilience4j passes the limit in a cycle, and again in the next") {
  check_table("resilience4j:limit=1,period=250ms", {{0, 1, passes},
                                                    {0, 1, cycle},
                                                    {cycle - 1, 1, 1},
                                                    {cycle, 1, passes},
                                                    {cycle, 1, cycle},
                                                    {2 * cycle - 1, 1, 1},
                                                    {2 * cycle, 1, passes}});
  check_table("resilience4j:limit=10,period=500ms",
              {{0, 5, passes}, {0, 5, passes}, {0, 1, 500 * ms}, {500 * ms, 1, passes}});
  check_table("resilience4j:limit=10,period=250ms",
              {{0, 1, passes}, {0, 5, passes}, {0, 5, cycle}, {cycle, 5, passes}});
}

TEST_CASE("resilience4j reserves permissions of the next cycle within the timeout") {
  Made limiter("resilience4j:limit=1,period=250ms,timeout=250ms");
  CHECK(limiter.reserve(cycle) == 0);
  CHECK(limiter.reserve(cycle) == cycle);
  CHECK(limiter.reserve(cycle) == -1);
  CHECK(limiter.state().permissions == -1);
  CHECK(limiter.room(6 * cycle + 10) == 2);  // its own, and one of the next cycle
  CHECK(limiter.reserve(2 * cycle + 10) == cycle - 10);
}

TEST_CASE("resilience4j's reservations fill one cycle after the other") {
  Made limiter("resilience4j:limit=3,period=10ms,timeout=12ms");
  std::vector<std::int64_t> waits;
  for (std::int64_t event = 1; event <= 9; ++event) waits.push_back(limiter.reserve(10 * ms + event));
  CHECK(waits == std::vector<std::int64_t>{0, 0, 0, 10 * ms - 4, 10 * ms - 5, 10 * ms - 6, -1, -1, -1});
}

TEST_CASE("resilience4j takes a large cost from several cycles") {
  Made limiter("resilience4j:limit=1,period=250ms,timeout=1250ms");
  CHECK(limiter.reserve(cycle, 3) == 2 * cycle);
}

// And these what follows from its source.

TEST_CASE("resilience4j's cycles go on from the first event of a key, used or not") {
  check_table("resilience4j:limit=2,period=10s", {{3 * s, 1, passes},
                                                  {12 * s, 1, passes},
                                                  {12 * s, 1, 1 * s},
                                                  {13 * s - 1, 1, 1},
                                                  {13 * s, 2, passes},
                                                  {30 * s, 1, passes},
                                                  {32 * s, 2, 1 * s},
                                                  {33 * s, 3, never},
                                                  {33 * s, 2, passes}});
}

TEST_CASE("resilience4j waits for the cycle that the last of its permissions comes with") {
  Made limiter("resilience4j:limit=5,period=1s,timeout=2500ms");
  CHECK(limiter.reserve(200 * ms, 4) == 0);
  CHECK(limiter.reserve(300 * ms, 4) == 700 * ms);
  CHECK(limiter.describe(300 * ms) == "3 permissions reserved, the next cycle begins in 700 ms");
  CHECK(limiter.room(300 * ms) == 7);
  CHECK(limiter.reserve(300 * ms, 3) == 1700 * ms);
  CHECK(limiter.reserve(400 * ms, 5) == -1);
  CHECK(limiter.reserve(500 * ms, 4) == 1500 * ms);
  CHECK(limiter.reserve(500 * ms, 1) == 2500 * ms);
  CHECK(limiter.reserve(500 * ms, 4) == 2500 * ms);
  CHECK(limiter.reserve(500 * ms, 1) == -1);
  CHECK(limiter.describe(3500 * ms) == "0 of 5 permissions left, the next cycle begins in 500 ms");
  CHECK(limiter.state_bytes() == 32);
}

TEST_CASE("resilience4j has a counter less to keep where nothing waits") {
  const Resilience4jRule rule(std::get<Resilience4j>(parse_limiter("resilience4j:limit=5,period=1s")));
  CHECK(rule.state_bytes(rule.start({0})) == 24);
}

TEST_CASE("resilience4j's promises") {
  const auto promised = [](const char* spec, std::int64_t length, Cost largest_cost) {
    return to_text(promise(parse_limiter(spec), {length}, largest_cost).value());
  };
  CHECK(promised("resilience4j:limit=5,period=1h", 1, 1) == "5");
  CHECK(promised("resilience4j:limit=5,period=1h", 2, 1) == "10");
  CHECK(promised("resilience4j:limit=5,period=1h", hour + 1, 9) == "10");
  CHECK(promised("resilience4j:limit=5,period=1h", hour + 2, 1) == "15");
  CHECK(promised("resilience4j:limit=5,period=1h,timeout=1h", hour, 1) == "10");
  CHECK(promised("resilience4j:limit=5,period=1h,timeout=1h", hour, 3) == "12");
  CHECK(promised("resilience4j:limit=5,period=1h,timeout=1h", hour, 9) == "14");
  CHECK_FALSE(admission_promise(parse_limiter("resilience4j:limit=5,period=1h"), {hour}));
  CHECK(admission_promise(parse_limiter("resilience4j:limit=5,period=1h,timeout=1h"), {1}) == Int128{10});
  CHECK(admission_promise(parse_limiter("resilience4j:limit=5,period=1h,timeout=3601s"), {1}) == Int128{15});
}

TEST_CASE("resilience4j is refused where it cannot be") {
  CHECK(refused("resilience4j:period=1s").find("resilience4j needs limit=N") != std::string::npos);
  CHECK(refused("resilience4j:limit=1").find("resilience4j needs period=DURATION") != std::string::npos);
  CHECK(refused("resilience4j:limit=500000001,period=1s").find("limit is taken up to 500000000, not 500000001") !=
        std::string::npos);
  CHECK(refused("resilience4j:limit=1,period=1s,timeout=-1s").find("timeout must not be below 0") != std::string::npos);
  CHECK(refused("resilience4j:limit=1,period=13344d").find("more than half a century") != std::string::npos);
  CHECK(refused("resilience4j:limit=1,period=13343d").empty());
  CHECK(refused("resilience4j:limit=250000001,period=1s,timeout=1s")
            .find("limit and timeout would reserve more than 500000000 permissions; use a shorter timeout") !=
        std::string::npos);
  CHECK(refused("resilience4j:limit=250000000,period=1s,timeout=1s").empty());

  const auto replayed = [](const char* spec, const Extent& extent) {
    with_rule(parse_limiter(spec), extent, [](const auto& /*rule*/) {});
  };
  CHECK_NOTHROW(replayed("resilience4j:limit=5,period=1s,timeout=1s", {{0}, {hour}, 5, 9, false}));
  CHECK_NOTHROW(replayed("resilience4j:limit=5,period=1s", {{0}, {hour}, 6, 9, false}));
  CHECK_THROWS_WITH(replayed("resilience4j:limit=5,period=1s,timeout=1s", {{0}, {hour}, 6, 9, false}),
                    "with a timeout a cost above the limit passes in one part of a cycle and not in another, and there "
                    "is one of 6; raise limit, or leave timeout out");
  CHECK_THROWS_WITH(replayed("resilience4j:limit=500000000,period=1ns", {{0}, {10 * s}}),
                    "the trace has more permissions than its 64 bits hold; use a longer period, or choose a part with "
                    "--from and --to");
}

TEST_CASE("resilience4j is configured by a count and a period") {
  CHECK(Resilience4j::for_comparison(parse_rate("120/60s"), 5).text() == "limit=120,period=1m");
  CHECK_THROWS_WITH(Resilience4j::for_comparison(parse_rate("500000001/s"), 1),
                    "limit is taken up to 500000000, not 500000001");
  const AnyLimiter limiter = parse_limiter("resilience4j:limit=5,period=1h,timeout=90m");
  CHECK(spec_text(*ideal_of(limiter)) == "fixed-window:limit=5,window=1h,anchor=first");
  CHECK(long_run_per_ns(limiter) == Fraction(5, hour));
  CHECK(default_window(limiter) == Duration{hour});
  CHECK(quota(limiter) == 15);
  CHECK(quota(parse_limiter("resilience4j:limit=5,period=1h")) == 5);
  CHECK(spec_text(parse_limiter("resilience4j:limit=5,period=60m,timeout=0")) == "resilience4j:limit=5,period=1h");
  CHECK(may_delay(limiter));
}
