#include "sizing/client_buckets.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "core/error.hpp"
#include "generated.hpp"

using namespace ratereplay;

namespace {

std::shared_ptr<Keys> keys_of(std::vector<KeyChoice> choices) {
  return std::make_shared<Keys>(std::move(choices), std::size_t{1} << 20);
}

std::vector<KeyId> numbered(Keys& keys, const std::vector<std::string>& combinations) {
  KeyTexts texts;
  for (const std::string& each : combinations) texts.add(each);
  std::vector<KeyId> ids;
  keys.intern(texts, ids);
  return ids;
}

// The n-th of 1 to `clients` has n events at once, so that its bucket is n.
ClientBucketScan staircase(std::size_t clients) {
  const auto keys = keys_of({{"key", {0}}});
  std::vector<std::string> texts;
  for (std::size_t client = clients; client > 0; --client) texts.insert(texts.end(), client, std::to_string(client));
  const std::vector<KeyId> ids = numbered(*keys, texts);
  const std::vector<std::int64_t> times(ids.size());
  ClientBucketScan scan(parse_rate("1/s"), true, keys, 0);
  scan.feed({times, {}, ids});
  return scan;
}

void require_same(const LeastBucket& found, const LeastBucket& expected) {
  REQUIRE(found.exact == expected.exact);
  REQUIRE(found.witness == expected.witness);
}

}  // namespace

TEST_CASE("each client's least bucket is that of its rows alone, on generated traces") {
  const std::vector<std::vector<KeyChoice>> all_choices{
      {{"host,user", {0, 1}}}, {{"host", {0}}, {"user", {1}}}, {{"user", {1}}, {"host,user", {0, 1}}}};
  const std::vector<std::string> rates{"1/ns", "1/3ns", "2/7ns", "1000000007/100000000000000003ns", "1/h"};
  std::size_t wide = 0;
  for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
    CAPTURE(seed);
    test::GeneratedTrace trace(seed);
    const auto& choices = all_choices[trace.below(all_choices.size())];
    const std::size_t choice = trace.below(choices.size());
    const Rate rate = parse_rate(rates[trace.below(rates.size())]);
    const auto keys = keys_of(choices);
    if (trace.below(2) == 0) numbered(*keys, {"2,0", "1,1", "0,1", "2,1"});

    ClientBucketScan scan(rate, trace.cost.empty(), keys, choice);
    std::vector<KeyId> borne;
    std::map<KeyId, EventColumns> rows;
    for (std::size_t begin = 0; begin < trace.arrival.size();) {
      const std::size_t count = std::min<std::size_t>(1 + trace.below(8), trace.arrival.size() - begin);
      std::vector<std::string> texts;
      for (std::size_t i = 0; i < count; ++i)
        texts.push_back(std::to_string(trace.below(3)) + "," + std::to_string(trace.below(2)));
      const std::vector<KeyId> ids = numbered(*keys, texts);
      borne.insert(borne.end(), ids.begin(), ids.end());
      Events block = trace.events().part(begin, count);
      block.key = ids;
      scan.feed(block);
      begin += count;
    }
    const auto projection = keys->projection(choice);
    for (std::size_t event = 0; event < borne.size(); ++event) {
      EventColumns& of = rows[projection.empty() ? borne[event] : projection[borne[event]]];
      of.arrival.push_back(trace.arrival[event]);
      if (!trace.cost.empty()) of.cost.push_back(trace.cost[event]);
    }

    REQUIRE(scan.clients() == rows.size());
    std::vector<std::pair<Fraction, KeyId>> buckets;
    for (KeyId client = 0; client <= keys->size(choice); ++client) {
      const bool has_rows = rows.contains(client);
      const LeastBucket expected = has_rows ? least_bucket(rows[client].events(), rate) : LeastBucket{};
      require_same(scan.of(client), expected);
      if (has_rows) buckets.emplace_back(expected.exact, client);
    }
    if (!buckets.empty() && rate.per_ns().denominator() > 1'000'000) ++wide;

    // From the largest down, of equal ones the first by number.
    std::sort(buckets.begin(), buckets.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    const std::vector<KeyId> largest = scan.largest(2);
    REQUIRE(largest.size() == std::min<std::size_t>(2, buckets.size()));
    for (std::size_t i = 0; i < largest.size(); ++i) REQUIRE(largest[i] == buckets[i].second);

    const std::vector<Fraction> shares{{1, 2}, 1, {1, 1000}, {9, 10}, {2, 3}};
    const std::vector<Fraction> quantiles = scan.quantiles(shares);
    REQUIRE(quantiles.size() == (buckets.empty() ? 0 : shares.size()));
    for (std::size_t i = 0; i < quantiles.size(); ++i) {
      // By the definition: enough for that share, and the next smaller bucket is not.
      const auto kept = [&](const Fraction& bucket, bool smaller) {
        return Fraction(std::count_if(buckets.begin(), buckets.end(), [&](const auto& each) {
          return smaller ? each.first < bucket : each.first <= bucket;
        }));
      };
      const Fraction needed = shares[i] * Fraction(static_cast<Int128>(buckets.size()));
      REQUIRE(kept(quantiles[i], false) >= needed);
      REQUIRE(kept(quantiles[i], true) < needed);
    }
  }
  CHECK(wide > 100);
}

