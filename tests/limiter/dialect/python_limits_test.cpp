#include "limiter/dialect/python_limits.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "limiter/dialect/refused.hpp"
#include "limiter/spec.hpp"
#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

constexpr std::int64_t now = 1'753'831'492 * s;

template <class Rule>
Rule rule_of(const std::string& spec) {
  return Rule(std::get<PythonLimits>(parse_limiter("python-limits:" + spec)));
}

}  // namespace

// As the tests of limits have it: ten in two seconds.
TEST_CASE("Python's fixed window is opened by the first hit and ends by the second") {
  const auto rule = rule_of<PythonFixedRule>("limit=10,window=2s");
  PythonFixedRule::State state = rule.start({now});
  for (int i = 0; i < 10; ++i) CHECK(rule.admit(state, {now + 300 * ms}, 1));
  CHECK_FALSE(rule.admit(state, {now + s}, 1));
  CHECK(rule.describe(state, {now + s}) == "more than 10 of 10 hit in the window");
  CHECK_FALSE(rule.admit(state, {now + 2300 * ms - 300}, 1));
  CHECK(rule.rested(state, {now + 2300 * ms}));
  CHECK(rule.describe(state, {now + 2300 * ms}) == "0 of 10 hit in the window");
  CHECK(rule.admit(state, {now + 2300 * ms}, 1));
  CHECK(rule.describe(state, {now + 3 * s}) == "1 of 10 hit in the window");
}

TEST_CASE("Python's fixed window counts hits that it refuses, whatever they cost") {
  check_table("python-limits:limit=10,window=1m",
              {{0, 4, passes},
               {s, 7, 59 * s},
               {2 * s, 1, 58 * s},
               {3 * s, 11, never},
               {60 * s, 11, never},  // opens the next
               {61 * s, 1, 59 * s},
               {120 * s - 1, 1, 1},
               {120 * s, 10, passes}},
              true);
}

TEST_CASE("times are doubles, whole seconds exact") {
  // 256 ns apart, and the next double is not reached before half of the way.
  const auto rule = rule_of<PythonFixedRule>("limit=1,window=1s");
  PythonFixedRule::State state = rule.start({now});
  CHECK(rule.admit(state, {now}, 1));
  CHECK_FALSE(rule.rested(state, {now + s - 130}));
  CHECK(rule.rested(state, {now + s - 118}));
}

TEST_CASE("a hit counts in Python's moving window while it is as old as the window, and passes later") {
  check_table("python-limits:strategy=moving,limit=2,window=1m", {{0, 1, passes},
                                                                  {10 * s, 1, passes},
                                                                  {20 * s, 1, 40 * s + 1},
                                                                  {60 * s, 1, 1},
                                                                  {60 * s + 1, 1, passes},
                                                                  {60 * s + 1, 2, 60 * s}});
  // As doubles have it, 120.000000001 - 60 is above 60.000000001.
}

// As the tests of limits have it: ten a minute.
TEST_CASE("Python's moving window lets in what has left it") {
  const auto rule = rule_of<PythonMovingRule>("strategy=moving,limit=10,window=1m");
  PythonMovingRule::State state = rule.start({now});
  for (std::int64_t i = 0; i < 5; ++i) {
    CHECK(rule.admit(state, {now + i * 10 * s}, 1));
    CHECK(rule.admit(state, {now + i * 10 * s}, 1));
    CHECK(rule.describe(state, {now + i * 10 * s}) == std::to_string(2 * i + 2) + " of 10 passed in the window");
  }
  CHECK_FALSE(rule.admit(state, {now + 50 * s}, 1));
  CHECK(rule.state_bytes(state) == sizeof(PythonMovingRule::State) + 5 * sizeof(PythonMovingRule::Entry));
  CHECK(rule.describe(state, {now + 70 * s}) == "8 of 10 passed in the window");
  CHECK_FALSE(rule.would_admit(state, {now + 70 * s}, 3));
  CHECK(rule.admit(state, {now + 70 * s}, 2));
  CHECK(rule.state_bytes(state) == sizeof(PythonMovingRule::State) + 5 * sizeof(PythonMovingRule::Entry));
  CHECK_FALSE(rule.rested(state, {now + 130 * s}));
  CHECK(rule.describe(state, {now + 130 * s}) == "2 of 10 passed in the window");
  CHECK(rule.rested(state, {now + 130 * s + 240}));
  CHECK(rule.describe(state, {now + 130 * s + 240}) == "0 of 10 passed in the window");
}

TEST_CASE("Python's moving window takes a cost where the entry of its place has left the window") {
  check_table("python-limits:strategy=moving,limit=5,window=1m", {{0, 3, passes},
                                                                  {s, 2, passes},
                                                                  {2 * s, 1, 58 * s + 1},
                                                                  {2 * s, 4, 59 * s + 1},
                                                                  {2 * s, 6, never},
                                                                  {61 * s, 3, passes},
                                                                  {62 * s, 2, passes}});
}

TEST_CASE("Python's moving window looks at a place in its list when the clock was set back") {
  const auto rule = rule_of<PythonMovingRule>("strategy=moving,limit=2,window=1s");
  PythonMovingRule::State state = rule.start({now});
  CHECK(rule.admit(state, {now}, 1));
  CHECK(rule.admit(state, {now - 100 * s}, 1));
  CHECK_FALSE(rule.admit(state, {now - 90 * s}, 1));  // the second newest is of a time to come
  CHECK(rule.admit(state, {now + 2 * s}, 1));
  CHECK(rule.admit(state, {now + 2 * s}, 1));
  CHECK_FALSE(rule.admit(state, {now + 2 * s}, 1));
}

