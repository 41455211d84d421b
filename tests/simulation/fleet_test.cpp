#include "simulation/fleet.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "limiter/spec.hpp"

using namespace ratereplay;

// tests/simulation/fleet_test.py states every figure once more.

namespace {

constexpr std::int64_t s = 1'000'000'000;

FleetSummary fleet_of(const std::string& spec, const std::vector<std::int64_t>& arrivals, FleetOptions options,
                      const std::vector<Cost>& costs = {}) {
  Workers workers(2);
  const AnyLimiter limiter = parse_limiter(spec);
  if (options.window.ns == 0) options.window = default_window(limiter);
  return simulate_fleet({arrivals, costs}, {costs.empty(), nullptr}, limiter, options, workers);
}

FleetOptions instances(std::uint32_t count) {
  FleetOptions options;
  options.instances = count;
  return options;
}

const FleetRow& row_of(const FleetSummary& summary, const std::string& name) {
  for (const FleetRow& row : summary.rows)
    if (row.name == name) return row;
  FAIL("no row " << name);
  return summary.rows.front();
}

std::vector<std::string> names_of(const FleetSummary& summary) {
  std::vector<std::string> names;
  for (const FleetRow& row : summary.rows) names.push_back(row.name);
  return names;
}

}  // namespace

TEST_CASE("three instances with a hundred at once pass three hundred alone and one hundred together") {
  const std::vector<std::int64_t> arrivals(300);
  const auto check = [&](const std::string& spec, std::uint64_t of_parts) {
    CAPTURE(spec);
    const FleetSummary summary = fleet_of(spec, arrivals, instances(3));
    CHECK(row_of(summary, "local").summary.passed == 300);
    CHECK(row_of(summary, "local").wrongly_passed == 200);
    CHECK(row_of(summary, "shared").summary.passed == 100);
    CHECK(row_of(summary, "divided").summary.passed == of_parts);
    CHECK(row_of(summary, "local first").summary.passed == 100);
    CHECK(summary.events_of == std::vector<std::uint64_t>{100, 100, 100});
  };
  for (const char* const spec :
       {"fixed-window:rate=100/s", "fixed-window:rate=100/s,anchor=first", "sliding-log:rate=100/s",
        "sliding-counter:rate=100/s", "leaky-queue:rate=100/s,queue=99"}) {
    check(spec, 100);
  }
  // A burst of 100/3 holds 33.
  for (const char* const name : {"token-bucket", "gcra", "leaky-bucket"})
    check(std::string(name) + ":rate=100/s,burst=100", 99);
}

TEST_CASE("with an instance that lags and no guard the shared bucket passes about twice the limit") {
  std::vector<std::int64_t> arrivals;  // 200 a second for ten seconds
  for (std::int64_t event = 0; event < 2000; ++event) arrivals.push_back(event * 5'000'000);
  FleetOptions options = instances(2);
  options.clocks = {{0}, {-s}};
  const FleetSummary summary = fleet_of("token-bucket:rate=100/s,burst=100", arrivals, options);
  CHECK(row_of(summary, "shared").summary.passed == 1099);
  CHECK(row_of(summary, "clock guarded").summary.passed == 1099);
  CHECK(row_of(summary, "clock unguarded").summary.passed == 2000);
  CHECK(row_of(summary, "clock unguarded").summary.busiest.events == 200);
}

TEST_CASE("each thing that is given adds its arrangements, in one order") {
  FleetOptions options = instances(2);
  const std::vector<std::string> always{"local", "divided", "shared", "local first"};
  CHECK(names_of(fleet_of("pacer:rate=1/s", {0, 1}, options)) == always);
  options.sync = Duration{s};
  options.race = Duration{s};
  options.clocks.resize(2);
  options.outages = {{{0}, {s}}};
  options.on_outage = {OnOutage::local, OnOutage::open};
  options.restarts = {{{0}, 1}};
  options.ttl = Duration{60 * s};
  std::vector<std::string> all = always;
  for (const char* const name :
       {"sync 1s", "race 1s, added", "race 1s, overwritten", "clock guarded", "clock unguarded", "outage local",
        "outage open", "local, restarted", "divided, restarted", "ttl 1m"})
    all.emplace_back(name);
  const FleetSummary summary = fleet_of("pacer:rate=1/s", {0, 1}, options);
  CHECK(names_of(summary) == all);
  CHECK(summary.rows[shared_row].name == "shared");
}

