#include "sizing/summary_file.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "generated.hpp"
#include "sanitized.hpp"
#include "sizing/curve.hpp"
#include "sizing/summary_merger.hpp"
#include "support.hpp"
#include "trace/binary_form.hpp"
#include "trace/compressed.hpp"

using namespace ratereplay;
using namespace std::string_literals;

namespace {

// Where things stand, as data/README.md says.
constexpr std::size_t front_size = 64;
constexpr std::size_t totals_size = 48;
constexpr std::size_t corner_size = 24;
constexpr std::size_t pair_size = 32;

/// Of a trace with the costs of 'größe' where it has any.
SummarizedTrace summarized(const Events& events) {
  SummarizedTrace made;
  TraceSummary& trace = made.trace;
  trace.source = "data/a \"trace\".csv";
  trace.input = "csv";
  trace.time_column = "time";
  trace.time_style = "ISO 8601";
  trace.has_costs = !events.unit_costs();
  trace.events = events.size();
  trace.extent = extent_of(events);
  trace.rows.kept = trace.events;
  trace.rows.filtered = 3;
  trace.rows.read = trace.events + 3;
  trace.resolution = Duration{1'000};
  trace.notes = {"3 of 9 rows left out by --where, --from or --to"};
  trace.warnings = {"a warning"};
  if (trace.has_costs) made.cost_column = "größe";
  made.segment = segment_of(events);
  return made;
}

std::string written(const SummarizedTrace& made) {
  std::string bytes;
  write_summary_file(made.trace, made.cost_column, made.segment, [&](std::string_view piece) { bytes += piece; });
  return bytes;
}

SummarizedTrace read(const std::string& bytes) {
  static const test::TempFolder folder;
  return read_summary_file(folder.write("t.rrs", bytes));
}

/// What is said of a file that must not be read, behind its name; nothing when it can be.
std::string refusal(const std::string& bytes) {
  try {
    read(bytes);
  } catch (const Error& error) {
    const std::string text = error.what();
    const std::string name = "t.rrs: ";
    REQUIRE(text.find(name) != std::string::npos);
    return text.substr(text.find(name) + name.size());
  }
  return {};
}

std::string copy_again(std::string_view what) {
  return std::string(what) + "; copy the file again, or save the summary again";
}

const std::string not_one = "is no trace summary; save one with 'ratereplay curve TRACE --save-summary'";
const std::string impossible = copy_again("the trace summary holds what cannot be of one trace");

template <class T>
T get(const std::string& bytes, std::size_t offset) {
  REQUIRE(offset + sizeof(T) <= bytes.size());
  return read_as<T>(bytes, offset);
}

template <class T>
void put(std::string& bytes, std::size_t offset, T value) {
  REQUIRE(offset + sizeof value <= bytes.size());
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}

/// With both checksums right again.
std::string sealed(std::string bytes) {
  put(bytes, 56, checksum_of(bytes.substr(0, 56)));
  const std::size_t end = bytes.size() - 8;
  put(bytes, end, checksum_of(bytes.substr(front_size, end - front_size)));
  return bytes;
}

std::string changed(const std::string& bytes, const std::function<void(std::string&)>& change) {
  std::string copy = bytes;
  change(copy);
  return sealed(copy);
}

struct Columns {
  std::vector<std::int64_t> times;
  std::vector<Cost> costs;
  Events events() const { return {times, costs}; }
};

// Its hulls have three starts, three ends and four pairs.
const Columns sample{{-50, 0, 7, 30, 200}, {2, 3, 1, 4, 1}};

}  // namespace

TEST_CASE("a summary file is laid out as data/README.md says") {
  const SummarizedTrace made = summarized(sample.events());
  const std::string bytes = written(made);
  CHECK(bytes.substr(0, 8) == "\x89RRS\r\n\x1a\n");
  CHECK(get<std::uint32_t>(bytes, 8) == 0x01020304);
  CHECK(get<std::uint32_t>(bytes, 12) == 1);
  const std::vector<Corner>& starts = made.segment.starts.corners();
  const std::vector<Corner>& ends = made.segment.ends.corners();
  const PairHull& pairs = made.segment.pairs;
  CHECK(get<std::uint64_t>(bytes, 16) == starts.size());
  CHECK(get<std::uint64_t>(bytes, 24) == ends.size());
  CHECK(get<std::uint64_t>(bytes, 32) == pairs.size());
  CHECK(get<std::uint32_t>(bytes, 48) == 2);
  CHECK(get<std::uint32_t>(bytes, 52) == 0);
  CHECK(get<std::uint64_t>(bytes, 56) == checksum_of(bytes.substr(0, 56)));
  const std::vector<std::int64_t> totals{5, -50, 200, 11, 4, 5};
  for (std::size_t i = 0; i < totals.size(); ++i) CHECK(get<std::int64_t>(bytes, 64 + 8 * i) == totals[i]);
  std::size_t at = front_size + totals_size;
  for (const std::vector<Corner>& side : {starts, ends}) {
    for (const Corner& corner : side) {
      CHECK(get<std::int64_t>(bytes, at) == corner.at.ns);
      CHECK(get<std::int64_t>(bytes, at + 8) == corner.cost);
      CHECK(get<std::uint64_t>(bytes, at + 16) == corner.events);
      at += corner_size;
    }
  }
  for (const Witness& pair : pairs) {
    CHECK(get<std::int64_t>(bytes, at) == pair.first.ns);
    CHECK(get<std::int64_t>(bytes, at + 8) == pair.last.ns);
    CHECK(get<std::uint64_t>(bytes, at + 16) == pair.events);
    CHECK(get<std::int64_t>(bytes, at + 24) == pair.cost);
    at += pair_size;
  }
  CHECK(get<std::uint64_t>(bytes, 40) == bytes.size() - 8 - at);
  CHECK(bytes.substr(at, bytes.size() - 8 - at) ==
        R"({"ratereplay":"0.1.0","source":"data/a \"trace\".csv","input":"csv","time_column":"time",)"
        R"("time_style":"ISO 8601","cost_column":"größe","resolution_ns":1000,"rows":{"read":8,"kept":5,)"
        R"("filtered":3,"bad":0,"duplicates":0,"blank":0,"reordered":0,"without_offset":0,"clamped":0,)"
        R"("digits_cut":0,"missing":0,"repeated_headers":0,"extra_cells":0,"short":0},)"
        R"("notes":["3 of 9 rows left out by --where, --from or --to"],"warnings":["a warning"]})");
  CHECK(get<std::uint64_t>(bytes, bytes.size() - 8) ==
        checksum_of(bytes.substr(front_size, bytes.size() - 8 - front_size)));
}

