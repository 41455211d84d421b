// What a limiter says of a state: how much would pass, when the state makes no difference any more, and in words.

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "limiter/spec.hpp"
#include "limiter/table.hpp"
#include "limiter/wide_rule.hpp"
#include "limiter/wording.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

/// What is said just before an event at a time; it then comes, unless its cost is 0.
struct Said {
  std::int64_t at;
  Cost cost;
  Cost room;
  Int128 settled;  ///< the wait in ns, or `never`
  std::string words;
};

template <class Rule>
void check_rows(const Rule& rule, const std::vector<Said>& rows) {
  auto state = rule.start({rows.front().at});
  for (const Said& row : rows) {
    INFO("at " << row.at);
    CHECK(rule.describe(state, {row.at}) == row.words);
    CHECK(rule.room(state, {row.at}) == row.room);
    const std::optional<Duration> settled = rule.until_settled(state, {row.at});
    CHECK(to_text(settled ? settled->ns : never) == to_text(row.settled));
    if (settled) CHECK(rule.rested(state, {row.at}) == (settled->ns == 0));
    if (row.cost > 0) rule.admit(state, {row.at}, row.cost);
  }
}

/// In the form that is chosen for the rows and in the widest.
void check_said(const std::string& spec, const std::vector<Said>& rows) {
  CAPTURE(spec);
  const AnyLimiter limiter = parse_limiter(spec);
  Extent extent{{rows.front().at}, {rows.back().at}};
  for (const Said& row : rows) extent.largest_cost = std::max(extent.largest_cost, row.cost);
  extent.unit_costs = extent.largest_cost == 1;
  with_rule(limiter, extent, [&](const auto& rule) { check_rows(rule, rows); });
  INFO("in the widest form");
  std::visit([&](const auto& each) { check_rows(wide_rule(each, extent), rows); }, limiter);
}

}  // namespace

TEST_CASE("fixed-window tells what its window holds and when it ends") {
  check_said("fixed-window:limit=5,window=1h",
             {
                 {1 * s, 4, 5, 0, "0 of 5 in the window"},
                 {90 * s, 2, 1, 3510 * s, "4 of 5 in the window, which ends in 58 min 30 s"},
                 {90 * s, 1, 1, 3510 * s, "4 of 5 in the window, which ends in 58 min 30 s"},
                 {hour - 1, 1, 0, 1, "5 of 5 in the window, which ends in 1 ns"},
                 {hour, 0, 5, 0, "0 of 5 in the window"},
             });
  check_said("fixed-window:limit=2,window=10s,anchor=first",
             {
                 {3 * s, 1, 2, 0, "0 of 2 in the window"},
                 {3 * s, 1, 1, 10 * s, "1 of 2 in the window, which ends in 10 s"},
                 {13 * s - 1, 1, 0, 1, "2 of 2 in the window, which ends in 1 ns"},
                 {13 * s, 0, 2, 0, "0 of 2 in the window"},
             });
}

TEST_CASE("sliding-log tells what its window holds, and is empty when its newest entry leaves") {
  for (const Cost other : {1, 2}) {  // the form for unit costs, and that for others, which is asked of 2 in the end
    check_said("sliding-log:limit=3,window=10s",
               {
                   {0, 1, 3, 0, "0 of 3 in the window"},
                   {4 * s, 1, 2, 6 * s, "1 of 3 in the window, the oldest leaves in 6 s"},
                   {5 * s, 1, 1, 9 * s, "2 of 3 in the window, the oldest leaves in 5 s"},
                   {9 * s, 1, 0, 6 * s, "3 of 3 in the window, the oldest leaves in 1 s"},
                   {10 * s - 1, 0, 0, 5 * s + 1, "3 of 3 in the window, the oldest leaves in 1 ns"},
                   {10 * s, 1, 1, 5 * s, "2 of 3 in the window, the oldest leaves in 4 s"},
                   {15 * s, 0, 2, 5 * s, "1 of 3 in the window, the oldest leaves in 5 s"},
                   {20 * s - 1, 0, 2, 1, "1 of 3 in the window, the oldest leaves in 1 ns"},
                   {20 * s, other, 3, 0, "0 of 3 in the window"},
               });
  }
  // What was refused counts too.
  check_said("sliding-log:limit=2,window=10s,count=all",
             {
                 {0, 1, 2, 0, "0 of 2 in the window"},
                 {1 * s, 2, 1, 9 * s, "1 of 2 in the window, the oldest leaves in 9 s"},
                 {2 * s, 1, 0, 9 * s, "2 of 2 in the window, the oldest leaves in 9 s"},
                 {3 * s, 0, 0, 9 * s, "3 of 2 in the window, the oldest leaves in 8 s"},
                 {11 * s, 0, 1, 1 * s, "1 of 2 in the window, the oldest leaves in 1 s"},
                 {12 * s, 0, 2, 0, "0 of 2 in the window"},
             });
}