TEST_CASE("an outage is told by what passed in it and by the busiest window around its end") {
  FleetOptions options = instances(1);
  options.outages = {{{10 * s}, {20 * s}}};
  options.on_outage = {OnOutage::open, OnOutage::closed};
  // In windows of 5 s: three in the outage, the last less than 5 s before its end; then two, and one too late.
  const std::vector<std::int64_t> arrivals{9 * s, 10 * s, 15 * s, 16 * s, 20 * s, 20 * s + 1, 25 * s};
  const FleetSummary summary = fleet_of("sliding-log:limit=1,window=5s", arrivals, options, {1, 2, 1, 3, 1, 1, 1});
  const OutageFigures& open = row_of(summary, "outage open").outages.at(0);
  CHECK(open.events == 3);
  CHECK(open.passed == 3);
  CHECK(open.passed_cost == 6);
  CHECK(open.around_end.cost == 4);
  CHECK(open.around_end.events == 2);
  CHECK(open.around_end.from == Instant{16 * s});
  const OutageFigures& closed = row_of(summary, "outage closed").outages.at(0);
  CHECK(closed.events == 3);
  CHECK(closed.passed == 0);
  CHECK(closed.around_end.events == 1);
  const OutageFigures& without = row_of(summary, "shared").outages.at(0);
  CHECK(without.passed == 1);
  CHECK(without.passed_cost == 1);
}

TEST_CASE("an event of cost 0 passes and asks for nothing") {
  FleetOptions options = instances(1);
  options.outages = {{{0}, {s}}};
  options.on_outage = {OnOutage::closed};
  const FleetSummary summary = fleet_of("fixed-window:limit=1,window=1s", {0, 0, 0}, options, {0, 1, 0});
  CHECK(row_of(summary, "outage closed").summary.passed == 2);
  CHECK(row_of(summary, "shared").store.calls == 1);
}

TEST_CASE("several seeds say from where to where the figures go") {
  std::vector<std::int64_t> arrivals;
  for (std::int64_t event = 0; event < 200; ++event) arrivals.push_back(event * s / 10);
  FleetOptions options = instances(3);
  options.balance.kind = Balance::Kind::random;
  options.seed = 5;
  options.seeds = 4;
  const FleetSummary several = fleet_of("sliding-log:limit=9,window=1s", arrivals, options);
  Spread passed{~std::uint64_t{0}, 0};
  for (std::uint64_t seed = 5; seed < 9; ++seed) {
    FleetOptions one = options;
    one.seed = seed;
    one.seeds = 1;
    const FleetSummary single = fleet_of("sliding-log:limit=9,window=1s", arrivals, one);
    const std::uint64_t count = row_of(single, "divided").summary.passed;
    passed = {std::min(passed.least, count), std::max(passed.most, count)};
    CHECK_FALSE(row_of(single, "divided").passed_spread);
    if (seed == 5) CHECK(row_of(several, "divided").summary.passed == count);
  }
  const FleetRow& divided = row_of(several, "divided");
  REQUIRE(divided.passed_spread);
  CHECK(divided.passed_spread->least == passed.least);
  CHECK(divided.passed_spread->most == passed.most);
  CHECK(passed.least < passed.most);
  const FleetRow& shared = row_of(several, "shared");
  CHECK(shared.passed_spread->least == shared.passed_spread->most);
}

TEST_CASE("a trace without events has a fleet without figures") {
  const FleetSummary summary = fleet_of("pacer:rate=1/s", {}, instances(2));
  CHECK(row_of(summary, "local").summary.passed == 0);
  CHECK(summary.events_of == std::vector<std::uint64_t>{0, 0});
  CHECK(row_of(summary, "shared").harmless_ttl->least == Duration{0});
}
