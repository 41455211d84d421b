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
  };
  return samples;
}

/// Of those, the names of dialects whose refusals change their state.
inline bool counts_refusals(const std::string& /*spec*/) { return false; }

}  // namespace ratereplay::test
