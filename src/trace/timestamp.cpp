#include "trace/timestamp.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

namespace {

constexpr std::int64_t ns_max = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t ns_min = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t second_ns = 1'000'000'000;
constexpr std::int64_t day_seconds = 86'400;
constexpr std::array<std::int64_t, 10> powers_of_ten = {1,       10,        100,        1'000,       10'000,
                                                        100'000, 1'000'000, 10'000'000, 100'000'000, 1'000'000'000};

constexpr unsigned digit(char c) noexcept { return static_cast<unsigned char>(c) - unsigned{'0'}; }

// The number in `count` digits at `p`, or -1.
constexpr int digits_at(const char* p, int count) noexcept {
  int value = 0;
  for (int i = 0; i < count; ++i) {
    if (!is_digit(p[i])) return -1;
    value = value * 10 + static_cast<int>(digit(p[i]));
  }
  return value;
}

constexpr bool date_exists(int year, int month, int day) noexcept {
  constexpr std::array<std::int8_t, 13> lengths = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month > 12) return false;
  // Of the years that 25 divides, the century's, only every 16th is a leap year.
  const bool leap = (year & (year % 25 == 0 ? 15 : 3)) == 0;
  return day >= 1 && day <= lengths[static_cast<std::size_t>(month)] + (month == 2 && leap ? 1 : 0);
}

// A time of day as written, still without its date and offset.
struct Clock {
  std::int64_t seconds = 0;
  std::int64_t fraction_ns = 0;
  std::int64_t offset_seconds = 0;
  bool without_offset = true;
  bool clamped = false;
  bool digits_cut = false;
};

enum class Seconds { required, optional };

// Fraction digits up to `places`, as a count of 10^-places; the rest are passed over. At least one digit.
bool read_fraction(std::string_view& rest, std::size_t places, std::int64_t& value, bool& cut) noexcept {
  std::size_t length = 0;
  value = 0;
  while (length < rest.size() && is_digit(rest[length])) {
    if (length < places) value = value * 10 + digit(rest[length]);
    ++length;
  }
  if (length == 0) return false;
  if (length < places) value *= powers_of_ten[places - length];
  cut = length > places;
  rest.remove_prefix(length);
  return true;
}

// HH:MM[:SS[.f]] from the front of `rest`.
TimeFault read_clock(std::string_view& rest, Seconds need, Clock& clock) noexcept {
  if (rest.size() < 5 || rest[2] != ':') return TimeFault::malformed;
  const int hour = digits_at(rest.data(), 2);
  const int minute = digits_at(rest.data() + 3, 2);
  if (hour < 0 || minute < 0) return TimeFault::malformed;
  if (hour > 23 || minute > 59) return TimeFault::no_such_time;
  clock.seconds = hour * 3600 + minute * 60;
  rest.remove_prefix(5);
  if (rest.empty() || rest[0] != ':') return need == Seconds::required ? TimeFault::malformed : TimeFault::none;

  const int second = rest.size() < 3 ? -1 : digits_at(rest.data() + 1, 2);
  if (second < 0) return TimeFault::malformed;
  if (second > 60) return TimeFault::no_such_time;
  clock.seconds += second;
  rest.remove_prefix(3);
  if (!rest.empty() && (rest[0] == '.' || rest[0] == ',')) {
    rest.remove_prefix(1);
    if (!read_fraction(rest, 9, clock.fraction_ns, clock.digits_cut)) return TimeFault::malformed;
  }
  if (second == 60) {
    clock.seconds -= 1;
    clock.fraction_ns = second_ns - 1;
    clock.clamped = true;
  }
  return TimeFault::none;
}

// All of `rest` as an offset: Z, +hh, +hhmm, +hh:mm or nothing.
TimeFault read_offset(std::string_view rest, Clock& clock) noexcept {
  if (rest.empty()) return TimeFault::none;
  clock.without_offset = false;
  if (rest == "Z" || rest == "z") return TimeFault::none;
  if (rest[0] != '+' && rest[0] != '-') return TimeFault::malformed;
  const bool colon = rest.size() == 6 && rest[3] == ':';
  if (rest.size() != 3 && rest.size() != 5 && !colon) return TimeFault::malformed;
  const int hours = digits_at(rest.data() + 1, 2);
  const int minutes = rest.size() == 3 ? 0 : digits_at(rest.data() + (colon ? 4 : 3), 2);
  if (hours < 0 || minutes < 0) return TimeFault::malformed;
  if (hours > 23 || minutes > 59) return TimeFault::no_such_offset;
  const int seconds = hours * 3600 + minutes * 60;
  clock.offset_seconds = rest[0] == '-' ? -seconds : seconds;
  return TimeFault::none;
}

