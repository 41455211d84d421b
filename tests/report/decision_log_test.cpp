#include "report/decision_log.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/json.hpp"
#include "limiter/spec.hpp"

using namespace ratereplay;

namespace {

std::vector<AnyLimiter> limiters(const std::vector<std::string>& specs) {
  std::vector<AnyLimiter> result;
  for (const std::string& spec : specs) result.push_back(parse_limiter(spec));
  return result;
}

/// The rows that `write` adds, without the heading.
template <class Write>
std::string rows(LogFormat format, const std::vector<std::string>& specs, Write write) {
  std::string text;
  DecisionLog log(format, limiters(specs), [&](std::string_view piece) { text += piece; });
  write(log);
  log.finish();
  return format == LogFormat::csv ? text.substr(text.find('\n') + 1) : text;
}

constexpr const char* gcra = "gcra:rate=5/h,burst=2.5";
constexpr Instant noon{1'753'790'400'250'000'000};

Answer refused(RetryAfter wait) { return {false, {}, wait, 1, Duration{1'000'000'001}}; }

/// The cell of a key in a row of each format.
std::string csv_key(std::string_view key) {
  const std::string row = rows(LogFormat::csv, {gcra}, [&](DecisionLog& log) {
    log.begin_event(std::nullopt, {0}, key, 7);
    log.add(0, {});
  });
  const std::string before = ",1970-01-01T00:00:00Z,";
  REQUIRE(row.substr(0, before.size()) == before);
  return row.substr(before.size(), row.find(",7,\"gcra") - before.size());
}
std::string json_key(std::string_view key) {
  const std::string row = rows(LogFormat::json_lines, {gcra}, [&](DecisionLog& log) {
    log.begin_event(std::nullopt, {0}, key, 7);
    log.add(0, {});
  });
  return Json::parse(row)["key"].get<std::string>();
}

}  // namespace

TEST_CASE("a log has a row for each event and limiter, the limiters in their order") {
  const auto write = [](DecisionLog& log) {
    log.begin_event(12, noon, "a", 1);
    log.add(0, {true, {}, {}, 1, Duration{720'000'000'000}});
    log.add(1, {true, {2'500'000'000}, {}, 0, Duration{1}});
    log.begin_event(14, noon, std::nullopt, 3);
    log.add(0, refused(Duration{1'000'000'001}));
    log.add(1, refused(std::nullopt));
  };
  const std::vector<std::string> specs{gcra, "leaky-queue:rate=5/h,queue=4"};
  CHECK(rows(LogFormat::csv, specs, write) ==
        "12,2025-07-29T12:00:00.25Z,a,1,\"gcra:rate=5/h,burst=2.5\",true,200,,,,2,1,720\n"
        "12,2025-07-29T12:00:00.25Z,a,1,\"leaky-queue:rate=5/h,queue=4\",true,200,2.5,,,5,0,1\n"
        "14,2025-07-29T12:00:00.25Z,,3,\"gcra:rate=5/h,burst=2.5\",false,429,,1.000000001,2,2,1,2\n"
        "14,2025-07-29T12:00:00.25Z,,3,\"leaky-queue:rate=5/h,queue=4\",false,429,,,,5,1,2\n");
  CHECK(
      rows(LogFormat::json_lines, specs, write) ==
      R"({"line":12,"time":"2025-07-29T12:00:00.25Z","key":"a","cost":1,"limiter":"gcra:rate=5/h,burst=2.5","passed":true,"status":200,"delay_s":null,"retry_after_s":null,"retry_after":null,"ratelimit_limit":2,"ratelimit_remaining":1,"ratelimit_reset":720}
{"line":12,"time":"2025-07-29T12:00:00.25Z","key":"a","cost":1,"limiter":"leaky-queue:rate=5/h,queue=4","passed":true,"status":200,"delay_s":2.5,"retry_after_s":null,"retry_after":null,"ratelimit_limit":5,"ratelimit_remaining":0,"ratelimit_reset":1}
{"line":14,"time":"2025-07-29T12:00:00.25Z","key":null,"cost":3,"limiter":"gcra:rate=5/h,burst=2.5","passed":false,"status":429,"delay_s":null,"retry_after_s":1.000000001,"retry_after":2,"ratelimit_limit":2,"ratelimit_remaining":1,"ratelimit_reset":2}
{"line":14,"time":"2025-07-29T12:00:00.25Z","key":null,"cost":3,"limiter":"leaky-queue:rate=5/h,queue=4","passed":false,"status":429,"delay_s":null,"retry_after_s":null,"retry_after":null,"ratelimit_limit":5,"ratelimit_remaining":1,"ratelimit_reset":2}
)");
}

TEST_CASE("the heading of a CSV log names its columns") {
  std::string text;
  DecisionLog(LogFormat::csv, {}, [&](std::string_view piece) { text += piece; }).finish();
  CHECK(text ==
        "line,time,key,cost,limiter,passed,status,delay_s,retry_after_s,retry_after,ratelimit_limit,"
        "ratelimit_remaining,ratelimit_reset\n");
  text.clear();
  DecisionLog(LogFormat::json_lines, {}, [&](std::string_view piece) { text += piece; }).finish();
  CHECK(text.empty());
}

TEST_CASE("the whole seconds of a wait are rounded up, and a reset that never comes is empty") {
  for (const auto& [ns, seconds] : std::vector<std::pair<Int128, std::string>>{
           {1, "0.000000001,1"},
           {999'999'999, "0.999999999,1"},
           {1'000'000'000, "1,1"},
           {1'000'000'001, "1.000000001,2"},
           {(Int128{1} << 64) - 1, "18446744073.709551615,18446744074"},
           {int128_max, "170141183460469231731687303715.884105727,170141183460469231731687303716"}}) {
    CHECK(rows(LogFormat::csv, {gcra}, [ns = ns](DecisionLog& log) {
            log.begin_event(1, {0}, std::nullopt, 1);
            log.add(0, {false, {}, Duration{ns}, 0, std::nullopt});
          }) == "1,1970-01-01T00:00:00Z,,1,\"gcra:rate=5/h,burst=2.5\",false,429,," + seconds + ",2,0,\n");
  }
}

TEST_CASE("JSON lines repeat as text what a double would round, and nothing else") {
  const auto row = [](Cost cost, Answer answer) {
    const std::string text =
        rows(LogFormat::json_lines, {"leaky-queue:rate=1/s,queue=9223372036854775807"}, [&](DecisionLog& log) {
          log.begin_event(1, {0}, std::nullopt, cost);
          log.add(0, answer);
        });
    return Json::parse(text);
  };
  constexpr Int128 exact = Int128{1} << 53;
  constexpr Int128 seconds = static_cast<Int128>(ns_per_second) << 23;
  const Json plain = row(std::int64_t{exact}, {false, {}, Duration{seconds}, std::int64_t{exact}, Duration{0}});
  CHECK_FALSE(plain.contains("cost_exact"));
  CHECK_FALSE(plain.contains("retry_after_s_exact"));
  CHECK_FALSE(plain.contains("ratelimit_remaining_exact"));
  CHECK(plain["retry_after_s"] == 8388608);
  CHECK(plain["ratelimit_limit_exact"] == "9223372036854775808");
  const Json rounded = row(std::int64_t{exact + 1}, {true, {seconds + 1}, {}, std::int64_t{exact + 1}, Duration{0}});
  CHECK(rounded["cost_exact"] == "9007199254740993");
  CHECK(rounded["delay_s_exact"] == "8388608.000000001");
  CHECK(rounded["ratelimit_remaining_exact"] == "9007199254740993");
  CHECK(row(1, {false, {}, Duration{seconds + 1}, 0, {}})["retry_after_s_exact"] == "8388608.000000001");
}

TEST_CASE("a key of a CSV log is quoted where it must be, and is no formula to a spreadsheet") {
  CHECK(csv_key("") == "");
  CHECK(csv_key("10.0.0.7") == "10.0.0.7");
  CHECK(csv_key("a b-c=d") == "a b-c=d");
  CHECK(csv_key("a,b") == "\"a,b\"");
  CHECK(csv_key("say \"hi\"") == "\"say \"\"hi\"\"\"");
  CHECK(csv_key("two\nlines\r") == "\"two\nlines\r\"");
  for (const std::string begin : {"=", "+", "-", "@", "\t", "\r"}) {
    CHECK(csv_key(begin + "1+1") == "\"'" + begin + "1+1\"");
    CHECK(csv_key("x" + begin) == (begin == "\r" || begin == "\t" ? "\"x" + begin + "\"" : "x" + begin));
  }
  CHECK(csv_key("=\"a\"") == "\"'=\"\"a\"\"\"");
  CHECK(csv_key("\xff\xfe") == "\xff\xfe");
}

TEST_CASE("a key of a JSON log is valid text, whatever its bytes") {
  CHECK(json_key("") == "");
  CHECK(json_key("=1+1") == "=1+1");
  CHECK(json_key("q\"b\\s/\x01\x7f\n") == "q\"b\\s/\x01\x7f\n");
  CHECK(json_key("Kam\xc4\x8d"
                 "atka") ==
        "Kam\xc4\x8d"
        "atka");
  CHECK(json_key("a\xff"
                 "b") ==
        "a\xef\xbf\xbd"
        "b");
  CHECK(json_key("\xc4") == "\xef\xbf\xbd");
}

TEST_CASE("a log is handed on in pieces, and a key may be longer than any of them") {
  std::size_t pieces = 0;
  std::size_t longest = 0;
  std::size_t bytes = 0;
  DecisionLog log(LogFormat::json_lines, limiters({gcra, gcra}), [&](std::string_view piece) {
    ++pieces;
    bytes += piece.size();
    longest = std::max(longest, piece.size());
  });
  std::size_t row = 0;
  for (int event = 0; event < 5'000; ++event) {
    log.begin_event(1, {0}, "a", 1);
    log.add(0, {});
    log.add(1, {});
  }
  log.finish();
  row = bytes / 10'000;
  CHECK(bytes == row * 10'000);
  CHECK(pieces > 5);
  CHECK(longest <= 128 * 1024);
  const std::string key(1'000'000, '\x01');
  bytes = 0;
  log.begin_event(1, {0}, key, 1);
  log.add(0, {});
  log.add(1, {});
  log.finish();
  CHECK(bytes == 2 * (row + 6 * key.size() - 1));
}