TEST_CASE("sliding-counter tells both windows, and is settled once the one before weighs nothing") {
  check_said(
      "sliding-counter:limit=5,window=60s",
      {
          {59 * s, 4, 5, 0, "0 of 5"},
          {59 * s, 0, 1, 46 * s + 1, "4 of 5"},
          {60 * s, 0, 1, 45 * s + 1, "4 of 5: 0 in this window and 4 of the 4 in the one before"},
          {72 * s, 2, 2, 33 * s + 1, "3 of 5: 0 in this window and 3.2 of the 4 in the one before, rounded down"},
          {75 * s, 0, 0, 75 * s + 1, "5 of 5: 2 in this window and 3 of the 4 in the one before"},
      });
  check_said("sliding-counter:limit=4,window=60s",
             {
                 {0, 1, 4, 0, "0 of 4"},
                 {1 * s, 0, 3, 59 * s + 1, "1 of 4"},
                 {60 * s, 0, 3, 1, "1 of 4: 0 in this window and 1 of the 1 in the one before"},
                 {90 * s, 0, 4, 0, "0 of 4: 0 in this window and 0.5 of the 1 in the one before, rounded down"},
                 {120 * s, 0, 4, 0, "0 of 4"},
             });
  check_said(
      "sliding-counter:limit=4,window=60s,rounding=exact",
      {
          {0, 1, 4, 0, "0 of 4"},
          {1 * s, 0, 3, 119 * s, "1 of 4"},
          {75 * s, 1, 3, 45 * s, "0.75 of 4: 0 in this window and 0.75 of the 1 in the one before"},
          {100 * s, 0, 2, 80 * s, "4/3 ~ 1.333 of 4: 1 in this window and 1/3 ~ 0.333 of the 1 in the one before"},
      });
}

TEST_CASE("token-bucket tells its tokens") {
  check_said("token-bucket:rate=5/h,burst=5",
             {
                 {0, 3, 5, 0, "5 of 5 tokens"},
                 {0, 3, 2, 3 * 720 * s, "2 of 5 tokens"},
                 {540 * s, 0, 2, 1620 * s, "2.75 of 5 tokens"},
                 {720 * s - 1, 0, 2, 1440 * s + 1, "2159999999999/720000000000 ~ 3 of 5 tokens"},
                 {720 * s, 0, 3, 1440 * s, "3 of 5 tokens"},
                 {2160 * s - 1, 0, 4, 1, "3599999999999/720000000000 ~ 5 of 5 tokens"},
                 {2160 * s, 0, 5, 0, "5 of 5 tokens"},
             });
  check_said("token-bucket:rate=3/s,burst=2", {
                                                  {0, 1, 2, 0, "2 of 2 tokens"},
                                                  {0, 0, 1, 333'333'334, "1 of 2 tokens"},
                                              });
  // One that began with less than the others is told from a new one for ever.
  check_said("token-bucket:rate=1/s,burst=3,initial=1/2", {
                                                              {0, 1, 0, never, "0.5 of 3 tokens"},
                                                              {9 * s, 0, 3, never, "3 of 3 tokens"},
                                                          });
  // Nothing ever passes, whatever it holds.
  check_said("token-bucket:rate=1/s,burst=1/2,initial=0", {{0, 1, 0, 0, "0 of 0.5 tokens"}});
}

TEST_CASE("gcra tells how far its theoretical arrival time is ahead") {
  check_said("gcra:rate=5/h,burst=5", {
                                          {0, 3, 5, 0, "tat 0 s ahead, a cost of 1 passes up to 48 min"},
                                          {0, 0, 2, 2160 * s, "tat 36 min ahead, a cost of 1 passes up to 48 min"},
                                          {2160 * s - 1, 0, 4, 1, "tat 1 ns ahead, a cost of 1 passes up to 48 min"},
                                          {2160 * s, 0, 5, 0, "tat 0 s ahead, a cost of 1 passes up to 48 min"},
                                      });
  check_said("gcra:rate=3/s,burst=2",
             {
                 {0, 1, 2, 0, "tat 0 s ahead, a cost of 1 passes up to 1000/3 ~ 333.333 ms"},
                 {0, 0, 1, 333'333'334, "tat 1000/3 ~ 333.333 ms ahead, a cost of 1 passes up to 1000/3 ~ 333.333 ms"},
                 {333'333'333, 0, 1, 1, "tat 1/3 ~ 0.333 ns ahead, a cost of 1 passes up to 1000/3 ~ 333.333 ms"},
                 {333'333'334, 0, 2, 0, "tat 0 s ahead, a cost of 1 passes up to 1000/3 ~ 333.333 ms"},
             });
  check_said("gcra:rate=1/s,burst=1/2", {{0, 1, 0, 0, "tat 0 s ahead, and the burst is below a cost of 1"}});
  check_said("pacer:rate=1/s", {
                                   {0, 1, 1, 0, "tat 0 s ahead, a cost of 1 passes up to 0 s"},
                                   {1 * s - 1, 0, 0, 1, "tat 1 ns ahead, a cost of 1 passes up to 0 s"},
                                   {1 * s, 0, 1, 0, "tat 0 s ahead, a cost of 1 passes up to 0 s"},
                               });
}

