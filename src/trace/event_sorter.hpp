#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/temporary_file.hpp"

namespace ratereplay {

/// Puts one piece into order of time, equal times in the order they had. May run for many pieces at the same time.
void sort_by_time(EventColumns& piece);

/// Puts a whole trace into order of time, equal times in the order they had, within a given memory: what does not fit
/// is written to temporary files in sorted runs, which are merged. Pieces that do not overlap in time (a catalog that
/// is newest first) cost no comparison of their events.
class EventSorter {
 public:
  /// `memory`: bytes that the events held and the buffers of a merge may take, at least 1 MiB. The next piece is among
  /// them as long as it is no larger than one before.
  explicit EventSorter(std::size_t memory);

  /// The next piece of the file, itself in order of time. All pieces have the same columns; an empty one may have any.
  /// Throws Error when a temporary file cannot be written.
  void add(EventColumns piece);

  /// All events, in blocks of at most 65,536; once. Throws Error when a temporary file cannot be written or read.
  void for_each_block(const std::function<void(const Events&)>& take);

 private:
  class Merge;

  // Sorted runs in files, one behind another, a file for each column that there is.
  struct Spill {
    explicit Spill(const EventColumns& layout);

    std::uint64_t events() const noexcept;
    void append(const Events& events);

    std::optional<TemporaryFile> arrival;
    std::optional<TemporaryFile> cost;
    std::optional<TemporaryFile> key;
    std::optional<TemporaryFile> line;
    std::vector<std::uint64_t> begins;  ///< of each run, in events
  };

  std::size_t event_bytes() const noexcept;
  std::size_t block_events() const noexcept;
  std::size_t room() const noexcept;
  void give_pieces(Merge& merge);
  void give_runs(Merge& merge, std::size_t first, std::size_t count, std::size_t memory) const;
  void spill();
  void merge_runs(std::size_t at_once);

  std::size_t memory_;
  EventColumns layout_;               ///< the columns that there are have an element
  std::vector<EventColumns> pieces_;  ///< in the order of the file, none empty
  std::size_t held_ = 0;              ///< bytes that the pieces take
  std::size_t largest_piece_ = 0;     ///< bytes
  std::unique_ptr<Spill> spill_;      ///< what came before the pieces
};

}  // namespace ratereplay
