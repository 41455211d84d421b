#pragma once

#include <array>
#include <string>

#include "replay/difference.hpp"
#include "report/format.hpp"
#include "report/table.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// The limiters that `diff` holds against each other.
struct DiffedLimiter {
  std::string spec;
  std::string name;
};

/// The result of `diff`: the first event on which they differ and why, how many there are, and the longest stretches of
/// them.
std::string diff_report(const std::array<DiffedLimiter, 2>& limiters, const DifferenceSummary& difference,
                        const TraceSummary& trace, Format format, const Style& style);

}  // namespace ratereplay
