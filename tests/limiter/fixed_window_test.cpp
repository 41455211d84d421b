#include "limiter/fixed_window.hpp"

#include <catch2/catch.hpp>

#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

TEST_CASE("fixed-window on the clock counts from one boundary to the next") {
  check_table("fixed-window:limit=2,window=10s", {
                                                     {9 * s, 1, passes},
                                                     {9 * s, 1, passes},
                                                     {9 * s, 1, 1 * s},
                                                     {10 * s - 1, 1, 1},
                                                     {10 * s, 1, passes},
                                                     {10 * s, 2, 10 * s},
                                                     {20 * s - 1, 1, passes},
                                                     {20 * s - 1, 1, 1},
                                                     {40 * s, 2, passes},
                                                     {40 * s, 1, 10 * s},
                                                 });
}

TEST_CASE("fixed-window counts what events cost") {
  for (const char* anchor : {"", ",anchor=first"}) {
    check_table(std::string("fixed-window:limit=5,window=10s") + anchor, {
                                                                             {0, 2, passes},
                                                                             {1 * s, 2, passes},
                                                                             {2 * s, 2, 8 * s},
                                                                             {2 * s, 1, passes},
                                                                             {2 * s, 1, 8 * s},
                                                                             {10 * s, 5, passes},
                                                                         });
  }
}

TEST_CASE("fixed-window on the clock floors before 1970") {
  check_table("fixed-window:limit=1,window=60s", {
                                                     {-60 * s - 1, 1, passes},
                                                     {-60 * s, 1, passes},
                                                     {-30 * s, 1, 30 * s},
                                                     {-1, 1, 1},
                                                     {0, 1, passes},
                                                     {30 * s, 1, 30 * s},
                                                     {60 * s, 1, passes},
                                                 });
}

TEST_CASE("fixed-window offset shifts the clock's windows, by any amount and sign") {
  for (const char* spec : {"fixed-window:limit=1,window=10s,offset=3s", "fixed-window:limit=1,window=10s,offset=-7s",
                           "fixed-window:limit=1,window=10s,offset=1003s"}) {
    check_table(spec, {
                          {-7 * s - 1, 1, passes},
                          {-7 * s, 1, passes},
                          {3 * s - 1, 1, 1},
                          {3 * s, 1, passes},
                          {12 * s, 1, 1 * s},
                          {13 * s, 1, passes},
                      });
  }
}

TEST_CASE("fixed-window anchor=first opens a window with the first event passed after the last") {
  check_table("fixed-window:limit=2,window=10s,anchor=first", {
                                                                  {9 * s, 3, never},
                                                                  {9 * s, 1, passes},
                                                                  {18 * s, 1, passes},
                                                                  {19 * s - 1, 1, 1},
                                                                  {19 * s, 1, passes},
                                                                  {25 * s, 2, 4 * s},
                                                                  {25 * s, 1, passes},
                                                                  {45 * s, 2, passes},
                                                                  {45 * s, 1, 10 * s},
                                                                  {55 * s - 1, 1, 1},
                                                                  {55 * s, 1, passes},
                                                              });
}

TEST_CASE("fixed-window never passes a cost above the limit, and takes nothing for it") {
  check_table("fixed-window:limit=3,window=1s", {
                                                    {0, 4, never},
                                                    {0, INT64_MAX, never},
                                                    {0, 3, passes},
                                                    {0, 1, 1 * s},
                                                    {0, 4, never},
                                                });
}

TEST_CASE("fixed-window works over the whole range of times and windows") {
  check_table("fixed-window:limit=1,window=18446744073709551615ns", {
                                                                        {INT64_MIN, 1, passes},
                                                                        {-2, 1, 2},
                                                                        {-1, 1, 1},
                                                                        {0, 1, passes},
                                                                        {INT64_MAX, 2, never},
                                                                    });
  check_table("fixed-window:limit=1,window=1ns,offset=-18446744073709551615ns", {
                                                                                    {INT64_MIN, 1, passes},
                                                                                    {INT64_MIN, 1, 1},
                                                                                    {INT64_MAX - 1, 1, passes},
                                                                                    {INT64_MAX - 1, 1, 1},
                                                                                    {INT64_MAX, 1, passes},
                                                                                });
}

TEST_CASE("fixed-window keeps 16 bytes a key") {
  const FixedWindow limiter{5, {hour}};
  limiter.with_rule({{0}, {hour}}, [](const auto& rule) { CHECK(rule.state_bytes(rule.start({0})) == 16); });
}
