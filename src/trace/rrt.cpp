#include "trace/rrt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "core/error.hpp"
#include "core/int128.hpp"
#include "trace/binary_form.hpp"
#include "trace/summary_text.hpp"

namespace ratereplay {

namespace {

/// What stands in front of it, beside what every form says there.
struct OwnFront {
  std::uint32_t block_events;
  std::uint32_t columns;
  std::array<char, 32> reserved;
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

static_assert(sizeof(OwnFront) == own_front_bytes && sizeof(Trailer) == 120 && sizeof(RrtBlock) == 24,
              "the structures are written as they lie in memory");

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

}  // namespace

RrtWriter::RrtWriter(Sink sink, bool unit_costs) : sink_(std::move(sink)), unit_costs_(unit_costs) {
  times_.reserve((unit_costs ? 1 : 2) * rrt_block_events);
  OwnFront own{};
  own.block_events = rrt_block_events;
  own.columns = unit_costs ? 1 : 2;
  write(front_of(rrt_form, bytes_of(own)));
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
  std::copy(rrt_form.magic.begin(), rrt_form.magic.end(), trailer.magic.begin());
  write(bytes_of(table_));
  write(text);
  write(bytes_of(trailer));
  return bytes_;
}

void RrtWriter::write(std::string_view bytes) {
  sink_(bytes);
  bytes_ += bytes.size();
}

RrtFile::RrtFile(MappedFile file, std::string name) : file_(std::move(file)), name_(std::move(name)) {
  const std::string_view bytes = file_.bytes();
  check_front(rrt_form, bytes, front_bytes + sizeof(Trailer), name_);
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(std::int64_t) != 0) {
    throw Error(name_ + ": the binary trace does not begin at a multiple of 8 bytes; name the file as TRACE");
  }

  const std::size_t end = bytes.size() - sizeof(Trailer);
  const auto trailer = read_as<Trailer>(bytes, end);
  if (std::string_view(trailer.magic.data(), trailer.magic.size()) != rrt_form.magic) {
    refuse("the binary trace does not end as one does: it is cut short, or something follows it");
  }
  if (trailer.checksum != checksum_before(trailer, trailer.checksum)) {
    refuse("the end of the binary trace is altered");
  }

  // Whoever made the checksums may have made up the rest. Each of these is checked before the next relies on it, and
  // none can overflow.
  const auto front = read_as<OwnFront>(bytes, own_front_offset);
  const std::size_t event_bytes = front.columns * sizeof(std::int64_t);
  const bool adds_up =
      front.block_events == rrt_block_events && front.reserved == decltype(front.reserved){} &&
      (front.columns == 1 || front.columns == 2) && trailer.file_bytes == bytes.size() &&
      trailer.events <= end / event_bytes && trailer.table_offset == front_bytes + trailer.events * event_bytes &&
      trailer.blocks == trailer.events / rrt_block_events + (trailer.events % rrt_block_events == 0 ? 0 : 1) &&
      trailer.table_bytes == trailer.blocks * sizeof(RrtBlock) &&
      trailer.summary_offset == trailer.table_offset + trailer.table_bytes && trailer.summary_offset <= end &&
      trailer.summary_bytes == end - trailer.summary_offset && trailer.summary_bytes <= longest_summary_text;
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
  std::optional<KeptSummary> kept = read_summary_text(text);
  if (!kept) refuse("the summary in the binary trace is not as ratereplay writes it");
  if (!is_of_events(*kept, trailer.events, front.columns == 2)) {
    refuse("the summary in the binary trace is not of its events");
  }
  summary_ = std::move(kept->trace);
  cost_column_ = std::move(kept->cost_column);
  summary_.events = trailer.events;
  summary_.has_costs = front.columns == 2;
  if (trailer.events > 0) {
    summary_.extent = {Instant{trailer.first}, Instant{trailer.last}, trailer.largest_cost, trailer.total_cost};
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
  return front_bytes + block * rrt_block_events * (summary_.has_costs ? 2 : 1) * sizeof(std::int64_t);
}

const std::int64_t* RrtFile::times_of(std::size_t block) const noexcept {
  const void* const bytes = file_.bytes().data() + offset_of(block);
  return static_cast<const std::int64_t*>(bytes);
}

void RrtFile::refuse(std::string_view what) const { ratereplay::refuse(rrt_form, name_, what); }

void RrtFile::refuse_block(std::size_t index, std::string_view what) const {
  refuse(fmt::format("block {} of {} of the binary trace {}", index + 1, blocks(), what));
}

}  // namespace ratereplay
