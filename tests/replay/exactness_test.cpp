#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "limiter/catalogue.hpp"
#include "limiter/spec.hpp"
#include "replay/replay.hpp"
#include "sanitized.hpp"

using namespace ratereplay;

namespace {

constexpr std::size_t event_count = test::sanitized ? 1'000'000 : 20'000'000;

struct Decisions {
  std::vector<std::uint64_t> words;

  void record(const Events& /*events*/, std::uint64_t passed) { words.push_back(passed); }
};

}  // namespace

TEST_CASE("three names of one bucket agree on every one of 20 million Poisson events") {
  std::mt19937_64 random(20'250'729);
  std::vector<std::int64_t> times(event_count);
  std::int64_t now = 0;
  for (std::int64_t& time : times) {
    const double uniform = (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53;
    time = now += static_cast<std::int64_t>(-1e6 * std::log(uniform));
  }
  const Events events{times, {}};
  const auto decisions = [&](const std::string& spec) {
    Decisions made;
    with_rule(parse_limiter(spec), extent_of(events), [&](const auto& rule) { replay(rule, events, made); });
    return made.words;
  };
  const std::vector<std::uint64_t> token_bucket = decisions("token-bucket:rate=700/s,burst=50");
  REQUIRE(token_bucket.size() == event_count / 64);
  CHECK(decisions("gcra:rate=700/s,burst=50") == token_bucket);
  CHECK(decisions("leaky-bucket:rate=700/s,burst=50") == token_bucket);
  CHECK(decisions("leaky-queue:rate=700/s,queue=49") == token_bucket);
  CHECK(decisions("gcra:rate=700/s,burst=49") != token_bucket);
}
