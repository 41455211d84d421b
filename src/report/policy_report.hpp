#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/keys.hpp"
#include "policy/policy_run.hpp"
#include "policy/policy_size.hpp"
#include "policy/rules.hpp"
#include "report/format.hpp"
#include "report/table.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// What a trace would have come to if refused events took otherwise.
struct CommitResult {
  Commit commit = Commit::in_order;
  std::uint64_t passed = 0;
  std::uint64_t refused = 0;
};

/// What `policy` reports.
struct PolicyResult {
  Policy policy;
  PolicySummary summary;
  std::vector<CommitResult> commits;                    ///< of each, in their order
  std::shared_ptr<const Keys> keys;                     ///< none: the policy asks for no column
  std::vector<std::optional<std::size_t>> key_choices;  ///< of the rules, among those of `keys`
  std::vector<RuleSize> sizes;                          ///< of the rules, where they are asked for
  bool allows_drops = false;                            ///< whether they may refuse some
};

/// The rules side by side: tables, JSON, or a row of CSV for each.
std::string policy_report(const PolicyResult& result, const TraceSummary& trace, Format format, const Style& style);

}  // namespace ratereplay
