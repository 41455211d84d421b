#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/digit_words.hpp"
#include "core/instant.hpp"

namespace ratereplay {

/// How the times of one file are spelled.
enum class TimeStyle : std::uint8_t { iso, slash, log, epoch_s, epoch_ms, epoch_us, epoch_ns };

constexpr bool is_epoch(TimeStyle style) noexcept { return style >= TimeStyle::epoch_s; }

/// For people: "ISO 8601", "access log", "epoch milliseconds".
std::string_view name_of(TimeStyle style) noexcept;

/// The style of this name, or none.
std::optional<TimeStyle> style_named(std::string_view name) noexcept;

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
/// days_from_civil. A copy reads on its own, in the same style.
class TimeReader {
 public:
  /// For times that --time-unit does not reach.
  TimeReader() = default;

  /// With what --time-unit says: only epoch numbers of this unit, whatever their magnitude; none where it is not given.
  explicit TimeReader(std::optional<TimeStyle> epoch_unit) noexcept
      : style_(epoch_unit), forced_(epoch_unit), option_reaches_(true) {}

  /// The time in `text` (blanks around it are skipped), or why there is none; `reading` is then unchanged.
  TimeFault read(std::string_view text, TimeReading& reading) noexcept {
    if (style_ == TimeStyle::iso && read_usual_iso(text, reading)) return TimeFault::none;
    if (style_ == TimeStyle::log && read_usual_log(text, reading)) return TimeFault::none;
    return read_any(text, reading);
  }

  /// None before the first time that could be read.
  std::optional<TimeStyle> style() const noexcept { return style_; }

  /// What is wrong with `text` and the mend, for a message: "no such date: '2025-02-30'; ...".
  std::string explain(TimeFault fault, std::string_view text) const;

 private:
  // Of the spellings of ISO 8601 those that programs write, a word at a time; false where the text is none of them or
  // its date is too near to the ends of the range, and then read_any has to say what it is.
  bool read_usual_iso(std::string_view text, TimeReading& reading) noexcept;
  // dd/Mon/yyyy:HH:MM:SS +zzzz, with or without brackets, on the date and with the offset of the time before.
  bool read_usual_log(std::string_view text, TimeReading& reading) const noexcept;
  TimeFault read_any(std::string_view text, TimeReading& reading) noexcept;
  TimeFault read_iso(std::string_view text, TimeReading& reading) noexcept;
  TimeFault read_log(std::string_view text, TimeReading& reading) noexcept;
  TimeFault read_date(const char* text, std::int64_t& midnight) noexcept;
  // Whether the ten bytes are a date that is then kept.
  bool cache_date(const char* text) noexcept;

  bool has_cached(const char* date) const noexcept {
    return word_at(date) == cached_date_ && bytes_at(date + 8, 2) == cached_rest_;
  }

