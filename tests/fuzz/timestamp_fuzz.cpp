// Times, one a line, as the column of a file has them. What the first line decides the others keep to; what parses
// prints as RFC 3339 and in every other style, and parses to the same instant.

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/instant.hpp"
#include "fuzz/fuzz.hpp"
#include "trace/timestamp.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

constexpr std::string_view months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

struct CivilTime {
  int year = 1970;
  int month = 1;
  int day = 1;
  int hour = 0;
  int minute = 0;
  int second = 0;
  int ns = 0;
};

bool is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int days_of(int year, int month) {
  constexpr int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : lengths[month - 1];
}

/// By counting years, months and days.
CivilTime civil_time(Instant instant) {
  constexpr std::int64_t ns_a_second = 1'000'000'000;
  const std::int64_t seconds = instant.ns / ns_a_second - (instant.ns % ns_a_second < 0 ? 1 : 0);
  std::int64_t days = seconds / 86'400 - (seconds % 86'400 < 0 ? 1 : 0);
  const auto of_day = static_cast<int>(seconds - days * 86'400);
  CivilTime time;
  time.ns = static_cast<int>((instant.ns % ns_a_second + ns_a_second) % ns_a_second);
  time.hour = of_day / 3600;
  time.minute = of_day / 60 % 60;
  time.second = of_day % 60;
  const auto days_of_year = [](int year) { return is_leap(year) ? 366 : 365; };
  while (days < 0) days += days_of_year(--time.year);
  while (days >= days_of_year(time.year)) days -= days_of_year(time.year++);
  while (days >= days_of(time.year, time.month)) days -= days_of(time.year, time.month++);
  time.day += static_cast<int>(days);
  return time;
}

Instant read_alone(std::string_view text, std::optional<TimeStyle> unit = {}) {
  const OwnText own(text);
  TimeReader reader(unit);
  TimeReading reading;
  require(reader.read(own.view(), reading) == TimeFault::none, "what is printed can be read", text);
  require(!reading.clamped && !reading.digits_cut, "what is printed is read whole", text);
  return reading.time;
}

void check_styles(Instant instant) {
  const CivilTime c = civil_time(instant);
  const std::string clock = fmt::format("{:02}:{:02}:{:02}", c.hour, c.minute, c.second);
  const std::string fraction = fmt::format(".{:09}", c.ns);
  const std::string date = fmt::format("{:04}-{:02}-{:02}", c.year, c.month, c.day);

  const std::string printed = rfc3339_text(instant);
  std::string expected = date + "T" + clock;
  if (c.ns != 0) {
    expected += fraction;
    while (expected.back() == '0') expected.pop_back();
  }
  require_same(printed, expected + "Z", "a time is printed as counting the days gives it");
  require_same(rfc3339_text_since_1970({instant.ns}), printed, "a time is printed alike from its 128 bits");

  const auto same = [&](const std::string& text, std::optional<TimeStyle> unit = {}) {
    require(read_alone(text, unit) == instant, "every style of a time is the same instant", text);
  };
  same(printed);
  same(date + " " + clock + fraction + "+00:00");
  same(fmt::format("{:04}/{:02}/{:02} {}{}", c.year, c.month, c.day, clock, fraction));
  same(fmt::format("[{:02}/{}/{:04}:{}{} +0000]", c.day, months[c.month - 1], c.year, clock, fraction));
  same(std::to_string(instant.ns), TimeStyle::epoch_ns);
  const bool negative = instant.ns < 0;
  const UInt128 size = negative ? -static_cast<UInt128>(instant.ns) : static_cast<UInt128>(instant.ns);
  const auto epoch = [&](std::uint64_t unit, int places, TimeStyle style) {
    same(fmt::format("{}{}.{:0{}}", negative ? "-" : "", static_cast<std::uint64_t>(size / unit),
                     static_cast<std::uint64_t>(size % unit), places),
         style);
  };
  epoch(1'000, 3, TimeStyle::epoch_us);
  epoch(1'000'000, 6, TimeStyle::epoch_ms);
  epoch(1'000'000'000, 9, TimeStyle::epoch_s);
}

/// A reader whose column began with an ordinary time of this style, and that remembers nothing else.
TimeReader reader_of(TimeStyle style, std::optional<TimeStyle> unit) {
  TimeReader reader(unit);
  TimeReading ignored;
  std::string_view sample;
  switch (style) {
    case TimeStyle::iso:
      sample = "2001-02-03";
      break;
    case TimeStyle::slash:
      sample = "2001/02/03 04:05:06";
      break;
    case TimeStyle::log:
      sample = "03/Feb/2001:04:05:06";
      break;
    case TimeStyle::epoch_s:
      sample = "1";
      break;
    case TimeStyle::epoch_ms:
      sample = "1000000000000";
      break;
    case TimeStyle::epoch_us:
      sample = "1000000000000000";
      break;
    case TimeStyle::epoch_ns:
      sample = "1000000000000000000";
      break;
  }
  require(reader.read(unit ? "1" : sample, ignored) == TimeFault::none && reader.style() == style,
          "a sample decides the style", sample);
  return reader;
}

bool same_reading(const TimeReading& a, const TimeReading& b) {
  return a.time == b.time && a.without_offset == b.without_offset && a.clamped == b.clamped &&
         a.digits_cut == b.digits_cut;
}

/// A single time, as --from takes it, is read as that of a file with this line alone.
void check_option(std::string_view text, std::optional<TimeStyle> unit) {
  TimeReader alone(unit);
  TimeReading reading;
  const bool good = alone.read(text, reading) == TimeFault::none;
  try {
    const Instant instant = parse_time(text, unit, std::nullopt);
    require(!good || instant == reading.time, "an option is read as a file is", text);
  } catch (const Error& error) {
    require_shown(error.what());
    require(!good, "an option is read where a file is", error.what());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = text_of(data, size);
  const std::string_view unit_text = take_line(input);
  std::optional<TimeStyle> unit;
  try {
    if (!unit_text.empty()) unit = parse_time_unit(unit_text);
  } catch (const Error& error) {
    require_names(error, unit_text);
  }

  TimeReader column(unit);
  while (!input.empty()) {
    const OwnText own(take_line(input));
    const std::string_view text = own.view();
    check_option(text, unit);

    const std::optional<TimeStyle> style = column.style();
    // With --time-unit the style is known before the first time.
    TimeReader fresh = style ? reader_of(*style, unit) : TimeReader(unit);
    TimeReading by_fresh;
    TimeReading reading;
    const TimeFault fault = column.read(text, reading);
    require(fresh.read(text, by_fresh) == fault && same_reading(reading, by_fresh),
            "a time is read alike whatever was read before", text);
    if (fault == TimeFault::none) {
      require(column.style().has_value() && (!style || column.style() == style), "a column keeps its style", text);
      TimeReading again;
      require(column.read(text, again) == TimeFault::none && same_reading(again, reading),
              "a time is read alike when it comes again", text);
      check_styles(reading.time);
    } else {
      require(column.style() == style, "a bad time decides nothing", text);
      const std::string message = column.explain(fault, text);
      require_shown(message);
      require(fault == TimeFault::empty || message.find(in_quotes(text)) != std::string::npos,
              "what is wrong with a time names it", message);
    }
  }
  return 0;
}
