#include "limiter/dialect/dialect.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "core/error.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/spec.hpp"

using namespace ratereplay;

namespace {

constexpr std::int64_t last = std::numeric_limits<std::int64_t>::max();

/// Whether a bucket of a dialect whose longest wait is 2.002 s can be replayed from `first` to `end`.
void replay_within(std::int64_t first, std::int64_t end, bool unit_costs = true) {
  const AnyLimiter limiter = parse_limiter("redis-incr:limit=1,window=2001ms");
  with_rule(limiter, {.first = {first}, .last = {end}, .unit_costs = unit_costs}, [](const auto& /*rule*/) {});
}

constexpr std::int64_t wait = 2'002'000'000;

}  // namespace

TEST_CASE("a dialect is replayed as far as its waits lead to times that there are") {
  CHECK_NOTHROW(replay_within(0, last - wait));
  CHECK_THROWS_WITH(replay_within(wait, last - wait + 1),
                    "its waits lead beyond 2262, the end of the times that are representable; choose a part with --to");
}

TEST_CASE("a dialect is replayed for as long as its 64-bit clock and a wait allow") {
  CHECK_NOTHROW(replay_within(-wait, last - 2 * wait));
  CHECK_THROWS_WITH(replay_within(-wait, last - 2 * wait + 1),
                    Catch::Matchers::Contains("too long for the 64-bit clock of a product; choose a part with --from"));
}

TEST_CASE("a dialect that counts requests is not asked about costs") {
  CHECK_NOTHROW(replay_within(0, 1, false));
  CHECK_THROWS_WITH(with_rule(parse_limiter("nginx:rate=1r/s"), {.first = {0}, .last = {1}, .unit_costs = false},
                              [](const auto& /*rule*/) {}),
                    "it counts requests and knows no costs; leave --cost out");
}
