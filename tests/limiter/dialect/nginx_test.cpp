#include "limiter/dialect/nginx.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "limiter/dialect/refused.hpp"
#include "limiter/spec.hpp"
#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

constexpr std::int64_t us = 1'000;

/// When what passes at `arrivals` leaves, in ns; -1 for a refusal.
std::vector<std::int64_t> departures(const std::string& spec, const std::vector<std::int64_t>& arrivals) {
  const auto nginx = std::get<Nginx>(parse_limiter(spec));
  const DialectRule<DelayingNginxRule> rule(nginx, {0});
  auto state = rule.start({arrivals.front()});
  std::vector<std::int64_t> result;
  for (const std::int64_t at : arrivals)
    result.push_back(rule.admit(state, {at}, 1) ? rule.departure(state, {at}).at : -1);
  return result;
}

}  // namespace

TEST_CASE("nginx's 1r/m is one in 62.5 s") {
  check_table("nginx:rate=1r/m", {{0, 1, passes}, {60 * s, 1, 2500 * ms}, {120 * s, 1, passes}});
  check_table("nginx:rate=1r/m", {{0, 1, passes}, {62'500 * ms - 1, 1, 1}, {62'500 * ms, 1, passes}});
  CHECK(long_run_per_ns(parse_limiter("nginx:rate=1r/m")) == Fraction(16, 1'000'000'000'000));
}

TEST_CASE("nginx's burst is what may come beside the one that is due") {
  check_table("nginx:rate=10r/s,burst=5,nodelay", {{0, 1, passes},
                                                   {0, 1, passes},
                                                   {0, 1, passes},
                                                   {0, 1, passes},
                                                   {0, 1, passes},
                                                   {0, 1, passes},
                                                   {0, 1, 100 * ms},
                                                   {0, 1, 100 * ms},
                                                   {0, 1, 100 * ms},
                                                   {0, 1, 100 * ms},
                                                   {100 * ms, 1, passes},
                                                   {100 * ms, 1, 100 * ms}});
}