TEST_CASE("what is written is read again, of every trace") {
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    const test::GeneratedTrace trace(seed);
    const SummarizedTrace made = summarized(trace.events());
    const SummarizedTrace again = read(written(made));
    INFO("seed " << seed);
    REQUIRE(again.segment == made.segment);
    REQUIRE(again.cost_column == made.cost_column);
    REQUIRE(again.trace.has_costs == made.trace.has_costs);
    REQUIRE(again.trace.events == made.trace.events);
    REQUIRE(again.trace.extent == made.trace.extent);
    REQUIRE(again.trace.source == made.trace.source);
    REQUIRE(again.trace.rows.read == made.trace.rows.read);
    REQUIRE(again.trace.resolution == made.trace.resolution);
    REQUIRE(again.trace.notes == made.trace.notes);
    REQUIRE(again.trace.warnings == made.trace.warnings);
    REQUIRE(written(again) == written(made));
  }
}

TEST_CASE("hulls as long as the trace are read again") {
  Columns growing;
  for (std::int64_t i = 0; i < 3'000; ++i) growing.times.push_back(i * i);
  const SummarizedTrace made = summarized(growing.events());
  REQUIRE(made.segment.pairs.size() == 3'000);
  CHECK(read(written(made)).segment == made.segment);
}

TEST_CASE("more to say than a reader takes is not written") {
  SummarizedTrace made = summarized(sample.events());
  const std::size_t said = get<std::uint64_t>(written(made), 40) - made.trace.warnings.front().size();
  made.trace.warnings = {std::string((std::size_t{16} << 20) - said, 'w')};
  CHECK(read(written(made)).trace.warnings == made.trace.warnings);
  made.trace.warnings.front() += 'w';
  CHECK_THROWS_WITH(written(made), Catch::Contains("longer than a trace summary can hold (16777216 bytes)"));
}

TEST_CASE("what never ends is refused as a summary") {
  CHECK_THROWS_WITH(read_summary_file("/dev/zero"), "/dev/zero: " + not_one);
}

TEST_CASE("a summary that comes as a stream is read as one from a file") {
  const std::string bytes = written(summarized(sample.events()));
  const std::string zeros(3 << 20, '\0');
  CHECK(read(test::gzip(bytes)).segment == read(bytes).segment);
  for (const std::size_t size : {1U, 63U, 64U, 65U, 112U, 300U}) {
    CHECK(refusal(test::gzip(bytes.substr(0, size))) == copy_again("the trace summary is cut short"));
  }
  CHECK(refusal(test::gzip("")) == not_one);
  CHECK(refusal(test::gzip(bytes + "x")) == copy_again("something follows the trace summary"));
  CHECK(refusal(test::gzip(bytes.substr(0, 8) + zeros)) == copy_again("the front of the trace summary is altered"));
  CHECK(refusal(test::gzip(bytes.substr(0, 64) + zeros)) == copy_again("something follows the trace summary"));
  // A front may tell of more than there is.
  std::string front = bytes.substr(0, 64);
  put(front, 32, std::uint64_t{1} << 55);
  put(front, 56, checksum_of(front.substr(0, 56)));
  CHECK(refusal(test::gzip(front + zeros)) == copy_again("the trace summary is cut short"));
  // Longer than a step.
  Columns growing;
  for (std::int64_t i = 0; i < 60'000; ++i) growing.times.push_back(i * i);
  const SummarizedTrace made = summarized(growing.events());
  CHECK(read(test::gzip(written(made))).segment == made.segment);
}

TEST_CASE("every cut of a summary is refused, and what follows it") {
  const std::string bytes = written(summarized(sample.events()));
  CHECK(refusal("") == not_one);
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    REQUIRE(refusal(bytes.substr(0, size)) == copy_again("the trace summary is cut short"));
  }
  CHECK(refusal(bytes + "\n") == copy_again("something follows the trace summary"));
  CHECK(refusal(bytes + bytes) == copy_again("something follows the trace summary"));
}

TEST_CASE("one byte altered anywhere in a summary is noticed") {
  for (const bool with_costs : {false, true}) {
    const std::string bytes = written(summarized({sample.times, with_costs ? sample.costs : std::vector<Cost>{}}));
    REQUIRE(refusal(bytes).empty());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      for (const int flipped : {0x01, 0x80, 0xFF}) {
        std::string altered = bytes;
        altered[i] = static_cast<char>(altered[i] ^ flipped);
        CAPTURE(i, flipped);
        REQUIRE_FALSE(refusal(altered).empty());
      }
    }
    std::string altered = bytes;
    altered[front_size] = static_cast<char>(altered[front_size] ^ 1);
    CHECK(refusal(altered) == copy_again("the trace summary is altered"));
    altered = bytes;
    altered[20] = static_cast<char>(altered[20] ^ 1);
    CHECK(refusal(altered) == copy_again("the front of the trace summary is altered"));
  }
}

TEST_CASE("a file of another kind is refused as a summary, with what to do") {
  const std::string bytes = written(summarized(sample.events()));
  std::string text = bytes;
  text.erase(text.find('\r'), 1);
  CHECK(refusal(text) == copy_again("the trace summary was changed, as by a transfer as text"));
  CHECK(refusal("time,mag\n2025-07-29T23:24:52Z,5\n") == not_one);
  CHECK(refusal("\x89RRT\r\n\x1a\n") ==
        "is a binary trace, not a trace summary; save one with 'ratereplay curve TRACE --save-summary'");
  CHECK(refusal(changed(bytes, [](std::string& copy) { put(copy, 12, std::uint32_t{2}); })) ==
        "written by a newer ratereplay (format 2), this one reads up to 1; update it, or save the summary again");
  std::string other = bytes;
  std::reverse(&other[8], &other[12]);
  CHECK(refusal(other) == "the trace summary is of a machine with the other byte order; save the summary on this one");
  for (const auto& [offset, wrong] : {std::pair{48U, 0U}, {48U, 3U}, {52U, 1U}, {40U, (16U << 20) + 1}, {44U, 1U}}) {
    CAPTURE(offset, wrong);
    const std::size_t place = offset;
    const std::uint32_t value = wrong;
    CHECK(refusal(changed(bytes, [&](std::string& copy) { put(copy, place, value); })) ==
          copy_again("the front of the trace summary is not as ratereplay writes it"));
  }
}

TEST_CASE("counts that do not fit a summary are refused, however large") {
  const std::string bytes = written(summarized(sample.events()));
  for (const std::size_t offset : {16U, 24U, 32U}) {
    const auto right = get<std::uint64_t>(bytes, offset);
    for (const std::uint64_t wrong :
         {right + 1, right + (std::uint64_t{1} << 60), std::uint64_t{1} << 61, UINT64_MAX, UINT64_MAX / 24 + 1,
          UINT64_MAX / 32 + 2, std::uint64_t{768'614'336'404'564'651}}) {
      CAPTURE(offset, wrong);
      CHECK(refusal(changed(bytes, [&](std::string& copy) { put(copy, offset, wrong); })) ==
            copy_again("the trace summary is cut short"));
    }
    CHECK(refusal(changed(bytes, [&](std::string& copy) { put(copy, offset, right - 1); })) ==
          copy_again("something follows the trace summary"));
  }
}

TEST_CASE("a hull without points where there is cost, or with one where there is none, is refused") {
  const SummarizedTrace made = summarized(sample.events());
  const SummarizedTrace none = summarized({});
  const std::string bytes = written(made);
  const std::string empty = written(none);
  REQUIRE(refusal(empty).empty());
  std::size_t at = front_size + totals_size;
  for (const auto& [count_at, points, point_size] : {std::tuple{16U, made.segment.starts.corners().size(), corner_size},
                                                     {24U, made.segment.ends.corners().size(), corner_size},
                                                     {32U, made.segment.pairs.size(), pair_size}}) {
    const std::string hull = bytes.substr(at, points * point_size);
    CHECK(refusal(changed(bytes, [&, count = count_at](std::string& copy) {
            copy.erase(at, hull.size());
            put(copy, count, std::uint64_t{0});
          })) == impossible);
    CHECK(refusal(changed(empty, [&, count = count_at, size = point_size](std::string& copy) {
            copy.insert(front_size + totals_size, hull.substr(0, size));
            put(copy, count, std::uint64_t{1});
          })) == impossible);
    at += hull.size();
  }
}

TEST_CASE("what cannot be of one trace is refused, though every checksum is right") {
  const SummarizedTrace made = summarized(sample.events());
  const std::string bytes = written(made);
  REQUIRE(refusal(sealed(bytes)).empty());
  const auto with = [&](std::size_t offset, std::int64_t value) {
    return refusal(changed(bytes, [&](std::string& copy) { put(copy, offset, value); }));
  };
  // Totals: events, first, last, cost, largest cost, events of cost >= 1.
  CHECK(with(64, 6) == copy_again("the trace summary holds what cannot be of one trace"));
  CHECK(with(72, 201) == impossible);
  CHECK(with(72, -49) == impossible);
  CHECK(with(72, -51).empty());  // an event of cost 0 may come first
  CHECK(with(80, 199) == impossible);
  CHECK(with(80, 201).empty());
  CHECK(with(88, 10) == impossible);
  CHECK(with(88, -1) == impossible);
  CHECK(with(96, 0) == impossible);
  CHECK(with(96, -4) == impossible);
  CHECK(with(96, 12) == impossible);
  CHECK(with(96, 2) == impossible);
  CHECK(with(104, 4) == impossible);
  CHECK(with(104, 6) == impossible);
  CHECK(with(104, 0) == impossible);

  const std::size_t starts = front_size + totals_size;
  const std::size_t ends = starts + made.segment.starts.corners().size() * corner_size;
  const std::size_t pairs = ends + made.segment.ends.corners().size() * corner_size;
  const std::size_t last_end = pairs - corner_size;
  const std::size_t last_pair = pairs + (made.segment.pairs.size() - 1) * pair_size;
  for (const std::size_t corner : {starts, last_end}) {
    for (const std::int64_t wrong : {INT64_MIN, std::int64_t{-51}, std::int64_t{201}, INT64_MAX}) {
      CAPTURE(corner, wrong);
      CHECK(with(corner, wrong) == impossible);
      CHECK(with(corner + 8, wrong) == impossible);
      CHECK(with(corner + 16, wrong) == impossible);
    }
  }
  CHECK(with(starts + 8, 1) == impossible);
  CHECK(with(last_end + 8, 10) == impossible);
  CHECK(with(last_end + 16, 4) == impossible);
  for (const std::size_t pair : {pairs, last_pair}) {
    for (const std::int64_t wrong : {INT64_MIN, std::int64_t{-51}, std::int64_t{201}, INT64_MAX}) {
      CAPTURE(pair, wrong);
      for (const std::size_t member : {0U, 8U, 16U, 24U}) CHECK(with(pair + member, wrong) == impossible);
    }
  }
  CHECK(with(pairs + 24, 3) == impossible);  // less than the largest cost
  CHECK(with(last_pair + 24, 10) == impossible);
  CHECK(with(last_pair + 8, 199) == impossible);

  // Two points of a hull in each other's place, or twice the same.
  for (const auto& [from, size] : {std::pair{starts, corner_size}, {ends, corner_size}, {pairs, pair_size}}) {
    const std::size_t at = from;
    const std::size_t bytes_each = size;
    CAPTURE(at);
    CHECK(refusal(changed(bytes, [&](std::string& copy) {
            std::swap_ranges(&copy[at], &copy[at + bytes_each], &copy[at + bytes_each]);
          })) == impossible);
    CHECK(refusal(changed(bytes, [&](std::string& copy) {
            std::copy(&bytes[at], &bytes[at + bytes_each], &copy[at + bytes_each]);
          })) == impossible);
  }
}

TEST_CASE("totals that no trace has are refused, though nothing else speaks against them") {
  const auto with = [](const Columns& columns, const std::vector<std::pair<std::size_t, std::int64_t>>& values) {
    return refusal(changed(written(summarized(columns.events())), [&](std::string& copy) {
      for (const auto& [offset, value] : values) put(copy, offset, value);
    }));
  };
  // Of events that are free, the totals alone tell.
  const Columns free{{0, 10}, {0, 0}};
  CHECK(with(free, {{72, 10}}).empty());
  CHECK(with(free, {{72, 11}}) == impossible);
  CHECK(with(free, {{96, 1}}) == impossible);
  // One event of cost 2, in the totals, its end and its interval taken for two.
  const Columns one{{0}, {2}};
  constexpr std::size_t end = front_size + totals_size + corner_size;
  CHECK(with(one, {{104, 1}}).empty());
  CHECK(with(one, {{104, 2}, {end + 16, 2}, {end + corner_size + 16, 2}}) == impossible);
  // Two events at one instant could be one of cost 2, were there costs.
  const Columns tied{{5, 5}, {}};
  CHECK(with(tied, {{96, 1}}).empty());
  CHECK(with(tied, {{96, 2}}) == impossible);
  // One event, of a trace without costs that has two.
  constexpr std::size_t pair = end + corner_size;
  CHECK(with(tied, {{88, 1}, {104, 1}, {end + 8, 1}, {end + 16, 1}, {pair + 16, 1}, {pair + 24, 1}}) == impossible);
}

TEST_CASE("an end before the last event is not the last one") {
  const Columns gathered{{0, 5, 5, 5}, {}};
  const SummarizedTrace made = summarized(gathered.events());
  const std::size_t corners = made.segment.starts.corners().size() + made.segment.ends.corners().size();
  const std::size_t last_end = front_size + totals_size + (corners - 1) * corner_size;
  CHECK(refusal(changed(written(made), [&](std::string& copy) {
          put(copy, last_end + 8, std::int64_t{3});
          put(copy, last_end + 16, std::int64_t{3});
        })) == impossible);
}

TEST_CASE("a point under its hull is refused") {
  Columns steps;
  for (std::int64_t i = 0; i < 6; ++i) steps.times.push_back(i * i * 100);
  const SummarizedTrace made = summarized(steps.events());
  REQUIRE(made.segment.pairs.size() == 6);
  const std::string bytes = written(made);
  const std::size_t pairs = bytes.size() - 8 - get<std::uint64_t>(bytes, 40) - 6 * pair_size;
  // The third, of 3 events in 400 ns, lies on the line between its neighbours (100 ns and 900 ns) at 500 ns, and
  // under it beyond.
  const auto last_at = [&](std::int64_t value) {
    return refusal(changed(bytes, [&](std::string& copy) { put(copy, pairs + 2 * pair_size + 8, value); }));
  };
  CHECK(last_at(499).empty());
  CHECK(last_at(500) == impossible);
  CHECK(last_at(501) == impossible);
}

TEST_CASE("one or two numbers altered by one are taken only where a trace could have them") {
  // So many that every condition of the reader decides about some of them: counted, since a list would be long.
  struct Altered {
    Columns columns;
    std::size_t taken_of_one;
    std::size_t taken_of_two;
  };
  const std::vector<Altered> all{
      {sample, 26, 322},
      {{{0, 2, 3, 4, 9, 10}, {1, 3, 3, 1, 2, 3}}, 15, 134},
      {{{0, 1, 1, 3, 7}, {}}, 8, 35},
      {{{5, 5, 6}, {0, 2, 2}}, 3, 6},
  };
  for (const Altered& each : all) {
    const std::string bytes = written(summarized(each.columns.events()));
    const std::size_t end = bytes.size() - 8 - get<std::uint64_t>(bytes, 40);
    const auto altered = [&](std::string& copy, std::size_t at, std::int64_t by) {
      put(copy, at,
          static_cast<std::int64_t>(static_cast<std::uint64_t>(get<std::int64_t>(bytes, at)) +
                                    static_cast<std::uint64_t>(by)));
    };
    std::size_t taken_of_one = 0;
    std::size_t taken_of_two = 0;
    for (std::size_t one = front_size; one < end; one += 8) {
      for (const std::int64_t by_one : {-1, 1}) {
        std::string copy = bytes;
        altered(copy, one, by_one);
        if (refusal(sealed(copy)).empty()) ++taken_of_one;
        for (std::size_t other = one + 8; other < end && !test::sanitized; other += 8) {
          for (const std::int64_t by_other : {-1, 1}) {
            std::string both = copy;
            altered(both, other, by_other);
            if (refusal(sealed(both)).empty()) ++taken_of_two;
          }
        }
      }
    }
    CHECK(taken_of_one == each.taken_of_one);
    if (!test::sanitized) CHECK(taken_of_two == each.taken_of_two);
  }
}

TEST_CASE("a text that is not of the trace is refused") {
  const std::string bytes = written(summarized(sample.events()));
  const auto replaced = [&](std::string_view what, std::string_view with) {
    REQUIRE(what.size() == with.size());
    const std::size_t at = bytes.find(what);
    REQUIRE(at != std::string::npos);
    return refusal(changed(bytes, [&](std::string& copy) { copy.replace(at, what.size(), with); }));
  };
  CHECK(replaced(R"("kept":5)", R"("kept":4)") == impossible);
  CHECK(replaced(R"("read":8)", R"("read":9)") == impossible);
  CHECK(replaced(":1000,", ":1001,") == impossible);
  CHECK(replaced(R"("input":"csv")", R"("input":12345)") ==
        copy_again("the text in the trace summary is not as ratereplay writes it"));
}

TEST_CASE("a summary of made up numbers is refused, or is one that can be merged and drawn") {
  // Every number of real files is changed, alone or with another, and the checksums are made right. Nothing may
  // overflow, here or behind; what is read again has hulls that are hulls.
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
  std::size_t refused = 0;
  std::size_t taken = 0;
  for (std::uint64_t seed = 0; seed < 75; ++seed) {
    test::GeneratedTrace trace(seed);
    const SummarizedTrace made = summarized(trace.events());
    const std::string bytes = written(made);
    const std::size_t numbers = (bytes.size() - 8 - get<std::uint64_t>(bytes, 40) - front_size) / 8;
    for (int turn = 0; turn < 60; ++turn) {
      std::string copy = bytes;
      for (std::uint64_t changes = 1 + trace.below(2); changes > 0; --changes) {
        const std::size_t offset = front_size + 8 * trace.below(numbers);
        const auto right = static_cast<std::uint64_t>(get<std::int64_t>(bytes, offset));
        const std::vector<std::int64_t> wrong{lowest,
                                              highest,
                                              0,
                                              -1,
                                              static_cast<std::int64_t>(right + 1),
                                              static_cast<std::int64_t>(right - 1),
                                              static_cast<std::int64_t>(trace.random())};
        put(copy, offset, wrong[trace.below(wrong.size())]);
      }
      try {
        SummaryMerger merger;
        merger.add(read(sealed(copy)), "earlier");
        SummarizedTrace later = made;
        merger.add(later, "later");
        const Curve curve(merger.take().segment.pairs);
        for (std::size_t vertex = 0; vertex < curve.segments(); ++vertex) {
          REQUIRE(curve.bucket(vertex) > Fraction(0));
          if (vertex > 0) REQUIRE(curve.rate(vertex) > curve.rate(vertex - 1));
          REQUIRE(curve.witness(vertex).events > 0);
        }
        ++taken;
      } catch (const Error&) {
        ++refused;
      }
    }
  }
  CHECK(refused > 2'500);
  CHECK(taken > 0);
}
