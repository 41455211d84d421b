#include "report/rows.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "report/json.hpp"

using namespace ratereplay;

namespace {

/// The same members in a row and in an object.
template <class Object>
void put_all(Object& object, std::size_t index) {
  const auto number = static_cast<std::int64_t>(index);
  set(object, "none", nullptr);
  set(object, "whole", -number);
  set(object, "count", std::numeric_limits<std::uint64_t>::max() - index);
  set(object, "real", static_cast<double>(index) / 3e7);
  set(object, "text", index == 0 ? std::string_view() : std::string_view("2/3"));
  put_whole(object, "large", (Int128{1} << 53) - 1 + number);
  put_whole(object, "huge", static_cast<Int128>(INT64_MAX) + number);
  put_seconds(object, "span_s", index == 2 ? std::nullopt : std::optional(Duration{1'500'000'000 * Int128{number}}));
  put_seconds(object, "long_s", Duration{(Int128{1} << 53) - 1 + number});
  put_bucket(object, Fraction(number + 1, 2));
  put_witness(object, {{number}, {2 * number}, index, number});
}

void make(std::size_t index, Row& row) { put_all(row, index); }

Json object(std::size_t index) {
  Json json;
  put_all(json, index);
  return json;
}

}  // namespace

TEST_CASE("a document of rows is that of objects") {
  const Json head{{"ratereplay", "0"}, {"trace", {{"notes", Json::array()}}}};
  for (const std::size_t rows : {0U, 1U, 2U, 5U}) {
    std::string text;
    write_json_text(head, {{"first", rows, make}, {"second", rows, make}},
                    [&](std::string_view piece) { text += piece; });
    Json whole = head;
    for (const char* key : {"first", "second"}) {
      whole[key] = Json::array();
      for (std::size_t i = 0; i < rows; ++i) whole[key].push_back(object(i));
    }
    CHECK(text == json_text(whole));
  }
}

TEST_CASE("rows as CSV are objects as CSV") {
  Row full_row;
  make(0, full_row);
  Json json = Json::array();
  for (std::size_t rows = 0; rows < 5; ++rows) {
    std::string text;
    write_csv_text(full_row, rows, make, [&](std::string_view piece) { text += piece; });
    CHECK(text == csv_text(json, object(0)));
    json.push_back(object(rows));
  }
}

TEST_CASE("what is no column stands in the place of the number before it") {
  Row full_row;
  set(full_row, "a", std::int64_t{0});
  set(full_row, "b", std::int64_t{0});
  set(full_row, "b_exact", "");
  std::string text;
  const auto numbers = [](std::size_t index, Row& row) {
    put_whole(row, "a", (Int128{1} << 53) + static_cast<Int128>(index));
    set(row, "b", static_cast<std::int64_t>(index));
    set(row, "b_exact", "1/2");
  };
  write_csv_text(full_row, 2, numbers, [&](std::string_view piece) { text += piece; });
  CHECK(text == "a,b,b_exact\n9007199254740992,0,1/2\n9007199254740993,1,1/2\n");

  Row one_column;
  set(one_column, "a", std::int64_t{0});
  text.clear();
  write_csv_text(
      one_column, 1, [](std::size_t, Row& row) { put_whole(row, "a", Int128{1} << 64); },
      [&](std::string_view piece) { text += piece; });
  CHECK(text == "a\n18446744073709551616\n");
}
