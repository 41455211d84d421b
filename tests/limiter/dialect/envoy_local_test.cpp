#include "limiter/dialect/envoy_local.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "limiter/dialect/refused.hpp"
#include "limiter/spec.hpp"
#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

TEST_CASE("Envoy's bucket gets its tokens all at once, when the timer goes off") {
  check_table("envoy-local:max_tokens=2,tokens_per_fill=2,fill_interval=100ms", {{30 * ms, 1, passes},
                                                                                 {40 * ms, 1, passes},
                                                                                 {40 * ms, 1, 90 * ms},
                                                                                 {130 * ms - 1, 1, 1},
                                                                                 {130 * ms, 1, passes},
                                                                                 {229 * ms, 1, passes},
                                                                                 {229 * ms, 1, 1 * ms},
                                                                                 {230 * ms, 1, passes},
                                                                                 {230 * ms, 1, passes},
                                                                                 {230 * ms, 1, 100 * ms}});
}

TEST_CASE("Envoy's timer goes on while a bucket is full") {
  check_table("envoy-local:max_tokens=1,fill_interval=50ms", {{0, 1, passes},
                                                              {70 * ms, 1, passes},
                                                              {99 * ms, 1, 1 * ms},
                                                              {100 * ms, 1, passes},
                                                              {1049 * ms, 1, passes},
                                                              {1049 * ms, 1, 1 * ms}});
}

