// The limiters against their definitions.

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "laws/defined.hpp"
#include "laws/replayed.hpp"
#include "laws/samples.hpp"
#include "limiter/catalogue.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

TEST_CASE("every limiter decides as its definition says") {
  for_all_samples([](const std::string& spec) {
    const AnyLimiter limiter = parse_limiter(spec);
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      CAPTURE(spec, seed);
      const Arrivals arrivals = Random(seed).arrivals(seed % 2 == 1);
      std::vector<bool> passed;
      for (const Int128 outcome : outcomes(limiter, arrivals)) passed.push_back(outcome == 0);
      REQUIRE(std::visit([&](const auto& rule) { return defined(rule, arrivals); }, limiter) == passed);
    }
  });
}

TEST_CASE("every marker colours as its definition says") {
  std::uint64_t of_colour[3] = {};
  for_all_samples([&](const std::string& spec) {
    const AnyLimiter limiter = parse_limiter(spec);
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      CAPTURE(spec, seed);
      const Arrivals arrivals = Random(seed).arrivals(seed % 2 == 1);
      std::visit(
          [&]<class Parameters>(const Parameters& parameters) {
            if constexpr (is_marker<Parameters>) {
              const std::vector<Colour> found = coloured(parameters, arrivals);
              REQUIRE(found == colours(parameters, arrivals));
              for (const Colour each : found) ++of_colour[static_cast<std::size_t>(each)];
            }
          },
          limiter);
    }
  });
  for (const std::uint64_t count : of_colour) CHECK(count > 10'000);
}
