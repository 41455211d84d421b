#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/instant.hpp"
#include "replay/summary.hpp"
#include "report/clients_report.hpp"
#include "report/dialects_report.hpp"
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
  std::optional<Int128> promise;            ///< most cost in any window; of a shaper: departed; none: none is made
  std::optional<Int128> admission_promise;  ///< of a shaper
  std::optional<LimiterClients> clients;    ///< where each client has a limiter
};

/// How `--by` is shown: every period in the order of time or, where `worst` is given, so many of those that dropped
/// most.
struct ByPeriod {
  Period period;
  std::optional<std::size_t> worst;
};

/// What `compare` and `replay` report.
struct LimiterResult {
  std::vector<LimiterRow> rows;
  std::optional<ByPeriod> by;
  std::vector<WorstClient> worst_clients = {};  ///< of all limiters together
  std::optional<DialectResult> dialects = {};   ///< of `compare`, where asked for
};

/// The lines of a comparison for people that stand above and below its table.
struct ComparisonNotes {
  std::string heading;
  std::string footnote;
};

/// The result of `compare`: the `limiters` of SPEC §8, or a table with what does not fit its columns below.
std::string compare_report(const ComparisonNotes& notes, const LimiterResult& result, const TraceSummary& trace,
                           Format format, const Style& style);

/// The result of `replay`: the same, with the first drop and the longest run of drops of each limiter.
std::string replay_report(const LimiterResult& result, const TraceSummary& trace, Format format, const Style& style);

}  // namespace ratereplay
