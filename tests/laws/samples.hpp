#pragma once

#include <map>
#include <string>
#include <vector>

namespace ratereplay::test {

/// Of every algorithm and marker of the catalogue, each variant of each parameter, at a scale of nanoseconds, where
/// generated traces meet every boundary. The laws fail for a limiter that has none here.
inline const std::map<std::string, std::vector<std::string>>& samples() {
  static const std::map<std::string, std::vector<std::string>> specs{
      {"fixed-window",
       {"limit=1,window=1ns", "limit=3,window=7ns", "limit=5,window=20ns,offset=3ns", "limit=2,window=16ns,offset=-1h",
        "limit=3,window=7ns,anchor=first", "limit=1,window=20ns,anchor=first"}},
      {"sliding-log",
       {"limit=1,window=1ns", "limit=3,window=7ns", "limit=5,window=20ns", "limit=3,window=7ns,count=all",
        "limit=1,window=5ns,count=all", "limit=5,window=20ns,count=all"}},
      {"sliding-counter",
       {"limit=1,window=1ns", "limit=3,window=7ns", "limit=5,window=20ns", "limit=1,window=10ns,rounding=exact",
        "limit=3,window=7ns,rounding=exact", "limit=5,window=20ns,rounding=exact"}},
      {"token-bucket",
       {"rate=1/ns,burst=1", "rate=3/7ns,burst=3", "rate=5/3ns,burst=4", "rate=1/10ns,burst=2.5",
        "rate=3/7ns,burst=3,initial=0", "rate=2/9ns,burst=7/3,initial=1/6"}},
      {"gcra", {"rate=1/ns,burst=1", "rate=3/7ns,burst=3", "rate=5/3ns,burst=4", "rate=1/10ns,burst=2.5"}},
      {"leaky-bucket", {"rate=1/ns,burst=1", "rate=3/7ns,burst=3", "rate=5/3ns,burst=4", "rate=1/10ns,burst=2.5"}},
      {"pacer", {"rate=1/ns", "rate=3/7ns", "rate=5/3ns", "rate=1/10ns"}},
      {"leaky-queue", {"rate=1/ns,queue=0", "rate=3/7ns,queue=2", "rate=5/3ns,queue=3", "rate=1/10ns,queue=1"}},
      {"srtcm",
       {"rate=1/ns,burst=1,excess=1", "rate=3/7ns,burst=3,excess=2", "rate=5/3ns,burst=2,excess=4",
        "rate=1/10ns,burst=2.5,excess=1.5", "rate=2/9ns,burst=7/3,excess=0", "rate=1/10ns,burst=1/2,excess=3"}},
      {"trtcm",
       {"rate=1/ns,burst=1,peak=1/ns,peak-burst=1", "rate=3/7ns,burst=3,peak=5/3ns,peak-burst=4",
        "rate=1/10ns,burst=2.5,peak=3/7ns,peak-burst=3", "rate=2/9ns,burst=4,peak=5/3ns,peak-burst=2",
        "rate=1/10ns,burst=1/2,peak=1/ns,peak-burst=5/2"}},
  };
  return specs;
}

/// Calls `f` with the spec text of each of them.
template <class F>
void for_all_samples(const F& f) {
  for (const auto& [name, parameters] : samples()) {
    for (const std::string& each : parameters) f(name + ":" + each);
  }
}

}  // namespace ratereplay::test
