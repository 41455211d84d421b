#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/rate.hpp"
#include "report/format.hpp"
#include "report/table.hpp"
#include "sizing/least_bucket.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// One rate's line in `size`.
struct SizeRow {
  Rate rate;
  LeastBucket bucket;
  std::optional<ResolutionBounds> bounds;  ///< none where stamps are finer than 1 ms
};

/// The result of `size`: the `sizes` of SPEC §8, or a table with the bounds of a coarse resolution below.
std::string size_report(const std::vector<SizeRow>& rows, const TraceSummary& trace, Format format, const Style& style);

}  // namespace ratereplay
