#include "limiter/dialect/cloudflare.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "core/error.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/dialect/refused.hpp"
#include "limiter/spec.hpp"
#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

TEST_CASE("Cloudflare's published estimate: 42 before and 18 now, 15 s into the minute, are 49.5") {
  const CloudflareRule rule(std::get<Cloudflare>(parse_limiter("cloudflare:limit=50,window=1m")));
  CloudflareRule::State state = rule.start({0});
  for (int event = 0; event < 42; ++event) CHECK(rule.admit(state, {59 * s}, 1));
  for (int event = 0; event < 18; ++event) CHECK(rule.admit(state, {75 * s}, 1));
  CHECK(rule.describe(state, {75 * s}) == "an estimate of 49.5 of 50");
  CHECK(rule.room(state, {75 * s}) == 0);
  CHECK_FALSE(rule.admit(state, {75 * s}, 1));  // 50.5
  CHECK(state == WindowCounts{1, 19, 42});
  CHECK(rule.state_bytes(state) == 24);
}

TEST_CASE("Cloudflare's estimate is exact, and of whole seconds") {
  // Half of 2 is left 5 s into the window: one passes, but one that was refused before it counts.
  check_table(
      "cloudflare:limit=2,window=10s",
      {{9 * s, 1, passes}, {9 * s, 1, passes}, {10 * s, 1, 10 * s}, {20 * s - 1, 1, 5 * s + 1}, {25 * s, 1, passes}},
      true);
}

TEST_CASE("Cloudflare refuses a client that keeps asking for ever") {
  const CloudflareRule rule(std::get<Cloudflare>(parse_limiter("cloudflare:limit=5,window=1m")));
  CloudflareRule::State state = rule.start({0});
  std::int64_t passed = 0;
  for (std::int64_t at = 0; at < 24 * hour; at += 10 * s) passed += rule.admit(state, {at}, 1) ? 1 : 0;
  CHECK(passed == 5);
}

TEST_CASE("Cloudflare takes a clock that is set back to stand at the beginning of the window") {
  const CloudflareRule rule(std::get<Cloudflare>(parse_limiter("cloudflare:limit=3,window=10s")));
  CloudflareRule::State state{5, 1, 2};
  CHECK(rule.admit(state, {59 * s}, 1));
  CHECK_FALSE(rule.admit(state, {12 * s}, 1));
  CHECK(state == WindowCounts{5, 3, 2});
}

TEST_CASE("Cloudflare passes one in two windows where the limit is one") {
  const auto long_run = [](const char* spec) { return long_run_per_ns(parse_limiter(spec)); };
  CHECK(long_run("cloudflare:limit=1,window=1m") == Fraction(1, 120 * s));
  CHECK(long_run("cloudflare:limit=50,window=1m") == Fraction(49, 60 * s));
  const AnyLimiter limiter = parse_limiter("cloudflare:limit=10,window=1m");
  CHECK(promise(limiter, {60 * s + 1}) == Int128{20});
}

TEST_CASE("Cloudflare is configured with whole seconds") {
  CHECK(refused("cloudflare:limit=5,window=1500ms") ==
        "limiter 'cloudflare:limit=5,window=1500ms': window is whole seconds, up to 10000d, not '1500ms'");
  CHECK(spec_text(Cloudflare::for_comparison(parse_rate("5/h"), 5)) == "cloudflare:limit=5,window=1h");
  CHECK(spec_text(*ideal_of(parse_limiter("cloudflare:limit=5,window=1h"))) ==
        "sliding-counter:limit=5,window=1h,rounding=exact");
  CHECK_THROWS_WITH(Cloudflare::for_comparison(parse_rate("1/500ms"), 1),
                    "its windows are whole seconds, up to 10000d, and the period of 1/500ms is not");
}
