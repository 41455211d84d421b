#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ratereplay::test {

/// Parameters of a dialect, and the gap in ns between events at which generated traces meet its boundaries.
struct DialectSample {
  std::string parameters;
  std::int64_t gap;
};

/// Of every dialect of the catalogue, each variant of each parameter. The laws fail for one that has none here.
inline const std::map<std::string, std::vector<DialectSample>>& dialect_samples() {
  constexpr std::int64_t us = 1'000;
  constexpr std::int64_t ms = 1'000'000;
  constexpr std::int64_t s = 1'000'000'000;
  static const std::map<std::string, std::vector<DialectSample>> samples{
      {"nginx",
       {{"rate=10r/s", 40 * ms},
        {"rate=10r/s,burst=5,nodelay", 30 * ms},
        {"rate=10r/s,burst=5", 30 * ms},
        {"rate=7r/m,burst=3,delay=2", 2 * s},
        {"rate=3000r/s,burst=4", 100 * us}}},
      {"go-rate",
       {{"limit=10,burst=5", 40 * ms},
        {"limit=0.1,burst=1", 4 * s},
        {"limit=1/3,burst=7", s},
        {"limit=1000000,burst=3", us},
        {"rate=5/h,burst=4", 500 * s}}},
      {"governor",
       {{"rate=3/s", 150 * ms},
        {"rate=5/h,burst=2", 500 * s},
        {"rate=7/17ns,burst=4", 10},
        {"rate=2000000000/s,burst=5", 10}}},
      {"guava",
       {{"permits_per_second=5", 100 * ms},
        {"permits_per_second=0.1,max_burst_seconds=35", 4 * s},
        {"permits_per_second=300000,max_burst_seconds=0", 2 * us},
        {"permits_per_second=7,timeout=300ms", 60 * ms},
        {"permits_per_second=1/3,timeout=2500ms,max_burst_seconds=7.5", s}}},
      {"resilience4j",
       {{"limit=3,period=1s", 200 * ms},
        {"limit=1,period=7ns", 10},
        {"limit=6,period=1s,timeout=1ns", 100 * ms},
        {"limit=7,period=250ms,timeout=600ms", 20 * ms},
        {"limit=6,period=90s,timeout=2m", 10 * s}}},
      {"redis-incr",
       {{"limit=3,window=100ms", 20 * ms}, {"limit=1,window=1ms", 500 * us}, {"limit=5,window=1m", 5 * s}}},
      {"redis-cell",
       {{"max_burst=3,count=10,period=1s", 40 * ms},
        {"max_burst=0,count=3,period=1s", 110 * ms},
        {"max_burst=0,count=700,period=1s", 500 * us},
        {"max_burst=1,count=10000,period=1s", 100 * us},
        {"max_burst=2,count=7,period=1m", 3 * s}}},
      {"redis-log",
       {{"limit=3,window=100ms", 20 * ms},
        {"limit=3,window=100ms,count=all", 30 * ms},
        {"limit=1,window=1ms", 500 * us},
        {"limit=5,window=1m,count=all", 15 * s}}},
      {"upstash-sliding",
       {{"limit=3,window=100ms", 20 * ms}, {"limit=4,window=1ms", 300 * us}, {"limit=10,window=1m", 5 * s}}},
      {"envoy-ratelimit",
       {{"requests_per_unit=3", 200 * ms},
        {"requests_per_unit=5,unit=minute", 8 * s},
        {"requests_per_unit=4,unit=hour", 600 * s},
        {"requests_per_unit=6,unit=day", 4 * 3600 * s}}},
      {"kong-sliding",
       {{"limit=3,window=1s", 250 * ms},
        {"limit=6,window=1m", 12 * s},
        {"limit=6,window=1m,disable_penalty", 6 * s},
        {"limit=7,window=7s,disable_penalty", 700 * ms}}},
      {"cloudflare", {{"limit=3,window=1s", 250 * ms}, {"limit=6,window=1m", 12 * s}, {"limit=7,window=7s", s}}},
      {"haproxy",
       {{"limit=3,period=1s", 200 * ms},
        {"limit=5,period=7ms", 1 * ms},
        {"limit=1,period=2ms", 500 * us},
        {"limit=4,period=1m", 10 * s}}},
      {"envoy-local",
       {{"max_tokens=5,fill_interval=50ms", 20 * ms},
        {"max_tokens=4,tokens_per_fill=3,fill_interval=1s", 200 * ms},
        {"max_tokens=2,tokens_per_fill=3,fill_interval=70ms", 20 * ms}}},
      {"python-limits",
       {{"limit=5,window=1s", 200 * ms},
        {"limit=3,window=1m", 12 * s},
        {"strategy=moving,limit=5,window=1s", 200 * ms},
        {"strategy=moving,limit=7,window=1h", 600 * s},
        {"strategy=sliding,limit=5,window=1s", 200 * ms},
        {"strategy=sliding,limit=7,window=1m", 10 * s}}},
  };
  return samples;
}

/// Of those, the names of dialects whose refusals change their state.
inline bool counts_refusals(const std::string& spec) {
  const std::string name = spec.substr(0, spec.find(':'));
  if (name == "redis-log") return spec.find("count=all") != std::string::npos;
  if (name == "kong-sliding") return spec.find("disable_penalty") == std::string::npos;
  if (name == "python-limits") return spec.starts_with("python-limits:limit=");  // fixed, which is the default
  // Upstash counts the refused cost that began below the limit.
  return name == "redis-incr" || name == "upstash-sliding" || name == "envoy-ratelimit" || name == "cloudflare" ||
         name == "haproxy";
}

}  // namespace ratereplay::test
