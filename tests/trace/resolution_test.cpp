#include "trace/resolution.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

using namespace ratereplay;

namespace {

// By division, digit by digit.
std::optional<std::int64_t> by_division(const std::vector<std::int64_t>& stamps) {
  if (stamps.empty()) return std::nullopt;
  std::int64_t step = 1'000'000'000;
  for (const std::int64_t stamp : stamps) {
    while (stamp % step != 0) step /= 10;
  }
  return step;
}

std::optional<std::int64_t> found(const std::vector<std::int64_t>& stamps) {
  Resolution resolution;
  for (const std::int64_t stamp : stamps) resolution.add(Instant{stamp});
  const std::optional<Duration> value = resolution.value();
  if (!value) return std::nullopt;
  return static_cast<std::int64_t>(value->ns);
}

}  // namespace

TEST_CASE("the resolution is the largest power of ten that divides every stamp") {
  CHECK(found({}) == std::nullopt);
  CHECK(found({0}) == 1'000'000'000);
  CHECK(found({1'753'831'492'000'000'000}) == 1'000'000'000);
  CHECK(found({1'753'831'492'483'000'000}) == 1'000'000);
  CHECK(found({1'753'831'492'400'000'000, -10'000'000}) == 10'000'000);
  CHECK(found({1}) == 1);
  CHECK(found({-1}) == 1);
  CHECK(found({INT64_MIN}) == 1);
  CHECK(found({INT64_MAX}) == 1);
}

TEST_CASE("the resolution agrees with division, also put together from parts") {
  std::mt19937_64 random(5);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<std::int64_t> stamps(1 + random() % 4);
    Resolution parts;
    for (std::int64_t& stamp : stamps) {
      std::int64_t step = 1;
      for (std::uint64_t places = random() % 11; places > 0; --places) step *= 10;
      stamp = static_cast<std::int64_t>(random()) / step * step;
      Resolution part;
      part.add(Instant{stamp});
      parts.add(part);
    }
    CHECK(found(stamps) == by_division(stamps));
    CHECK(static_cast<std::int64_t>(parts.value()->ns) == by_division(stamps));
  }
}
