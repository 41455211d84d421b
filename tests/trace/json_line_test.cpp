// Lines of JSON are held against nlohmann-json: what is JSON, and what the cells are.

#include "trace/json_line.hpp"

#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "trace/csv_rows.hpp"

using namespace ratereplay;
using ratereplay::test::PaddedText;
using Cells = std::vector<std::string>;

namespace {

struct Cut {
  Cells cells;
  RecordFacts facts;
};

// `columns` of a file whose first lines lack them.
Cut cut(std::string_view line, const std::vector<std::string>& columns) {
  const PaddedText padded(line);
  JsonLine format("", "t", columns);
  std::vector<std::size_t> places(columns.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  format.select(places);
  std::vector<std::string_view> cells;
  const RecordFacts facts = format.cut(padded.text(), cells);
  return {{cells.begin(), cells.end()}, facts};
}

RecordFault fault_of(std::string_view line) { return cut(line, {"a"}).facts.fault; }

std::vector<std::string> paths_of(std::string_view text) { return JsonLine(PaddedText(text).text(), "t", {}).header(); }

// The cells that nlohmann-json has at each path, in the order in which paths are gathered.
void flatten(const Json& object, const std::string& above, std::vector<std::pair<std::string, Json>>& cells) {
  for (const auto& [name, value] : object.items()) {
    cells.emplace_back(above + name, value);
    if (value.is_object()) flatten(value, above + name + ".", cells);
  }
}

class Generator {
 public:
  explicit Generator(std::uint32_t seed) : random_(seed) {}

  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

  std::string object(int depth) {
    std::string text = "{" + blanks();
    const std::uint32_t fields = below(5);
    for (std::uint32_t i = 0; i < fields; ++i) {
      // Names that do not repeat, some of which hold dots.
      const std::string name = std::string(below(3), 'n') + (below(4) == 0 ? "." : "") + std::to_string(next_++);
      text += (i == 0 ? "" : ",") + blanks() + "\"" + (below(6) == 0 ? "\\u006e" : "") + name + "\"" + blanks() + ":" +
              blanks() + value(depth) + blanks();
    }
    return text + "}";
  }

  std::string mutated(std::string text) {
    if (text.empty()) return text;
    const std::size_t at = below(static_cast<std::uint32_t>(text.size()));
    constexpr std::string_view bytes = "{}[]\",:\\u0123e.-+ntf \t\x01\x7F\x80\xC3\xED\xF4/";
    const char byte = bytes[below(static_cast<std::uint32_t>(bytes.size()))];
    switch (below(3)) {
      case 0:
        text[at] = byte;
        break;
      case 1:
        text.insert(at, 1, byte);
        break;
      default:
        text.erase(at, 1 + below(3));
    }
    return text;
  }

 private:
  std::string blanks() { return below(8) == 0 ? std::string(1 + below(2), " \t\r"[below(3)]) : ""; }

  std::string string() {
    static const std::vector<std::string> pieces = {"a",        "bc",
                                                    "\\n",      "\\\"",
                                                    "\\\\",     "\\/",
                                                    "\\u00e4",  "\\uD83D\\ude00",
                                                    "\xC3\xA4", "\xF0\x9F\x98\x80",
                                                    "\x7F",     " ",
                                                    "{",        "longer than a word of the machine"};
    std::string text = "\"";
    for (std::uint32_t i = below(6); i > 0; --i) text += pieces[below(static_cast<std::uint32_t>(pieces.size()))];
    return text + "\"";
  }

  std::string value(int depth) {
    static const std::vector<std::string> words = {"null",
                                                   "true",
                                                   "false",
                                                   "0",
                                                   "-0",
                                                   "12",
                                                   "-3.25",
                                                   "1e5",
                                                   "2E-3",
                                                   "18446744073709551616",
                                                   "0.1000000000000000000001"};
    const std::uint32_t kind = below(depth > 3 ? 6 : 9);
    if (kind < 3) return words[below(static_cast<std::uint32_t>(words.size()))];
    if (kind < 6) return string();
    if (kind < 8) return object(depth + 1);
    std::string text = "[" + blanks();
    for (std::uint32_t i = below(4); i > 0; --i) text += value(depth + 1) + (i > 1 ? "," : "") + blanks();
    return text + "]";
  }

  std::mt19937 random_;
  int next_ = 0;
};

}  // namespace

TEST_CASE("json: paths lead to fields, whatever holds the dots") {
  const std::string line =
      R"({"a":{"b.c":{"d":1}},"e.f":"x","g":[1, 2],"h":{"i" : 2},"j":null,"k":true,"l":"","m":-1.50e+3})";
  CHECK(cut(line, {"a.b.c.d", "e.f", "g", "h", "h.i", "j", "k", "l", "m", "a.b", "n"}).cells ==
        Cells{"1", "x", "[1, 2]", R"({"i" : 2})", "2", "", "true", "", "-1.50e+3", "", ""});
  CHECK(cut(R"({"a.b":{"c":1}})", {"a.b.c"}).cells == Cells{"1"});
  CHECK(cut(R"({"a":{"b":{"c":1}}})", {"a.b.c"}).cells == Cells{"1"});
  CHECK(cut(R"({"a.b.c":1})", {"a.b.c"}).cells == Cells{"1"});
  CHECK(cut(R"({"a":[{"b":1}]})", {"a.b"}).cells == Cells{""});
  CHECK(cut(R"({"A":1,"\u0061":2})", {"a"}).cells == Cells{"2"});
  CHECK(cut(R"({"a":"\u00e4\n\"\\\/\uD83D\uDE00"})", {"a"}).cells == Cells{"\u00e4\n\"\\/\U0001F600"});
  CHECK(cut(R"({"a":"1\t","b":"2\t","c":"3\t"})", {"c", "a", "b"}).cells == Cells{"3\t", "1\t", "2\t"});
}

