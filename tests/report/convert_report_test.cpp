#include "report/convert_report.hpp"

#include <catch2/catch.hpp>
#include <optional>
#include <string>

using namespace ratereplay;

namespace {

/// What is said of the sizes.
std::string sizes(std::uint64_t bytes, std::optional<std::uint64_t> source_bytes) {
  ConvertedTrace converted;
  converted.file = "t.rrt";
  converted.bytes = bytes;
  converted.source_bytes = source_bytes;
  TraceSummary trace;
  trace.source = "t.csv";
  const std::string text = convert_report(converted, trace, Format::table, {});
  const std::string head = "t.csv: 0 events\n\nt.rrt: 0 events, ";
  REQUIRE(text.substr(0, head.size()) == head);
  return text.substr(head.size());
}

}  // namespace

TEST_CASE("a converted trace is held against its source where that has a size") {
  CHECK(sizes(100, 1'000) == "100 bytes, 10 times smaller than its source\n");
  CHECK(sizes(1'000, 100) == "1,000 bytes, 10 times larger than its source\n");
  CHECK(sizes(100, std::nullopt) == "100 bytes\n");
  CHECK(sizes(100, 0) == "100 bytes\n");
  for (const std::uint64_t source : {92U, 100U, 109U})
    CHECK(sizes(100, source) == "100 bytes, about the size of its source\n");
  CHECK(sizes(100, 110) == "100 bytes, 1.1 times smaller than its source\n");
  CHECK(sizes(110, 100) == "110 bytes, 1.1 times larger than its source\n");
}
