#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "core/event_consumer.hpp"
#include "core/keys.hpp"
#include "trace/delivery.hpp"
#include "trace/event_sorter.hpp"
#include "trace/load.hpp"
#include "trace/reading_plan.hpp"
#include "trace/row_sifter.hpp"

namespace ratereplay {

/// The way of the rows that are kept to the consumer.
enum class Way : std::uint8_t {
  straight,  ///< as they come: they have to be in order, unless --order file takes them so
  sorted     ///< all are held, then given out in order
};

/// Gathers what a reader makes of the rows of a trace, from top to bottom, and sees to their order.
class Intake {
 public:
  Intake(const ReadingPlan& plan, const ReadingMeans& means, EventConsumer& consumer, Way way);

  Way way() const noexcept { return way_; }

  /// The next rows, which count their lines from `lines_above` on; on the sorted way their events may be in order of
  /// time already. False when the straight way cannot be gone on, because they are out of order.
  bool take(SiftedRows rows, std::uint64_t lines_above = 0);

  /// What a reader passed over.
  void pass_over(const PassedOver& more) noexcept { findings_.pass_over(more); }

  /// Delivers what was taken, and meanwhile calls `reading(0)` to `reading(count - 1)`.
  void run(std::size_t count, const std::function<void(std::size_t)>& reading) { delivery_.run(count, reading); }

  /// After the last rows: delivers the rest and sums up. `sifter`: what became of the styles.
  TraceSummary finish(const RowSifter& sifter);

 private:
  void number_keys(SiftedRows& rows);
  void hold_at_maximum(std::vector<std::int64_t>& arrival);

  const ReadingPlan& plan_;
  const ReadingMeans& means_;
  Way way_;
  Findings findings_;
  std::shared_ptr<Keys> keys_;  ///< where events bear their numbers
  Delivery delivery_;
  EventSorter sorter_;
  std::optional<std::int64_t> maximum_;  ///< of the times so far, under --order file
};

}  // namespace ratereplay
