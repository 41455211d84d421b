#include "replay/nginx_replay.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace ratereplay;

namespace {

constexpr std::int64_t ms = 1'000'000;
constexpr KeyId none = NginxReplay::no_key;

NginxConf conf_of(const std::string& text) {
  return parse_nginx_conf({"n.conf", text}, [](const std::string& /*pattern*/) { return std::vector<NginxText>(); });
}

/// "p", a delay in ms, "r" or "-", of requests to a place.
class Asking {
 public:
  explicit Asking(const std::string& text) : conf_(conf_of(text)), replay_(conf_) {}

  std::string at(std::int64_t now_ms, std::size_t place, std::vector<KeyId> keys) {
    const NginxAnswer answer = replay_.ask(place, keys, {now_ms * ms});
    if (!answer.asked) return "-";
    if (!answer.passes) return "r";
    if (answer.delay.ns == 0) return "p";
    return std::to_string(static_cast<std::int64_t>(answer.delay.ns / ms));
  }

  const NginxCounts& counts(std::size_t place, std::size_t limit = 0) const { return replay_.counts(place)[limit]; }

 private:
  NginxConf conf_;
  NginxReplay replay_;
};

const std::string zones =
    "limit_req_zone $remote_addr zone=one:1m rate=10r/s;\n"
    "limit_req_zone $server_name zone=all:1m rate=20r/s;\n";

}  // namespace

TEST_CASE("a zone of nginx has a state for each key, and asks nothing of an empty one") {
  Asking nginx(zones + "limit_req zone=one;");
  CHECK(nginx.at(0, 0, {0, none}) == "p");
  CHECK(nginx.at(0, 0, {0, none}) == "r");
  CHECK(nginx.at(0, 0, {5, none}) == "p");
  CHECK(nginx.at(0, 0, {none, none}) == "-");
  CHECK(nginx.at(99, 0, {0, none}) == "r");
  CHECK(nginx.at(100, 0, {0, none}) == "p");
  CHECK(nginx.counts(0) ==
        NginxCounts{.asked = 5, .passed = 3, .refused = 2, .refused_alone = 2, .keys = 2, .keys_refused = 1});
}

TEST_CASE("a request that a limit of nginx refuses takes nothing from those before it") {
  Asking nginx(zones + "limit_req zone=one burst=1 nodelay; limit_req zone=all;");
  CHECK(nginx.at(0, 0, {0, 0}) == "p");
  // The second limit refuses; the first gives back.
  CHECK(nginx.at(0, 0, {0, 0}) == "r");
  CHECK(nginx.at(0, 0, {0, 0}) == "r");
  CHECK(nginx.at(50, 0, {0, 0}) == "p");  // the first has 0.5 + 1 - 0.5 ahead
  // Now the first has 1.25 ahead and refuses, the second would too.
  CHECK(nginx.at(75, 0, {0, 0}) == "r");
  CHECK(nginx.counts(0, 0) ==
        NginxCounts{
            .asked = 5, .passed = 2, .refused = 1, .refused_alone = 0, .given_back = 2, .keys = 1, .keys_refused = 1});
  CHECK(nginx.counts(0, 1) ==
        NginxCounts{.asked = 4, .passed = 2, .refused = 2, .refused_alone = 2, .keys = 1, .keys_refused = 1});
  // At 100 ms the second has room, and the first: 0.5 - 0.5 + 1.
  CHECK(nginx.at(100, 0, {0, 0}) == "p");
}

TEST_CASE("the longest delay of several limits of nginx counts") {
  Asking nginx(zones + "limit_req zone=one burst=5 delay=1; limit_req zone=all burst=5;");
  CHECK(nginx.at(0, 0, {0, 0}) == "p");
  CHECK(nginx.at(0, 0, {0, 0}) == "50");   // one ahead: not delayed by the first, a request of the second is 50 ms
  CHECK(nginx.at(0, 0, {0, 0}) == "100");  // two ahead: 100 ms of both
  CHECK(nginx.at(0, 0, {0, 0}) == "200");
  CHECK(nginx.at(0, 0, {1, 0}) == "200");  // four ahead of all
  const NginxCounts& first = nginx.counts(0, 0);
  CHECK(first.passed == 3);
  CHECK(first.delayed == 2);
  CHECK(first.longest_delay == Duration{200 * ms});
  CHECK(first.total_delay == Duration{300 * ms});
  CHECK(nginx.counts(0, 1).delayed == 4);
  CHECK(nginx.counts(0, 1).total_delay == Duration{500 * ms});
}

TEST_CASE("a limit of nginx whose key is empty is passed over, also where it is the last") {
  Asking nginx(zones + "limit_req zone=one; limit_req zone=all;");
  CHECK(nginx.at(0, 0, {0, none}) == "p");
  CHECK(nginx.at(0, 0, {0, none}) == "r");
  CHECK(nginx.at(0, 0, {none, 0}) == "p");
  CHECK(nginx.at(0, 0, {none, 0}) == "r");
  CHECK(nginx.counts(0, 0).asked == 2);
  CHECK(nginx.counts(0, 1).asked == 2);
}

TEST_CASE("the places of a configuration of nginx share the state of a zone, each with its burst") {
  Asking nginx(zones +
               "server { location /a { limit_req zone=one burst=20 nodelay; }\n"
               "location /b { limit_req zone=one burst=1 nodelay; } location /c { limit_req zone=one burst=1; } }");
  for (int request = 0; request < 21; ++request) CHECK(nginx.at(0, 0, {0, none}) == "p");
  CHECK(nginx.at(0, 0, {0, none}) == "r");
  CHECK(nginx.at(0, 1, {0, none}) == "r");
  // 20 are ahead, which a place with a burst of 1 has to wait out: longer than its own ever takes to drain.
  CHECK(nginx.at(1999, 1, {0, none}) == "r");
  CHECK(nginx.at(2000, 2, {0, none}) == "100");
  CHECK(nginx.at(2000, 2, {0, none}) == "r");
  CHECK(nginx.at(2000, 0, {0, none}) == "p");
  CHECK(nginx.at(100'000, 1, {0, none}) == "p");
  CHECK(nginx.counts(0).asked == 23);
  CHECK(nginx.counts(1).asked == 3);
}

TEST_CASE("where nginx tries a limit alone its requests are counted and pass") {
  NginxRequests requests;
  requests.count({true, true, {0}}, false);
  requests.count({true, true, {5}}, false);
  requests.count({true, true, {8}}, false);
  requests.count({true, false, {0}}, false);
  requests.count({true, true, {7}}, true);
  requests.count({true, false, {0}}, true);
  requests.count({false, true, {0}}, false);
  CHECK(requests == NginxRequests{.passed = 4,
                                  .delayed = 2,
                                  .refused = 1,
                                  .unlimited = 1,
                                  .would_delay = 1,
                                  .would_refuse = 1,
                                  .longest_delay = {8},
                                  .total_delay = {13}});
}
