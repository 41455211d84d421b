#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/keys.hpp"
#include "policy/policy_change.hpp"
#include "report/format.hpp"
#include "report/table.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// A condition of --fail-on, and whether it holds.
struct FailOn {
  std::string text;
  bool holds = false;
};

/// What `policy OLD NEW` reports.
struct PolicyChangeResult {
  Policy before;
  Policy after;
  PolicyChange change;
  std::vector<FailOn> fail_on;
  std::shared_ptr<const Keys> keys;  ///< of the clients, none where nobody is told apart
  std::size_t client = 0;            ///< choice of them
};

/// Whom a change of rules would refuse or admit: tables, JSON, or a row of CSV for each direction.
std::string policy_change_report(const PolicyChangeResult& result, const TraceSummary& trace, Format format,
                                 const Style& style);

}  // namespace ratereplay
