#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/instant.hpp"
#include "replay/summary.hpp"
#include "report/format.hpp"
#include "report/table.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// One limiter's line in `compare` and `replay`: what it promises beside what it did.
struct LimiterRow {
  std::string spec;
  std::string name;
  Duration window;  ///< of the busiest window and the promise
  ReplaySummary summary;
  Int128 promise = 0;                       ///< most cost in any window; of a shaper: departed
  std::optional<Int128> admission_promise;  ///< of a shaper
};

/// The lines of a comparison for people that stand above and below its table.
struct ComparisonNotes {
  std::string heading;
  std::string footnote;
};

/// The result of `compare`: the `limiters` of SPEC §8, or a table with what does not fit its columns below.
std::string compare_report(const ComparisonNotes& notes, const std::vector<LimiterRow>& rows, const TraceSummary& trace,
                           Format format, const Style& style);

/// The result of `replay`: the same, with the first drop and the longest run of drops of each limiter.
std::string replay_report(const std::vector<LimiterRow>& rows, const TraceSummary& trace, Format format,
                          const Style& style);

}  // namespace ratereplay
