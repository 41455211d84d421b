#include "core/instant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/decimal.hpp"
#include "core/error.hpp"
#include "core/fraction.hpp"
#include "core/text.hpp"

namespace ratereplay {

namespace {

constexpr Int128 minute = 60 * ns_per_second;
constexpr Int128 hour = 60 * minute;
constexpr Int128 day = 24 * hour;

struct Unit {
  std::string_view name;
  Int128 ns;
};

constexpr std::array<Unit, 27> units{{
    {"ns", 1},
    {"nanosecond", 1},
    {"nanoseconds", 1},
    {"us", 1'000},
    {"microsecond", 1'000},
    {"microseconds", 1'000},
    {"ms", 1'000'000},
    {"millisecond", 1'000'000},
    {"milliseconds", 1'000'000},
    {"s", ns_per_second},
    {"sec", ns_per_second},
    {"secs", ns_per_second},
    {"second", ns_per_second},
    {"seconds", ns_per_second},
    {"m", minute},
    {"min", minute},
    {"mins", minute},
    {"minute", minute},
    {"minutes", minute},
    {"h", hour},
    {"hr", hour},
    {"hrs", hour},
    {"hour", hour},
    {"hours", hour},
    {"d", day},
    {"day", day},
    {"days", day},
}};

template <class Int>
constexpr char digit(Int value) noexcept {
  return static_cast<char>('0' + value);
}

char* write_number(char* out, std::uint64_t number) noexcept {
  const fmt::format_int digits(number);
  return std::copy_n(digits.data(), digits.size(), out);
}

/// A point and the digits of a part of a second, nothing of 0.
char* write_fraction(char* out, std::uint64_t ns) noexcept {
  if (ns == 0) return out;
  std::ptrdiff_t digits = 9;
  for (; ns % 1'000 == 0; ns /= 1'000) digits -= 3;
  for (; ns % 10 == 0; ns /= 10) --digits;
  *out++ = '.';
  for (char* at = out + digits; at != out; ns /= 10) *--at = digit(ns % 10);
  return out + digits;
}

constexpr bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// `1h30m` as ns without a sign; an error names `whole`, the text as typed.
Int128 read_parts(std::string_view text, std::string_view whole) {
  const auto fail = [&](std::string_view why) {
    return Error(fmt::format("{} is not a duration: {}; write it as 1h, 90m, 1h30m, 500ms or 3600 (seconds)",
                             in_quotes(whole), why));
  };
  Int128 total = 0;
  if (text.empty()) throw fail("it is empty");
  bool first = true;
  while (!text.empty()) {
    const std::optional<DecimalPrefix> number = read_decimal(text);
    if (!number) {
      const char c = text.front();
      throw fail((c >= '0' && c <= '9') ? "it is too large"
                                        : fmt::format("a number is missing before {}", in_quotes(text)));
    }
    text.remove_prefix(number->length);
    text = trimmed(text);
    std::size_t letters = 0;
    while (letters < text.size() && is_letter(text[letters])) ++letters;
    Duration unit{ns_per_second};
    if (letters == 0) {
      if (!first || !text.empty())
        throw fail(text.empty() ? "a unit is missing at its end" : "it holds " + in_quotes(text));
    } else {
      unit = unit_of(text.substr(0, letters));
      if (unit.ns == 0)
        throw fail(fmt::format("{} is not a unit (ns us ms s m h d)", in_quotes(text.substr(0, letters))));
    }
    text.remove_prefix(letters);
    text = trimmed(text);
    Int128 scaled = 0;
    if (!multiply(number->digits, unit.ns, scaled)) throw fail("it is too large");
    if (scaled % number->scale != 0) throw fail("it is finer than a nanosecond");
    total += scaled / number->scale;
    if (total > longest_parameter.ns) throw fail("it is longer than 584 years (2^64 - 1 ns)");
    first = false;
  }
  return total;
}

/// Seconds since 1970, in the years 0 to 9999, and ns of a second, as RFC 3339.
char* write_time(char* out, std::int64_t seconds, std::int64_t fraction) noexcept {
  const std::int64_t days = floor_div<std::int64_t>(seconds, 86'400);
  const std::int64_t of_day = seconds - days * 86'400;

  // Inverse of days_from_civil, same source.
  const std::int64_t shifted = days + 719'468;
  const std::int64_t era = floor_div<std::int64_t>(shifted, 146'097);
  const std::int64_t day_of_era = shifted - era * 146'097;
  const std::int64_t year_of_era = (day_of_era - day_of_era / 1'460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const std::int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t shifted_month = (5 * day_of_year + 2) / 153;
  const std::int64_t day_of_month = day_of_year - (153 * shifted_month + 2) / 5 + 1;
  const std::int64_t month = shifted_month < 10 ? shifted_month + 3 : shifted_month - 9;
  const std::int64_t year = year_of_era + era * 400 + (month <= 2 ? 1 : 0);

  const auto two_digits = [&out](std::int64_t number, char before) {
    if (before != '\0') *out++ = before;
    *out++ = digit(number / 10);
    *out++ = digit(number % 10);
  };
  two_digits(year / 100, '\0');
  two_digits(year % 100, '\0');
  two_digits(month, '-');
  two_digits(day_of_month, '-');
  two_digits(of_day / 3600, 'T');
  two_digits(of_day / 60 % 60, ':');
  two_digits(of_day % 60, ':');
  out = write_fraction(out, static_cast<std::uint64_t>(fraction));
  *out++ = 'Z';
  return out;
}

}  // namespace

Duration unit_of(std::string_view text) noexcept {
  for (const Unit& unit : units) {
    if (equal_ignoring_case(text, unit.name)) return {unit.ns};
  }
  return {};
}

Duration parse_duration(std::string_view text) {
  const std::string_view typed = trimmed(text);
  if (!typed.empty() && typed.front() == '-') {
    throw Error(fmt::format("{} is not a duration: it is negative; it must be longer than 0", in_quotes(text)));
  }
  const Int128 ns = read_parts(typed, text);
  if (ns == 0) throw Error(fmt::format("{} is not a duration: it must be longer than 0", in_quotes(text)));
  return {ns};
}

Duration parse_signed_duration(std::string_view text) {
  std::string_view typed = trimmed(text);
  const bool negative = !typed.empty() && typed.front() == '-';
  if (!typed.empty() && (typed.front() == '-' || typed.front() == '+')) typed.remove_prefix(1);
  const Int128 ns = read_parts(typed, text);
  return {negative ? -ns : ns};
}

std::string seconds_text(Duration duration) {
  std::array<char, longest_seconds> text;
  return {text.data(), write_seconds(text.data(), duration)};
}

char* write_seconds(char* out, Duration duration) noexcept {
  if (duration.ns < 0) *out++ = '-';
  const UInt128 size = duration.ns < 0 ? -static_cast<UInt128>(duration.ns) : static_cast<UInt128>(duration.ns);
  constexpr auto second = static_cast<std::uint64_t>(ns_per_second);
  if (const auto narrow = static_cast<std::uint64_t>(size); size == narrow) {
    return write_fraction(write_number(out, narrow / second), narrow % second);
  }
  // At most 30 digits, in two halves.
  constexpr auto half = static_cast<std::uint64_t>(1'000'000'000'000'000'000);
  const UInt128 seconds = size / second;
  const auto upper = static_cast<std::uint64_t>(seconds / half);
  auto lower = static_cast<std::uint64_t>(seconds % half);
  if (upper == 0) {
    out = write_number(out, lower);
  } else {
    out = write_number(out, upper);
    for (std::uint64_t place = half / 10; place > 0; lower %= place, place /= 10) *out++ = digit(lower / place);
  }
  return write_fraction(out, static_cast<std::uint64_t>(size % second));
}

std::string human_text(Duration duration) {
  if (duration.ns < 0) return "-" + human_text({-duration.ns});
  if (duration.ns == 0) return "0 s";
  if (duration.ns < 1'000) return fmt::format("{} ns", static_cast<std::int64_t>(duration.ns));
  if (duration.ns < ns_per_second) {
    const bool micro = duration.ns < 1'000'000;
    const Int128 unit = micro ? 1'000 : 1'000'000;
    return decimal_text({duration.ns, unit}, 6) + (micro ? " us" : " ms");
  }
  std::string text;
  const auto part = [&](Int128 unit, std::string_view name) {
    const Int128 count = duration.ns / unit;
    if (count == 0) return;
    text += fmt::format("{}{} {}", text.empty() ? "" : " ", to_text(count), name);
    duration.ns %= unit;
  };
  part(day, "d");
  part(hour, "h");
  part(minute, "min");
  if (duration.ns != 0) text += fmt::format("{}{} s", text.empty() ? "" : " ", seconds_text(duration));
  return text;
}

std::string compact_text(Duration duration) {
  if (duration.ns < 0) return "-" + compact_text({-duration.ns});
  if (duration.ns == 0) return "0s";
  for (const auto& [name, ns] : {Unit{"d", day}, Unit{"h", hour}, Unit{"m", minute}, Unit{"s", ns_per_second},
                                 Unit{"ms", 1'000'000}, Unit{"us", 1'000}}) {
    if (duration.ns % ns == 0) return to_text(duration.ns / ns) + std::string(name);
  }
  return to_text(duration.ns) + "ns";
}

std::string rfc3339_text(Instant instant) {
  std::array<char, longest_rfc3339> text;
  return {text.data(), write_rfc3339(text.data(), instant)};
}

char* write_rfc3339(char* out, Instant instant) noexcept {
  constexpr std::int64_t second = 1'000'000'000;
  // From the remainder: seconds * second may lie below the range of int64.
  const std::int64_t remainder = instant.ns % second;
  return write_time(out, floor_div<std::int64_t>(instant.ns, second), remainder < 0 ? remainder + second : remainder);
}

std::string rfc3339_text_since_1970(Duration time) {
  const Int128 seconds = floor_div<Int128>(time.ns, ns_per_second);
  std::array<char, longest_rfc3339> text;
  char* const end = write_time(text.data(), static_cast<std::int64_t>(seconds),
                               static_cast<std::int64_t>(time.ns - seconds * ns_per_second));
  return {text.data(), end};
}

}  // namespace ratereplay
