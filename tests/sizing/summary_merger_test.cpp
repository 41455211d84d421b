#include "sizing/summary_merger.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <fstream>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "catalog.hpp"
#include "core/error.hpp"
#include "generated.hpp"
#include "sizing/curve.hpp"
#include "sizing/summary_file.hpp"
#include "support.hpp"

using namespace ratereplay;

namespace {

SummarizedTrace summarized(const Events& events) {
  SummarizedTrace made;
  made.trace.source = "whole.csv";
  made.trace.has_costs = !events.unit_costs();
  made.trace.events = events.size();
  made.trace.extent = extent_of(events);
  made.trace.rows.kept = events.size();
  made.trace.rows.read = events.size();
  if (made.trace.has_costs) made.cost_column = "Size";
  made.segment = segment_of(events);
  return made;
}

void save(const SummarizedTrace& made, const std::string& path) {
  std::ofstream out(path, std::ios::binary);
  write_summary_file(made.trace, made.cost_column, made.segment, [&](std::string_view piece) { out << piece; });
}

/// Where a trace of `size` events is cut into so many pieces, empty ones among them.
std::vector<std::size_t> cuts(std::size_t size, std::size_t pieces, std::mt19937_64& random) {
  std::vector<std::size_t> places{0, size};
  while (places.size() < pieces + 1) places.push_back(random() % (size + 1));
  std::sort(places.begin(), places.end());
  return places;
}

/// Merges the pieces through files.
SummarizedTrace merged(const Events& events, const std::vector<std::size_t>& places) {
  const test::TempFolder folder;
  SummaryMerger merger;
  for (std::size_t piece = 0; piece + 1 < places.size(); ++piece) {
    const std::string path = (folder.path() / (std::to_string(piece) + ".rrs")).string();
    // Unit costs stay what they are in an empty piece; costs would be lost with the last event.
    SummarizedTrace made = summarized(events.part(places[piece], places[piece + 1] - places[piece]));
    made.trace.has_costs = !events.unit_costs();
    made.cost_column = events.unit_costs() ? "" : "Size";
    save(made, path);
    merger.add(read_summary_file(path), path);
  }
  return merger.take();
}

std::string refusal(const SummarizedTrace& first, const SummarizedTrace& second) {
  SummaryMerger merger;
  merger.add(first, "a.rrs");
  try {
    merger.add(second, "b.rrs");
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

SummarizedTrace of_times(const std::vector<std::int64_t>& times) { return summarized({times, {}}); }

SummarizedTrace of_costs(const std::vector<std::int64_t>& times, const std::vector<Cost>& costs) {
  return summarized({times, costs});
}

}  // namespace

TEST_CASE("pieces merge into the summary of the whole, whatever the cuts") {
  std::mt19937_64 random(11);
  EventColumns trace;
  std::int64_t time = -40'000'000;
  for (int event = 0; event < 20'000; ++event) {
    if (random() % 4 != 0) time += static_cast<std::int64_t>(random() % 2'000);
    trace.arrival.push_back(time);
    trace.cost.push_back(static_cast<Cost>(random() % 5));
  }
  for (const bool with_costs : {false, true}) {
    Events events = trace.events();
    if (!with_costs) events.cost = {};
    const SummarizedTrace whole = summarized(events);
    for (const std::size_t pieces : {1U, 2U, 7U, 1'000U}) {
      CAPTURE(with_costs, pieces);
      const SummarizedTrace made = merged(events, cuts(events.size(), pieces, random));
      CHECK(made.segment == whole.segment);
      CHECK(made.trace.events == 20'000);
      CHECK(made.trace.extent == whole.trace.extent);
      CHECK(made.trace.rows.kept == 20'000);
      CHECK(made.cost_column == whole.cost_column);
    }
  }
}

TEST_CASE("pieces of small traces merge into the summary of the whole") {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    test::GeneratedTrace trace(seed);
    const Events events = trace.events();
    INFO("seed " << seed);
    const SummarizedTrace made = merged(events, cuts(events.size(), 1 + trace.below(5), trace.random));
    REQUIRE(made.segment == segment_of(events));
    REQUIRE(made.trace.extent == extent_of(events));
  }
}

TEST_CASE("eleven years of earthquakes, a year at a time") {
  const std::vector<std::int64_t> times = test::catalog_times("data/usgs-m5-2015-2025.csv");
  if (times.empty()) return;
  std::vector<std::size_t> places{0};
  constexpr std::int64_t year = 31'557'600'000'000'000;
  for (std::size_t event = 1; event < times.size(); ++event) {
    if (times[event] / year != times[event - 1] / year) places.push_back(event);
  }
  places.push_back(times.size());
  REQUIRE(places.size() == 12);
  const Curve curve(merged({times, {}}, places).segment.pairs);
  const LeastBucket least = curve.at(Fraction(5, 3'600 * ns_per_second));
  CHECK(least.exact == Fraction(17'753'599, 240'000));
  CHECK(least.exact.ceil() == 74);
  CHECK(least.witness->events == 105);
}

TEST_CASE("merged summaries are saved and merged again") {
  const std::vector<std::int64_t> times{0, 3, 3, 9, 40, 41, 41, 90};
  const Events events{times, {}};
  const test::TempFolder folder;
  const auto half = [&](std::size_t begin) {
    SummaryMerger merger;
    merger.add(summarized(events.part(begin, 2)), "first.rrs");
    merger.add(summarized(events.part(begin + 2, 2)), "second.rrs");
    const std::string path = (folder.path() / std::to_string(begin)).string();
    save(merger.take(), path);
    return read_summary_file(path);
  };
  SummaryMerger merger;
  merger.add(half(0), "left.rrs");
  merger.add(half(4), "right.rrs");
  const SummarizedTrace whole = merger.take();
  CHECK(whole.segment == segment_of(events));
  CHECK(whole.trace.source == "left.rrs and 1 more");
  CHECK(whole.trace.rows.read == 8);
}

TEST_CASE("pieces that overlap or are out of order are refused by their names") {
  CHECK(refusal(of_times({0, 5}), of_times({5, 6})).empty());
  CHECK(refusal(of_times({0, 5}), of_times({4, 6})) ==
        "b.rrs begins at 1970-01-01T00:00:00.000000004Z, before a.rrs ends at 1970-01-01T00:00:00.000000005Z; name the "
        "pieces in the order of their times, each once");
  CHECK_FALSE(refusal(of_times({10, 12}), of_times({0, 1})).empty());
  CHECK_FALSE(refusal(of_times({0, 1}), of_times({0, 1})).empty());
  CHECK(refusal(of_times({7}), of_times({7})).empty());
  // Events that cost nothing count too.
  CHECK_FALSE(refusal(of_costs({0, 5}, {1, 0}), of_costs({4}, {1})).empty());

  // A piece without events is as if it were not there.
  SummaryMerger merger;
  merger.add(of_times({0, 5}), "a.rrs");
  merger.add(of_times({}), "b.rrs");
  CHECK_THROWS_WITH(merger.add(of_times({4}), "c.rrs"),
                    Catch::Contains("c.rrs begins") && Catch::Contains("a.rrs ends"));
}

TEST_CASE("pieces of different kinds are refused by their names") {
  SummarizedTrace with = of_costs({1}, {3});
  CHECK(refusal(of_times({0}), with) ==
        "b.rrs has the costs of column 'Size', and a.rrs has no costs; merge summaries that were saved with the same "
        "--cost");
  CHECK(refusal(with, of_times({1})) ==
        "b.rrs has no costs, and a.rrs has the costs of column 'Size'; merge summaries that were saved with the same "
        "--cost");
  SummarizedTrace other = of_costs({1}, {3});
  other.cost_column = "bytes";
  CHECK_THAT(refusal(with, other), Catch::Contains("b.rrs has the costs of column 'bytes'"));
  other.cost_column = "SIZE";
  CHECK(refusal(with, other).empty());
}

TEST_CASE("costs and rows that cannot be counted are refused") {
  constexpr Cost most = std::numeric_limits<Cost>::max();
  CHECK(refusal(of_costs({0}, {most - 3}), of_costs({1}, {3})).empty());
  CHECK(refusal(of_costs({0}, {most - 3}), of_costs({1}, {4})) ==
        "b.rrs: with the pieces from a.rrs on, costs of more than 2^63 - 1; use a coarser unit");
  SummarizedTrace many = of_times({0});
  many.trace.rows.blank = std::numeric_limits<std::uint64_t>::max() - 1;
  SummarizedTrace more = of_times({0});
  more.trace.rows.blank = 1;
  CHECK(refusal(many, more).empty());
  more.trace.rows.blank = 2;
  CHECK(refusal(many, more) == "b.rrs: with the pieces from a.rrs on, more rows than can be counted");
}

TEST_CASE("the summary of the whole says what was met in which piece") {
  SummarizedTrace first = of_times({0, 1});
  first.trace.source = "a.csv";
  first.trace.notes = {"times read as epoch seconds", "2 rows out of time order, sorted"};
  first.trace.resolution = Duration{1'000'000};
  first.trace.time_column = "ts";
  first.trace.time_style = "epoch seconds";
  first.trace.rows.reordered = 2;
  SummarizedTrace second = of_times({});
  second.trace.notes = {"1 row filtered"};
  second.trace.time_column = "ts";
  SummarizedTrace third = of_times({2});
  third.trace.notes = {"times read as epoch seconds"};
  third.trace.warnings = {"odd"};
  third.trace.resolution = Duration{1'000};
  third.trace.time_column = "when";
  third.trace.time_style = "epoch seconds";
  third.trace.rows.reordered = 3;

  SummaryMerger alone;
  alone.add(first, "a.rrs");
  const TraceSummary one = alone.take().trace;
  CHECK(one.source == "a.rrs");
  CHECK(one.input == "rrs");
  CHECK(one.notes == std::vector<std::string>{"summary of 'a.csv'", "times read as epoch seconds",
                                              "2 rows out of time order, sorted"});

  SummaryMerger merger;
  merger.add(first, "a.rrs");
  merger.add(second, "b.rrs");
  merger.add(third, "c.rrs");
  const TraceSummary whole = merger.take().trace;
  CHECK(whole.source == "a.rrs and 2 more");
  CHECK(whole.events == 3);
  CHECK(whole.rows.reordered == 5);
  CHECK(whole.resolution == Duration{1'000});
  CHECK(whole.time_column == "ts, when");
  CHECK(whole.time_style == "epoch seconds");
  CHECK(whole.notes == std::vector<std::string>{"in 'a.rrs' and 1 more: times read as epoch seconds",
                                                "in 'a.rrs': 2 rows out of time order, sorted",
                                                "in 'b.rrs': 1 row filtered"});
  CHECK(whole.warnings == std::vector<std::string>{"in 'c.rrs': odd"});
}

TEST_CASE("the stamps of the whole are as fine as those of its finest piece, wherever it stands") {
  constexpr std::int64_t fine = 1'000;
  constexpr std::int64_t coarse = 1'000'000;
  for (const auto& resolutions : {std::array{fine, coarse, coarse}, {coarse, fine, coarse}, {coarse, coarse, fine}}) {
    SummaryMerger merger;
    for (std::size_t piece = 0; piece < resolutions.size(); ++piece) {
      SummarizedTrace made = of_times({static_cast<std::int64_t>(piece)});
      made.trace.resolution = Duration{resolutions[piece]};
      merger.add(made, "a.rrs");
    }
    CHECK(merger.take().trace.resolution == Duration{fine});
  }
}

TEST_CASE("notes of very many pieces are cut, and counted") {
  SummaryMerger merger;
  for (int piece = 0; piece < 60; ++piece) {
    SummarizedTrace made = of_times({piece});
    made.trace.notes = {std::to_string(piece) + " blank lines"};
    merger.add(made, "p.rrs");
  }
  const std::vector<std::string> notes = merger.take().trace.notes;
  REQUIRE(notes.size() == 51);
  CHECK(notes[49] == "in 'p.rrs': 49 blank lines");
  CHECK(notes[50] == "and 10 notes more, in the summaries of the pieces");
}
