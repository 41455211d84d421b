#include "report/catalogue_report.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace ratereplay;

TEST_CASE("those of a family that are listed are told to be one algorithm, where there are two") {
  std::vector<Description> limiters(5);
  const std::vector<std::string> names{"token", "gcra", "window", "leaky", "log"};
  for (std::size_t i = 0; i < limiters.size(); ++i) limiters[i].name = names[i];
  for (const std::size_t bucket : {0U, 1U, 3U}) limiters[bucket].family = "bucket";
  limiters[2].family = "window";
  const auto note = [&](const std::vector<std::string>& listed) { return family_note(limiters, listed); };
  CHECK(note(names) == "token, gcra and leaky are one algorithm under 3 names\n");
  CHECK(note({"leaky", "log", "gcra"}) == "gcra and leaky are one algorithm under 2 names\n");
  CHECK(note({"gcra", "window", "log"}).empty());
  CHECK(note({}).empty());
}
