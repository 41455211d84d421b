#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "core/rate.hpp"
#include "replay/summary.hpp"
#include "report/dialects_report.hpp"
#include "report/format.hpp"
#include "report/table.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// A product's configuration, and what it would have done.
struct RecommendedRow {
  std::string name;
  std::string spec;
  std::string stanza;
  ReplaySummary summary;  ///< what passed, what was dropped, and the busiest window
  Fraction long_run;      ///< what it lets through in the long run, in cost per ns
  Fraction drift;         ///< of that from the rate asked for, as a share of it
};

/// What `recommend` reports.
struct RecommendedResult {
  Rate rate;
  Duration window;                       ///< of the busiest window
  std::int64_t bucket = 1;               ///< that all come close to
  std::optional<Fraction> lossless;      ///< the least bucket that loses nothing; none of a trace without events
  std::optional<std::uint64_t> allowed;  ///< drops, where any are
  std::uint64_t dropped = 0;             ///< by the bucket
  std::vector<RecommendedRow> rows;
  std::vector<DialectLeftOut> left_out;
};

/// The result of `recommend`: a table and the stanzas, JSON, or a row of CSV for each product.
std::string recommend_report(const RecommendedResult& result, const TraceSummary& trace, Format format,
                             const Style& style);

}  // namespace ratereplay
