#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/keys.hpp"
#include "core/text_hash.hpp"
#include "trace/bad_rows.hpp"
#include "trace/reading_plan.hpp"
#include "trace/record_reader.hpp"
#include "trace/resolution.hpp"
#include "trace/timestamp.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// How many times of a column needed something done to be read.
struct ReadingCounts {
  std::uint64_t without_offset = 0;
  std::uint64_t clamped = 0;
  std::uint64_t digits_cut = 0;

  void add(const TimeReading& reading) noexcept {
    without_offset += reading.without_offset ? 1 : 0;
    clamped += reading.clamped ? 1 : 0;
    digits_cut += reading.digits_cut ? 1 : 0;
  }
  void add(const ReadingCounts& other) noexcept {
    without_offset += other.without_offset;
    clamped += other.clamped;
    digits_cut += other.digits_cut;
  }
};

/// What was met in a stretch of rows.
struct Findings {
  explicit Findings(const ReadingPlan& plan)
      : rows_without(plan.tests.size()), without_key(plan.key_choices.size()), bad(plan.options.bad_rows, plan.name) {}

  /// Of the rows below these, which count their lines from `lines_above` on.
  void append(const Findings& further, std::uint64_t lines_above);
  void pass_over(const PassedOver& more) noexcept;

  RowCounts rows;  ///< but for bad, blank and repeated_headers, and what is counted of times
  ReadingCounts times;
  ReadingCounts updates;
  std::vector<std::uint64_t> rows_without;  ///< for each test of the plan: cells that are not the number it asks for
  std::uint64_t without_id = 0;
  std::vector<std::uint64_t> without_key;  ///< for each choice of key, rows kept whose cells of it are all empty
  BadRowLog bad;
  PassedOver passed_over;
  Resolution resolution;
};

/// A stretch of rows after checks, dedupe and filters.
struct SiftedRows {
  explicit SiftedRows(const ReadingPlan& plan) : findings(plan) {}

  /// In the order of the file. Keys are places in `keys`; lines count as those of the findings do.
  EventColumns kept;
  KeyTexts keys;  ///< the combination of key cells of each row kept
  Findings findings;
};

/// Checks rows one after another and keeps what the plan asks for. What a row means can depend on rows above it in few
/// ways, all of them here: the style of the times, the unit of --from and --to that goes with it, the time of the row
/// kept before, the sum of costs so far and, with --dedupe, everything.
class RowSifter {
 public:
  explicit RowSifter(const ReadingPlan& plan)
      : plan_(plan), times_(plan.time_unit), has_keys_(!plan.key_cells.empty()), rows_(plan) {}

  /// A sifter for rows further down, of which nothing but the style of the times is known. Not with --dedupe.
  RowSifter further_down() const;

  /// The style is known, so that rows can be looked at out of turn.
  bool knows_style() const noexcept { return times_.style().has_value(); }
  /// Whether a row begins like a good one: what is a chance line break inside quotes hardly does.
  bool seems_good(const Record& record);

  /// The next row. Throws Error for a bad one (unless those are skipped), one out of order under --order strict, one
  /// whose cost is too much for the sum, and for --from and --to that do not fit the file.
  void take(const Record& record);

  /// Bytes of keys among what is to be handed over: of all that is held for a row, what has no least size.
  std::size_t key_bytes() const noexcept { return rows_.keys.bytes(); }

  /// What became of the rows since the last call. With --dedupe nothing before `finish`.
  SiftedRows hand_over();

  /// After the last row.
  void finish();

  /// Rows were sifted by another: what those below depend on. `last`: the time of the last one kept.
  void skip_rows(std::optional<Instant> last, Cost cost) noexcept;

  const std::optional<Instant>& previous() const noexcept { return previous_; }  ///< time of the last row kept
  Cost total_cost() const noexcept { return total_cost_; }
  std::optional<TimeStyle> style() const noexcept { return times_.style(); }
  std::optional<TimeStyle> updated_style() const noexcept { return updates_.style(); }

 private:
  enum class Fate : std::uint8_t { keep, filter, duplicate };

  /// A row whose time is right, on its way through dedupe and filter to the trace.
  struct Row {
    Instant time;
    std::uint64_t line = 0;
    std::optional<Instant> updated;
    Cost cost = 1;
    bool clamped = false;
    Fate fate = Fate::keep;
  };

  /// What few rows have.
  struct Oddities {
    std::vector<std::size_t> without;  ///< tests that ask for a number where the row has none
    std::optional<Complaint> bad_cost;
  };

  bool read_time(const Record& record, const Column& column, TimeReader& reader, TimeReading& reading);
  void settle_bounds();
  bool read_updated(const Record& record, Row& row);
  void drop_older(const Record& record);
  void filter(const Record& record, Row& row, std::string_view key);
  void read_cost(const Record& record, Row& row);
  void settle(const Row& row, std::string_view key, Oddities& oddities);
  void keep(const Row& row, std::string_view key);
  void keep_key(std::string_view key);
  void count_empty_keys(std::string_view key);
  std::string_view key_of(const Record& record);

  const ReadingPlan& plan_;
  TimeReader times_;
  TimeReader updates_;
  std::optional<Bounds> bounds_;  ///< once the style of the times is known
  bool keeps_all_ = false;        ///< every row with a time, at the cost of 1: nothing more is asked of it
  bool has_keys_;
  std::optional<Instant> previous_;
  Cost total_cost_ = 0;
  SiftedRows rows_;
  Oddities oddities_;  ///< of the row at hand
  std::string key_;    ///< of the row at hand, where it is made of several cells

  // With --dedupe.
  std::vector<Row> pending_;
  KeyTexts pending_keys_;                                          ///< where there are keys
  std::unordered_map<std::size_t, Oddities> odd_;                  ///< by the place in pending_
  std::unordered_map<std::string, std::size_t, TextHash> newest_;  ///< id to row
};

}  // namespace ratereplay
