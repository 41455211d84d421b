#include "limiter/sliding_counter.hpp"

#include <catch2/catch.hpp>

#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

TEST_CASE("sliding-counter weighs the previous window by what is left of it, rounded down") {
  check_table("sliding-counter:limit=5,window=60s", {
                                                        {59 * s, 5, passes},
                                                        {59 * s, 1, 1 * s + 1},
                                                        {60 * s, 1, 1},
                                                        {60 * s + 1, 1, passes},
                                                        {60 * s + 1, 1, 12 * s},
                                                        {72 * s, 1, 1},
                                                        {72 * s + 1, 1, passes},
                                                        {72 * s + 1, 3, 36 * s},
                                                    });
}

TEST_CASE("sliding-counter rounding=exact passes when the weighted count itself is within the limit") {
  check_table("sliding-counter:limit=5,window=60s,rounding=exact", {
                                                                       {59 * s, 5, passes},
                                                                       {59 * s, 1, 13 * s},
                                                                       {72 * s - 1, 1, 1},
                                                                       {72 * s, 1, passes},
                                                                       {72 * s, 1, 12 * s},
                                                                   });
}

TEST_CASE("sliding-counter's published figure: 42 in the last window, 18 in this one, 15 s into a minute") {
  // Estimate 42 * 45 / 60 + 18 = 49.5.
  check_table("sliding-counter:limit=50,window=1m", {{0, 42, passes}, {75 * s, 18, passes}, {75 * s, 1, passes}});
  check_table("sliding-counter:limit=50,window=1m,rounding=exact",
              {{0, 42, passes}, {75 * s, 18, passes}, {75 * s, 1, 714'285'715}});
}

TEST_CASE("sliding-counter forgets a window that is not the one just before") {
  for (const char* rounding : {"", ",rounding=exact"}) {
    check_table(std::string("sliding-counter:limit=3,window=10s") + rounding, {
                                                                                  {-1, 3, passes},
                                                                                  {20 * s - 1, 3, passes},
                                                                                  {40 * s, 3, passes},
                                                                                  {40 * s, 4, never},
                                                                                  {60 * s, 3, passes},
                                                                              });
  }
}

TEST_CASE("sliding-counter's wait may reach past two boundaries") {
  // One nanosecond long windows hold no share of the previous one short of all.
  check_table("sliding-counter:limit=2,window=1ns", {{5, 2, passes}, {5, 1, 2}, {6, 1, 1}, {7, 2, passes}});
  check_table("sliding-counter:limit=1,window=2ns,rounding=exact",
              {{4, 1, passes}, {4, 1, 4}, {7, 1, 1}, {8, 1, passes}});
}

TEST_CASE("sliding-counter weighs counts whose product with the window needs more than 64 bits") {
  // 5,000,000 times an hour in ns is 1.8 * 10^19.
  check_table("sliding-counter:limit=5000000,window=1h", {
                                                             {0, 5'000'000, passes},
                                                             {75 * hour / 60, 2'500'000, hour / 4 - 719'999},
                                                             {90 * hour / 60, 1, passes},
                                                             {90 * hour / 60, 2'500'000, 1},
                                                         });
}

TEST_CASE("sliding-counter works over the whole range of times, windows and limits") {
  check_table("sliding-counter:limit=9223372036854775807,window=18446744073709551615ns",
              {
                  {INT64_MIN, INT64_MAX, passes},
                  {-1, 1, 2},
                  {0, 1, 1},
                  {1, 1, passes},
                  {1, 1, 2},
                  {3, 1, passes},
              });
}