TEST_CASE("nginx's clock counts whole milliseconds") {
  check_table("nginx:rate=10r/s", {{0, 1, passes},
                                   {99'900 * us, 1, 100 * us},
                                   {100 * ms, 1, passes},
                                   {100'600 * us, 1, 99'400 * us},
                                   {200 * ms, 1, passes}});
  // Up to a millisecond is given away: 199.999 ms are 200 less than 0.999.
  check_table("nginx:rate=10r/s", {{999 * us, 1, passes}, {100 * ms, 1, passes}, {200 * ms, 1, passes}});
}

TEST_CASE("nginx delays what is ahead of the rate, in whole milliseconds, but for the first few") {
  CHECK(departures("nginx:rate=10r/s,burst=2", {500 * us, 500 * us, 500 * us, 500 * us}) ==
        std::vector<std::int64_t>{500 * us, 100 * ms, 200 * ms, -1});
  CHECK(departures("nginx:rate=10r/s,burst=3,delay=1", {0, 0, 0, 0, 0}) ==
        std::vector<std::int64_t>{0, 0, 100 * ms, 200 * ms, -1});
  CHECK(departures("nginx:rate=3r/s,burst=2", {0, 0, 0}) == std::vector<std::int64_t>{0, 333 * ms, 666 * ms});
  // 1.5 ms after it was due it is late already.
  CHECK(departures("nginx:rate=3000r/s,burst=2", {900 * us, 900 * us}) ==
        std::vector<std::int64_t>{900 * us, 900 * us});
}

TEST_CASE("nginx takes a clock that lags as one that stands, and one set back by over a minute as one that went on") {
  const NginxRule rule(std::get<Nginx>(parse_limiter("nginx:rate=1r/s,burst=1,nodelay")));
  NginxRule::State state = rule.start({100 * s});
  CHECK(rule.admit(state, {100 * s}, 1));
  CHECK(rule.admit(state, {40 * s}, 1));  // 60 s back: no time has passed, and the time stays
  CHECK(state == NginxRule::State{100'000, 1000});
  CHECK_FALSE(rule.admit(state, {40 * s}, 1));
  CHECK(rule.admit(state, {101 * s}, 1));
  CHECK_FALSE(rule.admit(state, {40 * s}, 1));  // 61 s back: 1 ms has passed
  state.excess = 1;
  CHECK(rule.admit(state, {40 * s}, 1));
  CHECK(state == NginxRule::State{40'000, 1000});
}

TEST_CASE("nginx's promise is kept to the request") {
  const auto promised = [](const char* spec, std::int64_t length) {
    return to_text(promise(parse_limiter(spec), {length}).value());
  };
  CHECK(promised("nginx:rate=10r/s,burst=5,nodelay", 1) == "6");
  CHECK(promised("nginx:rate=10r/s,burst=5,nodelay", 99 * ms + 1) == "6");
  CHECK(promised("nginx:rate=10r/s,burst=5,nodelay", 99 * ms + 2) == "7");
  CHECK(promised("nginx:rate=1r/m", 60 * s) == "1");
  CHECK(promised("nginx:rate=10r/s,burst=5", 100 * ms) == "2");
  CHECK(admission_promise(parse_limiter("nginx:rate=10r/s,burst=5"), {100 * ms}) == Int128{7});
  CHECK_FALSE(admission_promise(parse_limiter("nginx:rate=10r/s,burst=5,nodelay"), {100 * ms}));
}

TEST_CASE("nginx is configured as its directive is written") {
  CHECK(refused("nginx:rate=10/s") ==
        "limiter 'nginx:rate=10/s': rate is written as nginx has it, 10r/s or 30r/m, a whole number up to 1000000000, "
        "not '10/s'");
  CHECK(refused("nginx:rate=0r/s").find("not '0r/s'") != std::string::npos);
  CHECK(refused("nginx:rate=r/s").find("not 'r/s'") != std::string::npos);
  CHECK(refused("nginx:rate=/s").find("not '/s'") != std::string::npos);
  CHECK(refused("nginx:rate=1000000000r/s").empty());
  CHECK(refused("nginx:rate=1000000001r/s").find("not '1000000001r/s'") != std::string::npos);
  CHECK(refused("nginx:burst=5").find("needs rate=") != std::string::npos);
  CHECK(refused("nginx:rate=1r/s,nodelay=1") ==
        "limiter 'nginx:rate=1r/s,nodelay=1': nodelay stands alone, without a value");
  CHECK(refused("nginx:rate=1r/s,nodelay,delay=1") ==
        "limiter 'nginx:rate=1r/s,nodelay,delay=1': give either nodelay or delay, not both");
  CHECK(refused("nginx:rate=1r/s,burst=1000000001").find("burst is taken up to 1000000000") != std::string::npos);
  CHECK(refused("nginx:rate=1r/m,burst=1000000000").find("more than a century") != std::string::npos);
}

TEST_CASE("nginx says only rates that are whole a second or a minute") {
  const auto configured = [](const char* rate, const Fraction& burst) {
    return "nginx:" + Nginx::for_comparison(parse_rate(rate), burst).text();
  };
  CHECK(configured("10/s", 6) == "nginx:rate=10r/s,burst=5,nodelay");
  CHECK(configured("120/60s", 1) == "nginx:rate=2r/s,nodelay");
  CHECK(configured("1/2s", Fraction(5, 2)) == "nginx:rate=30r/m,burst=1,nodelay");
  CHECK_THROWS_WITH(configured("5/h", 5), "it counts whole requests a second or a minute, and 5/h is neither");
  CHECK(configured("1000000000/s", 1'000'000'000) == "nginx:rate=1000000000r/s,burst=999999999,nodelay");
  CHECK_THROWS_WITH(configured("1000000001/s", 1), "its numbers are taken up to 1000000000");
  CHECK_THROWS_WITH(configured("1000000001/m", 1), "its numbers are taken up to 1000000000");
  CHECK_THROWS_WITH(configured("1000000000/s", 1'000'000'001), "its numbers are taken up to 1000000000");
  CHECK_THROWS_WITH(configured("1/m", 1'000'000'000), "at this rate the burst takes more than a century");
}

TEST_CASE("nginx comes closest to a bucket with the rate that is least off") {
  const auto closest = [](const char* rate, std::int64_t bucket) {
    return "nginx:" + Nginx::closest(parse_rate(rate), bucket).text();
  };
  CHECK(closest("5/h", 74) == "nginx:rate=1r/m,burst=73,nodelay");
  CHECK(closest("10/s", 6) == "nginx:rate=10r/s,burst=5,nodelay");
  CHECK(closest("60/m", 1) == "nginx:rate=1r/s,nodelay");
  // 20r/m are 333 thousandths a second, 21r/m are 350.
  CHECK(closest("20/m", 1) == "nginx:rate=20r/m,nodelay");
  CHECK(closest("20.6/m", 1) == "nginx:rate=21r/m,nodelay");
  CHECK(closest("99/m", 1) == "nginx:rate=99r/m,nodelay");
  CHECK(closest("1/1h", 1) == "nginx:rate=1r/m,nodelay");
  CHECK(closest("1500/s", 2) == "nginx:rate=1500r/s,burst=1,nodelay");
  CHECK(closest("1000000000/s", 1) == "nginx:rate=1000000000r/s,nodelay");
  CHECK_THROWS_WITH(closest("1000000001/s", 1), "its numbers are taken up to 1000000000");
  CHECK_THROWS_WITH(closest("1/m", 1'000'000'000), "at this rate the burst takes more than a century");
}

TEST_CASE("nginx's stanza has the directives as it reads them") {
  const auto stanza = [](const char* spec) { return std::get<Nginx>(parse_limiter(spec)).stanza(true); };
  const std::string zone = "# in http:\nlimit_req_zone $binary_remote_addr zone=limited:10m rate=";
  const std::string use = "r/s;\n# in server or location:\nlimit_req zone=limited";
  CHECK(stanza("nginx:rate=10r/s,burst=5,nodelay") == zone + "10" + use + " burst=5 nodelay;\nlimit_req_status 429;\n");
  CHECK(stanza("nginx:rate=10r/s,burst=5,delay=2") == zone + "10" + use + " burst=5 delay=2;\nlimit_req_status 429;\n");
  CHECK(stanza("nginx:rate=1r/s,nodelay") == zone + "1" + use + ";\nlimit_req_status 429;\n");
  CHECK(std::get<Nginx>(parse_limiter("nginx:rate=1r/s")).stanza(false).find("limit_req_zone $server_name zone") !=
        std::string::npos);
  CHECK(stanza("nginx:rate=2r/m").find("rate=2r/m;") != std::string::npos);
}
