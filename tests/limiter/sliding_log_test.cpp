#include "limiter/sliding_log.hpp"

#include <catch2/catch.hpp>

#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

TEST_CASE("sliding-log forgets an event exactly one window old") {
  check_table("sliding-log:limit=2,window=10s", {
                                                    {0, 1, passes},
                                                    {4 * s, 1, passes},
                                                    {9 * s, 1, 1 * s},
                                                    {10 * s - 1, 1, 1},
                                                    {10 * s, 1, passes},
                                                    {10 * s, 1, 4 * s},
                                                    {14 * s - 1, 1, 1},
                                                    {14 * s, 1, passes},
                                                    {99 * s, 1, passes},
                                                    {99 * s, 1, passes},
                                                    {99 * s, 1, 10 * s},
                                                });
}

TEST_CASE("sliding-log count=all logs what it refuses, so traffic above the limit starves itself") {
  check_table("sliding-log:limit=2,window=10s,count=all", {
                                                              {0, 1, passes},
                                                              {4 * s, 1, passes},
                                                              {9 * s, 1, 5 * s},
                                                              {10 * s, 1, 9 * s},
                                                              {19 * s - 1, 1, 1 * s + 1},
                                                              {20 * s, 1, passes},
                                                              {20 * s, 1, 10 * s},
                                                          });
  check_table("sliding-log:limit=1,window=10s,count=all", {
                                                              {0, 1, passes},
                                                              {10 * s - 1, 1, 10 * s},
                                                              {20 * s - 2, 1, 10 * s},
                                                              {30 * s - 2, 1, passes},
                                                          });
}

TEST_CASE("sliding-log sums costs, and waits for as many events as have to leave") {
  check_table("sliding-log:limit=5,window=10s", {
                                                    {0, 6, never},
                                                    {0, 2, passes},
                                                    {1 * s, 1, passes},
                                                    {2 * s, 2, passes},
                                                    {3 * s, 1, 7 * s},
                                                    {3 * s, 3, 8 * s},
                                                    {3 * s, 4, 9 * s},
                                                    {3 * s, 6, never},
                                                    {10 * s, 3, 1 * s},
                                                    {10 * s, 2, passes},
                                                    {11 * s, 1, passes},
                                                    {11 * s, 1, 1 * s},
                                                    {30 * s, 5, passes},
                                                });
}

TEST_CASE("sliding-log count=all sums the costs of refused events that could have fitted") {
  check_table("sliding-log:limit=5,window=10s,count=all", {
                                                              {0, 3, passes},
                                                              {1 * s, 3, 10 * s},
                                                              {2 * s, 6, never},
                                                              {11 * s - 1, 2, passes},
                                                              {11 * s, 4, 10 * s},
                                                              {12 * s, 1, 9 * s},
                                                              {21 * s, 4, passes},
                                                              {21 * s, 1, 10 * s},
                                                          });
}

TEST_CASE("sliding-log works over the whole range of times and windows") {
  check_table("sliding-log:limit=1,window=18446744073709551615ns", {
                                                                       {INT64_MIN, 1, passes},
                                                                       {INT64_MIN, 2, never},
                                                                       {INT64_MAX, 1, passes},
                                                                   });
  check_table("sliding-log:limit=9223372036854775807,window=1s", {
                                                                     {0, INT64_MAX - 1, passes},
                                                                     {0, 1, passes},
                                                                     {0, 1, 1 * s},
                                                                     {1 * s, INT64_MAX, passes},
                                                                     {1 * s, INT64_MAX, 1 * s},
                                                                 });
}

TEST_CASE("sliding-log's ring holds what the window needs and never more than the limit") {
  const SlidingLog limiter{100, {10}};
  limiter.with_rule({{0}, {1000}}, [](const auto& rule) {
    auto state = rule.start({0});
    const std::size_t header = rule.state_bytes(state);
    // Five in any window of ten: a ring of eight serves for ever, and keeps entries until their place is needed.
    for (std::int64_t t = 0; t < 1000; t += 2) REQUIRE(rule.admit(state, {t}, 1));
    CHECK(rule.state_bytes(state) == header + 8 * 8);
    for (int event = 0; event < 200; ++event) rule.admit(state, {1000}, 1);
    CHECK(rule.state_bytes(state) == header + 8 * 100);
  });
  limiter.with_rule({.first = {0}, .last = {1000}, .unit_costs = false}, [](const auto& rule) {
    auto state = rule.start({0});
    const std::size_t header = rule.state_bytes(state);
    for (std::int64_t t = 0; t < 1000; t += 2) REQUIRE(rule.admit(state, {t}, 1));
    CHECK(rule.state_bytes(state) == header + 5 * 16);
    for (int event = 0; event < 200; ++event) rule.admit(state, {1000}, 1);
    CHECK(rule.state_bytes(state) == header + 100 * 16);
  });
}

TEST_CASE("sliding-log keeps its order when it grows after its oldest entry's place was used again") {
  for (const Cost last : {1, 2}) {  // with 2, in the form for costs
    check_table("sliding-log:limit=4,window=10s", {
                                                      {0, 1, passes},
                                                      {5 * s, 1, passes},
                                                      {10 * s, 1, passes},
                                                      {11 * s, 1, passes},
                                                      {12 * s, 1, passes},
                                                      {14 * s, 1, 1 * s},
                                                      {15 * s, 1, passes},
                                                      {16 * s, 1, 4 * s},
                                                      {22 * s, last, passes},
                                                  });
  }
}
