#pragma once

#include <string>
#include <vector>

#include "core/rate.hpp"
#include "metrics/counter_accuracy.hpp"
#include "report/format.hpp"
#include "report/table.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// The accuracy of the sliding counter at one rate.
struct AccuracyRow {
  Rate rate;
  CounterAccuracy accuracy;
};

/// What `accuracy` reports, at least one row: tables, JSON, or a row of CSV for each rate.
std::string accuracy_report(const std::vector<AccuracyRow>& rows, const TraceSummary& trace, Format format,
                            const Style& style);

}  // namespace ratereplay
