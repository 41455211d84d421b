#pragma once

#include <optional>
#include <string>

#include "core/instant.hpp"
#include "core/int128.hpp"
#include "report/format.hpp"
#include "report/table.hpp"
#include "simulation/fleet.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// What `fleet` reports.
struct FleetResult {
  std::string spec;
  std::string local_spec;  ///< of each instance's own limit, in front of the shared one or in its place
  Int128 promise = 0;      ///< of the limit, in cost, for the window
  std::optional<Duration> store_latency;
  FleetOptions options;
  FleetSummary summary;
};

/// The arrangements side by side: tables, JSON, or a row of CSV for each.
std::string fleet_report(const FleetResult& result, const TraceSummary& trace, Format format, const Style& style);

}  // namespace ratereplay
