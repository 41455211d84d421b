#include "limiter/catalogue.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "core/error.hpp"
#include "limiter/spec.hpp"
#include "limiter/table.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

std::string promised(const char* spec, std::int64_t length) {
  return to_text(promise(parse_limiter(spec), Duration{length}).value());
}

std::vector<std::string> compared(const char* rate, const std::optional<Fraction>& burst) {
  std::vector<std::string> specs;
  for (const AnyLimiter& limiter : limiters_for_comparison(parse_rate(rate), burst))
    specs.push_back(spec_text(limiter));
  return specs;
}

}  // namespace

TEST_CASE("every limiter of the catalogue describes itself and its parameters in full") {
  std::set<std::string_view> names;
  for (const Description& each : catalogue()) {
    CAPTURE(each.name);
    CHECK(names.insert(each.name).second);
    CHECK_FALSE(each.rule.empty());
    CHECK_FALSE(each.promise.empty());
    CHECK_FALSE(each.memory.empty());
    CHECK_FALSE(each.source.empty());
    REQUIRE_FALSE(each.parameters.empty());
    for (const Parameter& parameter : each.parameters) {
      CAPTURE(parameter.key);
      // One that stands alone can only be left out.
      CHECK((!parameter.value.empty() || !parameter.fallback.empty()));
      CHECK_FALSE(parameter.help.empty());
      // Of choices the first is the default.
      if (parameter.value.find('|') != std::string_view::npos) {
        CHECK(parameter.fallback == parameter.value.substr(0, parameter.value.find('|')));
      }
    }
  }
}

TEST_CASE("the catalogue has algorithms, markers and dialects, in this order") {
  REQUIRE(algorithms().size() + markers().size() + dialects().size() == catalogue().size());
  CHECK(algorithms().data() == catalogue().data());
  CHECK(markers().front().name == "srtcm");
  CHECK(markers().back().name == "trtcm");
  CHECK(dialects().data() == markers().data() + markers().size());
  for (const Description& each : markers()) CHECK(each.drift.empty());
  CHECK_FALSE(ideal_of(parse_limiter("srtcm:rate=1/s,burst=1,excess=1")));
}

TEST_CASE("a comparison takes every algorithm of the list at one rate") {
  CHECK(compared("5/h", std::nullopt) ==
        std::vector<std::string>{"fixed-window:limit=5,window=1h", "sliding-log:limit=5,window=1h",
                                 "sliding-counter:limit=5,window=1h", "token-bucket:rate=5/h,burst=5",
                                 "gcra:rate=5/h,burst=5", "leaky-bucket:rate=5/h,burst=5", "pacer:rate=5/h",
                                 "leaky-queue:rate=5/h,queue=4"});
  CHECK(compared("120/60s", Fraction(5, 2)) ==
        std::vector<std::string>{"fixed-window:limit=120,window=1m", "sliding-log:limit=120,window=1m",
                                 "sliding-counter:limit=120,window=1m", "token-bucket:rate=120/60s,burst=2.5",
                                 "gcra:rate=120/60s,burst=2.5", "leaky-bucket:rate=120/60s,burst=2.5",
                                 "pacer:rate=120/60s", "leaky-queue:rate=120/60s,queue=1"});
  CHECK_THROWS_AS(compared("1/s", Fraction(1, 2)), Error);  // no queue admits as little
}

TEST_CASE("the window of a limiter's metrics is its own or its rate's period") {
  CHECK(default_window(parse_limiter("sliding-log:limit=5,window=90m")) == Duration{90 * 60 * Int128{s}});
  CHECK(default_window(parse_limiter("gcra:rate=120/60s,burst=1")) == Duration{60 * Int128{s}});
  CHECK(default_window(parse_limiter("leaky-queue:rate=0.5/s,queue=1")) == Duration{2 * Int128{s}});
  CHECK(default_window(parse_limiter("srtcm:rate=120/60s,burst=1,excess=1")) == Duration{60 * Int128{s}});
  CHECK(default_window(parse_limiter("trtcm:rate=1/m,burst=1,peak=1/s,peak-burst=1")) == Duration{60 * Int128{s}});
}

TEST_CASE("the quota of a limiter is the most that it passes at once") {
  const auto quota_of = [](const std::string& spec) { return to_text(quota(parse_limiter(spec))); };
  CHECK(quota_of("fixed-window:rate=5/h") == "5");
  CHECK(quota_of("sliding-log:limit=5,window=1h") == "5");
  CHECK(quota_of("sliding-counter:rate=5/h") == "5");
  CHECK(quota_of("token-bucket:rate=5/h,burst=2.5") == "2");
  CHECK(quota_of("gcra:rate=5/h,burst=99999999999999999999") == "99999999999999999999");
  CHECK(quota_of("leaky-bucket:rate=5/h,burst=1/2") == "0");
  CHECK(quota_of("pacer:rate=5/h") == "1");
  CHECK(quota_of("srtcm:rate=5/h,burst=2.5,excess=3.5") == "5");
  CHECK(quota_of("trtcm:rate=5/h,burst=9,peak=5/h,peak-burst=2.5") == "2");
  CHECK(quota_of("leaky-queue:rate=5/h,queue=0") == "1");
  CHECK(quota_of("leaky-queue:rate=5/h,queue=9223372036854775807") == "9223372036854775808");
}

