#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/instant.hpp"

namespace ratereplay {

/// How the times of one file are spelled.
enum class TimeStyle : std::uint8_t { iso, slash, log, epoch_s, epoch_ms, epoch_us, epoch_ns };

constexpr bool is_epoch(TimeStyle style) noexcept { return style >= TimeStyle::epoch_s; }

/// For people: "ISO 8601", "access log", "epoch milliseconds".
std::string_view name_of(TimeStyle style) noexcept;

/// The epoch style of `s`, `ms`, `us` or `ns`. Throws Error naming the text.
TimeStyle parse_time_unit(std::string_view text);

/// A time and what had to be done to read it.
struct TimeReading {
  Instant time;
  bool without_offset = false;  ///< no offset in the text: read as UTC (an epoch number needs none)
  bool clamped = false;         ///< second 60, read as :59.999999999
  bool digits_cut = false;      ///< fraction digits beyond the nanosecond, cut
};

/// Why a text is not a time of its column.
enum class TimeFault : std::uint8_t {
  none,
  empty,
  unknown,       ///< in none of the accepted styles
  malformed,     ///< begins as a style, but is cut short or followed by other text
  no_such_date,  ///< 2025-02-30
  no_such_time,  ///< 24:00, :61
  no_such_offset,
  out_of_range,  ///< not representable in 64-bit nanoseconds
  other_style,   ///< than the first time of the column
  other_unit     ///< an epoch number of another magnitude class than the first
};

/// Reads the times of one column: the first one that can be read decides the style (and, of epoch numbers, the unit by
/// its magnitude: below 1e11 seconds, below 1e14 ms, below 1e17 us, else ns), and the others must keep to it; the
/// variants of ISO 8601 may mix. Exact, without locale, without floating point. Date arithmetic: Hinnant, see
/// days_from_civil.
class TimeReader {
 public:
  /// For times that --time-unit does not reach.
  TimeReader() = default;

  /// With what --time-unit says: only epoch numbers of this unit, whatever their magnitude; none where it is not given.
  explicit TimeReader(std::optional<TimeStyle> epoch_unit) noexcept
      : style_(epoch_unit), forced_(epoch_unit), option_reaches_(true) {}

  /// The time in `text` (blanks around it are skipped), or why there is none; `reading` is then unchanged.
  TimeFault read(std::string_view text, TimeReading& reading) noexcept;

  /// None before the first time that could be read.
  std::optional<TimeStyle> style() const noexcept { return style_; }

  /// What is wrong with `text` and the mend, for a message: "no such date: '2025-02-30'; ...".
  std::string explain(TimeFault fault, std::string_view text) const;

 private:
  TimeFault read_iso(std::string_view text, TimeReading& reading) noexcept;

  std::optional<TimeStyle> style_;
  std::optional<TimeStyle> forced_;
  bool option_reaches_ = false;
  // Most rows of a trace repeat the date of the row before.
  std::array<char, 10> cached_date_ = {'1', '9', '7', '0', '-', '0', '1', '-', '0', '1'};
  std::int64_t cached_days_ = 0;
};

/// Whether a text is a bare number, whose time depends on a unit.
bool is_epoch_number(std::string_view text) noexcept;

/// A single time in any style, for options: --from and --to. A bare number is read in the unit that --time-unit gives,
/// else in that of the file's times, else by its magnitude. Throws Error with what is wrong, not naming the option.
Instant parse_time(std::string_view text, std::optional<TimeStyle> unit_given, std::optional<TimeStyle> unit_of_file);

}  // namespace ratereplay
