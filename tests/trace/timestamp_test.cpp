#include "trace/timestamp.hpp"

#include <time.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"

using namespace ratereplay;

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t base = 1'753'831'492 * second;  // 2025-07-29T23:24:52Z
constexpr std::int64_t ns_min = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t ns_max = std::numeric_limits<std::int64_t>::max();

struct Reading {
  std::string text;
  std::int64_t ns;
  std::string flags;  ///< o: without offset, c: clamped, d: digits cut
};

std::string flags_of(const TimeReading& reading) {
  return std::string(reading.without_offset ? "o" : "") + (reading.clamped ? "c" : "") +
         (reading.digits_cut ? "d" : "");
}

void check_readings(const std::vector<Reading>& table, TimeStyle style) {
  for (const Reading& row : table) {
    CAPTURE(row.text);
    TimeReader reader;
    TimeReading reading;
    REQUIRE(reader.read(row.text, reading) == TimeFault::none);
    CHECK(reading.time.ns == row.ns);
    CHECK(flags_of(reading) == row.flags);
    CHECK(reader.style() == style);
  }
}

TimeFault fault_of(std::string_view text) {
  TimeReader reader;
  TimeReading reading;
  return reader.read(text, reading);
}

TimeFault fault_after(std::string_view first, std::string_view text) {
  TimeReader reader;
  TimeReading reading;
  REQUIRE(reader.read(first, reading) == TimeFault::none);
  return reader.read(text, reading);
}

bool begins_as_iso(std::string_view text) {
  text = trimmed(text);
  return text.size() > 4 && is_digit(text[0]) && is_digit(text[1]) && is_digit(text[2]) && is_digit(text[3]) &&
         text[4] == '-';
}

bool begins_as_nothing(std::string_view text) {
  TimeReader reader;
  TimeReading reading;
  const TimeFault fault = reader.read(text, reading);
  return fault == TimeFault::unknown || fault == TimeFault::empty;
}

// A reader reads its first text the long way, whatever it is, and the others of an ISO column by words: what it makes
// of `text` then has to be the same. The text is a block of memory of its own, so that a sanitizer sees a read beyond
// its end or before its front.
void check_read_alike(TimeReader& of_column, std::string_view text) {
  const std::unique_ptr<char[]> block(new char[text.size()]);
  std::copy(text.begin(), text.end(), block.get());
  const std::string_view apart(block.get(), text.size());
  TimeReading expected{{-7}, false, true, true};
  TimeReading reading = expected;
  TimeFault fault = TimeReader().read(apart, expected);
  if (!begins_as_iso(text) && !begins_as_nothing(text)) {
    fault = TimeFault::other_style;
    expected = reading;
  }
  const bool alike = of_column.read(apart, reading) == fault && reading.time == expected.time &&
                     flags_of(reading) == flags_of(expected);
  if (!alike) FAIL("not read alike: " << in_quotes(text));
}

const std::vector<std::string>& usual_texts() {
  static const std::vector<std::string> texts = [] {
    std::vector<std::string> made;
    for (const std::string date : {"2025-07-29", "2024-02-29", "1970-01-01", "1969-12-31", "1900-02-28", "0000-01-01",
                                   "9999-12-31", "1677-09-20", "1677-09-21", "1677-09-22", "1677-09-23", "2262-04-09",
                                   "2262-04-10", "2262-04-11", "2262-04-12"}) {
      for (const std::string clock : {"T23:24:52", " 00:00:00", "T23:59:59", "T00:12:43", "T23:47:16", "T23:59:60"}) {
        for (const std::string fraction :
             {"", ".4", ",48", ".483", ".0001", ".12345", ".999999", ".1452241", ".85477580", ".145224192",
              ".145224191", ".854775807", ".854775808", ".1234567891"}) {
          for (const std::string offset : {"Z", "", "+00:00", "-00:00", "+23:59", "-23:59", "+05:30", "-07:00"}) {
            made.push_back(date + clock + fraction + offset);
          }
        }
      }
    }
    return made;
  }();
  return texts;
}

}  // namespace

