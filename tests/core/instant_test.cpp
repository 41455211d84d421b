#include "core/instant.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "core/error.hpp"

using namespace ratereplay;

TEST_CASE("durations in every spelling") {
  const auto ns = [](std::string_view text) { return static_cast<std::int64_t>(parse_duration(text).ns); };
  CHECK(ns("1h") == 3'600'000'000'000);
  CHECK(ns("90m") == 5'400'000'000'000);
  CHECK(ns("1h30m") == 5'400'000'000'000);
  CHECK(ns("1 h 30 min") == 5'400'000'000'000);
  CHECK(ns("1.5h") == 5'400'000'000'000);
  CHECK(ns("3600") == 3'600'000'000'000);
  CHECK(ns("3600s") == 3'600'000'000'000);
  CHECK(ns("500ms") == 500'000'000);
  CHECK(ns("0.5") == 500'000'000);
  CHECK(ns("2d") == 172'800'000'000'000);
  CHECK(ns("2 Days") == 172'800'000'000'000);
  CHECK(ns("7us") == 7'000);
  CHECK(ns("7ns") == 7);
  CHECK(ns("010s") == 10'000'000'000);
  CHECK(parse_duration("18446744073709551615ns") == longest_parameter);
}

TEST_CASE("what is not a duration is named") {
  for (const char* text : {"", "h", "5x", "-5s", "0s", "0", "1h30", "1e3s", "nan", "1.5ns", "1h 2", "5 5s",
                           "18446744073709551616ns", "99999999999999999999999999999999999999h", "1,5s"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_duration(text), Error);
  }
  CHECK_THROWS_WITH(parse_duration("5x"), Catch::Contains("'5x'") && Catch::Contains("not a unit"));
  // The neighbours of the letters.
  for (const char* after : {"@", "[", "`", "{"}) {
    CHECK_THROWS_WITH(parse_duration(std::string("5") + after),
                      Catch::Contains("it holds '" + std::string(after) + "'"));
    CHECK_THROWS_WITH(parse_duration(std::string("5h") + after),
                      Catch::Contains("a number is missing before '" + std::string(after) + "'"));
  }
}

TEST_CASE("offsets have any sign") {
  CHECK(parse_signed_duration("-30s").ns == -30'000'000'000);
  CHECK(parse_signed_duration("+30s").ns == 30'000'000'000);
  CHECK(parse_signed_duration("0").ns == 0);
  CHECK_THROWS_AS(parse_signed_duration("--1s"), Error);
  for (const char* text : {"", " ", "-", "+"}) {
    CHECK_THROWS_WITH(parse_signed_duration(text), Catch::Contains("is not a duration: it is empty"));
  }
}

TEST_CASE("durations as text") {
  CHECK(seconds_text({22'339'203'000'000}) == "22339.203");
  CHECK(seconds_text({-1}) == "-0.000000001");
  CHECK(seconds_text({0}) == "0");
  CHECK(seconds_text({1'000}) == "0.000001");
  CHECK(seconds_text({-120'300'000'000}) == "-120.3");
  CHECK(seconds_text({(Int128{1} << 64) - 1}) == "18446744073.709551615");
  CHECK(seconds_text({Int128{1} << 64}) == "18446744073.709551616");
  CHECK(seconds_text({Int128{1'000'000'000'000'000'007} * 1'000'000'000'000'000'000}) ==
        "1000000000000000007000000000");
  CHECK(seconds_text({int128_max}) == "170141183460469231731687303715.884105727");
  CHECK(seconds_text({int128_min}) == "-170141183460469231731687303715.884105728");
  CHECK(seconds_text({int128_min}).size() == longest_seconds);
  CHECK(human_text({22'339'203'000'000}) == "6 h 12 min 19.203 s");
  CHECK(human_text({3'600'000'000'000}) == "1 h");
  CHECK(human_text({500'000'000}) == "500 ms");
  CHECK(human_text({1'500'000}) == "1.5 ms");
  CHECK(human_text({1'500}) == "1.5 us");
  CHECK(human_text({15}) == "15 ns");
  CHECK(human_text({-15}) == "-15 ns");
  CHECK(human_text({0}) == "0 s");
  CHECK(compact_text({5'400'000'000'000}) == "90m");
  CHECK(compact_text({172'800'000'000'000}) == "2d");
  CHECK(compact_text({1'500'000'000}) == "1500ms");
  CHECK(compact_text({-30'000'000'000}) == "-30s");
  CHECK(compact_text({7}) == "7ns");
}

TEST_CASE("instants as RFC 3339, over the whole range") {
  CHECK(rfc3339_text({0}) == "1970-01-01T00:00:00Z");
  CHECK(rfc3339_text({1'753'831'492'483'000'000}) == "2025-07-29T23:24:52.483Z");
  CHECK(rfc3339_text({-1}) == "1969-12-31T23:59:59.999999999Z");
  CHECK(rfc3339_text({951'782'400'000'000'000}) == "2000-02-29T00:00:00Z");
  CHECK(rfc3339_text({INT64_MAX}) == "2262-04-11T23:47:16.854775807Z");
  CHECK(rfc3339_text({INT64_MIN}) == "1677-09-21T00:12:43.145224192Z");
  CHECK(rfc3339_text({INT64_MIN}).size() == longest_rfc3339);
  CHECK(rfc3339_text({1'000'000'050'000'000}) == "1970-01-12T13:46:40.05Z");
}

TEST_CASE("the difference of two instants need not fit in 64 bits") {
  CHECK((Instant{INT64_MAX} - Instant{INT64_MIN}) == longest_parameter);
  CHECK(seconds_text(Instant{1'735'689'600'000'000'000} - Instant{-8'520'336'000'000'000'000}) == "10256025600");
}
