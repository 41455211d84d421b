// A trace fed block by block, its end unknown, gives what it gives at once, wherever it is cut.

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "laws/replayed.hpp"
#include "laws/samples.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/spec.hpp"
#include "replay/limiter_run.hpp"
#include "replay/replay.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

struct Columns {
  std::vector<std::int64_t> arrival;
  std::vector<Cost> cost;

  Events events() const noexcept { return {arrival, cost}; }
};

/// Ties, bursts and gaps up to `gap`, costs none or 0 to 5, from `start` on.
Columns busy(Random& random, std::int64_t start, std::size_t events, std::int64_t gap, bool with_costs) {
  Columns columns;
  std::int64_t at = start;
  for (std::size_t event = 0; event < events; ++event) {
    if (random.below(2) == 0) at += static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(gap)));
    columns.arrival.push_back(at);
    if (with_costs) columns.cost.push_back(static_cast<Cost>(random.below(6)));
  }
  return columns;
}

/// Feeds blocks of at most `size` events, or of random sizes for 0; now and then the summary so far is asked for.
ReplaySummary in_blocks(const AnyLimiter& limiter, const Events& events, Duration window, std::size_t size,
                        Random& random) {
  const std::unique_ptr<LimiterRun> run = start_run(limiter, {window, {events.unit_costs()}});
  for (std::size_t begin = 0; begin < events.size();) {
    const std::size_t count = std::min<std::size_t>(size > 0 ? size : random.below(100), events.size() - begin);
    run->feed(events.part(begin, count));
    begin += count;
    if (random.below(16) == 0) run->summary();
  }
  return run->summary();
}

void require_same_in_blocks(const AnyLimiter& limiter, const Events& events, Duration window, Random& random) {
  const ReplaySummary at_once = replay(limiter, events, window);
  for (const std::size_t size : std::initializer_list<std::size_t>{1, 2, 3, 7, 63, 64, 65, 0}) {
    CAPTURE(size);
    REQUIRE(in_blocks(limiter, events, window, size, random) == at_once);
  }
}

/// Whether the limiter's rule depends on the span of the trace.
bool may_widen(const AnyLimiter& limiter) {
  return std::visit(
      []<class Parameters>(const Parameters&) {
        using Rules = typename Parameters::Rules;
        return TakesOver<std::tuple_element_t<std::tuple_size_v<Rules> - 1, Rules>, std::tuple_element_t<0, Rules>>;
      },
      limiter);
}

/// A state is larger in 128 bits, and the largest is reported.
void require_widens(const AnyLimiter& limiter, const Events& events, Duration window) {
  const std::size_t before = replay(limiter, events.part(0, 4), window).state_bytes;
  const std::size_t after = replay(limiter, events, window).state_bytes;
  REQUIRE(before < after);
}

}  // namespace

TEST_CASE("every limiter's summary is the same in blocks of any size") {
  for (const auto& [name, parameters] : samples()) {
    for (const std::string& each : parameters) {
      const std::string spec = name + ":" + each;
      const AnyLimiter limiter = parse_limiter(spec);
      for (std::uint64_t seed = 0; seed < 60; ++seed) {
        CAPTURE(spec, seed);
        Random random(seed);
        const std::int64_t start = seed % 3 == 0 ? INT64_MIN : seed % 3 == 1 ? -300 : INT64_MAX - 50'000;
        const Columns columns = busy(random, start, 1 + random.below(300), 8, seed % 2 == 1);
        require_same_in_blocks(limiter, columns.events(), Duration{static_cast<Int128>(1 + random.below(40))}, random);
      }
    }
  }
}

TEST_CASE("every limiter's summary is the same when gaps call for 128 bits in the middle of the trace") {
  for (const auto& [name, parameters] : samples()) {
    for (const std::string& each : parameters) {
      const std::string spec = name + ":" + each;
      const AnyLimiter limiter = parse_limiter(spec);
      for (std::uint64_t seed = 0; seed < 40; ++seed) {
        CAPTURE(spec, seed);
        Random random(seed);
        Columns columns = busy(random, INT64_MIN, 20 + random.below(80), 8, seed % 2 == 1);
        for (const std::int64_t after : {INT64_MIN / 2, INT64_C(0), INT64_MAX - 50'000}) {
          const Columns next = busy(random, after, 1 + random.below(80), 8, seed % 2 == 1);
          columns.arrival.insert(columns.arrival.end(), next.arrival.begin(), next.arrival.end());
          columns.cost.insert(columns.cost.end(), next.cost.begin(), next.cost.end());
        }
        const Duration window{static_cast<Int128>(1 + random.below(40))};
        if (may_widen(limiter)) require_widens(limiter, columns.events(), window);
        require_same_in_blocks(limiter, columns.events(), window, random);
      }
    }
  }
}

TEST_CASE("every limiter's summary is the same when 64 bits end in the middle of a busy time") {
  struct Scale {
    const char* spec;
    std::int64_t gap;
    std::int64_t window;
  };
  // Intervals of 0.1 s in a billion ticks a ns; windows of 63 and 127 years, of which 64 bits hold only a few.
  for (const Scale& scale : std::vector<Scale>{
           {"gcra:rate=1000000007/100000000000000003ns,burst=4", 200'000'000, 1'000'000'000},
           {"pacer:rate=1000000007/100000000000000003ns", 200'000'000, 1'000'000'000},
           {"leaky-queue:rate=1000000007/100000000000000003ns,queue=4", 200'000'000, 1'000'000'000},
           {"leaky-queue:rate=1000000007/100000000000000003ns,queue=4", 200'000'000, INT64_MAX},
           {"fixed-window:limit=5,window=4000000000000000000ns", 60'000'000'000'000'000, 300'000'000'000'000'000},
           {"fixed-window:limit=5,window=4000000000000000000ns,anchor=first", 60'000'000'000'000'000, 1},
           {"sliding-counter:limit=4,window=2000000000000000000ns", 60'000'000'000'000'000, 300'000'000'000'000'000}}) {
    const AnyLimiter limiter = parse_limiter(scale.spec);
    REQUIRE(may_widen(limiter));
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      CAPTURE(scale.spec, scale.window, seed);
      Random random(seed);
      const Columns columns = busy(random, INT64_MIN, 250, scale.gap, seed % 2 == 1);
      require_widens(limiter, columns.events(), Duration{scale.window});
      require_same_in_blocks(limiter, columns.events(), Duration{scale.window}, random);
    }
  }
}
