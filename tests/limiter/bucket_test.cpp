#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "limiter/arithmetic.hpp"
#include "limiter/spec.hpp"
#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

TEST_CASE("a bucket passes its burst at once and then one event an interval") {
  check_buckets("rate=1/s,burst=3", {
                                        {0, 1, passes},
                                        {0, 1, passes},
                                        {0, 1, passes},
                                        {0, 1, 1 * s},
                                        {1 * s - 1, 1, 1},
                                        {1 * s, 1, passes},
                                        {1 * s, 2, 2 * s},
                                        {1 * s, 4, never},
                                        {4 * s, 3, passes},
                                        {9 * s, 3, passes},
                                        {9 * s, 1, 1 * s},
                                    });
}

TEST_CASE("a third of a second is not 333,333,333 ns") {
  check_buckets("rate=3/s,burst=1", {
                                        {0, 1, passes},
                                        {333'333'333, 1, 1},
                                        {333'333'334, 1, passes},
                                        {666'666'667, 1, 1},
                                        {666'666'668, 1, passes},
                                        {1'000'000'001, 1, 1},
                                    });
}

TEST_CASE("a bucket refuses for ever what is larger than its burst, and takes nothing for it") {
  check_buckets("rate=1/s,burst=3",
                {{0, 5, never}, {0, 1, passes}, {0, 3, 1 * s}, {0, INT64_MAX, never}, {0, 2, passes}});
  check_buckets("rate=1/s,burst=0.5", {{0, 1, never}, {9 * s, 1, never}});
}

TEST_CASE("a fractional burst counts to the last nanosecond") {
  check_buckets("rate=1/s,burst=2.5", {
                                          {0, 1, passes},
                                          {0, 1, passes},
                                          {0, 1, s / 2},
                                          {s / 2, 1, passes},
                                          {s / 2, 3, never},
                                          {s + s / 2, 1, passes},
                                          {2 * s, 1, s / 2},
                                      });
  // 1/3 of a token and 10/13 a second: the wait for 2/3 is 13/15 s.
  check_buckets("rate=10/13s,burst=4/3", {{0, 1, passes}, {0, 1, 866'666'667}, {866'666'667, 1, passes}});
  check_buckets("rate=5/h,burst=17753599/240000", {{0, 73, passes}, {0, 1, 19'203 * ms}});
}

TEST_CASE("a bucket holds over the whole range of rates, bursts and times") {
  check_buckets("rate=1/10000000000s,burst=1", {
                                                   {0, 1, passes},
                                                   {1 * s, 1, Int128{9'999'999'999} * s},
                                                   {2 * s, 1, Int128{9'999'999'998} * s},
                                               });
  check_buckets("rate=1/d,burst=1000000", {{0, 999'999, passes}, {0, 1, passes}, {0, 1, 24 * hour}});
  check_buckets("rate=2000000000/s,burst=3", {{0, 3, passes}, {0, 1, 1}, {1, 3, 1}, {1, 2, passes}, {1, 1, 1}});
  check_buckets("rate=9223372036854775807/ns,burst=9223372036854775807",
                {{0, INT64_MAX, passes}, {0, 1, 1}, {1, INT64_MAX, passes}});
  check_buckets("rate=1/s,burst=1", {{INT64_MIN, 1, passes}, {INT64_MIN, 1, 1 * s}, {INT64_MAX, 1, passes}});
  check_buckets("rate=1/18446744073709551615ns,burst=1", {{INT64_MIN, 1, passes}, {INT64_MAX, 1, passes}});
  check_buckets("rate=1/10000000000s,burst=1000000000000000000", {
                                                                     {0, 999'999'999'999'999'999, passes},
                                                                     {0, 1, passes},
                                                                     {9 * s, 1, Int128{9'999'999'991} * s},
                                                                 });
}

TEST_CASE("a bucket that fits 64 bits once but not twice is still full after almost as long as it takes to fill") {
  check_buckets("rate=1/s,burst=9000000000",
                {{0, 1, passes}, {8'900'000'000 * s, 9'000'000'000, passes}, {8'900'000'000 * s, 1, 1 * s}});
}

TEST_CASE("a product with a sum is exact up to 128 bits") {
  CHECK(product_plus(int128_max - 7, 1, 7, "burst") == int128_max);
  CHECK_THROWS_AS(product_plus(int128_max - 7, 1, 8, "burst"), Error);
  CHECK(product_plus(int128_max / 2, 2, 1, "burst") == int128_max);
  CHECK_THROWS_AS(product_plus(int128_max / 2 + 1, 2, 0, "burst"), Error);
}

TEST_CASE("a bucket in which 128 bits do not suffice says so") {
  const Extent extent{{0}, {hour}};
  for (const char* name : {"token-bucket", "gcra", "leaky-bucket"}) {
    const AnyLimiter limiter =
        parse_limiter(std::string(name) + ":rate=1/18446744073709551615ns,burst=99999999999999999999");
    CHECK_THROWS_WITH(
        with_rule(limiter, extent, [](const auto&) {}),
        "burst is too large: with this rate or window it cannot be represented exactly in 128 bits; use a "
        "smaller one");
  }
}

TEST_CASE("token-bucket initial is what a key's bucket holds at its first event, whenever that is") {
  check_table("token-bucket:rate=1/s,burst=3,initial=0", {
                                                             {100 * s, 1, 1 * s},
                                                             {100 * s, 3, 3 * s},
                                                             {100 * s, 4, never},
                                                             {101 * s - 1, 1, 1},
                                                             {101 * s, 1, passes},
                                                             {104 * s - 1, 3, 1},
                                                             {104 * s, 3, passes},
                                                             {109 * s, 3, passes},
                                                             {109 * s, 1, 1 * s},
                                                         });
  check_table("token-bucket:rate=1/s,burst=3,initial=4/3", {
                                                               {0, 1, passes},
                                                               {0, 1, 666'666'667},
                                                               {666'666'666, 1, 1},
                                                               {666'666'667, 1, passes},
                                                           });
}

TEST_CASE("pacer passes events an interval apart") {
  check_table("pacer:rate=10/s", {
                                     {0, 1, passes},
                                     {0, 1, 100 * ms},
                                     {100 * ms - 1, 1, 1},
                                     {100 * ms, 1, passes},
                                     {100 * ms, 2, never},
                                     {900 * ms, 1, passes},
                                     {999 * ms, 1, 1 * ms},
                                 });
}

TEST_CASE("gcra keeps 8 bytes a key and the buckets 16") {
  const Extent extent{{0}, {24 * hour}};
  const auto bytes = [&](const char* spec) {
    return with_rule(parse_limiter(spec), extent, [](const auto& rule) { return rule.state_bytes(rule.start({0})); });
  };
  CHECK(bytes("gcra:rate=5/h,burst=5") == 8);
  CHECK(bytes("pacer:rate=5/h") == 8);
  CHECK(bytes("leaky-queue:rate=5/h,queue=4") == 8);
  CHECK(bytes("token-bucket:rate=5/h,burst=5") == 16);
  CHECK(bytes("leaky-bucket:rate=5/h,burst=5") == 16);
  CHECK(bytes("sliding-counter:rate=5/h") == 24);
}
