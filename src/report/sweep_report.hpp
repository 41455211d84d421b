#pragma once

#include <optional>
#include <string>
#include <vector>

#include "limiter/catalogue.hpp"
#include "report/format.hpp"
#include "report/table.hpp"
#include "sweep/alignment.hpp"
#include "sweep/pass_counts.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// One configuration of a sweep.
struct SweepRow {
  AnyLimiter limiter;
  std::string series;  ///< the limiter as named: its rows follow each other, in the order of `GridSeries`
  PassCounts counts;   ///< with the busiest window in all rows or in none, as the next
  std::optional<Alignments> alignments;
};

/// The result of `sweep`: the `grid` of SPEC §8 with the parameters of each configuration, or, for each limiter, a list
/// of its configurations or the drops in a table of bursts by rates.
std::string sweep_report(const std::vector<SweepRow>& rows, const TraceSummary& trace, Format format,
                         const Style& style);

}  // namespace ratereplay