TEST_CASE("a share of clients is reached at its very rank") {
  const ClientBucketScan scan = staircase(10);
  CHECK(scan.clients() == 10);
  const std::vector<Fraction> shares{{1, 10}, {11, 100}, {1, 2}, {501, 1000}, {9, 10}, {901, 1000}, {999, 1000}, 1};
  CHECK(scan.quantiles(shares) == std::vector<Fraction>{1, 2, 5, 6, 9, 10, 10, 10});
  CHECK(scan.largest(3) == std::vector<KeyId>{0, 1, 2});
  CHECK(scan.largest(0).empty());
  CHECK(scan.largest(99).size() == 10);
  CHECK(scan.of(9).exact == Fraction(1));
}

TEST_CASE("a client whose events cost nothing counts, and needs no bucket") {
  const auto keys = keys_of({{"key", {0}}});
  const std::vector<KeyId> ids = numbered(*keys, {"free", "paid", "free"});
  const std::vector<std::int64_t> times{0, 1, 2};
  const std::vector<Cost> costs{0, 4, 0};
  ClientBucketScan scan(parse_rate("1/s"), false, keys, 0);
  CHECK(scan.quantiles(std::vector<Fraction>{1}).empty());
  scan.feed({times, costs, ids});
  CHECK(scan.clients() == 2);
  CHECK(scan.of(0).exact == Fraction(0));
  CHECK_FALSE(scan.of(0).witness);
  CHECK(scan.quantiles(std::vector<Fraction>{{1, 2}, 1}) == std::vector<Fraction>{0, 4});
  CHECK(scan.largest(9) == std::vector<KeyId>{1, 0});
}

TEST_CASE("a block without events changes no bucket") {
  ClientBucketScan scan = staircase(3);
  scan.feed({});
  CHECK(scan.clients() == 3);
  CHECK(scan.quantiles(std::vector<Fraction>{1}) == std::vector<Fraction>{3});
  ClientBucketScan untouched(parse_rate("1/s"), true, keys_of({{"key", {0}}}), 0);
  untouched.feed({});
  CHECK(untouched.clients() == 0);
}

TEST_CASE("a rate that 128 bits cannot hold for the trace is named") {
  const auto keys = keys_of({{"key", {0}}});
  const std::vector<KeyId> ids = numbered(*keys, {"a", "a"});
  const std::vector<std::int64_t> times{0, INT64_MAX};
  const std::vector<Cost> costs{INT64_MAX, 0};
  ClientBucketScan scan(parse_rate("9223372036854775807/1ns"), false, keys, 0);
  const std::vector<std::int64_t> all{INT64_MIN, INT64_MAX};
  CHECK_NOTHROW(scan.feed({times, costs, ids}));
  ClientBucketScan finer(parse_rate("9223372036854775807/9223372036854775806ns"), false, keys, 0);
  CHECK_THROWS_WITH(finer.feed({all, costs, ids}),
                    "rate '9223372036854775807/9223372036854775806ns' and this trace need more than 128 bits to be "
                    "sized exactly; use a coarser rate");
}