TEST_CASE("what a fill has too much is lost") {
  check_table("envoy-local:max_tokens=2,tokens_per_fill=5,fill_interval=1s",
              {{0, 1, passes}, {0, 1, passes}, {0, 1, s}, {s, 1, passes}, {s, 1, passes}, {s, 1, s}});
  const AnyLimiter limiter = parse_limiter("envoy-local:max_tokens=2,tokens_per_fill=5,fill_interval=1s");
  CHECK(long_run_per_ns(limiter) == Fraction(2, 1'000'000'000));
  CHECK(spec_text(ideal_of(limiter).value()) == "token-bucket:rate=5/1s,burst=2");
}

TEST_CASE("a few fills fill a bucket by and by") {
  const EnvoyLocalRule rule(
      std::get<EnvoyLocal>(parse_limiter("envoy-local:max_tokens=5,tokens_per_fill=2,fill_interval=1s")));
  EnvoyLocalRule::State state = rule.start({0});
  for (int i = 0; i < 5; ++i) CHECK(rule.admit(state, {0}, 1));
  CHECK(rule.room(state, {s - 1}) == 0);
  CHECK(rule.room(state, {s}) == 2);
  CHECK(rule.room(state, {3 * s - 1}) == 4);
  CHECK_FALSE(rule.rested(state, {3 * s - 1}));
  CHECK(rule.room(state, {3 * s}) == 5);
  CHECK(rule.rested(state, {3 * s}));
  CHECK(rule.describe(state, {2 * s}) == "4 of 5 tokens");
  CHECK(rule.longest_wait() == Duration{3 * s});
  CHECK(rule.state_bytes(state) == 16);
}

TEST_CASE("Envoy's timer does not go by a clock that is set back") {
  const EnvoyLocalRule rule(std::get<EnvoyLocal>(parse_limiter("envoy-local:max_tokens=1,fill_interval=50ms")));
  EnvoyLocalRule::State state = rule.start({s});
  CHECK(rule.admit(state, {s}, 1));
  CHECK_FALSE(rule.admit(state, {0}, 1));
  CHECK(state == EnvoyLocalRule::State{s, 0});
}

TEST_CASE("Envoy's promise is a full bucket and the fills of the window") {
  const auto promised = [](std::int64_t length) {
    const char* spec = "envoy-local:max_tokens=5,tokens_per_fill=2,fill_interval=1s";
    return to_text(promise(parse_limiter(spec), {length}).value());
  };
  CHECK(promised(1) == "5");
  CHECK(promised(2) == "7");
  CHECK(promised(s + 1) == "7");
  CHECK(promised(s + 2) == "9");
}

TEST_CASE("Envoy is configured within its bounds") {
  CHECK(refused("envoy-local:max_tokens=1,fill_interval=49ms") ==
        "limiter 'envoy-local:max_tokens=1,fill_interval=49ms': fill_interval is in whole milliseconds, from 50ms up "
        "to a century, as Envoy has it");
  CHECK(refused("envoy-local:max_tokens=1,fill_interval=50500us").find("whole milliseconds") != std::string::npos);
  CHECK(refused("envoy-local:max_tokens=1,fill_interval=200000d").find("up to a century") != std::string::npos);
  CHECK(refused("envoy-local:max_tokens=4294967295,fill_interval=1s") ==
        "limiter 'envoy-local:max_tokens=4294967295,fill_interval=1s': max_tokens and tokens_per_fill are taken up to "
        "4294967295 together, where Envoy's sum overflows");
  CHECK(refused("envoy-local:max_tokens=4294967294,fill_interval=1s").empty());
  CHECK(refused("envoy-local:max_tokens=4294967296,fill_interval=1s").find("max_tokens is taken up to 4294967295") !=
        std::string::npos);
  CHECK(refused("envoy-local:max_tokens=1,tokens_per_fill=0,fill_interval=1s").find("from 1 up") != std::string::npos);
  CHECK(refused("envoy-local:max_tokens=1000000000,fill_interval=1h").find("more than a century to fill") !=
        std::string::npos);
}

TEST_CASE("Envoy's fills are rare enough for any rate") {
  const auto configured = [](const char* rate, const Fraction& burst) {
    return "envoy-local:" + EnvoyLocal::for_comparison(parse_rate(rate), burst).text();
  };
  CHECK(configured("10/s", 20) == "envoy-local:max_tokens=20,fill_interval=100ms");
  CHECK(configured("70/m", 7) == "envoy-local:max_tokens=7,tokens_per_fill=7,fill_interval=6s");
  CHECK(configured("1/s", Fraction(1, 2)) == "envoy-local:max_tokens=1,fill_interval=1s");
  CHECK(configured("1/10ms", 5) == "envoy-local:max_tokens=5,tokens_per_fill=5,fill_interval=50ms");
  CHECK(configured("1/40ms", 5) == "envoy-local:max_tokens=5,tokens_per_fill=2,fill_interval=80ms");
  CHECK(configured("1/60500us", 5) == "envoy-local:max_tokens=5,tokens_per_fill=2,fill_interval=121ms");
  CHECK_THROWS_WITH(configured("4000000000/s", 4'200'000'000), "Envoy counts tokens up to 4294967295");
  CHECK(configured("10/s", 4'294'967'294) == "envoy-local:max_tokens=4294967294,fill_interval=100ms");
  CHECK_THROWS_WITH(configured("10/s", 4'294'967'295), "Envoy counts tokens up to 4294967295");
  // Beyond 64 bits what is left for a fill could not be told from it.
  CHECK_THROWS_WITH(configured("10/s", Int128{1} << 100), "Envoy counts tokens up to 4294967295");
  CHECK_THROWS_WITH(configured("1/h", 2'000'000'000), "at this rate the bucket takes more than a century to fill");
  CHECK_THROWS_WITH(configured("1/200000d", 1), "its fills would be more than a century apart");
}

TEST_CASE("Envoy's stanza is the bucket of its filter") {
  const EnvoyLocal closest = EnvoyLocal::closest(parse_rate("5/h"), 74);
  CHECK(closest.text() == "max_tokens=74,fill_interval=12m");
  CHECK(closest.stanza(false) ==
        "# in the configuration of envoy.filters.http.local_ratelimit:\n"
        "token_bucket:\n"
        "  max_tokens: 74\n"
        "  tokens_per_fill: 1\n"
        "  fill_interval: 720s\n");
  CHECK_THROWS_WITH(closest.stanza(true), "its local bucket is one for all clients; leave --key out");
  // No more than six fit into the bucket; 6 in 11142.857 ms.
  CHECK(EnvoyLocal::closest(parse_rate("7/13s"), 6).text() == "max_tokens=6,tokens_per_fill=6,fill_interval=11143ms");
  CHECK_THROWS_WITH(EnvoyLocal::closest(parse_rate("1/200000d"), 1), "its fills would be more than a century apart");
  CHECK_THROWS_WITH(EnvoyLocal::closest(parse_rate("10/s"), EnvoyLocal::most), "Envoy counts tokens up to 4294967295");
  // At most 20 fills a second, each of which has to fit.
  CHECK(EnvoyLocal::closest(parse_rate("2000/s"), 7).text() == "max_tokens=100,tokens_per_fill=100,fill_interval=50ms");
  CHECK(EnvoyLocal::closest(parse_rate("3/s"), 4).stanza(false).find("tokens_per_fill: 3\n  fill_interval: 1s\n") !=
        std::string::npos);
}
