// What holds between markers and buckets.

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <variant>
#include <vector>

#include "laws/replayed.hpp"
#include "limiter/catalogue.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

constexpr std::uint64_t traces = 1000;
constexpr const char* rates[] = {"1/10ns", "2/9ns", "3/7ns", "1/ns", "5/3ns"};  // rising
constexpr const char* amounts[] = {"1/2", "1", "7/3", "2.5", "3", "6"};

template <class Parameters>
std::vector<Colour> coloured(const std::string& spec, const Arrivals& arrivals) {
  return coloured(std::get<Parameters>(parse_limiter(spec)), arrivals);
}

std::vector<bool> passes(const std::string& spec, const Arrivals& arrivals) {
  std::vector<bool> result;
  for (const Int128 outcome : outcomes(spec, arrivals)) result.push_back(outcome == 0);
  return result;
}

std::vector<bool> those_of(Colour colour, const std::vector<Colour>& colours) {
  std::vector<bool> result;
  for (const Colour each : colours) result.push_back(each == colour);
  return result;
}

auto count(const std::vector<bool>& events) { return std::count(events.begin(), events.end(), true); }

/// Calls `law(rate, burst, arrivals, seed)` with every burst on generated traces, with unit costs and with others.
template <class Law>
void for_all_bursts(const Law& law) {
  for (std::uint64_t seed = 0; seed < traces; ++seed) {
    const Arrivals arrivals = Random(seed).arrivals(seed % 2 == 1);
    for (const char* const burst : amounts) {
      const std::size_t rate = seed / 2 % 5;
      CAPTURE(rates[rate], burst, seed);
      law(rate, std::string(burst), arrivals, seed % 2 == 0);
    }
  }
}

}  // namespace

TEST_CASE(
    "what a bucket of the committed burst passes is what a single-rate marker colours green, whatever the excess") {
  for_all_bursts([](std::size_t rate, const std::string& burst, const Arrivals& arrivals, bool /*unit_costs*/) {
    const std::string parameters = std::string(":rate=") + rates[rate] + ",burst=" + burst;
    const std::vector<bool> bucket = passes("token-bucket" + parameters, arrivals);
    for (const char* const excess : {"0", "1/2", "2", "7/2", "5"}) {
      const std::string spec = "srtcm" + parameters + ",excess=" + excess;
      REQUIRE(those_of(Colour::green, coloured<SingleRateMarker>(spec, arrivals)) == bucket);
    }
  });
}

TEST_CASE("a single-rate marker without an excess burst is a token bucket, retry-after and all") {
  for_all_bursts([](std::size_t rate, const std::string& burst, const Arrivals& arrivals, bool /*unit_costs*/) {
    const std::string parameters = std::string(":rate=") + rates[rate] + ",burst=" + burst;
    REQUIRE(outcomes("srtcm" + parameters + ",excess=0", arrivals) == outcomes("token-bucket" + parameters, arrivals));
  });
}

TEST_CASE("a single-rate marker without a committed burst is the token bucket of its excess burst") {
  for_all_bursts([](std::size_t rate, const std::string& burst, const Arrivals& arrivals, bool /*unit_costs*/) {
    const std::string start = std::string(":rate=") + rates[rate] + ",burst=";
    REQUIRE(outcomes("srtcm" + start + "0,excess=" + burst, arrivals) ==
            outcomes("token-bucket" + start + burst, arrivals));
  });
}

TEST_CASE("with unit costs a single-rate marker passes no more than a bucket of both bursts") {
  for_all_bursts([](std::size_t rate, const std::string& burst, const Arrivals& arrivals, bool unit_costs) {
    if (!unit_costs) return;
    const std::string start = std::string(":rate=") + rates[rate] + ",burst=";
    for (const char* const excess : {"1/2", "2", "5"}) {
      const std::string both = to_text(parse_fraction(burst) + parse_fraction(excess));
      REQUIRE(drops("srtcm" + start + burst + ",excess=" + excess, arrivals) >=
              drops("token-bucket" + start + both, arrivals));
    }
  });
}

TEST_CASE("a two-rate marker passes what a bucket of its peak passes, with the same retry-after") {
  for_all_bursts([](std::size_t rate, const std::string& burst, const Arrivals& arrivals, bool /*unit_costs*/) {
    for (std::size_t peak = rate; peak < 5; ++peak) {
      const std::string of_peak = std::string(rates[peak]) + ",peak-burst=" + burst;
      const std::string of_bucket = std::string(rates[peak]) + ",burst=" + burst;
      REQUIRE(outcomes(std::string("trtcm:rate=") + rates[rate] + ",burst=2.5,peak=" + of_peak, arrivals) ==
              outcomes("token-bucket:rate=" + of_bucket, arrivals));
    }
  });
}

TEST_CASE("with unit costs a two-rate marker colours no more green than a bucket of its committed burst passes") {
  for_all_bursts([](std::size_t rate, const std::string& burst, const Arrivals& arrivals, bool unit_costs) {
    if (!unit_costs) return;
    const std::string committed = std::string("rate=") + rates[rate] + ",burst=" + burst;
    const std::string spec = "trtcm:" + committed + ",peak=5/3ns,peak-burst=2";
    REQUIRE(count(those_of(Colour::green, coloured<TwoRateMarker>(spec, arrivals))) <=
            count(passes("token-bucket:" + committed, arrivals)));
  });
}

TEST_CASE("a two-rate marker whose peak is its committed rate colours nothing yellow") {
  for_all_bursts([](std::size_t rate, const std::string& burst, const Arrivals& arrivals, bool /*unit_costs*/) {
    const std::string both =
        std::string("trtcm:rate=") + rates[rate] + ",burst=" + burst + ",peak=" + rates[rate] + ",peak-burst=" + burst;
    REQUIRE(count(those_of(Colour::yellow, coloured<TwoRateMarker>(both, arrivals))) == 0);
  });
}
