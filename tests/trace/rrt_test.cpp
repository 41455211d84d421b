#include "trace/rrt.hpp"

#define XXH_INLINE_ALL
#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/workers.hpp"
#include "support.hpp"
#include "trace/binary_form.hpp"

using namespace ratereplay;
using namespace std::string_literals;

namespace {

// Where things stand, as data/README.md says. Of the trailer from the end of the file.
constexpr std::size_t front_size = 64;
constexpr std::size_t trailer_size = 120;
constexpr std::size_t entry_size = 24;

struct Columns {
  std::vector<std::int64_t> times;
  std::vector<Cost> costs;  ///< empty: every event costs 1

  Events events() const { return {times, costs}; }
};

/// Times that rise by 0 to 9 from before 1970 on, and costs of 0 to 4.
Columns columns(std::size_t count, bool with_costs) {
  Columns made;
  std::int64_t time = -1'000;
  for (std::size_t i = 0; i < count; ++i) {
    time += static_cast<std::int64_t>(i * 7 % 10);
    made.times.push_back(time);
    if (with_costs) made.costs.push_back(static_cast<Cost>(i * 3 % 5));
  }
  return made;
}

TraceSummary summary_of(const Columns& columns) {
  TraceSummary summary;
  summary.source = "data/a \"trace\".csv";
  summary.input = "csv";
  summary.time_column = "time\n";
  summary.time_style = "ISO 8601";
  summary.has_costs = !columns.costs.empty();
  summary.events = columns.times.size();
  summary.extent = extent_of(columns.events());
  std::uint64_t count = summary.events;
  RowCounts& rows = summary.rows;
  rows.kept = count;
  for (std::uint64_t RowCounts::*member :
       {&RowCounts::filtered, &RowCounts::bad, &RowCounts::duplicates, &RowCounts::blank, &RowCounts::reordered,
        &RowCounts::without_offset, &RowCounts::clamped, &RowCounts::digits_cut, &RowCounts::missing,
        &RowCounts::repeated_headers, &RowCounts::extra_cells, &RowCounts::short_rows}) {
    rows.*member = ++count;
  }
  rows.read = rows.kept + rows.filtered + rows.bad + rows.duplicates;
  summary.resolution = Duration{1'000'000};
  summary.notes = {"2 rows out of time order, sorted", "1 row without 'größe'"};
  summary.warnings = {"a warning"};
  return summary;
}

std::string written(const Columns& columns, const TraceSummary& summary, std::size_t at_a_time = 1'000'000) {
  std::string bytes;
  RrtWriter writer([&](std::string_view piece) { bytes += piece; }, columns.costs.empty());
  const Events events = columns.events();
  for (std::size_t i = 0; i < events.size(); i += at_a_time) {
    writer.add(events.part(i, std::min(at_a_time, events.size() - i)));
  }
  const std::uint64_t size = writer.finish(summary, columns.costs.empty() ? "" : "größe");
  CHECK(size == bytes.size());
  return bytes;
}

std::string written(const Columns& columns) { return written(columns, summary_of(columns)); }

/// Calls `use` with the file once it is open.
void with_file(const std::string& bytes, const std::function<void(RrtFile&)>& use) {
  const test::TempFolder folder;
  std::optional<MappedFile> mapped = MappedFile::open(folder.write("t.rrt", bytes));
  REQUIRE(mapped.has_value());
  RrtFile file(std::move(*mapped), "t.rrt");
  use(file);
}

Columns read(const std::string& bytes) {
  Columns columns;
  with_file(bytes, [&](const RrtFile& file) {
    for (std::size_t i = 0; i < file.blocks(); ++i) {
      const Events block = file.block(i);
      columns.times.insert(columns.times.end(), block.arrival.begin(), block.arrival.end());
      columns.costs.insert(columns.costs.end(), block.cost.begin(), block.cost.end());
    }
  });
  return columns;
}

/// What is said of a file that must not be read, or nothing when it can be.
std::string refusal(const std::string& bytes) {
  try {
    read(bytes);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

std::string copy_again(std::string_view what) {
  return "t.rrt: " + std::string(what) + "; copy the file again, or convert the trace again";
}

template <class T>
T get(const std::string& bytes, std::size_t offset) {
  T value;
  REQUIRE(offset + sizeof value <= bytes.size());
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

template <class T>
void put(std::string& bytes, std::size_t offset, T value) {
  REQUIRE(offset + sizeof value <= bytes.size());
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}

std::uint64_t checksum(const std::string& bytes, std::size_t begin, std::size_t size) {
  REQUIRE(begin + size <= bytes.size());
  return XXH3_64bits(bytes.data() + begin, size);
}

std::size_t trailer_of(const std::string& bytes) { return bytes.size() - trailer_size; }

/// Offsets within the trailer.
enum Member : std::size_t {
  events_at = 0,
  blocks_at = 8,
  table_offset_at = 16,
  table_bytes_at = 24,
  table_checksum_at = 32,
  summary_offset_at = 40,
  summary_bytes_at = 48,
  summary_checksum_at = 56,
  first_at = 64,
  last_at = 72,
  total_cost_at = 80,
  largest_cost_at = 88,
  file_bytes_at = 96,
  checksum_at = 104,
};

std::uint64_t trailer_member(const std::string& bytes, Member member) {
  return get<std::uint64_t>(bytes, trailer_of(bytes) + member);
}

/// Makes every checksum right again after something was changed; sizes must be as they were.
std::string sealed(std::string bytes, std::size_t columns) {
  put(bytes, 56, checksum(bytes, 0, 56));
  const std::size_t trailer = trailer_of(bytes);
  const std::size_t table = trailer_member(bytes, table_offset_at);
  std::size_t begin = front_size;
  for (std::size_t block = 0; block < trailer_member(bytes, blocks_at); ++block) {
    const std::size_t size = std::min(columns * rrt_block_events * 8, table - begin);
    put(bytes, table + block * entry_size, checksum(bytes, begin, size));
    begin += size;
  }
  put(bytes, trailer + table_checksum_at, checksum(bytes, table, trailer_member(bytes, table_bytes_at)));
  put(bytes, trailer + summary_checksum_at,
      checksum(bytes, trailer_member(bytes, summary_offset_at), trailer_member(bytes, summary_bytes_at)));
  put(bytes, trailer + checksum_at, checksum(bytes, trailer, checksum_at));
  return bytes;
}

/// The file with another summary, all sizes and checksums right.
std::string with_summary(const std::string& bytes, const std::string& text) {
  const std::size_t begin = trailer_member(bytes, summary_offset_at);
  std::string changed = bytes.substr(0, begin) + text + bytes.substr(trailer_of(bytes));
  put(changed, trailer_of(changed) + summary_bytes_at, std::uint64_t{text.size()});
  put(changed, trailer_of(changed) + file_bytes_at, std::uint64_t{changed.size()});
  put(changed, trailer_of(changed) + summary_checksum_at, checksum(changed, begin, text.size()));
  put(changed, trailer_of(changed) + checksum_at, checksum(changed, trailer_of(changed), checksum_at));
  return changed;
}

std::string summary_text(const std::string& bytes) {
  return bytes.substr(trailer_member(bytes, summary_offset_at), trailer_member(bytes, summary_bytes_at));
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), with);
}

}  // namespace

TEST_CASE("a binary trace is laid out as data/README.md says") {
  const Columns trace{{-5, 0, 7}, {2, 0, 40}};
  const std::string bytes = written(trace);
  CHECK(bytes.substr(0, 8) == "\x89RRT\r\n\x1a\n");
  CHECK(get<std::uint32_t>(bytes, 8) == 0x01020304);
  CHECK(get<std::uint32_t>(bytes, 12) == 1);       // version
  CHECK(get<std::uint32_t>(bytes, 16) == 65'536);  // events in a block
  CHECK(get<std::uint32_t>(bytes, 20) == 2);       // columns
  CHECK(bytes.substr(24, 32) == std::string(32, '\0'));
  CHECK(get<std::uint64_t>(bytes, 56) == checksum(bytes, 0, 56));

  const std::array<std::int64_t, 6> block{-5, 0, 7, 2, 0, 40};
  CHECK(std::memcmp(bytes.data() + 64, block.data(), sizeof block) == 0);

  constexpr std::size_t table = 64 + sizeof block;
  CHECK(get<std::uint64_t>(bytes, table) == checksum(bytes, 64, sizeof block));
  CHECK(get<std::int64_t>(bytes, table + 8) == 42);   // cost
  CHECK(get<std::int64_t>(bytes, table + 16) == 40);  // largest cost

  CHECK(trailer_member(bytes, events_at) == 3);
  CHECK(trailer_member(bytes, blocks_at) == 1);
  CHECK(trailer_member(bytes, table_offset_at) == table);
  CHECK(trailer_member(bytes, table_bytes_at) == 24);
  CHECK(trailer_member(bytes, table_checksum_at) == checksum(bytes, table, 24));
  CHECK(trailer_member(bytes, summary_offset_at) == table + 24);
  CHECK(trailer_member(bytes, summary_bytes_at) == bytes.size() - (table + 24) - 120);
  CHECK(trailer_member(bytes, summary_checksum_at) == checksum(bytes, table + 24, bytes.size() - (table + 24) - 120));
  CHECK(get<std::int64_t>(bytes, trailer_of(bytes) + first_at) == -5);
  CHECK(trailer_member(bytes, last_at) == 7);
  CHECK(trailer_member(bytes, total_cost_at) == 42);
  CHECK(trailer_member(bytes, largest_cost_at) == 40);
  CHECK(trailer_member(bytes, file_bytes_at) == bytes.size());
  CHECK(trailer_member(bytes, checksum_at) == checksum(bytes, trailer_of(bytes), 104));
  CHECK(bytes.substr(bytes.size() - 8) == bytes.substr(0, 8));

  CHECK(summary_text(bytes) ==
        R"({"ratereplay":"0.1.0","source":"data/a \"trace\".csv","input":"csv","time_column":"time\n",)"
        R"("time_style":"ISO 8601","cost_column":"größe","resolution_ns":1000000,"rows":{"read":18,"kept":3,)"
        R"("filtered":4,"bad":5,"duplicates":6,"blank":7,"reordered":8,"without_offset":9,"clamped":10,)"
        R"("digits_cut":11,"missing":12,"repeated_headers":13,"extra_cells":14,"short":15},)"
        R"("notes":["2 rows out of time order, sorted","1 row without 'größe'"],"warnings":["a warning"]})");

  CHECK(get<std::uint32_t>(written(columns(3, false)), 20) == 1);
}

TEST_CASE("what is written is read again, whatever the sizes and the pieces") {
  for (const bool with_costs : {false, true}) {
    for (const std::size_t count : {0U, 1U, 2U, 65'535U, 65'536U, 65'537U, 131'072U, 200'000U}) {
      CAPTURE(with_costs, count);
      const Columns trace = columns(count, with_costs && count > 0);
      const std::string bytes = written(trace);
      for (const std::size_t at_a_time : {999U, 65'536U, 65'537U})
        CHECK(written(trace, summary_of(trace), at_a_time) == bytes);
      const Columns again = read(bytes);
      CHECK(again.times == trace.times);
      CHECK(again.costs == trace.costs);
      with_file(bytes, [&](const RrtFile& file) {
        CHECK(file.events() == count);
        CHECK(file.blocks() == (count + 65'535) / 65'536);
        for (std::size_t i = 0; i < file.blocks(); ++i) {
          CHECK(file.block(i).size() == std::min<std::size_t>(65'536, count - i * 65'536));
        }
        CHECK(file.cost_column() == (trace.costs.empty() ? "" : "größe"));
      });
    }
  }
}

TEST_CASE("a trace with a cost column and no events has a cost column") {
  std::string bytes;
  RrtWriter writer([&](std::string_view piece) { bytes += piece; }, false);
  TraceSummary summary;
  summary.has_costs = true;
  writer.finish(summary, "bytes");
  with_file(bytes, [](const RrtFile& file) {
    CHECK(file.events() == 0);
    CHECK(file.blocks() == 0);
    CHECK(file.cost_column() == "bytes");
    CHECK(file.summary().has_costs);
    CHECK_FALSE(file.summary().resolution.has_value());
  });
}

TEST_CASE("the summary of a binary trace is that of its conversion") {
  const Columns trace = columns(70'000, true);
  const TraceSummary before = summary_of(trace);
  with_file(written(trace), [&](const RrtFile& file) {
    const TraceSummary& after = file.summary();
    CHECK(after.source == before.source);
    CHECK(after.input == before.input);
    CHECK(after.time_column == before.time_column);
    CHECK(after.time_style == before.time_style);
    CHECK(after.has_costs);
    CHECK(after.events == 70'000);
    CHECK(after.extent.first == before.extent.first);
    CHECK(after.extent.last == before.extent.last);
    CHECK(after.extent.largest_cost == 4);
    CHECK(after.extent.total_cost == 140'000);
    CHECK(after.resolution == before.resolution);
    CHECK(after.notes == before.notes);
    CHECK(after.warnings == before.warnings);
    CHECK(std::memcmp(&after.rows, &before.rows, sizeof after.rows) == 0);
  });
}

TEST_CASE("blocks are read in place, by several threads, and again after their memory was taken back") {
  const Columns trace = columns(500'000, true);
  with_file(written(trace), [&](RrtFile& file) {
    REQUIRE(file.blocks() == 8);
    for (const std::size_t released : {0U, 0U, 3U, 2U, 8U}) {
      file.release_before(released);
      std::vector<std::uint64_t> good(file.blocks());
      Workers(3).for_each(file.blocks(), [&](std::size_t i) {
        const Events block = file.block(i);
        good[i] = std::equal(block.arrival.begin(), block.arrival.end(),
                             trace.times.begin() + static_cast<std::ptrdiff_t>(i * 65'536))
                      ? 1
                      : 0;
      });
      CHECK(std::accumulate(good.begin(), good.end(), std::uint64_t{0}) == 8);
      CHECK(file.block(1).arrival.data() == file.block(0).arrival.data() + std::ptrdiff_t{2} * 65'536);
    }
  });
}

TEST_CASE("what begins as a binary trace is known by its first bytes") {
  CHECK(begins_as(rrt_form, written(columns(0, false))));
  CHECK(begins_as(rrt_form, "\x89RRT\n\x1a\n"));  // as a transfer as text leaves it
  CHECK_FALSE(begins_as(rrt_form, "\x89RR"));
  CHECK_FALSE(begins_as(rrt_form, "time,mag\n"));
  CHECK_FALSE(begins_as(rrt_form, ""));
}

TEST_CASE("every cut of a binary trace is refused") {
  const std::string bytes = written(columns(3, true));
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    const std::string said = refusal(bytes.substr(0, size));
    if (size < front_size + trailer_size) {
      REQUIRE(said == copy_again("the binary trace is cut short"));
    } else {
      REQUIRE(said ==
              copy_again("the binary trace does not end as one does: it is cut short, or something follows it"));
    }
  }
  const std::string large = written(columns(200'000, false));
  for (std::size_t size = 1; size < large.size(); size += 9'973) REQUIRE_FALSE(refusal(large.substr(0, size)).empty());
}

TEST_CASE("a binary trace whose end was cut out of its middle is refused") {
  const std::string bytes = written(columns(200'000, false));
  std::string shorter = bytes;
  shorter.erase(64 + 8 * 1'000, 8 * 1'000);
  CHECK(refusal(shorter) == copy_again("the sizes in the binary trace do not add up"));
}

TEST_CASE("one byte altered anywhere in a binary trace is noticed") {
  for (const bool with_costs : {false, true}) {
    const std::string bytes = written(columns(3, with_costs));
    REQUIRE(refusal(bytes).empty());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      for (const int flipped : {0x01, 0x80, 0xFF}) {
        std::string altered = bytes;
        altered[i] = static_cast<char>(altered[i] ^ flipped);
        CAPTURE(i, flipped);
        REQUIRE(refusal(altered).find("t.rrt: ") == 0);
      }
    }
  }
  const std::string large = written(columns(140'000, true));
  for (std::size_t i = 17; i < large.size(); i += 99'991) {
    std::string altered = large;
    altered[i] = static_cast<char>(altered[i] ^ 0x10);
    CAPTURE(i);
    REQUIRE_FALSE(refusal(altered).empty());
  }
}

TEST_CASE("an error says which part of a binary trace is altered") {
  const std::string bytes = written(columns(140'000, false));
  const auto altered = [&](std::size_t offset) {
    std::string changed = bytes;
    changed[offset] = static_cast<char>(changed[offset] ^ 0x01);
    return refusal(changed);
  };
  CHECK(altered(0) == "t.rrt: is no binary trace; make one with 'ratereplay convert TRACE OUT.rrt'");
  CHECK(altered(4) == copy_again("the binary trace was changed, as by a transfer as text"));
  CHECK(altered(8) == copy_again("the front of the binary trace is altered"));
  CHECK(altered(12) == copy_again("the front of the binary trace is altered"));
  CHECK(altered(40) == copy_again("the front of the binary trace is altered"));
  std::string no_version = bytes;
  put(no_version, 12, std::uint32_t{0});
  CHECK(refusal(sealed(no_version, 1)) == copy_again("the front of the binary trace is altered"));
  CHECK(altered(64) == copy_again("block 1 of 3 of the binary trace is altered"));
  CHECK(altered(64 + 2 * 524'288) == copy_again("block 3 of 3 of the binary trace is altered"));
  CHECK(altered(trailer_member(bytes, table_offset_at)) == copy_again("the table of the binary trace is altered"));
  CHECK(altered(trailer_member(bytes, summary_offset_at)) == copy_again("the summary in the binary trace is altered"));
  CHECK(altered(trailer_of(bytes)) == copy_again("the end of the binary trace is altered"));
}

TEST_CASE("a binary trace with something behind it is refused") {
  const std::string bytes = written(columns(3, false));
  for (const std::string& more : {"\n"s, bytes, std::string(4'096, '\0')}) {
    CHECK_FALSE(refusal(bytes + more).empty());
  }
}

TEST_CASE("a binary trace of another kind is refused with what to do") {
  const std::string bytes = written(columns(3, false));
  std::string text = bytes;
  text.erase(text.find('\r'), 1);
  CHECK(refusal(text) == copy_again("the binary trace was changed, as by a transfer as text"));

  std::string newer = bytes;
  put(newer, 12, std::uint32_t{2});
  CHECK(
      refusal(sealed(newer, 1)) ==
      "t.rrt: written by a newer ratereplay (format 2), this one reads up to 1; update it, or convert the trace again");
  // Of a newer one only the front is known.
  CHECK(refusal(sealed(newer, 1).substr(0, 200)) == refusal(sealed(newer, 1)));

  std::string other = bytes;
  for (std::size_t i = 8; i < 24; i += 4) std::reverse(&other[i], &other[i] + 4);
  CHECK(refusal(other) ==
        "t.rrt: the binary trace is of a machine with the other byte order; convert the trace on this one");
}

TEST_CASE("a binary trace on standard input is read from where that stands, at a multiple of 8 bytes") {
  const test::TempFolder folder;
  const std::string bytes = written(columns(3, true));
  const int kept = ::dup(STDIN_FILENO);
  for (const std::size_t before : {0U, 8U, 4'096U, 1U, 4U}) {
    CAPTURE(before);
    const int input = ::open(folder.write("t", std::string(before, 'x') + bytes).c_str(), O_RDONLY | O_CLOEXEC);
    REQUIRE(::lseek(input, static_cast<off_t>(before), SEEK_SET) == static_cast<off_t>(before));
    REQUIRE(::dup2(input, STDIN_FILENO) == STDIN_FILENO);
    ::close(input);
    std::optional<MappedFile> mapped = MappedFile::open("-");
    ::dup2(kept, STDIN_FILENO);
    REQUIRE(mapped.has_value());
    if (before % 8 == 0) {
      CHECK(RrtFile(std::move(*mapped), "standard input").block(0).cost[1] == 3);
    } else {
      CHECK_THROWS_WITH(
          RrtFile(std::move(*mapped), "standard input"),
          "standard input: the binary trace does not begin at a multiple of 8 bytes; name the file as TRACE");
    }
  }
  ::close(kept);
}

TEST_CASE("sizes that do not add up are refused, however large") {
  const std::string bytes = written(columns(70'000, true));
  REQUIRE(refusal(sealed(bytes, 2)).empty());
  for (const Member member :
       {events_at, blocks_at, table_offset_at, table_bytes_at, summary_offset_at, summary_bytes_at, file_bytes_at}) {
    const std::uint64_t right = trailer_member(bytes, member);
    for (const std::uint64_t wrong :
         {std::uint64_t{0}, right - 1, right + 1, right + 65'536, right + (std::uint64_t{1} << 60), UINT64_MAX,
          UINT64_MAX - right, std::uint64_t{1} << 63, (std::uint64_t{1} << 61) + right}) {
      CAPTURE(member, wrong);
      std::string changed = bytes;
      const std::size_t trailer = trailer_of(changed);
      put(changed, trailer + member, wrong);
      put(changed, trailer + checksum_at, checksum(changed, trailer, checksum_at));
      REQUIRE(refusal(changed) == copy_again("the sizes in the binary trace do not add up"));
    }
  }
  // More events, and all else as many as they would have, but longer than the file.
  {
    std::string changed = bytes;
    const std::size_t trailer = trailer_of(changed);
    const std::uint64_t events = trailer / 16;
    const std::uint64_t blocks = (events + 65'535) / 65'536;
    const std::uint64_t table_bytes = trailer_member(bytes, table_bytes_at) / trailer_member(bytes, blocks_at) * blocks;
    const std::uint64_t table =
        trailer_member(bytes, table_offset_at) + (events - trailer_member(bytes, events_at)) * 16;
    const std::uint64_t summary = table + table_bytes;
    REQUIRE(summary > trailer);
    for (const auto& [member, value] : {std::pair{events_at, events},
                                        {blocks_at, blocks},
                                        {table_offset_at, table},
                                        {table_bytes_at, table_bytes},
                                        {summary_offset_at, summary},
                                        {summary_bytes_at, trailer - summary}}) {
      put(changed, trailer + member, value);
    }
    put(changed, trailer + checksum_at, checksum(changed, trailer, checksum_at));
    CHECK(refusal(changed) == copy_again("the sizes in the binary trace do not add up"));
  }
  for (const auto& [offset, wrong] : {std::pair{16U, 0U},
                                      {16U, 65'535U},
                                      {16U, 131'072U},
                                      {20U, 0U},
                                      {20U, 1U},
                                      {20U, 3U},
                                      {20U, UINT32_MAX},
                                      {24U, 1U},
                                      {52U, 1U}}) {
    CAPTURE(offset, wrong);
    std::string changed = bytes;
    put(changed, offset, wrong);
    put(changed, 56, checksum(changed, 0, 56));
    REQUIRE(refusal(changed) == copy_again("the sizes in the binary trace do not add up"));
  }
}

TEST_CASE("times out of order are refused, though every checksum is right") {
  const Columns trace = columns(70'000, false);
  const std::string bytes = written(trace);
  const auto with_time = [&](std::size_t event, std::int64_t time) {
    std::string changed = bytes;
    put(changed, front_size + event * 8, time);
    return refusal(sealed(changed, 1));
  };
  CHECK(with_time(1'000, trace.times[999]).empty());
  CHECK(with_time(1'000, trace.times[999] - 1) ==
        copy_again("block 1 of 2 of the binary trace holds times out of order"));
  CHECK(with_time(1'000, INT64_MIN) == copy_again("block 1 of 2 of the binary trace holds times out of order"));
  CHECK(with_time(1'000, INT64_MAX) == copy_again("block 1 of 2 of the binary trace holds times out of order"));
  CHECK(with_time(65'535, trace.times[65'534]).empty());
  CHECK(with_time(65'535, trace.times[65'534] - 1) ==
        copy_again("block 1 of 2 of the binary trace holds times out of order"));
  CHECK(with_time(65'536, trace.times[65'535]).empty());
  CHECK(with_time(65'536, trace.times[65'535] - 1) ==
        copy_again("block 2 of 2 of the binary trace holds times out of order"));
  // The first and the last are those of the trailer.
  CHECK(with_time(0, trace.times[0] - 1) == copy_again("block 1 of 2 of the binary trace holds times out of order"));
  CHECK(with_time(69'999, trace.times[69'999] + 1) ==
        copy_again("block 2 of 2 of the binary trace ends at another time than the trace"));
}

TEST_CASE("costs that cannot be are refused, though every checksum is right") {
  const Columns trace = columns(70'000, true);
  const std::string bytes = written(trace);
  const std::size_t table = trailer_member(bytes, table_offset_at);
  const auto changed = [&](const std::function<void(std::string&)>& change) {
    std::string copy = bytes;
    change(copy);
    return refusal(sealed(copy, 2));
  };
  constexpr std::size_t costs = front_size + 65'536 * 8;  // of block 1
  CHECK(changed([&](std::string& copy) { put(copy, costs + 80, Cost{-1}); }) ==
        copy_again("block 1 of 2 of the binary trace holds a negative cost"));
  CHECK(changed([&](std::string& copy) { put(copy, costs + 80, Cost{INT64_MIN}); }) ==
        copy_again("block 1 of 2 of the binary trace holds a negative cost"));
  CHECK(changed([&](std::string& copy) { put(copy, costs, trace.costs[0] + 1); }) ==
        copy_again("block 1 of 2 of the binary trace holds other costs than the table says"));
  // A larger cost made up for by a smaller one.
  CHECK(changed([&](std::string& copy) {
          put(copy, costs + 8 * 3, Cost{6});
          put(copy, costs + 8 * 1, Cost{1});
        }) == copy_again("block 1 of 2 of the binary trace holds other costs than the table says"));
  // Two blocks that hold half of all costs there can be, and one more.
  CHECK(changed([&](std::string& copy) {
          put(copy, table + 8, Cost{INT64_MAX});
          put(copy, table + entry_size + 8, Cost{1});
          put(copy, trailer_of(copy) + total_cost_at, Cost{INT64_MIN});
        }) == copy_again("the costs in the binary trace do not add up"));
  CHECK(changed([&](std::string& copy) {
          put(copy, table + 8, get<Cost>(copy, table + 8) + 200'000);
          put(copy, table + entry_size + 8, get<Cost>(copy, table + entry_size + 8) - 200'000);
        }) == copy_again("the costs in the binary trace do not add up"));
  CHECK(changed([&](std::string& copy) { put(copy, trailer_of(copy) + largest_cost_at, Cost{5}); }) ==
        copy_again("the costs in the binary trace do not add up"));

  std::string unit = written(columns(3, false));
  put(unit, trailer_member(unit, table_offset_at) + 8, Cost{2});
  put(unit, trailer_of(unit) + total_cost_at, Cost{2});
  CHECK(refusal(sealed(unit, 1)) ==
        copy_again("block 1 of 1 of the binary trace holds other costs than the table says"));
}

TEST_CASE("costs that fill 63 bits are read, one more is not") {
  const Columns most{{0, 1, 2}, {INT64_MAX - 1, 1, 0}};
  CHECK(read(written(most)).costs == most.costs);
  std::string bytes = written(most);
  put(bytes, front_size + 3 * 8 + 2 * 8, Cost{1});
  CHECK(refusal(sealed(bytes, 2)) ==
        copy_again("block 1 of 1 of the binary trace holds other costs than the table says"));
}

TEST_CASE("a summary that ratereplay did not write is refused, though every checksum is right") {
  const std::string bytes = written(columns(3, true));
  const std::string right = summary_text(bytes);
  REQUIRE(refusal(with_summary(bytes, right)).empty());
  // What a later version adds may be left unread.
  CHECK(refusal(with_summary(bytes, replaced(right, "{", R"({"more":[1,{"deep":[[[[]]]]}],)"))).empty());

  const std::string not_ours = copy_again("the summary in the binary trace is not as ratereplay writes it");
  const std::string wide(1'000'000, '[');
  for (const std::string& text : {""s,
                                  "{}"s,
                                  "[]"s,
                                  "null"s,
                                  "{"s,
                                  right + "}",
                                  right.substr(1),
                                  wide,
                                  "\xFF"s,
                                  right + "\0"s,
                                  replaced(right, R"("input":"csv")", R"("input":1)"),
                                  replaced(right, R"("source")", R"("sauce")"),
                                  replaced(right, R"("kept":3)", R"("kept":-3)"),
                                  replaced(right, R"("kept":3)", R"("kept":3.0)"),
                                  replaced(right, R"("kept":3)", R"("kept":"3")"),
                                  replaced(right, R"("kept":3,)", ""),
                                  replaced(right, R"("kept":3)", R"("kept":18446744073709551616)"),
                                  replaced(right, R"(["a warning"])", R"([1])"),
                                  replaced(right, R"(["a warning"])", R"("a warning")"),
                                  replaced(right, "a warning", "a \xFFwarning"),
                                  replaced(right, "1000000", "-1"),
                                  replaced(right, "1000000", R"("1 ms")"),
                                  replaced(right, R"("rows":{)", R"("rows":{},"more":{)"),
                                  replaced(right, R"({"read")", R"([{"read")")}) {
    CAPTURE(text.substr(0, 700));
    CHECK(refusal(with_summary(bytes, text)) == not_ours);
  }

  const std::string of_others = copy_again("the summary in the binary trace is not of its events");
  for (const std::string& text :
       {replaced(right, R"("kept":3)", R"("kept":4)"), replaced(right, R"("read":18)", R"("read":19)"),
        replaced(replaced(right, R"("filtered":4)", R"("filtered":18446744073709551615)"), R"("read":18)",
                 R"("read":13)"),
        replaced(right, "größe", ""), replaced(right, "1000000", "0"), replaced(right, "1000000", "2"),
        replaced(right, "1000000", "10000000000"), replaced(right, "1000000", "18446744073709551615")}) {
    CAPTURE(text);
    CHECK(refusal(with_summary(bytes, text)) == of_others);
  }
  CHECK(
      refusal(with_summary(bytes, replaced(right, "a warning", std::string((16 << 20) + 1 - right.size() + 9, 'w')))) ==
      copy_again("the sizes in the binary trace do not add up"));
  CHECK(refusal(with_summary(bytes, replaced(right, "a warning", std::string((16 << 20) - right.size() + 9, 'w'))))
            .empty());
}

TEST_CASE("sentences of a summary drive no terminal, and names that are not UTF-8 do not stop a conversion") {
  const std::string bytes = written(columns(3, true));
  const std::string hostile = with_summary(bytes, replaced(summary_text(bytes), "a warning", "\\u001b[31m\\n\\u009b"));
  with_file(hostile, [](const RrtFile& file) {
    CHECK(file.summary().warnings == std::vector<std::string>{"\\x1B[31m\\x0A\\xC2\\x9B"});
  });
  const Columns trace = columns(3, false);
  TraceSummary summary = summary_of(trace);
  summary.source = "caf\xE9.csv";
  with_file(written(trace, summary), [](const RrtFile& file) { CHECK(file.summary().source == "caf\uFFFD.csv"); });
}
