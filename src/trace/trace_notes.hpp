#pragma once

#include <optional>

#include "trace/reading_plan.hpp"
#include "trace/row_sifter.hpp"
#include "trace/timestamp.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// The summary of a trace of rows, but for its events and their extent. `style`, `updated_style`: of the times that
/// there were.
TraceSummary sum_up(const ReadingPlan& plan, const Findings& findings, std::optional<TimeStyle> style,
                    std::optional<TimeStyle> updated_style);

}  // namespace ratereplay
