#include "limiter/dialect/haproxy.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "limiter/dialect/refused.hpp"
#include "limiter/spec.hpp"
#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

HaproxyRule rule_of(const std::string& spec) { return HaproxyRule(std::get<Haproxy>(parse_limiter(spec))); }

/// Whether each passes.
std::vector<bool> decisions(const std::string& spec, const std::vector<std::int64_t>& arrivals) {
  const HaproxyRule rule = rule_of(spec);
  HaproxyRule::State state = rule.start({arrivals.front()});
  std::vector<bool> result;
  for (const std::int64_t at : arrivals) result.push_back(rule.admit(state, {at}, 1));
  return result;
}

}  // namespace

TEST_CASE("HAProxy counts what it denies, so a client that keeps on is let through no more") {
  std::vector<std::int64_t> twice_the_rate;
  for (std::int64_t i = 0; i < 40; ++i) twice_the_rate.push_back(i * 50 * ms);
  std::vector<bool> only_the_first_ten(40);
  for (std::size_t i = 0; i < 10; ++i) only_the_first_ten[i] = true;
  CHECK(decisions("haproxy:limit=10,period=1s", twice_the_rate) == only_the_first_ten);
}

TEST_CASE("HAProxy weighs the window before by what is left of this one, rounded down") {
  const HaproxyRule rule = rule_of("haproxy:limit=3,period=1s");
  HaproxyRule::State state = rule.start({0});
  CHECK(state == HaproxyRule::State{-2000});
  for (int i = 0; i < 4; ++i) CHECK(rule.admit(state, {500 * ms}, 1) == (i < 3));
  CHECK(state == HaproxyRule::State{500, 4, 0});
  const auto passes_at = [&](std::int64_t at) {
    HaproxyRule::State copy = state;
    return rule.admit(copy, {at}, 1);
  };
  CHECK_FALSE(passes_at(1500 * ms));
  CHECK_FALSE(passes_at(1750 * ms - 1));  // 4 * 751/1000 = 3.004
  CHECK_FALSE(passes_at(1750 * ms));      // 4 * 750/1000 = 3
  CHECK(passes_at(1751 * ms));            // 4 * 749/1000 = 2.996
  CHECK_FALSE(passes_at(1751 * ms - 1));
  CHECK(rule.admit(state, {1751 * ms}, 1));
  CHECK(state == HaproxyRule::State{1500, 1, 4});
  CHECK(rule.room(state, {1751 * ms}) == 0);
  CHECK(rule.room(state, {2250 * ms}) == 1);  // 4 * 250/1000 = 1
  CHECK(rule.room(state, {2251 * ms}) == 2);
  CHECK(rule.room(state, {2499 * ms}) == 2);
  CHECK(rule.room(state, {2500 * ms}) == 2);  // 1 of the window before
  CHECK(rule.room(state, {2501 * ms}) == 3);
  CHECK_FALSE(rule.rested(state, {3500 * ms - 1}));
  CHECK(rule.rested(state, {3500 * ms}));
}

