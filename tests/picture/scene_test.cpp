#include "picture/scene.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "picture/page_data.hpp"
#include "picture/scene_columns.hpp"
#include "picture/scene_plot.hpp"
#include "picture/svg.hpp"

using namespace ratereplay;

namespace {

Scene scene_of(const std::vector<std::int64_t>& arrival, const std::vector<bool>& passed) {
  Scene scene;
  scene.events.add({arrival});
  SceneRow row{.name = "token-bucket"};
  for (std::size_t event = 0; event < arrival.size(); ++event) {
    row.decisions.add({arrival[event]}, passed[event]);
    (passed[event] ? row.passed : row.dropped) += 1;
  }
  scene.rows.push_back(row);
  return scene;
}

using Counts = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("varints are unsigned LEB128") {
  const auto varint = [](std::uint64_t value) {
    std::string bytes;
    append_varint(bytes, value);
    return bytes;
  };
  CHECK(varint(0) == std::string(1, '\0'));
  CHECK(varint(127) == "\x7f");
  CHECK(varint(128) == "\x80\x01");
  CHECK(varint(std::numeric_limits<std::uint64_t>::max()) == "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
}

TEST_CASE("a scene's columns hold every event once, the last one in the last") {
  const Scene scene = scene_of({10, 10, 14, 15, 19}, {true, false, true, false, true});
  const SceneColumns two = columns_of(scene, 2);
  CHECK(two.arrivals == Counts{3, 2});
  CHECK(two.rows[0].passed == Counts{2, 1});
  CHECK(two.rows[0].dropped == Counts{1, 1});
  CHECK(two.most == 3);
  const SceneColumns ten = columns_of(scene, 10);
  CHECK(ten.arrivals == Counts{2, 0, 0, 0, 1, 1, 0, 0, 0, 1});
  CHECK(columns_of(scene, 1).arrivals == Counts{5});
  CHECK(ten.column_of(9) == 0);
  CHECK(ten.column_of(20) == 9);
}

TEST_CASE("a scene reaches from the first instant there is to the last") {
  const Scene scene =
      scene_of({std::numeric_limits<std::int64_t>::min(), -1, 0, std::numeric_limits<std::int64_t>::max()},
               {true, true, false, true});
  const SceneColumns columns = columns_of(scene, 4);
  CHECK(columns.arrivals == Counts{1, 1, 1, 1});
  CHECK(columns.rows[0].dropped == Counts{0, 0, 1, 0});
}

TEST_CASE("the busiest window is a half-open stretch of columns") {
  Scene scene = scene_of({0, 10, 20, 99}, {true, true, true, true});
  scene.rows[0].busiest = BusiestWindow{{20}, 2, Instant{0}, 2, Instant{0}};
  CHECK(columns_of(scene, 100).rows[0].busiest == std::pair<std::size_t, std::size_t>(0, 19));
  // Of a shaper it may begin behind the last event.
  scene.rows[0].busiest->from = Instant{1000};
  CHECK(columns_of(scene, 100).rows[0].busiest == std::pair<std::size_t, std::size_t>(99, 99));
}

TEST_CASE("a row's own events widen the scene") {
  Scene scene = scene_of({0, 10}, {true, true});
  SceneRow& row = scene.rows.emplace_back();
  row.own.emplace();
  const std::vector<std::int64_t> attempts{0, 10, 19};
  row.own->add({attempts});
  for (const std::int64_t attempt : attempts) row.decisions.add({attempt}, attempt == 19);
  const SceneColumns columns = columns_of(scene, 2);
  CHECK(columns.last == Instant{19});
  CHECK(columns.arrivals == Counts{1, 1});
  CHECK(columns.rows[1].passed == Counts{0, 1});
  CHECK(columns.rows[1].dropped == Counts{1, 1});
}

TEST_CASE("more events than a scene draws one by one are counted") {
  const std::vector<std::int64_t> block(1'000'000, 5);
  Scene scene;
  SceneRow row;
  for (int turn = 0; turn < 2; ++turn) {
    scene.events.add({block});
    for (const std::int64_t time : block) row.decisions.add({time}, turn == 0);
  }
  CHECK(scene.events.has_each());
  CHECK(row.decisions.has_each());
  CHECK(row.decisions.passed_bits().size() == most_scene_events / 8);
  const std::vector<std::int64_t> one{9};
  scene.events.add({one});
  row.decisions.add({9}, true);
  CHECK_FALSE(scene.events.has_each());
  CHECK_FALSE(row.decisions.has_each());
  CHECK(scene.events.columns().arrival.empty());
  CHECK(row.decisions.passed_bits().empty());
  scene.rows.push_back(row);
  const SceneColumns columns = columns_of(scene, 5);
  CHECK(columns.arrivals == Counts{2'000'000, 0, 0, 0, 1});
  CHECK(columns.rows[0].passed == Counts{1'000'000, 0, 0, 0, 1});
  CHECK(columns.rows[0].dropped == Counts{1'000'000, 0, 0, 0, 0});
}

TEST_CASE("what a page has no room for is left out and said") {
  Scene scene;
  std::vector<std::int64_t> arrival;
  SceneRow row;
  std::uint64_t chance = 1;
  for (std::int64_t event = 0; event < 4000; ++event) {
    chance = chance * 6364136223846793005U + 1442695040888963407U;
    arrival.push_back(event * 1'000'000 + static_cast<std::int64_t>(chance >> 45));
    const Answer answer{
        event % 2 == 0, {}, Duration{static_cast<Int128>(chance >> 30)}, static_cast<Cost>(chance >> 60), {}};
    row.decisions.add({arrival.back()}, answer);
    (answer.passed ? row.passed : row.dropped) += 1;
  }
  scene.events.add({arrival});
  scene.rows.push_back(row);
  const auto with = [&](std::size_t budget) {
    std::vector<std::string> notes;
    Json json = scene_json(scene, budget, notes);
    return std::pair(std::move(json), std::move(notes));
  };
  const auto [whole, none] = with(1'000'000);
  CHECK(none.empty());
  const auto size = [&whole = whole](const char* column) {
    return whole["rows"][0][column]["data"].get<std::string>().size();
  };
  const std::size_t base = whole["ticks"]["data"].get<std::string>().size() + size("passed");
  CHECK(with(base + size("retry") + size("remaining")).second.empty());

  const auto [without_rest, one] = with(base + size("retry") + size("remaining") - 1);
  CHECK(one == std::vector<std::string>{"what is left after each event is left out: the page would be too large"});
  CHECK(without_rest["rows"][0]["remaining"].is_null());
  CHECK(without_rest["rows"][0]["retry"] == whole["rows"][0]["retry"]);

  const auto [without_waits, two] = with(base + size("remaining"));
  CHECK(two ==
        std::vector<std::string>{"when refused events could come again is left out: the page would be too large"});
  CHECK(without_waits["rows"][0]["retry"].is_null());
  CHECK(without_waits["rows"][0]["passed"] == whole["rows"][0]["passed"]);

  const auto [counts, three] = with(base - 1);
  CHECK(three.size() == 1);
  CHECK_FALSE(counts.contains("ticks"));
  CHECK(counts["events"] == 4000);
}

TEST_CASE("bytes are packed as gzip in base64") {
  // gzip of nothing, but for the byte that names the system.
  const std::string text = packed("");
  CHECK(text.substr(0, 12) == "H4sIAAAAAAAA");
  CHECK(text.substr(text.size() - 12) == "AAAAAAAAAAA=");
}

TEST_CASE("a plot keeps to its width, in Unicode or in ASCII") {
  Scene scene = scene_of({0, 1'000'000'000, 1'000'000'000, 59'000'000'000}, {true, true, false, false});
  scene.rows[0].busiest = BusiestWindow{{10'000'000'000}, 2, Instant{0}, 2, Instant{0}};
  CHECK(scene_plot(scene, {47, true}) ==
        "arrivals         █                            ▃\n"
        "token-bucket     ▄                            ░\n"
        "                 └────┘ 2 in 10 s\n"
        "                 |1970-01-01    |00:00:30\n"
        "                 1970-01-01T00:00:00Z to 1970-01-01T00:00:59Z\n"
        "                 passed █  dropped ░  both ▄\n");
  CHECK(scene_plot(scene, {47, false}).find_first_not_of("\n -~abcdefghijklmnopqrstuvwxyzTZ0123456789:|.+#\\_/") ==
        std::string::npos);
}

TEST_CASE("what is drawn is XML whatever a name holds") {
  CHECK(escaped_xml("a<b>&\"\x1b[1m\xff") == "a&lt;b&gt;&amp;&quot;\\x1B[1m\\xFF");
}
