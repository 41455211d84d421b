#include "policy/policy_change.hpp"

#include <algorithm>
#include <utility>

#include "metrics/busiest_scan.hpp"

namespace ratereplay {

namespace {

/// Gathers events of one direction.
class Changes {
 public:
  Changes(Duration window, std::size_t clients, std::size_t rules)
      : window_(window), worst_(static_cast<std::uint64_t>(window.ns), true), by_client_(clients) {
    changed_.by_rule.resize(rules);
  }

  void add(Instant now, KeyId client, const std::optional<std::size_t>& rule) {
    ++changed_.events;
    if (!changed_.first) changed_.first = now;
    worst_.add_passed(&now.ns, {}, 1, 1);
    if (rule) ++changed_.by_rule[*rule];
    if (by_client_[client]++ == 0) in_order_.push_back(client);
  }

  ChangedEvents result(bool tells_clients) {
    changed_.worst = worst_.result(window_, instant_at);
    if (!tells_clients) return std::move(changed_);
    changed_.clients = in_order_.size();
    const std::size_t listed = std::min(ChangedEvents::listed, in_order_.size());
    std::stable_sort(in_order_.begin(), in_order_.end(),
                     [&](KeyId a, KeyId b) { return by_client_[a] > by_client_[b]; });
    for (std::size_t place = 0; place < listed; ++place)
      changed_.most.emplace_back(in_order_[place], by_client_[in_order_[place]]);
    return std::move(changed_);
  }

 private:
  Duration window_;
  ChangedEvents changed_;
  BusiestScan<std::uint64_t> worst_;
  std::vector<std::uint64_t> by_client_;
  std::vector<KeyId> in_order_;  ///< clients, in the order in which they were met
};

}  // namespace

PolicyChange compare_policies(const PreparedPolicy& before, const PreparedPolicy& after, const Events& events,
                              const Extent& extent, Duration window) {
  std::vector<bool> passed(events.size());
  PolicyChange change;
  change.events = events.size();
  change.passed_before =
      decide_policy(before.policy, before.columns, before.matches, events, extent, [&](const PolicyDecision& decision) {
        passed[decision.event] = !decision.refused_by;
      }).passed;

  const std::optional<std::size_t>& client = after.columns.client();
  const std::size_t clients = after.matches.size(client);
  Changes refused(window, clients, after.policy.rules.size());
  Changes admitted(window, clients, after.policy.rules.size());
  change.passed_after =
      decide_policy(after.policy, after.columns, after.matches, events, extent, [&](const PolicyDecision& decision) {
        const std::size_t event = decision.event;
        if (passed[event] == !decision.refused_by) return;
        const KeyId who = after.matches.key(client, events.key.empty() ? 0 : events.key[event]);
        (passed[event] ? refused : admitted).add(events.time(event), who, decision.refused_by);
      }).passed;
  change.clients = client ? clients : 0;
  change.refused = refused.result(client.has_value());
  change.admitted = admitted.result(client.has_value());
  return change;
}

}  // namespace ratereplay