TEST_CASE("HAProxy's windows begin at even milliseconds, and anew after two periods") {
  const HaproxyRule rule = rule_of("haproxy:limit=1,period=5ms");
  HaproxyRule::State state = rule.start({7 * ms});
  rule.admit(state, {7 * ms + 999'999}, 1);
  CHECK(state == HaproxyRule::State{6, 1, 0});
  rule.admit(state, {11 * ms - 1}, 1);
  CHECK(state == HaproxyRule::State{6, 2, 0});
  rule.admit(state, {11 * ms}, 1);  // 6 + 5 is odd: the window began at 10
  CHECK(state == HaproxyRule::State{10, 1, 2});
  rule.admit(state, {20 * ms - 1}, 1);
  CHECK(state == HaproxyRule::State{14, 1, 1});
  rule.admit(state, {24 * ms}, 1);
  CHECK(state == HaproxyRule::State{24, 1, 0});
}

TEST_CASE("HAProxy takes a clock that was set back as one that went on for long") {
  const HaproxyRule rule = rule_of("haproxy:limit=1,period=1s");
  HaproxyRule::State state = rule.start({100 * s});
  CHECK(rule.admit(state, {100 * s}, 1));
  CHECK_FALSE(rule.admit(state, {100 * s}, 1));
  CHECK(rule.admit(state, {100 * s - 1}, 1));
  CHECK(state == HaproxyRule::State{99'998, 1, 0});
}

TEST_CASE("HAProxy tells when it would let one through, if no other comes") {
  check_table("haproxy:limit=2,period=1s",
              {{0, 1, passes},
               {0, 1, passes},
               {0, 1, 1334 * ms},  // 1 + 3 * 666/1000 is below 3, 1 + 3 * 667/1000 not
               {1333 * ms, 1, 334 * ms},
               {1667 * ms - 1, 1, 334 * ms + 1},
               {2001 * ms, 1, passes}},
              true);
}

TEST_CASE("HAProxy's promise is two windows that meet") {
  const auto promised = [](const char* spec, std::int64_t length) {
    return to_text(promise(parse_limiter(spec), {length}).value());
  };
  CHECK(promised("haproxy:limit=10,period=1s", 1) == "10");
  CHECK(promised("haproxy:limit=10,period=1s", 2) == "20");
  CHECK(promised("haproxy:limit=10,period=1s", s + 1) == "20");
  CHECK(promised("haproxy:limit=10,period=1s", s + 2) == "30");
  CHECK(promised("haproxy:limit=10,period=3ms", 2 * ms + 1) == "20");
  CHECK(promised("haproxy:limit=10,period=3ms", 2 * ms + 2) == "30");
  CHECK(decisions("haproxy:limit=2,period=1s", {0, 999 * ms, 1999 * ms, 1999 * ms}) ==
        std::vector<bool>{true, true, true, true});
}

TEST_CASE("HAProxy is configured in whole milliseconds") {
  CHECK(refused("haproxy:limit=1,period=1500us") ==
        "limiter 'haproxy:limit=1,period=1500us': period is in whole milliseconds, 2 to 2147483647 of them");
  CHECK(refused("haproxy:limit=1,period=1ms").find("2 to 2147483647 of them") != std::string::npos);
  CHECK(refused("haproxy:limit=20,period=2ms").empty());
  CHECK(refused("haproxy:limit=1,period=2147483648ms").find("2 to 2147483647") != std::string::npos);
  CHECK(refused("haproxy:limit=1,period=2147483647ms").empty());
  CHECK(refused("haproxy:limit=4294967296,period=1s").find("limit is taken up to 4294967295") != std::string::npos);
  CHECK(refused("haproxy:limit=4294967295,period=1s").empty());
  CHECK(refused("haproxy:limit=0,period=1s").find("from 1 up") != std::string::npos);
  CHECK(refused("haproxy:limit=1").find("needs period=") != std::string::npos);
}

TEST_CASE("HAProxy says only rates of whole milliseconds") {
  const auto configured = [](const char* rate) {
    return "haproxy:" + Haproxy::for_comparison(parse_rate(rate), 1).text();
  };
  CHECK(configured("10/s") == "haproxy:limit=10,period=1s");
  CHECK(configured("100/10s") == "haproxy:limit=100,period=10s");
  CHECK_THROWS_WITH(configured("1/100us"),
                    "HAProxy has periods of whole milliseconds, 2 to 2147483647 of them, and 1/100us has none");
  CHECK_THROWS_WITH(configured("4294967296/s"), "HAProxy counts up to 4294967295");
}

TEST_CASE("a state of HAProxy is told in its own numbers") {
  const HaproxyRule rule = rule_of("haproxy:limit=3,period=1s");
  HaproxyRule::State state = rule.start({0});
  for (int i = 0; i < 4; ++i) rule.admit(state, {0}, 1);
  CHECK(rule.describe(state, {0}) == "4 requests in the window, 0 in the one before: a rate of 4, of 3");
  CHECK(rule.describe(state, {1500 * ms}) == "0 requests in the window, 4 in the one before: a rate of 2, of 3");
}

TEST_CASE("HAProxy comes closest to a bucket with as many in the time that fills it") {
  const auto closest = [](const char* rate, std::int64_t bucket) {
    return "haproxy:" + Haproxy::closest(parse_rate(rate), bucket).text();
  };
  CHECK(closest("5/h", 74) == "haproxy:limit=74,period=888m");
  CHECK(closest("3/s", 2) == "haproxy:limit=2,period=667ms");
  CHECK(closest("10000/s", 1) == "haproxy:limit=20,period=2ms");
  CHECK_THROWS_WITH(closest("1/30d", 2), "the bucket takes 60 d to fill, and HAProxy's longest period is " +
                                             human_text({Int128{Haproxy::longest_ms} * 1'000'000}));
  CHECK_THROWS_WITH(closest("5000000000/s", Haproxy::most + 1),
                    "HAProxy counts up to " + std::to_string(Haproxy::most));
}

TEST_CASE("HAProxy's stanza has the table and the rules that ask it") {
  const auto stanza = [](const char* spec) { return std::get<Haproxy>(parse_limiter(spec)).stanza(true); };
  CHECK(stanza("haproxy:limit=74,period=888m") ==
        "# in a frontend:\n"
        "stick-table type ip size 1m expire 53280s store http_req_rate(53280s)\n"
        "http-request track-sc0 src\n"
        "http-request deny deny_status 429 if { sc_http_req_rate(0) gt 74 }\n");
  CHECK(stanza("haproxy:limit=2,period=1500ms").find("store http_req_rate(1500ms)\n") != std::string::npos);
  const std::string for_all = std::get<Haproxy>(parse_limiter("haproxy:limit=2,period=1s")).stanza(false);
  CHECK(for_all.find("stick-table type integer size 1 expire 1s store http_req_rate(1s)\n"
                     "http-request track-sc0 int(1)\n") != std::string::npos);
}
