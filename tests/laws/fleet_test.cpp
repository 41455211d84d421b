// What holds of every limit of the catalogue that is kept on several instances, whatever its parameters and the trace.

#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "laws/replayed.hpp"
#include "laws/samples.hpp"
#include "limiter/catalogue.hpp"
#include "simulation/arrangement.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

constexpr std::uint64_t traces = 500;

/// Markers are not kept on several instances.
bool is_of_algorithm(const AnyLimiter& limiter) {
  return std::visit([]<class Parameters>(const Parameters&) { return !is_marker<Parameters>; }, limiter);
}

/// Calls `law(limiter, arrivals, random)` for every sample of an algorithm on generated traces, with unit costs and
/// with others.
template <class Law>
void for_all_fleets(Law law) {
  for_all_samples([&](const std::string& spec) {
    const AnyLimiter limiter = parse_limiter(spec);
    if (!is_of_algorithm(limiter)) return;
    for (std::uint64_t seed = 0; seed < traces; ++seed) {
      CAPTURE(spec, seed);
      Random random(seed);
      const Arrivals arrivals = random.arrivals(seed % 2 == 1);
      law(limiter, arrivals, random);
    }
  });
}

/// One letter an event: `+` for one that passes. All reach the instance that `instance_of` says.
template <class InstanceOf>
std::string decisions(const std::unique_ptr<Arrangement>& arrangement, const Arrivals& arrivals,
                      InstanceOf instance_of) {
  std::string result;
  for (const Arrival& each : arrivals)
    result += arrangement->pass({{each.at}, each.cost, 0, instance_of()}) ? '+' : '-';
  return result;
}

std::string decisions(const std::unique_ptr<Arrangement>& arrangement, const Arrivals& arrivals) {
  return decisions(arrangement, arrivals, [] { return 0U; });
}

std::string replayed(const AnyLimiter& limiter, const Arrivals& arrivals) {
  std::string result;
  for (const Int128 outcome : outcomes(limiter, arrivals)) result += outcome == 0 ? '+' : '-';
  return result;
}

const std::vector<Duration> right_clock(1);

/// Whether it matters to a limit that it is not asked for what another one refuses: it would log that too, or it begins
/// with its first question.
bool hears_of_refusals(const AnyLimiter& limiter) {
  const auto* const log = std::get_if<SlidingLog>(&limiter);
  const auto* const bucket = std::get_if<TokenBucket>(&limiter);
  return (log != nullptr && log->count == SlidingLog::Count::all) ||
         (bucket != nullptr && bucket->initial < bucket->burst);
}

}  // namespace

TEST_CASE("a fleet of one decides as the limiter does, in every arrangement") {
  for_all_fleets([](const AnyLimiter& limiter, const Arrivals& arrivals, Random& random) {
    const std::string expected = replayed(limiter, arrivals);
    const Duration some{static_cast<Int128>(1 + random.below(20))};
    REQUIRE(decisions(apart({limiter}, right_clock), arrivals) == expected);
    REQUIRE(decisions(apart(divided(limiter, 1), right_clock), arrivals) == expected);
    REQUIRE(decisions(shared(limiter), arrivals) == expected);
    REQUIRE(decisions(shared(limiter, Clock::guarded, right_clock), arrivals) == expected);
    REQUIRE(decisions(shared(limiter, Clock::unguarded, right_clock), arrivals) == expected);
    REQUIRE(decisions(synchronised(limiter, 1, some), arrivals) == expected);
    if (!hears_of_refusals(limiter))
      REQUIRE(decisions(behind(apart({limiter}, right_clock), shared(limiter)), arrivals) == expected);
  });
}

TEST_CASE("a shared limit does not depend on who takes an event") {
  for_all_fleets([](const AnyLimiter& limiter, const Arrivals& arrivals, Random& random) {
    const auto anyone = [&random] { return static_cast<std::uint32_t>(random.below(3)); };
    const std::string expected = replayed(limiter, arrivals);
    REQUIRE(decisions(shared(limiter), arrivals, anyone) == expected);
    const std::vector<Duration> right_clocks(3);
    REQUIRE(decisions(shared(limiter, Clock::guarded, right_clocks), arrivals, anyone) == expected);
    REQUIRE(decisions(shared(limiter, Clock::unguarded, right_clocks), arrivals, anyone) == expected);
  });
}

TEST_CASE("a clock that is always wrong by as much matters to windows of the clock alone") {
  for_all_fleets([](const AnyLimiter& limiter, const Arrivals& arrivals, Random& random) {
    if (std::holds_alternative<FixedWindow>(limiter) || std::holds_alternative<SlidingCounter>(limiter)) return;
    const std::vector<Duration> ahead{{static_cast<Int128>(random.below(50)) - 25}};
    REQUIRE(decisions(shared(limiter, Clock::unguarded, ahead), arrivals) == replayed(limiter, arrivals));
  });
}

TEST_CASE("with a harmless time to live no decision changes") {
  std::uint64_t changed_by_less = 0;
  for_all_fleets([&](const AnyLimiter& limiter, const Arrivals& arrivals, Random& /*random*/) {
    const auto lasting = shared(limiter);
    const std::string expected = decisions(lasting, arrivals);
    const HarmlessTtl ttl = *lasting->harmless_ttl();
    const auto with = [&](Duration least) { return decisions(shared(limiter, Clock::store, {}, least), arrivals); };
    REQUIRE(with({std::max<Int128>(ttl.least.ns, 1)}) == expected);
    REQUIRE(with({ttl.least.ns + 1}) == expected);
    if (ttl.always) REQUIRE(with(*ttl.always) == expected);
    if (ttl.always) REQUIRE(ttl.least <= *ttl.always);
    if (ttl.least.ns > 1 && with({ttl.least.ns - 1}) != expected) ++changed_by_less;
  });
  CHECK(changed_by_less > 1000);
}

TEST_CASE("who has time to write before the next one reads, races with nobody") {
  for_all_fleets([](const AnyLimiter& limiter, const Arrivals& arrivals, Random& /*random*/) {
    Arrivals apart_in_time;
    for (const Arrival& each : arrivals)
      if (apart_in_time.empty() || each.at - apart_in_time.back().at >= 3) apart_in_time.push_back(each);
    const std::string expected = replayed(limiter, apart_in_time);
    REQUIRE(decisions(raced(limiter, {3}, Write::added), apart_in_time) == expected);
    REQUIRE(decisions(raced(limiter, {3}, Write::overwritten), apart_in_time) == expected);
  });
}

TEST_CASE("a store that fails when nobody asks is a store that does not fail") {
  for_all_fleets([](const AnyLimiter& limiter, const Arrivals& arrivals, Random& /*random*/) {
    const Instant last{arrivals.back().at};
    if (last.ns == std::numeric_limits<std::int64_t>::max()) return;
    const std::vector<Outage> later{{{last.ns + 1}, {std::numeric_limits<std::int64_t>::max()}}};
    for (const OnOutage then : {OnOutage::open, OnOutage::closed, OnOutage::local}) {
      REQUIRE(decisions(failing(shared(limiter), later, then, apart({limiter}, right_clock)), arrivals) ==
              replayed(limiter, arrivals));
    }
  });
}
