#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "report/limiter_report.hpp"

namespace ratereplay {

/// The name alone where it stands once among the rows, else the spec text.
std::string label_of(const LimiterRow& row, const std::vector<LimiterRow>& rows);

/// A label broken behind dashes, colons and commas, so that many columns fit beside each other.
std::string narrow_heading(std::string_view label);

/// Rows that a report shows as one.
struct LimiterGroup {
  std::string label;      ///< of all of them: "token-bucket, gcra"
  const LimiterRow* row;  ///< the first of them
};

/// In the order of the rows: limiters of one family for which `same` holds together, every other alone.
std::vector<LimiterGroup> grouped_families(
    const std::vector<LimiterRow>& rows,
    const std::function<bool(const ReplaySummary& a, const ReplaySummary& b)>& same);

}  // namespace ratereplay
