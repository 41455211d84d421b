#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/json.hpp"
#include "report/limiter_report.hpp"
#include "report/table.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// The `episodes` of a limiter. Where each key has a limiter of its own, it is of the first choice of the trace's keys.
Json episodes_json(const ReplaySummary& summary, const TraceSummary& trace);

/// For people: of each limiter that dropped any the worst episodes, at most `most`; empty where none did.
std::string episodes_text(const std::vector<LimiterRow>& rows, const TraceSummary& trace, std::size_t most,
                          const Style& style);

}  // namespace ratereplay
