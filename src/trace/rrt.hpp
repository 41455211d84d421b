#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/events.hpp"
#include "core/sink.hpp"
#include "trace/mapped_file.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

// The binary trace (.rrt): columns of a trace in replay order, in blocks, for reading in place. The layout is described
// in data/README.md.

/// Events in one block of a file; the last may hold fewer.
inline constexpr std::size_t rrt_block_events = 65'536;

/// What the table of a file says of a block.
struct RrtBlock {
  std::uint64_t checksum;  ///< XXH3-64 of its bytes
  Cost total_cost;
  Cost largest_cost;
};

/// Makes the bytes of a binary trace, from front to end; nothing written is gone back to.
class RrtWriter {
 public:
  /// `sink` is given the bytes, the first at once.
  RrtWriter(Sink sink, bool unit_costs);

  /// The next events, in replay order, of any number.
  void add(const Events& events);

  /// The end, once: the summary of the trace as it was read, so that a reader can say where the events come from and
  /// what was met on the way (its count and extent are those of the events added). `cost_column`: its name, empty for
  /// unit costs. Returns the bytes of the whole file.
  std::uint64_t finish(const TraceSummary& summary, const std::string& cost_column);

 private:
  void write(std::string_view bytes);
  void write_block();

  Sink sink_;
  bool unit_costs_;
  std::uint64_t bytes_ = 0;
  // The block being filled; its costs follow its times once it is full.
  std::vector<std::int64_t> times_;
  std::vector<Cost> costs_;
  std::vector<RrtBlock> table_;
  std::uint64_t events_ = 0;  ///< in the blocks of the table, as are first and last
  std::int64_t first_ = 0;
  std::int64_t last_ = 0;
};

/// A binary trace, mapped. What is read of it was checked: version, byte order, sizes, and block by block the checksum,
/// the order of the times and the sign and sum of the costs.
class RrtFile {
 public:
  /// Throws Error naming the source, with the mend, when the file is cut short, altered, newer than this program, or of
  /// another byte order.
  RrtFile(MappedFile file, std::string name);

  std::uint64_t events() const noexcept { return summary_.events; }
  std::size_t blocks() const noexcept { return table_.size(); }
  /// The summary of the trace that was converted. Its source is that of the conversion.
  const TraceSummary& summary() const noexcept { return summary_; }
  const std::string& cost_column() const noexcept { return cost_column_; }  ///< empty when every event costs 1

  /// The events of a block, where they lie in the file; never empty. Checked anew at each call, which may come from
  /// several threads. `index` < blocks(). Throws Error when the block is altered.
  Events block(std::size_t index) const;

  /// Memory of the blocks before `index` may be taken back; it comes from the disk again when they are asked for.
  void release_before(std::size_t index) noexcept;

 private:
  std::size_t offset_of(std::size_t block) const noexcept;
  const std::int64_t* times_of(std::size_t block) const noexcept;
  [[noreturn]] void refuse(std::string_view what) const;
  [[noreturn]] void refuse_block(std::size_t index, std::string_view what) const;

  MappedFile file_;
  std::string name_;
  std::vector<RrtBlock> table_;
  TraceSummary summary_;
  std::string cost_column_;
  std::size_t released_ = 0;  ///< blocks
};

}  // namespace ratereplay