TEST_CASE("promises for one window") {
  CHECK(promised("fixed-window:rate=5/h", hour) == "10");
  CHECK(promised("fixed-window:rate=5/h,anchor=first", hour) == "9");
  CHECK(promised("sliding-log:rate=5/h", hour) == "5");
  CHECK(promised("sliding-counter:rate=5/h", hour) == "10");
  CHECK(promised("sliding-counter:rate=5/h,rounding=exact", hour) == "9");
  CHECK(promised("token-bucket:rate=5/h,burst=5", hour) == "9");
  CHECK(promised("token-bucket:rate=5/h,burst=5,initial=0", hour) == "9");
  CHECK(promised("gcra:rate=5/h,burst=2.5", hour) == "7");
  CHECK(promised("leaky-bucket:rate=5/h,burst=5", hour) == "9");
  CHECK(promised("pacer:rate=5/h", hour) == "5");
  CHECK(promised("srtcm:rate=5/h,burst=5,excess=2", hour) == "11");
  CHECK(promised("srtcm:rate=5/h,burst=5,excess=0", hour) == "9");
  CHECK(promised("trtcm:rate=5/h,burst=5,peak=10/h,peak-burst=8", hour) == "17");
  CHECK(promised("leaky-queue:rate=5/h,queue=4", hour) == "5");
  CHECK(admission_promise(parse_limiter("leaky-queue:rate=5/h,queue=4"), Duration{hour}) == Int128{9});
  CHECK_FALSE(admission_promise(parse_limiter("gcra:rate=5/h,burst=5"), Duration{hour}).has_value());
}

TEST_CASE("a promise needs no common denominator of rate and burst") {
  CHECK(promised("gcra:rate=1929753008899025123/12363113779093522378ns,burst=939767475726/63591942", 1) == "14778");
  CHECK(promised("gcra:rate=1/3s,burst=1/2", 1'500'000'000) == "0");
  CHECK(promised("gcra:rate=1/3s,burst=1/2", 1'500'000'001) == "1");
}

TEST_CASE("promises step where one more nanosecond lets one more pass") {
  CHECK(promised("fixed-window:rate=5/h", hour + 1) == "10");
  CHECK(promised("fixed-window:rate=5/h", hour + 2) == "15");
  CHECK(promised("fixed-window:rate=5/h", 1) == "5");
  CHECK(promised("fixed-window:rate=5/h,anchor=first", hour + 1) == "14");
  CHECK(promised("sliding-log:rate=5/h", hour + 1) == "10");
  CHECK(promised("sliding-counter:limit=5,window=10ns", 1) == "5");
  CHECK(promised("sliding-counter:limit=5,window=10ns", 2) == "5");
  CHECK(promised("sliding-counter:limit=5,window=10ns", 3) == "6");
  CHECK(promised("sliding-counter:limit=5,window=10ns", 4) == "6");
  CHECK(promised("sliding-counter:limit=5,window=10ns", 5) == "7");
  CHECK(promised("sliding-counter:limit=5,window=10ns,rounding=exact", 1) == "5");
  CHECK(promised("sliding-counter:limit=5,window=10ns,rounding=exact", 2) == "5");
  CHECK(promised("sliding-counter:limit=5,window=10ns,rounding=exact", 3) == "5");
  CHECK(promised("sliding-counter:limit=5,window=10ns,rounding=exact", 4) == "6");
  CHECK(promised("gcra:rate=5/h,burst=5", hour + 1) == "10");
  CHECK(promised("pacer:rate=5/h", hour + 1) == "6");
  CHECK(promised("srtcm:rate=5/h,burst=5,excess=2", hour + 1) == "12");
  CHECK(promised("srtcm:rate=5/h,burst=1/3,excess=2/3", 1) == "1");
  CHECK(promised("trtcm:rate=5/h,burst=5,peak=10/h,peak-burst=8", hour + 1) == "18");
  CHECK(promised("leaky-queue:rate=5/h,queue=4", hour + 1) == "6");
}

TEST_CASE("a queue may let depart more by the surplus of one event, where events cost more than 1") {
  const AnyLimiter queue = parse_limiter("leaky-queue:rate=5/h,queue=4");
  CHECK(promise(queue, {hour}, 0) == 5);
  CHECK(promise(queue, {hour}, 3) == 7);
  CHECK(promise(queue, {hour}, 5) == 9);
  CHECK(promise(queue, {hour}, 6) == 9);
  CHECK(promise(queue, {hour}, INT64_MAX) == 9);
}

TEST_CASE("promises are exact up to 128 bits, and an error beyond") {
  CHECK(promised("sliding-log:limit=9223372036854775807,window=1ns", INT64_MAX) ==
        "85070591730234615847396907784232501249");
  CHECK(promised("gcra:rate=9223372036854775807/ns,burst=1000000000000000000", INT64_MAX) ==
        "85070591730234615839173535747377725442");
  CHECK_THROWS_AS(
      promise(parse_limiter("gcra:rate=9223372036854775807/ns,burst=99999999999999999999"), longest_parameter), Error);
}

TEST_CASE("in the long run a single-rate marker passes its rate, and a two-rate one its peak") {
  CHECK(long_run_per_ns(parse_limiter("srtcm:rate=5/h,burst=5,excess=9")) == Fraction(5, hour));
  CHECK(long_run_per_ns(parse_limiter("trtcm:rate=5/h,burst=5,peak=7/h,peak-burst=9")) == Fraction(7, hour));
}