TEST_CASE("json: bad lines, with the column where it is known") {
  CHECK(fault_of("[1]") == RecordFault::not_object);
  CHECK(fault_of("\"a\"") == RecordFault::not_object);
  CHECK(fault_of("null") == RecordFault::not_object);
  CHECK(fault_of("nothing") == RecordFault::not_json);
  CHECK(fault_of("{} {}") == RecordFault::not_json);
  CHECK(fault_of(R"({"a":1)") == RecordFault::not_json);
  CHECK(fault_of(R"({"a":"x)") == RecordFault::not_json);
  CHECK(fault_of(R"({"a":"x\)") == RecordFault::not_json);
  CHECK(fault_of(R"({"a":"\u12)") == RecordFault::not_json);
  CHECK(fault_of(R"({"b":"\u0000"})") == RecordFault::nul_escape);
  CHECK(fault_of("{\"b\":\"\xC3\"}") == RecordFault::not_utf8);
  CHECK(fault_of("{\"b\":\"\xED\xA0\x80\"}") == RecordFault::not_utf8);
  CHECK(fault_of(R"({"b":"\uD800"})") == RecordFault::not_utf8);
  CHECK(fault_of(R"({"b":"\uDC00"})") == RecordFault::not_utf8);
  CHECK(fault_of(R"({"b":1,"b":2})") == RecordFault::none);
  const auto column_of = [](std::string_view line) { return cut(line, {"x", "a.b"}).facts.fault_column; };
  CHECK(cut(R"({"a.b":1,"a":{"b":2}})", {"x", "a.b"}).facts.fault == RecordFault::repeated_field);
  CHECK(column_of(R"({"a.b":1,"a":{"b":null}})") == 1);
  CHECK(column_of(R"({"a":{"b":01}})") > 1);
  CHECK(column_of(R"({"a":{"b":tru}})") == 1);
  CHECK(column_of(R"({"a":{"b":[1,}})") == 1);
  CHECK(column_of(R"({"a":{"c":tru}})") > 1);
  const auto nested = [](std::size_t levels) {
    return "{\"b\":" + std::string(levels - 1, '[') + std::string(levels - 1, ']') + "}";
  };
  CHECK(fault_of(nested(500)) == RecordFault::none);
  CHECK(fault_of(nested(501)) == RecordFault::too_deep);
  CHECK(fault_of(std::string(1'000'000, '[')) == RecordFault::too_deep);
}

TEST_CASE("json: the columns are the paths that the first lines have") {
  CHECK(paths_of("{\"b\":{\"c\":1,\"d\":[{\"e\":1}]}}\n{\"a\":1,\"b\":2}\r\n\n{\"x\":tru}\n{\"y\":1") ==
        Cells{"b", "b.c", "b.d", "a"});
  JsonLine format(PaddedText("{\"b\":{\"d\":[1]}}\n").text(), "t", {"b", "f"});
  CHECK(format.header() == Cells{"b", "b.d", "f"});
  CHECK(format.arrays() == Cells{"b.d"});
  std::string text;
  for (int line = 0; line < 1'001; ++line) text += "{\"n" + std::to_string(line) + "\":1}\n";
  CHECK(paths_of(text).back() == "n999");
  // The first line, however long it is, and those that begin within 64 KiB.
  const std::string pad = "\",\"" + std::string(40'000, 'p') + "\":1}\n";
  CHECK(paths_of("{\"a\":\"" + std::string(70'000, 'p') + "\"}\n{\"b\":1}\n") == Cells{"a"});
  CHECK(paths_of("{\"a\":\"" + pad + "{\"b\":\"" + pad + "{\"c\":1}\n") == Cells{"a", "b"});
  CHECK_THROWS_WITH(JsonLine("", "t", {}), Catch::StartsWith("t: no fields in the first lines"));
  CHECK_THROWS_WITH(JsonLine(PaddedText("\n{\"a\":\"\\u0000\"}\n").text(), "t", {}),
                    Catch::StartsWith(R"(t:2: \u0000 in a text at byte 7; )"));
  CHECK_THROWS_WITH(JsonLine(PaddedText("time,mag\n1,2\n").text(), "t", {}), Catch::StartsWith("t:1: not JSON"));
}

TEST_CASE("json: generated lines are what nlohmann-json makes of them") {
  Generator generator(7);
  std::size_t good = 0;
  std::size_t bad = 0;
  for (int round = 0; round < 30'000; ++round) {
    std::string line = generator.object(0);
    for (std::uint32_t mutations = generator.below(3); mutations > 0; --mutations) line = generator.mutated(line);
    CAPTURE(in_quotes(line));
    std::vector<std::pair<std::string, Json>> expected;
    bool is_json = true;
    try {
      const Json json = Json::parse(line);
      is_json = json.is_object();
      if (is_json) flatten(json, "", expected);
    } catch (const Json::out_of_range&) {
      continue;  // a number that no double holds
    } catch (const Json::exception&) {
      is_json = false;
    }
    std::vector<std::string> columns = {"."};
    for (const auto& [path, value] : expected) columns.push_back(path);
    const Cut result = cut(line, columns);
    // Fields that two paths lead to, which nlohmann-json merges or overwrites, and zero bytes are no rows here.
    if (result.facts.fault == RecordFault::repeated_field || result.facts.fault == RecordFault::nul_escape) continue;
    REQUIRE((result.facts.fault == RecordFault::none) == is_json);
    if (!is_json) {
      ++bad;
      continue;
    }
    ++good;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const Json& value = expected[i].second;
      const std::string& cell = result.cells[i + 1];
      CAPTURE(columns[i + 1]);
      if (value.is_string()) {
        REQUIRE(cell == value.get<std::string>());
      } else if (value.is_null()) {
        REQUIRE(cell.empty());
      } else {
        REQUIRE(line.find(cell) != std::string::npos);
        REQUIRE(Json::parse(cell) == value);
      }
    }
  }
  CHECK(good > 10'000);
  CHECK(bad > 5'000);
}
