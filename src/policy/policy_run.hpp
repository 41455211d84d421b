#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/events.hpp"
#include "metrics/busiest.hpp"
#include "metrics/busiest_keys.hpp"
#include "policy/columns.hpp"
#include "policy/rules.hpp"

namespace ratereplay {

/// What one rule did with a trace. matched >= reached = passed + refused.
struct RuleFigures {
  std::uint64_t matched = 0;     ///< events that meet its conditions
  std::uint64_t unreadable = 0;  ///< events that have no number where a condition asks for one: they do not match
  std::uint64_t reached = 0;     ///< matched, and let through by what comes before it
  std::uint64_t passed = 0;
  std::uint64_t refused = 0;        ///< of a shadow rule: that it would have refused
  std::uint64_t named = 0;          ///< refused, and no rule before it refused as well
  std::uint64_t alone = 0;          ///< refused, and no other rule that is enforced would have
  Cost refused_cost = 0;            ///< as the rule counts costs, as the next
  Cost largest_cost = 0;            ///< of the events that matched
  std::uint64_t clients = 0;        ///< of which it refused an event
  std::uint64_t clients_first = 0;  ///< whose first refusal was named after it
  BusiestWindow busiest;            ///< of what was taken from it, of a single key; in the limiter's own window
  BusiestKeys busiest_keys;         ///< whose they are, where it has keys
  /// Another rule that would have refused all that this one refused, and whose conditions it meets; none where it
  /// refused nothing.
  std::optional<std::size_t> covered_by;
};

struct PolicySummary {
  std::uint64_t events = 0;
  std::uint64_t passed = 0;
  std::uint64_t unmatched = 0;  ///< of them, that no rule matched
  std::uint64_t refused = 0;
  std::uint64_t clients = 0;
  std::uint64_t clients_refused = 0;  ///< of which an event was refused
  std::vector<RuleFigures> rules;     ///< as in the policy
};

/// How a policy decided on an event.
struct PolicyDecision {
  std::size_t event;                      ///< in replay order, from 0
  std::optional<std::size_t> refused_by;  ///< the rule; none: it passed
  const std::uint64_t* refusing;          ///< every rule that would have refused it, as RuleMatches has them
  std::size_t reached_before;             ///< it reached the rules before this one that it matched
};

/// Replays a trace through a policy, which may be told of each decision in turn. `extent`: of the events. Throws Error
/// naming a rule whose numbers do not fit.
PolicySummary run_policy(const Policy& policy, const PolicyColumns& columns, const RuleMatches& matches,
                         const Events& events, const Extent& extent,
                         const std::function<void(const PolicyDecision&)>& told = {});

/// The same where what single rules did and clients are not asked for: events, passed, unmatched and refused alone.
PolicySummary decide_policy(const Policy& policy, const PolicyColumns& columns, const RuleMatches& matches,
                            const Events& events, const Extent& extent,
                            const std::function<void(const PolicyDecision&)>& told = {});

}  // namespace ratereplay