// `midnight` in seconds since 1970.
TimeFault assemble(std::int64_t midnight, const Clock& clock, TimeReading& reading) noexcept {
  const std::int64_t seconds = midnight + clock.seconds - clock.offset_seconds;
  std::int64_t ns = 0;
  if (seconds > ns_min / second_ns && seconds < ns_max / second_ns) {
    ns = seconds * second_ns + clock.fraction_ns;
  } else {
    const Int128 exact = static_cast<Int128>(seconds) * second_ns + clock.fraction_ns;
    if (exact < ns_min || exact > ns_max) return TimeFault::out_of_range;
    ns = static_cast<std::int64_t>(exact);
  }
  reading = {{ns}, clock.without_offset, clock.clamped, clock.digits_cut};
  return TimeFault::none;
}

// Whether every time of a day, at every offset, is within the range.
constexpr bool every_time_fits(std::int64_t midnight) noexcept {
  return midnight >= ns_min / second_ns + day_seconds && midnight <= ns_max / second_ns - 2 * day_seconds;
}

// YYYY/MM/DD HH:MM:SS[.f], whose year and first slash are its shape.
TimeFault read_slash(std::string_view text, TimeReading& reading) noexcept {
  if (text.size() < 19 || text[7] != '/' || text[10] != ' ') return TimeFault::malformed;
  const int year = digits_at(text.data(), 4);
  const int month = digits_at(text.data() + 5, 2);
  const int day = digits_at(text.data() + 8, 2);
  if (month < 0 || day < 0) return TimeFault::malformed;
  if (!date_exists(year, month, day)) return TimeFault::no_such_date;
  Clock clock;
  std::string_view rest = text.substr(11);
  if (const TimeFault fault = read_clock(rest, Seconds::required, clock); fault != TimeFault::none) return fault;
  if (!rest.empty()) return TimeFault::malformed;
  return assemble(days_from_civil(year, month, day) * day_seconds, clock, reading);
}

// The month of an English abbreviation at `p`, or 0.
int month_at(const char* p) noexcept {
  constexpr std::string_view names = "janfebmaraprmayjunjulaugsepoctnovdec";
  const std::array<char, 3> name = {lower(p[0]), lower(p[1]), lower(p[2])};
  for (std::size_t i = 0; i < names.size(); i += 3) {
    if (names.substr(i, 3) == std::string_view(name.data(), name.size())) return static_cast<int>(i / 3) + 1;
  }
  return 0;
}

// An epoch number cut into its parts, the whole part saturated where it is beyond any unit's range.
struct EpochNumber {
  bool negative = false;
  std::uint64_t whole = 0;
  std::string_view fraction;
};

constexpr std::uint64_t beyond_any_unit = 10'000'000'000'000'000'000U;

bool cut_number(std::string_view text, EpochNumber& number) noexcept {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    number.negative = text[0] == '-';
    text.remove_prefix(1);
  }
  std::size_t length = 0;
  while (length < text.size() && is_digit(text[length])) {
    number.whole = number.whole >= beyond_any_unit / 10 ? beyond_any_unit : number.whole * 10 + digit(text[length]);
    ++length;
  }
  if (length == 0) return false;
  if (length == text.size()) return true;
  number.fraction = text.substr(length + 1);
  return text[length] == '.' && !number.fraction.empty() &&
         std::all_of(number.fraction.begin(), number.fraction.end(), is_digit);
}

