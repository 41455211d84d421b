#include "trace/rrt.hpp"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "core/error.hpp"
#include "core/int128.hpp"
#include "core/text.hpp"

namespace ratereplay {

namespace {

// As that of PNG: a byte above 7 bits, a name, and line ends that a transfer as text would change.
constexpr std::string_view magic = "\x89RRT\r\n\x1a\n";
constexpr std::size_t name_of_magic = 4;
constexpr std::uint32_t this_order = 0x01020304;
constexpr std::uint32_t other_order = 0x04030201;
// More than the loader can have to say: its longest texts are two names out of a header line of at most 1 MiB.
constexpr std::size_t longest_summary = std::size_t{16} << 20;

struct Front {
  std::array<char, 8> magic;
  std::uint32_t byte_order;
  std::uint32_t version;
  std::uint32_t block_events;
  std::uint32_t columns;
  std::array<char, 32> reserved;
  std::uint64_t checksum;  ///< of the bytes before it
};

struct Trailer {
  std::uint64_t events;
  std::uint64_t blocks;
  std::uint64_t table_offset;
  std::uint64_t table_bytes;
  std::uint64_t table_checksum;
  std::uint64_t summary_offset;
  std::uint64_t summary_bytes;
  std::uint64_t summary_checksum;
  std::int64_t first;
  std::int64_t last;
  Cost total_cost;
  Cost largest_cost;
  std::uint64_t file_bytes;
  std::uint64_t checksum;  ///< of the bytes before it
  std::array<char, 8> magic;
};

static_assert(sizeof(Front) == 64 && sizeof(Trailer) == 120 && sizeof(RrtBlock) == 24,
              "the structures are written as they lie in memory");

using Json = nlohmann::ordered_json;

/// The row counts by their names in the JSON of reports.
constexpr std::array<std::pair<const char*, std::uint64_t RowCounts::*>, 14> row_counts = {{
    {"read", &RowCounts::read},
    {"kept", &RowCounts::kept},
    {"filtered", &RowCounts::filtered},
    {"bad", &RowCounts::bad},
    {"duplicates", &RowCounts::duplicates},
    {"blank", &RowCounts::blank},
    {"reordered", &RowCounts::reordered},
    {"without_offset", &RowCounts::without_offset},
    {"clamped", &RowCounts::clamped},
    {"digits_cut", &RowCounts::digits_cut},
    {"missing", &RowCounts::missing},
    {"repeated_headers", &RowCounts::repeated_headers},
    {"extra_cells", &RowCounts::extra_cells},
    {"short", &RowCounts::short_rows},
}};

std::uint64_t checksum_of(std::string_view bytes) noexcept { return XXH3_64bits(bytes.data(), bytes.size()); }

template <class T>
std::string_view bytes_of(const T& object) noexcept {
  return {reinterpret_cast<const char*>(&object), sizeof object};
}

template <class T>
std::string_view bytes_of(const std::vector<T>& objects) noexcept {
  return {reinterpret_cast<const char*>(objects.data()), objects.size() * sizeof(T)};
}

template <class T>
T read_as(std::string_view bytes, std::size_t offset) noexcept {
  T object;
  std::memcpy(&object, bytes.data() + offset, sizeof object);
  return object;
}

/// The checksum that stands in `object`, and has to be that of the bytes before it.
template <class T>
std::uint64_t checksum_before(const T& object, const std::uint64_t& checksum) noexcept {
  const char* const begin = reinterpret_cast<const char*>(&object);
  return checksum_of({begin, static_cast<std::size_t>(reinterpret_cast<const char*>(&checksum) - begin)});
}

struct CostSum {
  Int128 total = 0;
  Cost largest = 0;
  bool negative = false;
};

CostSum sum_of(std::span<const Cost> costs) noexcept {
  // Halves cannot overflow in a block, and add up faster than 128 bits.
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  Cost signs = 0;
  Cost largest = 0;
  for (const Cost cost : costs) {
    low += static_cast<std::uint32_t>(cost);
    high += static_cast<std::uint64_t>(cost) >> 32;
    signs |= cost;
    largest = std::max(largest, cost);
  }
  return {(static_cast<Int128>(high) << 32) + low, largest, signs < 0};
}

bool is_ordered(std::span<const std::int64_t> times) noexcept {
  // No way out of the loop: it is faster to look at all of them, and nearly always they are in order.
  bool falls = false;
  for (std::size_t i = 1; i < times.size(); ++i) falls |= times[i] < times[i - 1];
  return !falls;
}

/// A power of ten of ns, at most 1 s.
bool is_resolution(Duration duration) noexcept {
  Int128 step = ns_per_second;
  while (step > duration.ns) step /= 10;
  return step == duration.ns && step > 0;
}

std::string summary_text(const TraceSummary& summary, const std::string& cost_column) {
  Json json;
  json["ratereplay"] = RATEREPLAY_VERSION;
  json["source"] = summary.source;
  json["input"] = summary.input;
  json["time_column"] = summary.time_column;
  json["time_style"] = summary.time_style;
  json["cost_column"] = cost_column;
  json["resolution_ns"] = summary.resolution ? Json(static_cast<std::uint64_t>(summary.resolution->ns)) : Json();
  Json& rows = json["rows"];
  for (const auto& [name, count] : row_counts) rows[name] = summary.rows.*count;
  json["notes"] = summary.notes;
  json["warnings"] = summary.warnings;
  // A path or a name in a header need not be UTF-8.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

bool begins_as_rrt(std::string_view bytes) noexcept {
  return bytes.substr(0, name_of_magic) == magic.substr(0, name_of_magic);
}

RrtWriter::RrtWriter(std::function<void(std::string_view)> write, bool unit_costs)
    : write_(std::move(write)), unit_costs_(unit_costs) {
  times_.reserve((unit_costs ? 1 : 2) * rrt_block_events);
  Front front{};
  std::copy(magic.begin(), magic.end(), front.magic.begin());
  front.byte_order = this_order;
  front.version = rrt_version;
  front.block_events = rrt_block_events;
  front.columns = unit_costs ? 1 : 2;
  front.checksum = checksum_before(front, front.checksum);
  this->write(bytes_of(front));
}

void RrtWriter::add(const Events& events) {
  for (std::size_t taken = 0; taken < events.size();) {
    const Events piece = events.part(taken, std::min(events.size() - taken, rrt_block_events - times_.size()));
    times_.insert(times_.end(), piece.arrival.begin(), piece.arrival.end());
    costs_.insert(costs_.end(), piece.cost.begin(), piece.cost.end());
    taken += piece.size();
    if (times_.size() == rrt_block_events) write_block();
  }
}

void RrtWriter::write_block() {
  const std::size_t count = times_.size();
  if (events_ == 0) first_ = times_.front();
  last_ = times_.back();
  events_ += count;
  CostSum cost{static_cast<Int128>(count), 1};
  if (!unit_costs_) cost = sum_of(costs_);
  times_.insert(times_.end(), costs_.begin(), costs_.end());
  const std::string_view bytes = bytes_of(times_);
  table_.push_back({checksum_of(bytes), static_cast<Cost>(cost.total), cost.largest});
  write(bytes);
  times_.clear();
  costs_.clear();
}

std::uint64_t RrtWriter::finish(const TraceSummary& summary, const std::string& cost_column) {
  if (!times_.empty()) write_block();
  const std::string text = summary_text(summary, cost_column);
  Trailer trailer{};
  trailer.events = events_;
  trailer.blocks = table_.size();
  trailer.table_offset = bytes_;
  trailer.table_bytes = bytes_of(table_).size();
  trailer.table_checksum = checksum_of(bytes_of(table_));
  trailer.summary_offset = trailer.table_offset + trailer.table_bytes;
  trailer.summary_bytes = text.size();
  trailer.summary_checksum = checksum_of(text);
  trailer.first = first_;
  trailer.last = last_;
  for (const RrtBlock& block : table_) {
    trailer.total_cost += block.total_cost;
    trailer.largest_cost = std::max(trailer.largest_cost, block.largest_cost);
  }
  trailer.file_bytes = trailer.summary_offset + trailer.summary_bytes + sizeof trailer;
  trailer.checksum = checksum_before(trailer, trailer.checksum);
  std::copy(magic.begin(), magic.end(), trailer.magic.begin());
  write(bytes_of(table_));
  write(text);
  write(bytes_of(trailer));
  return bytes_;
}

void RrtWriter::write(std::string_view bytes) {
  write_(bytes);
  bytes_ += bytes.size();
}

RrtFile::RrtFile(MappedFile file, std::string name) : file_(std::move(file)), name_(std::move(name)) {
  const std::string_view bytes = file_.bytes();
  if (bytes.substr(0, magic.size()) != magic.substr(0, bytes.size())) {
    if (!begins_as_rrt(bytes)) refuse("is no binary trace");
    refuse("the binary trace was changed, as by a transfer as text");
  }
  if (bytes.size() < sizeof(Front) + sizeof(Trailer)) refuse("the binary trace is cut short");
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(std::int64_t) != 0) {
    throw Error(name_ + ": the binary trace does not begin at a multiple of 8 bytes; name the file as TRACE");
  }

  // Where the byte order, the version and the checksum of the front stand is the same in every version.
  const auto front = read_as<Front>(bytes, 0);
  if (front.byte_order == other_order) {
    throw Error(name_ + ": the binary trace is of a machine with the other byte order; convert the trace on this one");
  }
  if (front.byte_order != this_order || front.checksum != checksum_before(front, front.checksum)) {
    refuse("the front of the binary trace is altered");
  }
  if (front.version > rrt_version) {
    throw Error(
        fmt::format("{}: written by a newer ratereplay (format {}), this one reads up to {}; update it, or "
                    "convert the trace again",
                    name_, front.version, rrt_version));
  }

  const std::size_t end = bytes.size() - sizeof(Trailer);
  const auto trailer = read_as<Trailer>(bytes, end);
  if (std::string_view(trailer.magic.data(), trailer.magic.size()) != magic) {
    refuse("the binary trace does not end as one does: it is cut short, or something follows it");
  }
  if (trailer.checksum != checksum_before(trailer, trailer.checksum)) {
    refuse("the end of the binary trace is altered");
  }

  // Whoever made the checksums may have made up the rest. Each of these is checked before the next relies on it, and
  // none can overflow.
  const std::size_t event_bytes = front.columns * sizeof(std::int64_t);
  const bool adds_up =
      front.version == rrt_version && front.block_events == rrt_block_events &&
      front.reserved == decltype(front.reserved){} && (front.columns == 1 || front.columns == 2) &&
      trailer.file_bytes == bytes.size() && trailer.events <= end / event_bytes &&
      trailer.table_offset == sizeof(Front) + trailer.events * event_bytes &&
      trailer.blocks == trailer.events / rrt_block_events + (trailer.events % rrt_block_events == 0 ? 0 : 1) &&
      trailer.table_bytes == trailer.blocks * sizeof(RrtBlock) &&
      trailer.summary_offset == trailer.table_offset + trailer.table_bytes && trailer.summary_offset <= end &&
      trailer.summary_bytes == end - trailer.summary_offset && trailer.summary_bytes <= longest_summary;
  if (!adds_up) refuse("the sizes in the binary trace do not add up");

  const std::string_view table = bytes.substr(trailer.table_offset, trailer.table_bytes);
  if (trailer.table_checksum != checksum_of(table)) refuse("the table of the binary trace is altered");
  table_.resize(trailer.blocks);
  if (!table.empty()) std::memcpy(table_.data(), table.data(), table.size());
  // What the table says of the costs of a block is checked with the block: here they are added up, so that no sum of
  // costs overflows in what is made of the blocks.
  CostSum cost;
  for (const RrtBlock& block : table_) {
    cost.total += block.total_cost;
    cost.largest = std::max(cost.largest, block.largest_cost);
    cost.negative |= block.total_cost < 0;
  }
  if (cost.total != trailer.total_cost || cost.largest != trailer.largest_cost || cost.negative) {
    refuse("the costs in the binary trace do not add up");
  }

  const std::string_view text = bytes.substr(trailer.summary_offset, trailer.summary_bytes);
  if (trailer.summary_checksum != checksum_of(text)) refuse("the summary in the binary trace is altered");
  summary_.events = trailer.events;
  summary_.has_costs = front.columns == 2;
  if (trailer.events > 0) {
    summary_.extent = {Instant{trailer.first}, Instant{trailer.last}, trailer.largest_cost, trailer.total_cost};
  }
  read_summary(text);
}

void RrtFile::read_summary(std::string_view text) {
  constexpr int deepest = 3;
  try {
    // The parser takes it for the end.
    if (text.find('\0') != std::string_view::npos) text = {};
    // What is nested deeper than any summary is left out while it is read, so that it cannot fill memory.
    const auto json = Json::parse(text, [](int depth, Json::parse_event_t, const Json&) { return depth <= deepest; });
    const auto text_of = [](const Json& value) { return value.get_ref<const std::string&>(); };
    const auto count_of = [](const Json& value) { return value.get_ref<const std::uint64_t&>(); };
    // Names are made safe where they are printed; sentences were when they were made, unless they are made up.
    const auto sentences_of = [&](const Json& value) {
      std::vector<std::string> sentences;
      for (const Json& sentence : value.get_ref<const Json::array_t&>())
        sentences.push_back(printable(text_of(sentence)));
      return sentences;
    };
    summary_.source = text_of(json.at("source"));
    summary_.input = printable(text_of(json.at("input")));
    summary_.time_column = text_of(json.at("time_column"));
    summary_.time_style = printable(text_of(json.at("time_style")));
    cost_column_ = text_of(json.at("cost_column"));
    if (const Json& resolution = json.at("resolution_ns"); !resolution.is_null()) {
      summary_.resolution = Duration{count_of(resolution)};
    }
    for (const auto& [name, count] : row_counts) summary_.rows.*count = count_of(json.at("rows").at(name));
    summary_.notes = sentences_of(json.at("notes"));
    summary_.warnings = sentences_of(json.at("warnings"));
  } catch (const Json::exception&) {
    refuse("the summary in the binary trace is not as ratereplay writes it");
  }
  const RowCounts& rows = summary_.rows;
  const Int128 read = static_cast<Int128>(rows.kept) + rows.filtered + rows.bad + rows.duplicates;
  if (rows.kept != summary_.events || read != rows.read || cost_column_.empty() == summary_.has_costs ||
      (summary_.resolution && !is_resolution(*summary_.resolution))) {
    refuse("the summary in the binary trace is not of its events");
  }
}

Events RrtFile::block(std::size_t index) const {
  const std::size_t count = static_cast<std::size_t>(
      std::min<std::uint64_t>(rrt_block_events, summary_.events - index * std::uint64_t{rrt_block_events}));
  const RrtBlock& entry = table_[index];
  const std::size_t columns = summary_.has_costs ? 2 : 1;
  if (checksum_of(file_.bytes().substr(offset_of(index), columns * count * sizeof(std::int64_t))) != entry.checksum) {
    refuse_block(index, "is altered");
  }

  // A checksum that is right may have been made for what is wrong.
  const std::int64_t* const times = times_of(index);
  Events events{{times, count}, {}};
  CostSum cost{static_cast<Int128>(count), 1, false};
  if (summary_.has_costs) {
    events.cost = {times + count, count};
    cost = sum_of(events.cost);
  }
  const bool follows =
      index == 0 ? events.time(0) == summary_.extent.first : times[0] >= times_of(index - 1)[rrt_block_events - 1];
  if (!follows || !is_ordered(events.arrival)) refuse_block(index, "holds times out of order");
  if (index + 1 == blocks() && events.time(count - 1) != summary_.extent.last) {
    refuse_block(index, "ends at another time than the trace");
  }
  if (cost.negative) refuse_block(index, "holds a negative cost");
  if (cost.total != entry.total_cost || cost.largest != entry.largest_cost) {
    refuse_block(index, "holds other costs than the table says");
  }
  return events;
}

void RrtFile::release_before(std::size_t index) noexcept {
  if (index <= released_) return;
  file_.release(offset_of(released_), std::min(offset_of(index), file_.bytes().size()));
  released_ = index;
}

std::size_t RrtFile::offset_of(std::size_t block) const noexcept {
  return sizeof(Front) + block * rrt_block_events * (summary_.has_costs ? 2 : 1) * sizeof(std::int64_t);
}

const std::int64_t* RrtFile::times_of(std::size_t block) const noexcept {
  const void* const bytes = file_.bytes().data() + offset_of(block);
  return static_cast<const std::int64_t*>(bytes);
}

void RrtFile::refuse(const std::string& what) const {
  throw Error(fmt::format("{}: {}; copy the file again, or convert the trace again", name_, what));
}

void RrtFile::refuse_block(std::size_t index, std::string_view what) const {
  refuse(fmt::format("block {} of {} of the binary trace {}", index + 1, blocks(), what));
}

}  // namespace ratereplay