TEST_CASE("leaky-bucket tells its level") {
  check_said("leaky-bucket:rate=1/s,burst=2.5", {
                                                    {0, 2, 2, 0, "level 0 of 2.5"},
                                                    {0, 1, 0, 2 * s, "level 2 of 2.5"},
                                                    {800 * ms, 0, 1, 1200 * ms, "level 1.2 of 2.5"},
                                                    {2 * s - 1, 0, 2, 1, "level 0.000000001 of 2.5"},
                                                    {2 * s, 0, 2, 0, "level 0 of 2.5"},
                                                });
  check_said("leaky-bucket:rate=3/s,burst=2", {
                                                  {0, 1, 2, 0, "level 0 of 2"},
                                                  {0, 0, 1, 333'333'334, "level 1 of 2"},
                                              });
}

TEST_CASE("leaky-queue tells who waits, and is settled when the next would leave at once") {
  check_said("leaky-queue:rate=1/10s,queue=4",
             {
                 {0, 1, 5, 0, "0 of 4 waiting"},
                 {0, 2, 4, 10 * s, "0 of 4 waiting, the next leaves in 10 s"},
                 {7500 * ms, 3, 2, 22'500 * ms, "2 of 4 waiting, the last leaves in 12.5 s"},
                 {10 * s - 1, 0, 2, 20 * s + 1, "2 of 4 waiting, the last leaves in 10.000000001 s"},
                 {10 * s, 0, 3, 20 * s, "1 of 4 waiting, the last leaves in 10 s"},
                 {20 * s, 0, 4, 10 * s, "0 of 4 waiting, the next leaves in 10 s"},
                 {30 * s - 1, 0, 4, 1, "0 of 4 waiting, the next leaves in 1 ns"},
                 {30 * s, 0, 5, 0, "0 of 4 waiting"},
                 {50 * s, 0, 5, 0, "0 of 4 waiting"},
             });
}

TEST_CASE("srtcm tells both its buckets, and has room in the fuller one or, for costs of 1, in both") {
  check_said("srtcm:rate=1/s,burst=3,excess=2.5",
             {
                 {0, 3, 3, 0, "committed 3 of 3, excess 2.5 of 2.5"},
                 {0, 2, 2, 3 * s, "committed 0 of 3, excess 2.5 of 2.5"},
                 {0, 0, 0, 5 * s, "committed 0 of 3, excess 0.5 of 2.5"},
                 {3500 * ms, 0, 3, 1500 * ms, "committed 3 of 3, excess 1 of 2.5"},
                 {5 * s - 1, 0, 3, 1, "committed 3 of 3, excess 2.499999999 of 2.5"},
                 {5 * s, 0, 3, 0, "committed 3 of 3, excess 2.5 of 2.5"},
             });
  check_said("srtcm:rate=1/s,burst=2,excess=1", {
                                                    {0, 1, 3, 0, "committed 2 of 2, excess 1 of 1"},
                                                    {0, 1, 2, 1 * s, "committed 1 of 2, excess 1 of 1"},
                                                    {0, 1, 1, 2 * s, "committed 0 of 2, excess 1 of 1"},
                                                    {0, 1, 0, 3 * s, "committed 0 of 2, excess 0 of 1"},
                                                    {2500 * ms, 0, 2, 500 * ms, "committed 2 of 2, excess 0.5 of 1"},
                                                });
  check_said("srtcm:rate=1/s,burst=1/2,excess=1/3",
             {{0, 1, 0, 0, "committed 0.5 of 0.5, excess 0.333333333 of 0.333333333"}});
}

TEST_CASE("trtcm tells both its buckets, and is settled when both are full") {
  check_said("trtcm:rate=1/s,burst=2,peak=2/s,peak-burst=3",
             {
                 {0, 2, 3, 0, "committed 2 of 2, peak 3 of 3"},
                 {0, 1, 1, 2 * s, "committed 0 of 2, peak 1 of 3"},
                 {0, 0, 0, 2 * s, "committed 0 of 2, peak 0 of 3"},
                 {1500 * ms, 0, 3, 500 * ms, "committed 1.5 of 2, peak 3 of 3"},
                 {2 * s - 1, 0, 3, 1, "committed 1.999999999 of 2, peak 3 of 3"},
                 {2 * s, 0, 3, 0, "committed 2 of 2, peak 3 of 3"},
             });
  check_said("trtcm:rate=3/s,burst=1,peak=3/s,peak-burst=3", {
                                                                 {0, 3, 3, 0, "committed 1 of 1, peak 3 of 3"},
                                                                 {0, 0, 0, 1 * s, "committed 1 of 1, peak 0 of 3"},
                                                             });
}

TEST_CASE("room and settling hold at the ends of what can be counted") {
  // A burst below 1 whose emission interval needs more than 64 bits, and a burst above all costs.
  const std::string slow = "rate=1/18446744073709551615ns,burst=1/5";
  check_said("token-bucket:" + slow, {{0, 1, 0, 0, "0.2 of 0.2 tokens"}});
  check_said("gcra:" + slow, {{0, 1, 0, 0, "tat 0 s ahead, and the burst is below a cost of 1"}});
  check_said("leaky-bucket:" + slow, {{0, 1, 0, 0, "level 0 of 0.2"}});
  check_said("srtcm:" + slow + ",excess=1/51",
             {{0, 1, 0, 0, "committed 0.2 of 0.2, excess 1/51 ~ 0.02 of 1/51 ~ 0.02"}});
  check_said("trtcm:" + slow + ",peak=1/s,peak-burst=1/5", {{0, 1, 0, 0, "committed 0.2 of 0.2, peak 0.2 of 0.2"}});
  const std::string large = "rate=1/s,burst=10000000000000000000";
  check_said("token-bucket:" + large, {{0, 0, INT64_MAX, 0, "10000000000000000000 of 10000000000000000000 tokens"}});
  check_said("gcra:" + large, {{0, 0, INT64_MAX, 0,
                                "tat 0 s ahead, a cost of 1 passes up to "
                                "115740740740740 d 17 h 46 min 39 s"}});
  check_said("leaky-bucket:" + large, {{0, 0, INT64_MAX, 0, "level 0 of 10000000000000000000"}});
  const std::string whole = "9223372036854775807 of 9223372036854775807";
  check_said("srtcm:rate=1/s,burst=9223372036854775807,excess=9223372036854775807",
             {{0, 0, INT64_MAX, 0, "committed " + whole + ", excess " + whole}});
  check_said("leaky-queue:rate=2000000000/s,queue=9223372036854775807",
             {
                 {0, INT64_MAX, INT64_MAX, 0, "0 of 9223372036854775807 waiting"},
                 {0, 1, 1, Int128{INT64_MAX / 2} + 1,
                  "9223372036854775806 of 9223372036854775807 waiting, the last leaves in 53375 d 23 h 53 min "
                  "38.427387903 s"},
             });
  check_said("sliding-counter:limit=9223372036854775807,window=18446744073709551615ns",
             {
                 {INT64_MIN, INT64_MAX, INT64_MAX, 0, "0 of 9223372036854775807"},
                 {-1, 0, 0, (Int128{1} << 64) - 2, "9223372036854775807 of 9223372036854775807"},
             });
  check_said("fixed-window:limit=9223372036854775807,window=18446744073709551615ns",
             {
                 {INT64_MIN, INT64_MAX, INT64_MAX, 0, "0 of 9223372036854775807 in the window"},
                 {INT64_MIN, 0, 0, Int128{INT64_MAX} + 1,
                  "9223372036854775807 of 9223372036854775807 in the window, which ends in 106751 d 23 h 47 min "
                  "16.854775808 s"},
             });
}

TEST_CASE("times in words take the largest unit that they fill") {
  CHECK(time_words(0, 7) == "0 s");
  CHECK(time_words(1, 7) == "1/7 ~ 0.143 ns");
  CHECK(time_words(6'999, 7) == "6999/7 ~ 999.857 ns");
  CHECK(time_words(7'001, 7) == "7001/7000 ~ 1 us");
  CHECK(time_words(10'000'000'000, 3) == "10/3 ~ 3.333 s");
  CHECK(time_words(int128_max, 2) ==
        "170141183460469231731687303715884105727/2000000000 ~ 85070591730234615865843651857.942 s");
}