// As the tests of limits have it: three of five a second, then a window in which they count for 2, 1 and 0.
TEST_CASE("Python's sliding window weighs the window before and rounds down") {
  const auto rule = rule_of<PythonSlidingRule>("strategy=sliding,limit=5,window=1s");
  PythonSlidingRule::State state = rule.start({now});
  for (int i = 0; i < 3; ++i) CHECK(rule.admit(state, {now + 100 * ms}, 1));
  CHECK(state == PythonSlidingRule::State{1'753'831'492, 3, 0});
  const auto weighted = [&](std::int64_t at) { return rule.describe(state, {at}); };
  CHECK(weighted(now + 200 * ms) == "3 passed in the window, 0 in the one before: 3 of 5 weighted");
  CHECK(weighted(now + s) == "0 passed in the window, 3 in the one before: 3 of 5 weighted");
  CHECK(rule.admit(state, {now + 1001 * ms}, 1));
  CHECK(rule.admit(state, {now + 1001 * ms}, 1));
  for (const std::int64_t at : {1001 * ms, 1335 * ms, 1668 * ms}) {
    CHECK(rule.admit(state, {now + at}, 1));
    CHECK_FALSE(rule.admit(state, {now + at}, 1));
  }
  CHECK(state == PythonSlidingRule::State{1'753'831'493, 5, 3});
  CHECK_FALSE(rule.rested(state, {now + 2 * s}));
  CHECK(rule.rested(state, {now + 3 * s}));
  CHECK(rule.state_bytes(state) == 24);
}

TEST_CASE("Python's sliding window waits for a weight to fall below a whole number") {
  check_table("python-limits:strategy=sliding,limit=4,window=1m", {{60 * s, 4, passes},
                                                                   {61 * s, 1, 59 * s + 1},
                                                                   {61 * s, 5, never},
                                                                   {120 * s, 1, 1},
                                                                   {120 * s + 1, 1, passes},
                                                                   {120 * s + 1, 2, 30 * s},
                                                                   {180 * s, 3, passes}});
}

TEST_CASE("Python's sliding window has no counters of a time to come") {
  const auto rule = rule_of<PythonSlidingRule>("strategy=sliding,limit=1,window=1s");
  PythonSlidingRule::State state = rule.start({now});
  CHECK(rule.admit(state, {now}, 1));
  CHECK(rule.admit(state, {now - s}, 1));
  CHECK(state == PythonSlidingRule::State{1'753'831'491, 1, 0});
}

TEST_CASE("Python's promises leave room for the rounding of times") {
  const auto promised = [](const char* spec, std::int64_t length) {
    return to_text(promise(parse_limiter(spec), {length}).value());
  };
  CHECK(promised("python-limits:limit=10,window=1s", 1) == "10");
  CHECK(promised("python-limits:limit=10,window=1s", s - 10'000 + 1) == "20");
  CHECK(promised("python-limits:limit=10,window=1s", s - 10'000 + 2) == "30");
  CHECK(promised("python-limits:strategy=sliding,limit=10,window=1s", s - 10'000 + 1) == "20");
  CHECK(promised("python-limits:strategy=moving,limit=10,window=1s", s - 10'000) == "10");
  CHECK(promised("python-limits:strategy=moving,limit=10,window=1s", s - 10'000 + 1) == "20");
}

TEST_CASE("each strategy of Python's limits has its ideal") {
  const auto ideal = [](const char* spec) { return spec_text(ideal_of(parse_limiter(spec)).value()); };
  CHECK(ideal("python-limits:limit=10,window=1m") == "fixed-window:limit=10,window=1m,anchor=first");
  CHECK(ideal("python-limits:strategy=moving,limit=10,window=1m") == "sliding-log:limit=10,window=1m");
  CHECK(ideal("python-limits:strategy=sliding,limit=10,window=1m") == "sliding-counter:limit=10,window=1m");
}

TEST_CASE("Python's limits are configured in whole seconds") {
  CHECK(refused("python-limits:limit=1,window=500ms") ==
        "limiter 'python-limits:limit=1,window=500ms': window is in whole seconds, up to 2000000000 of them, as limits "
        "has it");
  CHECK(refused("python-limits:limit=1,window=2000000001").find("up to 2000000000") != std::string::npos);
  CHECK(refused("python-limits:limit=1,window=2000000000").empty());
  CHECK(refused("python-limits:limit=1000000000001,window=1s").find("limit is taken up to 1000000000000") !=
        std::string::npos);
  CHECK(refused("python-limits:limit=0,window=1s").find("from 1 up") != std::string::npos);
  CHECK(refused("python-limits:strategy=elastic,limit=1,window=1s").find("strategy cannot be 'elastic'") !=
        std::string::npos);
}

TEST_CASE("Python's limits say only rates of whole seconds") {
  const auto configured = [](const char* rate) {
    return "python-limits:" + PythonLimits::for_comparison(parse_rate(rate), 1).text();
  };
  CHECK(configured("10/s") == "python-limits:limit=10,window=1s");
  CHECK(configured("100/h") == "python-limits:limit=100,window=1h");
  CHECK_THROWS_WITH(configured("1/500ms"),
                    "limits has windows of whole seconds, up to 2000000000 of them, and 1/500ms has none");
  CHECK_THROWS_WITH(configured("1000000000001/s"), "its limit is taken up to 1000000000000");
}
