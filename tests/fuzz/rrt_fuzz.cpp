// Binary traces, as they stand and with their checksums made right. What is accepted is in order and adds up, and
// is the same once it has been written again.

#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/workers.hpp"
#include "fuzz/fuzz.hpp"
#include "fuzz/memory_file.hpp"
#include "fuzz/reading.hpp"
#include "trace/binary_form.hpp"
#include "trace/collector.hpp"
#include "trace/rrt.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

// As data/README.md has them; of the trailer from its start.
constexpr std::size_t trailer_bytes = 120;
constexpr std::size_t table_offset_at = 16;
constexpr std::size_t summary_offset_at = 40;
constexpr std::size_t trailer_sum_at = 104;

void put(std::string& bytes, std::size_t at, std::uint64_t value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

/// A part of the file that the trailer tells of by an offset and a size: its checksum is put behind them.
void seal_part(std::string& bytes, std::size_t trailer, std::size_t at) {
  const auto offset = read_as<std::uint64_t>(bytes, trailer + at);
  const auto size = read_as<std::uint64_t>(bytes, trailer + at + 8);
  if (offset > bytes.size() || size > bytes.size() - offset) return;
  put(bytes, trailer + at + 16, checksum_of(std::string_view(bytes).substr(offset, size)));
}

/// With every checksum made right that can be; of blocks, that of the first, since an input has no more.
std::string sealed(std::string bytes) {
  if (bytes.size() < front_bytes + trailer_bytes) return bytes;
  const std::size_t trailer = bytes.size() - trailer_bytes;
  put(bytes, front_bytes - 8, checksum_of(std::string_view(bytes).substr(0, front_bytes - 8)));
  const auto table = read_as<std::uint64_t>(bytes, trailer + table_offset_at);
  if (table > front_bytes && table < trailer && trailer - table >= 24) {
    put(bytes, table, checksum_of(std::string_view(bytes).substr(front_bytes, table - front_bytes)));
  }
  seal_part(bytes, trailer, table_offset_at);
  seal_part(bytes, trailer, summary_offset_at);
  put(bytes, trailer + trailer_sum_at, checksum_of(std::string_view(bytes).substr(trailer, trailer_sum_at)));
  return bytes;
}

std::string written_again(const RrtFile& file, const EventColumns& columns) {
  std::string bytes;
  RrtWriter writer([&](std::string_view piece) { bytes += piece; }, !file.summary().has_costs);
  writer.add(columns.events());
  const std::uint64_t size = writer.finish(file.summary(), file.cost_column());
  require(size == bytes.size(), "a writer knows what it has written");
  return bytes;
}

EventColumns events_of(const RrtFile& file) {
  EventColumns columns;
  Collector collector(columns);
  for (std::size_t i = 0; i < file.blocks(); ++i) collector.take(0, file.block(i));
  return columns;
}

/// The whole of a file, checked; none where it is refused.
std::optional<std::string> accepted(const std::string& bytes) {
  static const MemoryFile memory;
  const std::string path = memory.write(bytes);
  std::optional<MappedFile> mapped = MappedFile::open(path);
  if (!mapped) return std::nullopt;
  try {
    const RrtFile file(*std::move(mapped), "t.rrt");
    const EventColumns columns = events_of(file);
    const TraceSummary& summary = file.summary();
    require(columns.arrival.size() == file.events(), "a binary trace holds as many events as it says");
    require(summary.has_costs == !columns.cost.empty() || columns.arrival.empty(), "costs are there where it says so");
    const Extent extent = extent_of(columns.events());
    require(extent.first == summary.extent.first && extent.last == summary.extent.last &&
                extent.total_cost == summary.extent.total_cost && extent.largest_cost == summary.extent.largest_cost,
            "the extent is that of the events");
    require(summary.rows.kept == file.events(), "every row kept is an event");
    for (const std::string& note : summary.notes) require_shown(note);
    for (const std::string& warning : summary.warnings) require_shown(warning);
    return written_again(file, columns);
  } catch (const Error& error) {
    require_shown(error.what());
    return std::nullopt;
  }
}

void check(const std::string& bytes) {
  const std::optional<std::string> once = accepted(bytes);
  if (!once) return;
  const std::optional<std::string> twice = accepted(*once);
  require(twice.has_value(), "a binary trace that is accepted is accepted once it has been written again");
  require(*once == *twice, "a binary trace is the same once it has been written again");

  static Workers one(1);
  static const MemoryFile memory;
  LoadOptions options;
  options.source = memory.write(bytes);
  options.from = "1970-01-01T00:00:00.000000003Z";
  for (const char* const to : {"", "1970-01-01T00:00:01Z"}) {
    options.to = to;
    check_counts(load(options, {one, std::size_t{1} << 20}));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(text_of(data, size));
  check(bytes);
  check(sealed(bytes));
  return 0;
}
