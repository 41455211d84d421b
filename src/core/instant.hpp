#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/int128.hpp"

namespace ratereplay {

/// A length of time in whole nanoseconds, any sign. 128 bits wide, because the difference of two
/// instants (1700 to 2025, say) does not fit in 64.
struct Duration {
  Int128 ns = 0;

  friend constexpr auto operator<=>(const Duration&, const Duration&) = default;
};

/// A point in time: nanoseconds since 1970-01-01T00:00:00Z, 1677-09-21 to 2262-04-11.
struct Instant {
  std::int64_t ns = 0;

  friend constexpr auto operator<=>(const Instant&, const Instant&) = default;
};

constexpr Duration operator-(Instant a, Instant b) noexcept { return {static_cast<Int128>(a.ns) - b.ns}; }

/// Nanoseconds from `earlier` to `later`, which is not before it: exact over the whole range of instants.
inline std::uint64_t ns_between(std::int64_t earlier, Instant later) noexcept {
  return static_cast<std::uint64_t>(later.ns) - static_cast<std::uint64_t>(earlier);
}

inline constexpr Int128 ns_per_second = 1'000'000'000;
inline constexpr std::int64_t ns_per_ms = 1'000'000;

/// Whole milliseconds since 1970, towards the past.
constexpr std::int64_t whole_ms(Instant instant) noexcept { return floor_div(instant.ns, ns_per_ms); }

/// The longest duration that a parameter may have: 2^64 - 1 ns, about 584 years, longer than any trace.
inline constexpr Duration longest_parameter{(static_cast<Int128>(1) << 64) - 1};

/// Reads `1h`, `1h30m`, `90m`, `1.5h`, `3600` (seconds), `500ms`, with units ns us ms s m|min h d and
/// their long English names. Positive, at most `longest_parameter`. Throws Error naming the text.
Duration parse_duration(std::string_view text);

/// The same with any sign, or zero, for offsets.
Duration parse_signed_duration(std::string_view text);

/// A single unit (`h`, `min`, `seconds`), or 0 ns when `text` is not one.
Duration unit_of(std::string_view text) noexcept;

/// Exact decimal seconds, `22339.203`, no exponent, no trailing zeros.
std::string seconds_text(Duration duration);

/// Writes the same, at most `longest_seconds` characters and no final zero byte. Returns where it ends.
char* write_seconds(char* out, Duration duration) noexcept;
inline constexpr std::size_t longest_seconds = 41;

/// For people: `6 h 12 min 19.203 s`, `1 h`, `500 ms`, `0 s`.
std::string human_text(Duration duration);

/// As an option would be typed: `1h`, `90m`, `1500ms`; the largest unit that divides.
std::string compact_text(Duration duration);

/// RFC 3339 in UTC with as many fraction digits as needed: `2025-07-29T23:24:52.483Z`.
std::string rfc3339_text(Instant instant);

/// The same of a time since 1970 that may lie outside of the range of instants, by at most `longest_parameter`.
std::string rfc3339_text_since_1970(Duration time);
/// Writes the same, at most `longest_rfc3339` characters and no final zero byte. Returns where it ends.
char* write_rfc3339(char* out, Instant instant) noexcept;
inline constexpr std::size_t longest_rfc3339 = 30;

/// Days since 1970-01-01 of a proleptic Gregorian date, and back. `month` 1..12, `day` 1..31.
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
constexpr std::int64_t days_from_civil(std::int64_t year, int month, int day) noexcept {
  year -= month <= 2 ? 1 : 0;
  const std::int64_t era = floor_div<std::int64_t>(year, 400);
  const std::int64_t year_of_era = year - era * 400;
  const std::int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const std::int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

}  // namespace ratereplay
