#include "report/json.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <tuple>

using namespace ratereplay;

TEST_CASE("whole numbers beyond a double's reach stand as text too") {
  Json json;
  put_whole(json, "small", 9'007'199'254'740'992);
  put_whole(json, "large", 9'007'199'254'740'993);
  put_whole(json, "huge", int128_max);
  CHECK(json["small"].dump() == "9007199254740992");
  CHECK_FALSE(json.contains("small_exact"));
  CHECK(json["large"].dump() == "9007199254740993");
  CHECK(json["large_exact"] == "9007199254740993");
  CHECK(json["huge"].is_number_float());
  CHECK(json["huge_exact"] == "170141183460469231731687303715884105727");
  put_whole(json, "least", INT64_MIN);
  put_whole(json, "below", static_cast<Int128>(INT64_MIN) - 1);
  CHECK(json["least"].dump() == "-9223372036854775808");
  CHECK(json["below"].is_number_float());
  CHECK(json["below_exact"] == "-9223372036854775809");
}

TEST_CASE("seconds print as their shortest decimal") {
  Json json;
  put_seconds(json, "short", Duration{2'871'341'000'000});
  put_seconds(json, "whole", Duration{3'600'000'000'000});
  put_seconds(json, "none", std::nullopt);
  put_seconds(json, "long", Duration{static_cast<Int128>(10'256'025'600) * ns_per_second + 1});
  CHECK(json["short"].dump() == "2871.341");
  CHECK(json["whole"].dump() == "3600");
  CHECK(json["none"].is_null());
  CHECK(json["long"].is_number_float());
  CHECK(json["long_exact"] == "10256025600.000000001");
  CHECK_FALSE(json.contains("short_exact"));
  CHECK(instant_json(std::nullopt).is_null());
  CHECK(instant_json(Instant{0}) == "1970-01-01T00:00:00Z");
}

TEST_CASE("seconds that a double cannot tell from the next nanosecond stand as text too") {
  constexpr Int128 longest = static_cast<Int128>(8'388'608) * ns_per_second;
  for (const Int128 sign : {1, -1}) {
    Json json;
    put_seconds(json, "most", Duration{sign * longest});
    put_seconds(json, "more", Duration{sign * (longest + 1)});
    put_seconds(json, "less", Duration{sign * (longest - 1)});
    CHECK_FALSE(json.contains("most_exact"));
    CHECK(json["more_exact"] == (sign > 0 ? "8388608.000000001" : "-8388608.000000001"));
    CHECK_FALSE(json.contains("less_exact"));
    CHECK(double_text(json["less"]) == (sign > 0 ? "8388607.999999999" : "-8388607.999999999"));
  }
  Json row;
  put_seconds(row, "s", Duration{longest + 1});
  CHECK(csv_text(Json::array({row}), {{"s", 0}}) == "s\n8388608.000000001\n");
}

TEST_CASE("a document has every number as its shortest decimal") {
  CHECK(json_text(Json{{"s", 49.980715}}) == "{\n  \"s\": 49.980715\n}\n");
  const Json row = {{"s", 133.561909}};
  CHECK(csv_text(Json::array({row}), row) == "s\n133.561909\n");
  CHECK(double_text(0.25) == "0.25");
  CHECK(double_text(3) == "3.0");
  CHECK(double_text(-0.0) == "-0.0");
  CHECK(double_text(1e-9) == "1e-09");
  CHECK(double_text(1e19) == "1e+19");
  std::mt19937_64 random(6);
  for (int i = 0; i < 20'000; ++i) {
    // Not less than what is written without an exponent, not more than what a double tells apart.
    const Duration duration{static_cast<std::int64_t>(random() >> (12 + random() % 36)) | 0x20'0000};
    Json json;
    put_seconds(json, "s", duration);
    INFO(seconds_text(duration));
    REQUIRE(json_text(json) == "{\n  \"s\": " + seconds_text(duration) + "\n}\n");
  }
}

TEST_CASE("documents are laid out two blanks a level") {
  const Json json = {{"a", Json::array()}, {"b", Json::array({1, nullptr, Json::object()})}, {"c", {{"\"d\n", true}}}};
  CHECK(json_text(json) ==
        "{\n  \"a\": [],\n  \"b\": [\n    1,\n    null,\n    {}\n  ],\n  \"c\": {\n    \"\\\"d\\n\": true\n  }\n}\n");
  CHECK(json_text(json) == json.dump(2) + "\n");
}

TEST_CASE("a share is the nearest double") {
  CHECK(share_json(0, 0).is_null());
  CHECK(share_json(1, 4) == 0.25);
  CHECK(share_json(1, 9'007'199'254'740'993) == 1.1102230246251564e-16);
}

TEST_CASE("seconds are the nearest double") {
  std::mt19937_64 random(5);
  for (int i = 0; i < 20'000; ++i) {
    const auto ns = static_cast<std::int64_t>(random() >> (random() % 64));
    const Duration duration{i % 2 == 0 ? ns : -ns};
    Json json;
    put_seconds(json, "s", duration);
    INFO(seconds_text(duration));
    REQUIRE(json["s"].get<double>() == std::stod(seconds_text(duration)));
  }
}

TEST_CASE("the exact bucket is its fraction, also above what a double tells apart") {
  constexpr Cost large = Cost{1} << 53;
  for (const auto& [bucket, whole, exact] : {std::tuple{Fraction(7, 2), Cost{4}, "7/2"},
                                             {Fraction(5), Cost{5}, "5"},
                                             {Fraction(large * Int128{2} + 1, 2), large + 1, "18014398509481985/2"},
                                             {Fraction(large + 1), large + 1, "9007199254740993"}}) {
    Json json;
    put_bucket(json, bucket);
    CHECK(json == Json{{"bucket", whole}, {"bucket_exact", exact}});
  }
}

TEST_CASE("a witness has the exact text of its length always, as a fraction") {
  Json json;
  put_witness(json, {{-500'000'000}, {1'000'000'000}, 2, (Cost{1} << 53) + 1});
  CHECK(json_text(json) ==
        "{\n"
        "  \"first\": \"1969-12-31T23:59:59.5Z\",\n"
        "  \"last\": \"1970-01-01T00:00:01Z\",\n"
        "  \"events\": 2,\n"
        "  \"cost\": 9007199254740993,\n"
        "  \"cost_exact\": \"9007199254740993\",\n"
        "  \"seconds\": 1.5,\n"
        "  \"seconds_exact\": \"3/2\"\n"
        "}\n");
  put_witness(json, {{INT64_MIN}, {INT64_MAX}, 2, 2});
  CHECK(json["seconds_exact"] == "3689348814741910323/200000000");
}

TEST_CASE("every document starts alike") {
  TraceSummary trace;
  trace.events = 2;
  trace.extent = {{0}, {1'500'000'000}, 1, 2, true};
  trace.source = "x.csv";
  trace.input = "csv";
  trace.rows.read = 3;
  trace.resolution = Duration{100'000'000};
  trace.notes = {"1 row filtered"};
  const Json json = document("inspect", &trace);
  auto member = json.begin();
  CHECK(member.key() == "ratereplay");
  CHECK((++member).key() == "command");
  CHECK((++member).key() == "trace");
  const Json& summary = json["trace"];
  CHECK(summary["events"] == 2);
  CHECK(summary["cost"] == 2);
  CHECK(summary["first"] == "1970-01-01T00:00:00Z");
  CHECK(summary["last"] == "1970-01-01T00:00:01.5Z");
  CHECK(summary["span_s"].dump() == "1.5");
  CHECK(summary["resolution_s"].dump() == "0.1");
  CHECK(summary["rows"]["read"] == 3);
  CHECK(summary["warnings"] == Json::array({"1 row filtered"}));
  CHECK(document("limiters", nullptr)["trace"].is_null());

  TraceSummary empty;
  CHECK(document("inspect", &empty)["trace"]["first"].is_null());
  CHECK(document("inspect", &empty)["trace"]["span_s"].is_null());
}

TEST_CASE("bytes that are not UTF-8 never reach a document") {
  CHECK(json_text(Json{{"a", "\xff"}}) == "{\n  \"a\": \"\xEF\xBF\xBD\"\n}\n");
}

TEST_CASE("CSV has the columns of the full row, nested names joined, null empty, quotes where needed") {
  const Json full = {{"spec", ""}, {"busiest", {{"count", 0}, {"from", ""}}}, {"cost", 0}};
  const Json rows = Json::array({{{"spec", "a:b=1,c=2"}, {"busiest", nullptr}, {"cost", 1.5}},
                                 {{"spec", "say \"x\""},
                                  {"busiest", {{"count", 3}, {"from", nullptr}}},
                                  {"cost", 1e19},
                                  {"cost_exact", "10000000000000000000"}}});
  CHECK(csv_text(rows, full) ==
        "spec,busiest_count,busiest_from,cost\n"
        "\"a:b=1,c=2\",,,1.5\n"
        "\"say \"\"x\"\"\",3,,10000000000000000000\n");
  const Json sizes = Json::array({{{"bucket", 74}, {"bucket_exact", "147/2"}}});
  CHECK(csv_text(sizes, sizes[0]) == "bucket,bucket_exact\n74,147/2\n");
  CHECK(csv_text(Json::array(), full) == "spec,busiest_count,busiest_from,cost\n");
}

TEST_CASE("the columns of a row by itself do not depend on what needs exact text") {
  const Json small = {{"span_s", 1}, {"rows", {{"read", 2}}}, {"gap_s", nullptr}};
  const Json large = {{"span_s", 1e10},
                      {"span_s_exact", "10000000000.000000001"},
                      {"rows", {{"read", 1e19}, {"read_exact", "10000000000000000000"}}},
                      {"gap_s", nullptr}};
  CHECK(csv_row_text(small) == "span_s,rows_read,gap_s\n1,2,\n");
  CHECK(csv_row_text(large) == "span_s,rows_read,gap_s\n10000000000.000000001,10000000000000000000,\n");
}
