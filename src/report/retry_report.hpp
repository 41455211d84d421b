#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/instant.hpp"
#include "report/format.hpp"
#include "report/table.hpp"
#include "simulation/retry.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// What came of one policy.
struct RetryRow {
  std::string policy;
  RetrySummary summary;
};

/// What `retry` reports.
struct RetryResult {
  std::string spec;  ///< of the limiter
  std::string jitter;
  std::uint64_t max_attempts = 0;
  std::optional<Duration> max_wait;
  Duration window;
  std::uint64_t seed = 0;
  std::vector<RetryRow> rows;
};

/// The policies side by side: a table, JSON, or a row of CSV for each.
std::string retry_report(const RetryResult& result, const TraceSummary& trace, Format format, const Style& style);

}  // namespace ratereplay
