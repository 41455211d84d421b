#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cost.hpp"
#include "limiter/catalogue.hpp"
#include "trace/filter.hpp"

namespace ratereplay {

/// What an event that is refused has taken from the rules that it passed.
enum class Commit {
  all_or_none,  ///< nothing, of no layer
  by_layer,     ///< what those of earlier layers count; a layer takes it for all its rules or for none
  in_order      ///< what every rule before the one that refused it counts
};

/// Their names, in this order.
std::vector<std::string> commit_names();

/// One rule of a policy.
struct PolicyRule {
  std::string name;
  std::string where;                            ///< `rules.toml:12`, where it begins
  std::size_t layer = 0;                        ///< among those of the policy
  std::vector<Condition> when = {};             ///< all have to hold; none: of every event
  std::vector<std::string> when_at = {};        ///< by condition: `rules.toml:14:8`, where it stands
  std::vector<std::string> key = {};            ///< columns that say whose limiter it is; none: there is one
  std::vector<std::string> key_at = {};         ///< by column: where it stands
  std::optional<std::string> cost_column = {};  ///< the policy's; none: `cost`
  Cost cost = 1;                                ///< of each event, >= 1
  AnyLimiter limiter;
  std::int64_t priority = 0;
  bool shadow = false;  ///< counted, never enforced
};

/// Rules of which an event has to pass all that match it.
struct Policy {
  std::string name;  ///< of its file
  Commit commit = Commit::in_order;
  std::vector<std::string> layers;  ///< in the order in which an event meets them; a single one may have no name
  /// In the order in which an event meets them: by layer, by priority, then as they stand in the file.
  std::vector<PolicyRule> rules;
  std::vector<std::string> client;         ///< columns that say who sent an event; none: nobody knows
  std::vector<std::string> client_at;      ///< by column: where it stands
  std::optional<std::string> cost_column;  ///< of those rules that count costs
  std::string cost_asked_by;               ///< for messages: the first of them

  static constexpr std::size_t most_rules = 1000;
};

/// Reads rules, TOML. Throws Error, one line that names the file, the line and the mend: for TOML that is none, keys
/// that are not known, values that are no good, and conditions that no event can meet.
Policy parse_policy(std::string_view text, const std::string& name);

/// Whether there is a row whose cells meet all conditions. Where that is not found out, there may be one.
bool can_all_hold(const std::vector<Condition>& conditions);

}  // namespace ratereplay
