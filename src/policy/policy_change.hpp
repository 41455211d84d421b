#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/events.hpp"
#include "core/instant.hpp"
#include "metrics/busiest.hpp"
#include "policy/policy_run.hpp"

namespace ratereplay {

/// Events on which two policies decide differently, in one direction.
struct ChangedEvents {
  std::uint64_t events = 0;
  std::uint64_t clients = 0;  ///< that sent them; none are told apart: 0
  std::optional<Instant> first;
  BusiestWindow worst;  ///< in which most of them come; its cost means nothing
  /// The clients that sent most of them, at most `listed`, with how many; of equals the one that came first.
  std::vector<std::pair<KeyId, std::uint64_t>> most;
  std::vector<std::uint64_t>
      by_rule;  ///< of those newly refused, by the rule of the new policy that they are named after

  static constexpr std::size_t listed = 10;
};

/// What a change of rules would have made of a trace.
struct PolicyChange {
  std::uint64_t events = 0;
  std::uint64_t clients = 0;
  std::uint64_t passed_before = 0;
  std::uint64_t passed_after = 0;
  ChangedEvents refused;   ///< newly
  ChangedEvents admitted;  ///< newly
};

/// A policy with what it needs of a trace; all have to outlive a call.
struct PreparedPolicy {
  const Policy& policy;
  const PolicyColumns& columns;
  const RuleMatches& matches;
};

/// The clients are those of `after`. `window`: of the worst moments, 1 ns to `longest_parameter`. Throws Error.
PolicyChange compare_policies(const PreparedPolicy& before, const PreparedPolicy& after, const Events& events,
                              const Extent& extent, Duration window);

}  // namespace ratereplay