TimeStyle unit_by_magnitude(const EpochNumber& number) noexcept {
  if (number.whole < 100'000'000'000U) return TimeStyle::epoch_s;
  if (number.whole < 100'000'000'000'000U) return TimeStyle::epoch_ms;
  if (number.whole < 100'000'000'000'000'000U) return TimeStyle::epoch_us;
  return TimeStyle::epoch_ns;
}

// As --time-unit spells it.
std::string_view unit_option(TimeStyle unit) noexcept {
  return unit == TimeStyle::epoch_s    ? "s"
         : unit == TimeStyle::epoch_ms ? "ms"
         : unit == TimeStyle::epoch_us ? "us"
                                       : "ns";
}

TimeFault assemble(const EpochNumber& number, TimeStyle unit, TimeReading& reading) noexcept {
  const std::size_t places = unit == TimeStyle::epoch_s    ? 9
                             : unit == TimeStyle::epoch_ms ? 6
                             : unit == TimeStyle::epoch_us ? 3
                                                           : 0;
  std::int64_t fraction = 0;
  bool cut = false;
  std::string_view digits = number.fraction;
  if (!digits.empty()) read_fraction(digits, places, fraction, cut);
  Int128 ns = static_cast<Int128>(number.whole) * powers_of_ten[places] + fraction;
  if (number.negative) ns = -ns;
  if (ns < ns_min || ns > ns_max) return TimeFault::out_of_range;
  reading = {{static_cast<std::int64_t>(ns)}, false, false, cut};
  return TimeFault::none;
}

// What to do about an epoch number that is out of range in the unit that --time-unit names.
std::string mend_of_unit(std::string_view text) {
  EpochNumber number;
  TimeReading reading;
  cut_number(text, number);
  const TimeStyle fitting = unit_by_magnitude(number);
  if (assemble(number, fitting, reading) != TimeFault::none) return "correct it";
  return "try --time-unit " + std::string(unit_option(fitting));
}

// The style that a text begins like; of numbers, the unit by their magnitude.
std::optional<TimeStyle> shape_of(std::string_view text) noexcept {
  std::size_t length = 0;
  while (length < text.size() && is_digit(text[length])) ++length;
  if (length < text.size()) {
    if (text[0] == '[') return TimeStyle::log;
    if (length == 4 && text[4] == '-') return TimeStyle::iso;
    if (length == 4 && text[4] == '/') return TimeStyle::slash;
    if (length == 2 && text[2] == '/' && text.size() > 3 && lower(text[3]) >= 'a' && lower(text[3]) <= 'z')
      return TimeStyle::log;
  }
  EpochNumber number;
  if (cut_number(text, number)) return unit_by_magnitude(number);
  return std::nullopt;
}

}  // namespace

std::string_view name_of(TimeStyle style) noexcept {
  switch (style) {
    case TimeStyle::iso:
      return "ISO 8601";
    case TimeStyle::slash:
      return "YYYY/MM/DD HH:MM:SS";
    case TimeStyle::log:
      return "access log";
    case TimeStyle::epoch_s:
      return "epoch seconds";
    case TimeStyle::epoch_ms:
      return "epoch milliseconds";
    case TimeStyle::epoch_us:
      return "epoch microseconds";
    case TimeStyle::epoch_ns:
      return "epoch nanoseconds";
  }
  return "";
}

std::optional<TimeStyle> style_named(std::string_view name) noexcept {
  for (const TimeStyle style : {TimeStyle::iso, TimeStyle::slash, TimeStyle::log, TimeStyle::epoch_s,
                                TimeStyle::epoch_ms, TimeStyle::epoch_us, TimeStyle::epoch_ns}) {
    if (name_of(style) == name) return style;
  }
  return std::nullopt;
}

TimeStyle parse_time_unit(std::string_view text) {
  for (const TimeStyle unit : {TimeStyle::epoch_s, TimeStyle::epoch_ms, TimeStyle::epoch_us, TimeStyle::epoch_ns}) {
    if (text == unit_option(unit)) return unit;
  }
  throw Error("--time-unit " + in_quotes(text) + ": not a unit of epoch times; use s, ms, us or ns");
}

// YYYY-MM-DD, as midnight in seconds since 1970.
TimeFault TimeReader::read_date(const char* text, std::int64_t& midnight) noexcept {
  if (has_cached(text)) {
    midnight = cached_midnight_;
    return TimeFault::none;
  }
  const std::uint64_t values = word_at(text) ^ word_at("0000-00-");
  const int day = digits_at(text + 8, 2);
  if (any_top_bit(excess(values, word_at("\x76\x76\x76\x76\x7F\x76\x76\x7F"))) || day < 0) {
    return TimeFault::malformed;
  }
  // Of each two digits a number, in the bytes 0, 2 and 5.
  const std::uint64_t numbers = values * 10 + (values >> 8);
  const int year = static_cast<int>((numbers & 0xFF) * 100 + (numbers >> 16 & 0xFF));
  const int month = static_cast<int>(numbers >> 40 & 0xFF);
  if (!date_exists(year, month, day)) return TimeFault::no_such_date;
  midnight = days_from_civil(year, month, day) * day_seconds;

  if (every_time_fits(midnight)) {
    cached_date_ = word_at(text);
    cached_rest_ = bytes_at(text + 8, 2);
    cached_midnight_ = midnight;
  }
  return TimeFault::none;
}

bool TimeReader::cache_date(const char* text) noexcept {
  std::int64_t midnight = 0;
  return read_date(text, midnight) == TimeFault::none && has_cached(text);
}

// YYYY-MM-DD[T| ]HH:MM[:SS[.f]][offset], or the date alone.
TimeFault TimeReader::read_iso(std::string_view text, TimeReading& reading) noexcept {
  if (text.size() < 10) return TimeFault::malformed;
  std::int64_t midnight = 0;
  if (const TimeFault fault = read_date(text.data(), midnight); fault != TimeFault::none) return fault;
  Clock clock;
  if (text.size() > 10) {
    if (text[10] != 'T' && text[10] != 't' && text[10] != ' ') return TimeFault::malformed;
    std::string_view rest = text.substr(11);
    if (const TimeFault fault = read_clock(rest, Seconds::optional, clock); fault != TimeFault::none) return fault;
    // `2025-07-29 23:24:52 +0200`, as git and Ruby write it.
    if (rest.size() > 1 && rest[0] == ' ') rest.remove_prefix(1);
    if (const TimeFault fault = read_offset(rest, clock); fault != TimeFault::none) return fault;
  }
  return assemble(midnight, clock, reading);
}

// [29/Jul/2025:23:24:52 +0000], with or without brackets.
TimeFault TimeReader::read_log(std::string_view text, TimeReading& reading) noexcept {
  if (text.front() == '[') {
    if (text.back() != ']') return TimeFault::malformed;
    text = text.substr(1, text.size() - 2);
  }
  if (text.size() < 20 || text[2] != '/' || text[6] != '/' || text[11] != ':') return TimeFault::malformed;
  const int day = digits_at(text.data(), 2);
  const int month = month_at(text.data() + 3);
  const int year = digits_at(text.data() + 7, 4);
  if (day < 0 || year < 0) return TimeFault::malformed;
  if (!date_exists(year, month, day)) return TimeFault::no_such_date;
  Clock clock;
  std::string_view rest = text.substr(12);
  if (const TimeFault fault = read_clock(rest, Seconds::required, clock); fault != TimeFault::none) return fault;
  if (!rest.empty()) {
    if (rest.size() < 2 || rest[0] != ' ') return TimeFault::malformed;
    if (const TimeFault fault = read_offset(rest.substr(1), clock); fault != TimeFault::none) return fault;
  }
  const std::int64_t midnight = days_from_civil(year, month, day) * day_seconds;
  constexpr std::size_t whole = 26;
  if (text.size() == whole && text[whole - 6] == ' ' && every_time_fits(midnight)) {
    cached_date_ = word_at(text.data());
    cached_rest_ = bytes_at(text.data() + 8, 4);
    cached_midnight_ = midnight;
    cached_offset_ = bytes_at(text.data() + whole - 6, 6);
    cached_offset_seconds_ = clock.offset_seconds;
  }
  return assemble(midnight, clock, reading);
}

TimeFault TimeReader::read_any(std::string_view text, TimeReading& reading) noexcept {
  text = trimmed(text);
  if (text.empty()) return TimeFault::empty;
  if (style_ == TimeStyle::iso) {
    // Only a text that fails is looked at twice.
    const TimeFault fault = read_iso(text, reading);
    if (fault != TimeFault::malformed) return fault;
  }
  const std::optional<TimeStyle> shape = shape_of(text);
  if (!shape) return TimeFault::unknown;
  if (style_ && style_ != shape && !(is_epoch(*style_) && is_epoch(*shape))) return TimeFault::other_style;

  TimeFault fault = TimeFault::malformed;
  TimeStyle style = *shape;
  if (is_epoch(*shape)) {
    EpochNumber number;
    cut_number(text, number);
    if (forced_) style = *forced_;
    if (style_ && style_ != style) return TimeFault::other_unit;
    fault = assemble(number, style, reading);
  } else if (*shape == TimeStyle::iso) {
    fault = read_iso(text, reading);
  } else {
    fault = *shape == TimeStyle::slash ? read_slash(text, reading) : read_log(text, reading);
  }
  if (fault == TimeFault::none) style_ = style;
  return fault;
}

std::string TimeReader::explain(TimeFault fault, std::string_view text) const {
  const std::optional<TimeStyle> shape = shape_of(trimmed(text));
  const std::string of_style = style_ ? std::string(name_of(*style_)) : std::string();
  const std::string shape_name = shape ? std::string(name_of(*shape)) : std::string();
  switch (fault) {
    case TimeFault::none:
      break;
    case TimeFault::empty:
      return "no time; fill it in";
    case TimeFault::unknown:
      return "not a time: " + in_quotes(text) +
             "; write 2025-07-29T23:24:52Z, 2025/07/29 23:24:52, [29/Jul/2025:23:24:52 +0000] or an epoch number";
    case TimeFault::malformed:
      return "not a whole " + shape_name + " time: " + in_quotes(text) + "; write " +
             (shape == TimeStyle::log     ? "[29/Jul/2025:23:24:52 +0000]"
              : shape == TimeStyle::slash ? "2025/07/29 23:24:52"
                                          : "2025-07-29T23:24:52Z");
    case TimeFault::no_such_date:
      return "no such date: " + in_quotes(text) + "; correct it";
    case TimeFault::no_such_time:
      return "no such time of day: " + in_quotes(text) + "; hours go to 23, minutes to 59, seconds to 60";
    case TimeFault::no_such_offset:
      return "no such offset from UTC: " + in_quotes(text) + "; offsets go from -23:59 to +23:59";
    case TimeFault::out_of_range:
      if (forced_) {
        return in_quotes(text) + " is outside 1677 to 2262 when read as " + of_style + ", as --time-unit says; " +
               mend_of_unit(trimmed(text));
      }
      return "a time outside 1677-09-21T00:12:43.145224192Z to 2262-04-11T23:47:16.854775807Z: " + in_quotes(text) +
             (option_reaches_ && is_epoch_number(text) ? "; --time-unit names the unit of epoch numbers"
                                                       : "; correct it");
    case TimeFault::other_style:
      if (forced_) {
        return "not an epoch number, but " + shape_name + ": " + in_quotes(text) +
               "; leave --time-unit out, or correct it";
      }
      return "the file's times are " + of_style + ", this one is " + shape_name + ": " + in_quotes(text) +
             "; write all in one style";
    case TimeFault::other_unit:
      return "the file's times are " + of_style + ", this one has the size of " + shape_name + ": " + in_quotes(text) +
             (option_reaches_ ? "; if all have one unit, say which: --time-unit s|ms|us|ns"
                              : "; write all in one unit");
  }
  return {};
}

bool is_epoch_number(std::string_view text) noexcept {
  const std::optional<TimeStyle> shape = shape_of(trimmed(text));
  return shape && is_epoch(*shape);
}

Instant parse_time(std::string_view text, std::optional<TimeStyle> unit_given, std::optional<TimeStyle> unit_of_file) {
  // An option may be spelled in another style than the file: a unit only says how to read a number.
  std::optional<TimeStyle> unit;
  if (is_epoch_number(text)) unit = unit_given ? unit_given : unit_of_file;
  TimeReader reader(unit);
  TimeReading reading;
  const TimeFault fault = reader.read(text, reading);
  if (fault == TimeFault::none) return reading.time;
  if (unit && !unit_given) {
    throw Error(in_quotes(text) + " is outside 1677 to 2262 when read as " + std::string(name_of(*unit)) +
                ", as the file's times are; write it in that unit, or as 2025-07-29T23:24:52Z");
  }
  throw Error(reader.explain(fault, text));
}

}  // namespace ratereplay
