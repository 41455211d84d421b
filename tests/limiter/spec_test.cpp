#include "limiter/spec.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "core/error.hpp"

using namespace ratereplay;

namespace {

std::string error_of(const std::string& spec) {
  try {
    return "accepted as " + spec_text(parse_limiter(spec));
  } catch (const Error& error) {
    return error.what();
  }
}

std::string canonical(const std::string& spec) { return spec_text(parse_limiter(spec)); }

}  // namespace

TEST_CASE("a spec text in canonical form reads back as itself") {
  for (const char* spec : {
           "fixed-window:limit=5,window=1h",
           "fixed-window:limit=5,window=1h,anchor=first",
           "fixed-window:limit=5,window=90m,offset=-10s",
           "sliding-log:limit=100,window=1s",
           "sliding-log:limit=100,window=1500ms,count=all",
           "sliding-counter:limit=1,window=10s",
           "sliding-counter:limit=1,window=10s,rounding=exact",
           "token-bucket:rate=5/h,burst=5",
           "token-bucket:rate=120/60s,burst=2.5,initial=0",
           "gcra:rate=10/13s,burst=17753599/240000",
           "leaky-bucket:rate=1/10000000000s,burst=1000000000000000000",
           "pacer:rate=5/hour",
           "leaky-queue:rate=5/h,queue=0",
           "srtcm:rate=120/60s,burst=2.5,excess=0",
           "trtcm:rate=5/h,burst=7/3,peak=5/hour,peak-burst=1.5",
       }) {
    CHECK(canonical(spec) == spec);
  }
}

TEST_CASE("a spec text is brought to canonical form: defaults left out, limit and window in place of a rate") {
  CHECK(canonical("fixed-window:rate=5/h") == "fixed-window:limit=5,window=1h");
  CHECK(canonical("sliding-log:rate=120/60s") == "sliding-log:limit=120,window=1m");
  CHECK(canonical("sliding-counter:rate=0.5/s") == "sliding-counter:limit=1,window=2s");
  CHECK(canonical("fixed-window:window=3600,limit=010,anchor=clock,offset=0") == "fixed-window:limit=10,window=1h");
  CHECK(canonical(" gcra : rate = 5 / h , burst = 010 ") == "gcra:rate=5/h,burst=10");
  CHECK(canonical("token-bucket:rate=5/h,burst=5.0,initial=5") == "token-bucket:rate=5/h,burst=5");
  CHECK(canonical("token-bucket:rate=5/h,burst=7/2") == "token-bucket:rate=5/h,burst=3.5");
  CHECK(canonical("sliding-log:rate=5/h,count=passed") == "sliding-log:limit=5,window=1h");
  CHECK(canonical("sliding-counter:rate=5/h,rounding=floor") == "sliding-counter:limit=5,window=1h");
}

TEST_CASE("an unknown limiter is named, with the nearest or all") {
  CHECK(error_of("tokenbucket") == "limiter 'tokenbucket': no limiter 'tokenbucket'; did you mean 'token-bucket'?");
  CHECK(error_of("TokenBucket:rate=5/h") ==
        "limiter 'TokenBucket:rate=5/h': no limiter 'TokenBucket'; did you mean 'token-bucket'?");
  CHECK(
      error_of("xyz:rate=5/h") ==
      "limiter 'xyz:rate=5/h': no limiter 'xyz'; choose from fixed-window, sliding-log, sliding-counter, token-bucket, "
      "gcra, leaky-bucket, pacer, leaky-queue, srtcm, trtcm, or a dialect that 'ratereplay limiters' lists");
  CHECK(error_of("") ==
        "limiter '': the name is missing; choose from fixed-window, sliding-log, sliding-counter, token-bucket, gcra, "
        "leaky-bucket, pacer, leaky-queue, srtcm, trtcm, or a dialect that 'ratereplay limiters' lists");
}

TEST_CASE("an unknown, repeated or missing parameter is named") {
  CHECK(error_of("gcra:rate=5/h,brst=5") ==
        "limiter 'gcra:rate=5/h,brst=5': gcra has no parameter 'brst'; did you mean 'burst'?");
  CHECK(error_of("pacer:rate=5/h,burst=5") ==
        "limiter 'pacer:rate=5/h,burst=5': pacer has no parameter 'burst'; choose from rate");
  CHECK(error_of("gcra:rate=5/h,burst=5,rate=6/h") == "limiter 'gcra:rate=5/h,burst=5,rate=6/h': rate is given twice");
  CHECK(error_of("gcra:rate=5/h") == "limiter 'gcra:rate=5/h': gcra needs burst=AMOUNT (cost that may come at once)");
  CHECK(error_of("gcra") == "limiter 'gcra': gcra needs rate=RATE (one event an emission interval, as 5/h)");
  CHECK(error_of("leaky-queue:rate=5/h") ==
        "limiter 'leaky-queue:rate=5/h': leaky-queue needs queue=N (cost that may wait)");
  CHECK(error_of("fixed-window:limit=5") ==
        "limiter 'fixed-window:limit=5': fixed-window needs window=DURATION (length of a window)");
  CHECK(error_of("sliding-log:window=1h") ==
        "limiter 'sliding-log:window=1h': sliding-log needs limit=N (cost that a window holds)");
  for (const char* spec : {"sliding-counter:limit=5,rate=5/h", "sliding-counter:window=1h,rate=5/h"}) {
    CHECK(error_of(spec) == "limiter '" + std::string(spec) + "': give either limit and window or rate, not both");
  }
}

