#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/fraction.hpp"
#include "metrics/busiest.hpp"
#include "metrics/gaps.hpp"
#include "report/clients_report.hpp"
#include "report/format.hpp"
#include "report/table.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// The clients of one choice of key.
struct InspectedKeys {
  std::string choice;
  std::uint64_t clients = 0;
  std::vector<ClientRow> largest;  ///< by events, the largest first; nothing of them is dropped
};

/// What `inspect` finds in a trace beside its summary.
struct Inspection {
  std::optional<Fraction> mean_rate_per_s;
  std::vector<BusiestWindow> busiest;
  std::optional<Gaps> gaps;
  std::uint64_t ties = 0;
  std::vector<InspectedKeys> keys;  ///< of each choice
};

/// The result of `inspect`: the members of SPEC §8, or lines for people.
std::string inspect_report(const Inspection& inspection, const TraceSummary& trace, Format format, const Style& style);

}  // namespace ratereplay