TEST_CASE("times of an access log are read alike one by one and one after another") {
  // The times of this width are read in another way where the date and the offset are those of the one before.
  std::mt19937 random(26);
  const auto below = [&random](unsigned bound) { return static_cast<unsigned>(random() % bound); };
  constexpr const char* months[] = {"Jan", "Jul", "jul", "Feb", "Xyz", "Dec"};
  constexpr const char* offsets[] = {" +0000", " +0000", " -0700",  " +0530", "",
                                     " +2400", "+0000",  " +00:00", " Z",     " -0000"};
  TimeReader warm;
  TimeReading first;
  REQUIRE(warm.read("[29/Jul/2025:23:24:52 +0000]", first) == TimeFault::none);
  unsigned good = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = "29/Jul/2025:";
    if (below(4) == 0) {
      char date[32];
      std::snprintf(date, sizeof date, "%02u/%s/%04u:", below(33), months[below(6)],
                    below(3) == 0 ? 1677 + 585 * below(2) : 2025);
      text = date;
    }
    char clock[16];
    std::snprintf(clock, sizeof clock, "%02u:%02u:%02u", below(25), below(61), below(62));
    text += clock;
    text += offsets[below(10)];
    if (below(10) == 0) text[below(static_cast<unsigned>(text.size()))] = "0/:9 a-]"[below(8)];
    if (below(2) == 0) text = "[" + text + "]";
    // No byte beside the text may be read.
    const std::unique_ptr<char[]> exact(new char[text.size()]);
    text.copy(exact.get(), text.size());
    const std::string_view view(exact.get(), text.size());
    TimeReader cold;
    TimeReading other;
    REQUIRE(cold.read("29/Jul/2025:23:24:52", other) == TimeFault::none);
    TimeReading expected;
    TimeReading reading;
    CAPTURE(text);
    const TimeFault fault = cold.read(view, expected);
    REQUIRE(warm.read(view, reading) == fault);
    if (fault != TimeFault::none) continue;
    ++good;
    REQUIRE(reading.time.ns == expected.time.ns);
    REQUIRE(flags_of(reading) == flags_of(expected));
  }
  CHECK(good > 5'000);
}