TEST_CASE("what is no assignment is named, with the decimal comma in mind") {
  CHECK(error_of("gcra:rate=1,5/s,burst=1") ==
        "limiter 'gcra:rate=1,5/s,burst=1': '5/s' is not KEY=VALUE (a value holds no comma: a decimal point is '.')");
  CHECK(error_of("gcra:rate=5/h,burst=5,") ==
        "limiter 'gcra:rate=5/h,burst=5,': '' is not KEY=VALUE (a value holds no comma: a decimal point is '.')");
  CHECK(error_of("gcra:5") ==
        "limiter 'gcra:5': '5' is not KEY=VALUE (a value holds no comma: a decimal point is '.')");
}

TEST_CASE("a value that is no number of its kind is named") {
  CHECK(error_of("gcra:rate=5/h,burst=") == "limiter 'gcra:rate=5/h,burst=': burst is empty; it takes AMOUNT");
  CHECK(error_of("gcra:rate=5/h,burst=0") == "limiter 'gcra:rate=5/h,burst=0': burst must be above 0");
  for (const char* burst : {"-1", "1e400", "nan", "inf", "1/0", "0x10", "1/-2", "five"}) {
    const std::string message = error_of("gcra:rate=5/h,burst=" + std::string(burst));
    CAPTURE(burst, message);
    CHECK(message.find(": burst: '" + std::string(burst) + "' is not a number") != std::string::npos);
  }
  for (const char* rate : {"5", "nan", "0/s", "-5/h", "1e3/s", "5/0s", "5/hx", "5/"}) {
    const std::string message = error_of("pacer:rate=" + std::string(rate));
    CAPTURE(rate, message);
    CHECK(message.find(": rate: '" + std::string(rate) + "' is not a rate") != std::string::npos);
  }
  for (const char* limit : {"0", "2.5", "-1", "+1", "1e3", "x"}) {
    CHECK(error_of("sliding-log:window=1h,limit=" + std::string(limit)) ==
          "limiter 'sliding-log:window=1h,limit=" + std::string(limit) +
              "': limit must be a whole number from 1 up, not '" + limit + "'");
  }
  CHECK(error_of("sliding-log:window=1h,limit=9223372036854775808") ==
        "limiter 'sliding-log:window=1h,limit=9223372036854775808': limit must be a whole number up to "
        "9223372036854775807, not '9223372036854775808'");
  CHECK(error_of("leaky-queue:rate=5/h,queue=-1") ==
        "limiter 'leaky-queue:rate=5/h,queue=-1': queue must be a whole number from 0 up, not '-1'");
  CHECK(error_of("leaky-queue:rate=5/h,queue=1.5") ==
        "limiter 'leaky-queue:rate=5/h,queue=1.5': queue must be a whole number from 0 up, not '1.5'");
  CHECK(error_of("fixed-window:limit=5,window=0s").find(": window: '0s' is not a duration") != std::string::npos);
}

TEST_CASE("choices are suggested") {
  CHECK(error_of("fixed-window:rate=5/h,anchor=frist") ==
        "limiter 'fixed-window:rate=5/h,anchor=frist': anchor cannot be 'frist'; did you mean 'first'?");
  CHECK(error_of("sliding-log:rate=5/h,count=no") ==
        "limiter 'sliding-log:rate=5/h,count=no': count cannot be 'no'; choose from passed, all");
}

TEST_CASE("parameters that contradict each other are named") {
  CHECK(error_of("fixed-window:rate=5/h,anchor=first,offset=0") ==
        "limiter 'fixed-window:rate=5/h,anchor=first,offset=0': offset shifts the clock's windows; leave it out, or "
        "anchor=first");
  CHECK(error_of("token-bucket:rate=5/h,burst=2.5,initial=2.6") ==
        "limiter 'token-bucket:rate=5/h,burst=2.5,initial=2.6': initial must not be above burst");
}

TEST_CASE("a spec from a hostile hand is quoted safe") {
  CHECK(error_of("gcra\x1b[2J").find('\x1b') == std::string::npos);
}

TEST_CASE("the parameters of a marker are checked, each and against each other") {
  CHECK(error_of("srtcm:rate=5/h,burst=5") ==
        "limiter 'srtcm:rate=5/h,burst=5': srtcm needs excess=AMOUNT (excess burst size, EBS)");
  CHECK(error_of("srtcm:rate=5/h,burst=0,excess=0") ==
        "limiter 'srtcm:rate=5/h,burst=0,excess=0': burst or excess must be above 0");
  CHECK(error_of("trtcm:rate=5/h,burst=5,peak=5/h,peak-burst=0") ==
        "limiter 'trtcm:rate=5/h,burst=5,peak=5/h,peak-burst=0': peak-burst must be above 0");
  CHECK(error_of("trtcm:rate=5/h,burst=5,peak=4.999999/h,peak-burst=5") ==
        "limiter 'trtcm:rate=5/h,burst=5,peak=4.999999/h,peak-burst=5': peak must not be below rate");
  CHECK(error_of("trtcm:rate=5/h,burst=5,peak=5,peak-burst=5").find("': peak: ") != std::string::npos);
  CHECK(error_of("trtcm:rate=5/h,burst=5,peek=5/h,peak-burst=5").find("did you mean 'peak'?") != std::string::npos);
}