  std::optional<TimeStyle> style_;
  std::optional<TimeStyle> forced_;
  bool option_reaches_ = false;
  // Most rows of a trace repeat the date of the row before. Only a date of which every time at every offset is within
  // the range is kept here, so that nothing that is added to it overflows.
  std::uint64_t cached_date_ = word_at("1970-01-");  ///< the first eight bytes as they are written
  std::uint64_t cached_rest_ = bytes_at("01", 2);    ///< the others: 2 of ISO 8601, 4 with the colon of a log
  std::int64_t cached_midnight_ = 0;                 ///< in seconds since 1970
  std::uint64_t cached_offset_ = ~std::uint64_t{0};  ///< of a log, its six bytes as written; at first no such
  std::int64_t cached_offset_seconds_ = 0;
};

/// The seconds since midnight in what is left of `HH:MM:SS` when `00:00:00` is taken from it. Where that is no time of
/// day, or is the second 60, top bits of `faults` are set.
constexpr std::int64_t seconds_of_day(std::uint64_t values, std::uint64_t& faults) noexcept {
  // Of each two digits a number, in the bytes 0, 3 and 6.
  const std::uint64_t numbers = (values * 10 + (values >> 8)) & 0x00FF0000FF0000FF;
  faults |= excess(values, word_at("\x76\x76\x7F\x76\x76\x7F\x76\x76")) | (numbers + word_at("\x68\0\0\x44\0\0\x44\0"));
  const std::uint64_t minutes = numbers * (1 + (std::uint64_t{60} << 24)) >> 24 & 0xFFFF;
  return static_cast<std::int64_t>(minutes * 60 + (numbers >> 48));
}

// YYYY-MM-DD[T| ]HH:MM:SS[.f][Z|+hh:mm]
inline bool TimeReader::read_usual_iso(std::string_view text, TimeReading& reading) noexcept {
  constexpr std::size_t whole_seconds = 19;
  constexpr std::size_t fraction_at = whole_seconds + 1;
  if (text.size() < whole_seconds) return false;
  const char* const p = text.data();

  std::uint64_t faults = 0;
  std::size_t end = text.size();
  bool without_offset = false;
  std::int64_t offset = 0;
  if (p[end - 1] == 'Z') {
    --end;
  } else if (end >= whole_seconds + 6 && p[end - 3] == ':' && (p[end - 6] == '+' || p[end - 6] == '-')) {
    offset = seconds_of_day((word_at(p + end - 8) >> 24) ^ bytes_at("00:00", 5), faults);
    if (p[end - 6] == '-') offset = -offset;
    end -= 6;
  } else {
    without_offset = true;
  }

  std::uint64_t fraction = 0;
  if (end != whole_seconds) {
    const std::size_t places = end - fraction_at;
    if (places - 1 > 8 || (p[whole_seconds] != '.' && p[whole_seconds] != ',')) return false;
    if (places < 9) {
      // As eight digits, with zeros behind those that are written.
      const std::uint64_t digits = without_zeros(word_at(p + end - 8)) >> (64 - 8 * places);
      faults |= not_digits(digits);
      fraction = number_of(digits) * 10;
    } else {
      const std::uint64_t digits = without_zeros(word_at(p + fraction_at));
      const std::uint64_t last = without_zeros(bytes_at(p + end - 1, 1)) & 0xFF;
      faults |= not_digits(digits) | not_digits(last);
      fraction = number_of(digits) * 10 + last;
    }
  }

  const std::int64_t clock = seconds_of_day(word_at(p + 11) ^ word_at("00:00:00"), faults);
  if (any_top_bit(faults) || (p[10] != 'T' && p[10] != ' ')) return false;
  if (!has_cached(p) && !cache_date(p)) return false;
  const std::int64_t seconds = cached_midnight_ + clock - offset;
  reading = {{seconds * 1'000'000'000 + static_cast<std::int64_t>(fraction)}, without_offset, false, false};
  return true;
}

inline bool TimeReader::read_usual_log(std::string_view text, TimeReading& reading) const noexcept {
  constexpr std::size_t whole = 26;
  const char* p = text.data();
  if (text.size() == whole + 2 && p[0] == '[' && p[whole + 1] == ']') {
    ++p;
  } else if (text.size() != whole) {
    return false;
  }
  // Words that overlap: the date, the clock and the offset are 12, 8 and 6 bytes.
  if (word_at(p) != cached_date_ || load_bytes<std::uint32_t>(p + 8) != cached_rest_) return false;
  if (word_at(p + whole - 8) >> 16 != cached_offset_) return false;
  std::uint64_t faults = 0;
  const std::int64_t clock = seconds_of_day(word_at(p + 12) ^ word_at("00:00:00"), faults);
  if (any_top_bit(faults)) return false;
  reading = {{(cached_midnight_ + clock - cached_offset_seconds_) * 1'000'000'000}, false, false, false};
  return true;
}

/// Whether a text is a bare number, whose time depends on a unit.
bool is_epoch_number(std::string_view text) noexcept;

/// A single time in any style, for options: --from and --to. A bare number is read in the unit that --time-unit gives,
/// else in that of the file's times, else by its magnitude. Throws Error with what is wrong, not naming the option.
Instant parse_time(std::string_view text, std::optional<TimeStyle> unit_given, std::optional<TimeStyle> unit_of_file);

}  // namespace ratereplay