TEST_CASE("ISO 8601 in all its variants") {
  check_readings(
      {
          {"2025-07-29T23:24:52Z", base, ""},
          {"2025-07-29t23:24:52z", base, ""},
          {"2025-07-29 23:24:52Z", base, ""},
          {"2025-07-29T23:24:52", base, "o"},
          {"2025-07-29 23:24:52", base, "o"},
          {"  2025-07-29T23:24:52Z\t", base, ""},
          {"2025-07-29T23:24:52+00:00", base, ""},
          {"2025-07-29T23:24:52-00:00", base, ""},
          {"2025-07-30T01:24:52+02:00", base, ""},
          {"2025-07-30T01:24:52+0200", base, ""},
          {"2025-07-30T01:24:52+02", base, ""},
          {"2025-07-30 01:24:52 +0200", base, ""},
          {"2025-07-30T04:54:52+05:30", base, ""},
          {"2025-07-29T16:24:52-07", base, ""},
          {"2025-07-30T23:23:52+23:59", base, ""},
          {"2025-07-28T23:25:52-23:59", base, ""},
          {"2025-07-29T23:24", base - 52 * second, "o"},
          {"2025-07-29T23:24Z", base - 52 * second, ""},
          {"2025-07-29T23:24+00:00", base - 52 * second, ""},
          {"2025-07-29", 1'753'747'200 * second, "o"},
          {"2025-07-29T23:24:52.5Z", base + 500'000'000, ""},
          {"2025-07-29T23:24:52,5Z", base + 500'000'000, ""},
          {"2025-07-29T23:24:52.050Z", base + 50'000'000, ""},
          {"2025-07-29T23:24:52.000000001", base + 1, "o"},
          {"2025-07-29T23:24:52.123456789Z", base + 123'456'789, ""},
          {"2025-07-29T23:24:52.1234567899Z", base + 123'456'789, "d"},
          {"2025-07-29T23:24:52.99999999999999999999999Z", base + 999'999'999, "d"},
          {"2025-07-29T23:24:60Z", base + 8 * second - 1, "c"},
          {"2025-07-29T23:24:60.25Z", base + 8 * second - 1, "c"},
          {"2016-12-31T23:59:60+00:00", 1'483'228'800 * second - 1, "c"},
          {"2025-07-29T23:24:60.0000000001", base + 8 * second - 1, "ocd"},
          {"1970-01-01T00:00:00Z", 0, ""},
          {"1969-12-31T23:59:59.999999999Z", -1, ""},
          {"1969-12-31T23:59:59.9999999999Z", -1, "d"},
          {"1700-01-01T00:00:00.000Z", -8'520'336'000 * second, ""},
          {"2000-02-29T00:00:00Z", 951'782'400 * second, ""},
          {"1677-09-21T00:12:43.145224192Z", ns_min, ""},
          {"1677-09-21T00:12:43.145224193Z", ns_min + 1, ""},
          {"1677-09-21T00:12:44Z", -9'223'372'036 * second, ""},
          {"2262-04-11T23:47:16.854775807Z", ns_max, ""},
          {"2262-04-12T00:47:16.854775807+01:00", ns_max, ""},
          {"2262-04-11T23:47:16Z", 9'223'372'036 * second, ""},
      },
      TimeStyle::iso);
}

TEST_CASE("a time of an ISO column is read as one that stands alone") {
  TimeReader reader;
  TimeReading reading;
  REQUIRE(reader.read("2025-07-29", reading) == TimeFault::none);
  for (const std::string& text : usual_texts()) {
    check_read_alike(reader, text);
    TimeReader fresh_date;
    REQUIRE(fresh_date.read("2001-01-01", reading) == TimeFault::none);
    check_read_alike(fresh_date, text);
  }
}

TEST_CASE("a text that is nearly a time of an ISO column is read, or refused, as one that stands alone") {
  const std::string odd("09:-+.,TtZz /\0\x7F\x80\xB0\xBA\xFF;", 20);
  TimeReader reader;
  TimeReading reading;
  REQUIRE(reader.read("2025-07-29", reading) == TimeFault::none);
  std::mt19937_64 random(11);
  for (int round = 0; round < 150; ++round) {
    const std::string text = usual_texts()[random() % usual_texts().size()];
    for (std::size_t at = 0; at < text.size(); ++at) {
      check_read_alike(reader, text.substr(0, at));
      check_read_alike(reader, text.substr(at));
      check_read_alike(reader, text.substr(0, at) + text.substr(at + 1));
      for (const char c : odd) {
        std::string changed = text;
        changed[at] = c;
        check_read_alike(reader, changed);
        changed[random() % changed.size()] = odd[random() % odd.size()];
        check_read_alike(reader, changed);
        check_read_alike(reader, text.substr(0, at) + c + text.substr(at));
      }
    }
    for (const std::string& around :
         {" " + text, text + " ", text + "\t", text + "Z", text + ":00", "[" + text + "]"}) {
      check_read_alike(reader, around);
    }
  }
}

TEST_CASE("every second of a day is read") {
  TimeReader reader;
  TimeReading reading;
  REQUIRE(reader.read("2025-07-29", reading) == TimeFault::none);
  for (int at = 0; at < 86'400; ++at) {
    char text[64];
    std::snprintf(text, sizeof(text), "2025-07-30T%02d:%02d:%02dZ", at / 3600, at / 60 % 60, at % 60);
    if (reader.read(text, reading) != TimeFault::none || reading.time.ns != (1'753'833'600 + at) * second) FAIL(text);
  }
}

TEST_CASE("YYYY/MM/DD and access log times") {
  check_readings(
      {
          {"2025/07/29 23:24:52", base, "o"},
          {"2025/07/29 23:24:52.25", base + 250'000'000, "o"},
          {"2025/07/29 23:24:60", base + 8 * second - 1, "oc"},
          {"2025/07/29 23:24:52.0000000009", base, "od"},
      },
      TimeStyle::slash);
  check_readings(
      {
          {"[29/Jul/2025:23:24:52 +0000]", base, ""},
          {"29/Jul/2025:23:24:52 +0000", base, ""},
          {"[30/Jul/2025:01:24:52 +0200]", base, ""},
          {"[29/Jul/2025:16:24:52 -0700]", base, ""},
          {"[30/Jul/2025:04:54:52 +0530]", base, ""},
          {"[29/JUL/2025:23:24:52 +0000]", base, ""},
          {"[29/jul/2025:23:24:52.125 +0000]", base + 125'000'000, ""},
          {"29/Jul/2025:23:24:52", base, "o"},
          {"[29/Jul/2025:23:24:60 +0000]", base + 8 * second - 1, "c"},
          {"[01/Jan/1970:00:00:00 +0000]", 0, ""},
          {"[31/Dec/1969:23:59:59 +0000]", -second, ""},
      },
      TimeStyle::log);
}

TEST_CASE("every month has its English name") {
  constexpr std::string_view names = "JanFebMarAprMayJunJulAugSepOctNovDec";
  for (int month = 1; month <= 12; ++month) {
    char iso[32];
    std::snprintf(iso, sizeof(iso), "2025-%02d-01T00:00:00Z", month);
    const std::string log =
        "[01/" + std::string(names.substr(static_cast<std::size_t>(month - 1) * 3, 3)) + "/2025:00:00:00 +0000]";
    CHECK(parse_time(log, std::nullopt, std::nullopt) == parse_time(iso, std::nullopt, std::nullopt));
  }
}

TEST_CASE("epoch numbers take their unit from their magnitude") {
  check_readings({{"0", 0, ""},
                  {"-0", 0, ""},
                  {"007", 7 * second, ""},
                  {"1753831492", base, ""},
                  {"1753831492.5", base + 500'000'000, ""},
                  {"1753831492.123456789", base + 123'456'789, ""},
                  {"1753831492.1234567891", base + 123'456'789, "d"},
                  {"-1", -second, ""},
                  {"-0.5", -500'000'000, ""},
                  {"-0.9999999999", -999'999'999, "d"},
                  {"9223372036.854775807", ns_max, ""},
                  {"-9223372036.854775808", ns_min, ""}},
                 TimeStyle::epoch_s);
  check_readings({{"100000000000", 100'000'000 * second, ""},
                  {"1753831492500", base + 500'000'000, ""},
                  {"1753831492500.25", base + 500'250'000, ""},
                  {"1753831492500.1234567", base + 500'123'456, "d"},
                  {"-1753831492500", -base - 500'000'000, ""},
                  {"9223372036854.775807", ns_max, ""},
                  {"-9223372036854.775808", ns_min, ""}},
                 TimeStyle::epoch_ms);
  check_readings({{"100000000000000", 100'000'000 * second, ""},
                  {"1753831492500000", base + 500'000'000, ""},
                  {"1753831492500000.5", base + 500'000'500, ""},
                  {"9223372036854775.807", ns_max, ""}},
                 TimeStyle::epoch_us);
  check_readings({{"100000000000000000", 100'000'000 * second, ""},
                  {"1753831492500000000", base + 500'000'000, ""},
                  {"1753831492500000000.9", base + 500'000'000, "d"},
                  {"9223372036854775807", ns_max, ""},
                  {"-9223372036854775808", ns_min, ""}},
                 TimeStyle::epoch_ns);
}

TEST_CASE("what is not a time is refused with its reason") {
  const std::vector<std::pair<std::string, TimeFault>> table = {
      {"", TimeFault::empty},
      {" \t", TimeFault::empty},
      {"abc", TimeFault::unknown},
      {"nan", TimeFault::unknown},
      {"-", TimeFault::unknown},
      {"1e9", TimeFault::unknown},
      {"1.", TimeFault::unknown},
      {".5", TimeFault::unknown},
      {"1753831492,5", TimeFault::unknown},
      {"1 753 831 492", TimeFault::unknown},
      {"23:24:52", TimeFault::unknown},
      {"07/29/2025 23:24:52", TimeFault::unknown},
      {"29/`ul/2025:23:24:52 +0000", TimeFault::unknown},
      {"29/aul/2025:23:24:52 +0000", TimeFault::no_such_date},
      {"29/zul/2025:23:24:52 +0000", TimeFault::no_such_date},
      {"29/{ul/2025:23:24:52 +0000", TimeFault::unknown},
      {"20250729T232452Z", TimeFault::unknown},
      {"25-07-29T23:24:52Z", TimeFault::unknown},
      {"12025-07-29T23:24:52Z", TimeFault::unknown},
      {"-2025-07-29T23:24:52Z", TimeFault::unknown},
      {"2025-7-29T23:24:52Z", TimeFault::malformed},
      {"2025-07-29T", TimeFault::malformed},
      {"2025-07-29T23", TimeFault::malformed},
      {"2025-07-29T23:2", TimeFault::malformed},
      {"2025-07-29T23:24:", TimeFault::malformed},
      {"2025-07-29T23:24:5", TimeFault::malformed},
      {"2025-07-29T23:24:52.", TimeFault::malformed},
      {"2025-07-29T23:24:52.Z", TimeFault::malformed},
      {"2025-07-29T23:24.5Z", TimeFault::malformed},
      {"2025-07-29T23:24:52 ", TimeFault::none},
      {"2025-07-29T23:24:52 Zulu", TimeFault::malformed},
      {"2025-07-29T23:24:52ZZ", TimeFault::malformed},
      {"2025-07-29T23:24:52+", TimeFault::malformed},
      {"2025-07-29T23:24:52+1", TimeFault::malformed},
      {"2025-07-29T23:24:52+01:0", TimeFault::malformed},
      {"2025-07-29T23:24:52+01.00", TimeFault::malformed},
      {"2025-07-29Z", TimeFault::malformed},
      {"2025-07-29_23:24:52Z", TimeFault::malformed},
      {"2025-07/29T23:24:52Z", TimeFault::malformed},
      {"2025-07-29T23:24:52Z, really", TimeFault::malformed},
      {"2025-02-30T00:00:00Z", TimeFault::no_such_date},
      {"2025-02-29T00:00:00Z", TimeFault::no_such_date},
      {"1900-02-29T00:00:00Z", TimeFault::no_such_date},
      {"2025-04-31", TimeFault::no_such_date},
      {"2025-00-10", TimeFault::no_such_date},
      {"2025-13-10", TimeFault::no_such_date},
      {"2025-01-00", TimeFault::no_such_date},
      {"2025-01-32", TimeFault::no_such_date},
      {"2025-07-29T24:00:00Z", TimeFault::no_such_time},
      {"2025-07-29T23:60:00Z", TimeFault::no_such_time},
      {"2025-07-29T23:24:61Z", TimeFault::no_such_time},
      {"2025-07-29T23:24:52+24:00", TimeFault::no_such_offset},
      {"2025-07-29T23:24:52+01:60", TimeFault::no_such_offset},
      {"1677-09-21T00:12:43.145224191Z", TimeFault::out_of_range},
      {"2262-04-11T23:47:16.854775808Z", TimeFault::out_of_range},
      {"2262-04-11T23:47:16.854775807-00:01", TimeFault::out_of_range},
      {"0000-01-01T00:00:00Z", TimeFault::out_of_range},
      {"9999-12-31T23:59:59Z", TimeFault::out_of_range},
      {"2025/07/29", TimeFault::malformed},
      {"2025/07/29T23:24:52", TimeFault::malformed},
      {"2025/07/29 23:24", TimeFault::malformed},
      {"2025/07/29 23:24:52Z", TimeFault::malformed},
      {"2025/0x/29 23:24:52", TimeFault::malformed},
      {"2025/07/x9 23:24:52", TimeFault::malformed},
      {"2025/02/29 23:24:52", TimeFault::no_such_date},
      {"2025/07/29 25:24:52", TimeFault::no_such_time},
      {"[29/Jul/2025:23:24:52 +0000", TimeFault::malformed},
      {"29/Jul/2025:23:24:52 +0000]", TimeFault::malformed},
      {"[]", TimeFault::malformed},
      {"[", TimeFault::malformed},
      {"[29/Jul/2025 23:24:52 +0000]", TimeFault::malformed},
      {"29/Jul/2025:23:24:52 ", TimeFault::none},
      {"[29/Jul/2025:23:24:52 ]", TimeFault::malformed},
      {"29/Jul/2025:23:24:52x", TimeFault::malformed},
      {"29/Jul/2025:23:24:52xZ", TimeFault::malformed},
      {"29/Jul/2025:23:24:52 Z", TimeFault::none},
      {"[29/Jul/2025:23:24:52+0000]", TimeFault::malformed},
      {"[29/Jup/2025:23:24:52 +0000]", TimeFault::no_such_date},
      {"[30/Feb/2025:23:24:52 +0000]", TimeFault::no_such_date},
      {"[29/Jul/2025:23:24:52 +2400]", TimeFault::no_such_offset},
      {"9223372036.854775808", TimeFault::out_of_range},
      {"-9223372036.854775809", TimeFault::out_of_range},
      {"99999999999", TimeFault::out_of_range},
      {"9223372036854775808", TimeFault::out_of_range},
      {"-9223372036854775809", TimeFault::out_of_range},
      {"99999999999999999999999999999999999999999999", TimeFault::out_of_range},
  };
  for (const auto& [text, fault] : table) {
    CAPTURE(text);
    CHECK(fault_of(text) == fault);
  }
}

TEST_CASE("the first time decides the style of the others") {
  CHECK(fault_after("2025-07-29T23:24:52Z", "2025-07-30 01:24:52,5+0200") == TimeFault::none);
  CHECK(fault_after("2025-07-29T23:24:52Z", "2025-07-30") == TimeFault::none);
  CHECK(fault_after("2025-07-29T23:24:52Z", "2025/07/29 23:24:52") == TimeFault::other_style);
  CHECK(fault_after("2025-07-29T23:24:52Z", "[29/Jul/2025:23:24:52 +0000]") == TimeFault::other_style);
  CHECK(fault_after("2025-07-29T23:24:52Z", "1753831492") == TimeFault::other_style);
  CHECK(fault_after("2025/07/29 23:24:52", "2025-07-29 23:24:52") == TimeFault::other_style);
  CHECK(fault_after("[29/Jul/2025:23:24:52 +0000]", "29/Jul/2025:23:24:52 +0000") == TimeFault::none);
  CHECK(fault_after("[29/Jul/2025:23:24:52 +0000]", "[29/Jul/2025:23:24:53 +0000]") == TimeFault::none);
  CHECK(fault_after("[29/Jul/2025:23:24:52 +0000]", "x29/Jul/2025:23:24:53 +0000]") == TimeFault::unknown);
  CHECK(fault_after("[29/Jul/2025:23:24:52 +0000]", "[29/Jul/2025:23:24:53 +00000") == TimeFault::malformed);
  CHECK(fault_after("1753831492", "2025-07-29T23:24:52Z") == TimeFault::other_style);
  CHECK(fault_after("1753831492", "1753831492500") == TimeFault::other_unit);
  CHECK(fault_after("1753831492500", "1753831492") == TimeFault::other_unit);
  CHECK(fault_after("99999999", "100000000000") == TimeFault::other_unit);
  CHECK(fault_after("100000000000", "99999999999") == TimeFault::other_unit);
  CHECK(fault_after("100000000000", "99999999999999.9") == TimeFault::out_of_range);
  CHECK(fault_after("100000000000", "100000000000000") == TimeFault::other_unit);
  CHECK(fault_after("100000000000000", "-99999999999999999") == TimeFault::out_of_range);
  CHECK(fault_after("100000000000000", "100000000000000000") == TimeFault::other_unit);
  CHECK(fault_after("-5", "5.5") == TimeFault::none);
}

TEST_CASE("a time that cannot be read decides nothing") {
  TimeReader reader;
  TimeReading reading;
  CHECK(reader.read("2025-02-30T00:00:00Z", reading) == TimeFault::no_such_date);
  CHECK_FALSE(reader.style().has_value());
  CHECK(reader.read("1753831492", reading) == TimeFault::none);
  CHECK(reader.style() == TimeStyle::epoch_s);
}

TEST_CASE("a forced unit holds for every number and for nothing else") {
  TimeReader reader(TimeStyle::epoch_ms);
  TimeReading reading;
  REQUIRE(reader.read("5", reading) == TimeFault::none);
  CHECK(reading.time.ns == 5'000'000);
  REQUIRE(reader.read("1753831492500", reading) == TimeFault::none);
  CHECK(reading.time.ns == base + 500'000'000);
  REQUIRE(reader.read("9223372036854", reading) == TimeFault::none);
  CHECK(reader.read("1753831492500000000", reading) == TimeFault::out_of_range);
  CHECK(reader.read("2025-07-29T23:24:52Z", reading) == TimeFault::other_style);
  CHECK(reader.explain(TimeFault::other_style, "2025-07-29T23:24:52Z") ==
        "not an epoch number, but ISO 8601: '2025-07-29T23:24:52Z'; leave --time-unit out, or correct it");
  CHECK(parse_time_unit("us") == TimeStyle::epoch_us);
  CHECK_THROWS_WITH(parse_time_unit("sec"), "--time-unit 'sec': not a unit of epoch times; use s, ms, us or ns");
}

TEST_CASE("a repeated date is not taken for another") {
  TimeReader reader;
  TimeReading reading;
  REQUIRE(reader.read("2025-07-29T00:00:00Z", reading) == TimeFault::none);
  REQUIRE(reader.read("2025-07-30T00:00:00Z", reading) == TimeFault::none);
  CHECK(reading.time.ns == 1'753'833'600 * second);
  CHECK(reader.read("2025-07-32T00:00:00Z", reading) == TimeFault::no_such_date);
  REQUIRE(reader.read("2025-07-30T00:00:01Z", reading) == TimeFault::none);
  CHECK(reading.time.ns == 1'753'833'601 * second);
}

TEST_CASE("the fraction of a log time that is as wide as an offset is not taken for one") {
  TimeReader reader;
  TimeReading reading;
  for (const std::int64_t more : {0, 1}) {
    REQUIRE(reader.read("29/Jul/2025:23:24:5" + std::to_string(2 + more) + ".12345", reading) == TimeFault::none);
    CHECK(reading.time.ns == base + more * second + 123'450'000);
    CHECK(flags_of(reading) == "o");
  }
}

TEST_CASE("a style has one name") {
  for (const TimeStyle style : {TimeStyle::iso, TimeStyle::slash, TimeStyle::log, TimeStyle::epoch_s,
                                TimeStyle::epoch_ms, TimeStyle::epoch_us, TimeStyle::epoch_ns}) {
    CHECK(style_named(name_of(style)) == style);
  }
  CHECK_FALSE(style_named("iso 8601").has_value());
  CHECK_FALSE(style_named("").has_value());
}

TEST_CASE("a message says what is wrong with a time of the column's style") {
  const auto message = [](std::string_view text, TimeFault fault) {
    TimeReader reader;
    TimeReading reading;
    CHECK(reader.read(text, reading) == fault);
    return reader.explain(fault, text);
  };
  CHECK(message("2025-07-29T23", TimeFault::malformed) ==
        "not a whole ISO 8601 time: '2025-07-29T23'; write 2025-07-29T23:24:52Z");
  CHECK(message("2025/07/29", TimeFault::malformed) ==
        "not a whole YYYY/MM/DD HH:MM:SS time: '2025/07/29'; write 2025/07/29 23:24:52");
  CHECK(message("[29/Jul/2025", TimeFault::malformed) ==
        "not a whole access log time: '[29/Jul/2025'; write [29/Jul/2025:23:24:52 +0000]");
  CHECK(message("2025-07-29T24:00:00Z", TimeFault::no_such_time) ==
        "no such time of day: '2025-07-29T24:00:00Z'; hours go to 23, minutes to 59, seconds to 60");
  CHECK(message("2025-07-29T23:24:52+24:00", TimeFault::no_such_offset) ==
        "no such offset from UTC: '2025-07-29T23:24:52+24:00'; offsets go from -23:59 to +23:59");
}

TEST_CASE("a message names both styles or both units") {
  TimeReader iso;
  TimeReading reading;
  iso.read("2025-07-29T23:24:52Z", reading);
  CHECK(
      iso.explain(TimeFault::other_style, "2025/07/29 23:24:52") ==
      "the file's times are ISO 8601, this one is YYYY/MM/DD HH:MM:SS: '2025/07/29 23:24:52'; write all in one style");
  TimeReader epoch(std::nullopt);
  epoch.read("1753831492", reading);
  CHECK(epoch.explain(TimeFault::other_unit, "1753831492500") ==
        "the file's times are epoch seconds, this one has the size of epoch milliseconds: '1753831492500'; if all have "
        "one unit, say which: --time-unit s|ms|us|ns");
}

TEST_CASE("a message advises --time-unit only where it helps") {
  const auto out_of_range = [](TimeReader reader, std::string_view text) {
    TimeReading reading;
    CHECK(reader.read(text, reading) == TimeFault::out_of_range);
    return reader.explain(TimeFault::out_of_range, text);
  };
  const TimeReader seconds(TimeStyle::epoch_s);
  CHECK(out_of_range(seconds, "1753833600153") ==
        "'1753833600153' is outside 1677 to 2262 when read as epoch seconds, as --time-unit says; try --time-unit ms");
  CHECK_THAT(out_of_range(seconds, " -1753833600153000 "), Catch::EndsWith("; try --time-unit us"));
  CHECK_THAT(out_of_range(seconds, "1753833600153000000"), Catch::EndsWith("; try --time-unit ns"));
  // Out of range in its own unit too, or in every one.
  CHECK_THAT(out_of_range(seconds, "99999999999"), Catch::EndsWith(", as --time-unit says; correct it"));
  CHECK_THAT(out_of_range(TimeReader(TimeStyle::epoch_ns), "9223372036854775808"), Catch::EndsWith("; correct it"));
  const std::string range = "a time outside 1677-09-21T00:12:43.145224192Z to 2262-04-11T23:47:16.854775807Z: ";
  CHECK(out_of_range(TimeReader(std::nullopt), "99999999999") ==
        range + "'99999999999'; --time-unit names the unit of epoch numbers");
  CHECK(out_of_range(TimeReader(std::nullopt), "9999-12-31") == range + "'9999-12-31'; correct it");

  TimeReader out_of_reach;
  TimeReading reading;
  CHECK(out_of_range(out_of_reach, "99999999999") == range + "'99999999999'; correct it");
  REQUIRE(out_of_reach.read("1753831492", reading) == TimeFault::none);
  CHECK_THAT(out_of_reach.explain(TimeFault::other_unit, "1753831492500"), Catch::EndsWith("; write all in one unit"));
}

TEST_CASE("an option's time is of any style") {
  CHECK(parse_time("2025-07-29T23:24:52Z", std::nullopt, std::nullopt).ns == base);
  CHECK(parse_time("2025-07-29T23:24:52Z", TimeStyle::epoch_ms, TimeStyle::epoch_us).ns == base);
  CHECK(parse_time("1753831492500", std::nullopt, std::nullopt).ns == base + 500'000'000);
  CHECK(parse_time("1753831492500", TimeStyle::epoch_us, TimeStyle::epoch_ns).ns == 1'753'831'492'500'000);
  CHECK(parse_time("1753831492500", std::nullopt, TimeStyle::epoch_ns).ns == 1'753'831'492'500);
  CHECK_THROWS_WITH(
      parse_time("1753831492500", std::nullopt, TimeStyle::epoch_s),
      "'1753831492500' is outside 1677 to 2262 when read as epoch seconds, as the file's times are; write "
      "it in that unit, or as 2025-07-29T23:24:52Z");
  CHECK_THROWS_WITH(parse_time("1753831492500", TimeStyle::epoch_s, TimeStyle::epoch_ms),
                    Catch::EndsWith("as --time-unit says; try --time-unit ms"));
  CHECK(is_epoch_number(" -5.5 "));
  for (const std::string text : {"", "5.", "1e9", "2025-07-29", "[29/Jul/2025:23:24:52 +0000]"}) {
    CHECK_FALSE(is_epoch_number(text));
  }
  CHECK_THROWS_WITH(parse_time("yesterday", std::nullopt, std::nullopt), Catch::StartsWith("not a time: 'yesterday'"));
  CHECK_THROWS_AS(parse_time("", std::nullopt, std::nullopt), Error);
}

TEST_CASE("every day of the range agrees with the C library") {
  for (std::int64_t day = -106'751; day <= 106'750; ++day) {
    const time_t seconds = day * 86'400 + 3'723;
    struct tm parts {};
    gmtime_r(&seconds, &parts);
    char text[64];
    std::snprintf(text, sizeof(text), "%04d-%02d-%02dT%02d:%02d:%02dZ", parts.tm_year + 1900, parts.tm_mon + 1,
                  parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
    if (parse_time(text, std::nullopt, std::nullopt).ns != seconds * second) FAIL(text);
  }
}
