#include "policy/policy_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "core/error.hpp"
#include "core/text.hpp"
#include "limiter/limiter.hpp"

namespace ratereplay {

namespace {

constexpr std::size_t block_size = 64;
constexpr std::size_t word_bits = 64;

struct StateRow {
  const std::byte* begin = nullptr;
  std::size_t size = 0;  ///< bytes of a state
};

/// The limiters of a rule, one for each of its keys. What an event leaves behind is kept or not once all rules have
/// been asked.
class RuleLimiter {
 public:
  virtual ~RuleLimiter() = default;

  /// Whether the event passes; cost >= 1.
  virtual bool ask(KeyId key, Instant now, Cost cost) = 0;
  /// Of the event that was asked about last, passed or refused: it was here.
  virtual void keep() = 0;
  /// The same: it took nothing; where it did not even reach the rule, it has not begun a key's clock.
  virtual void take_back(bool reached) = 0;
  /// Whether `keep` has anything to do.
  virtual bool keeps_late() const noexcept = 0;
  /// Where the states lie, one behind another by key, so that they can be asked for ahead.
  virtual StateRow states() const noexcept = 0;
};

template <Limiter Rule>
class RuleLimiterOf final : public RuleLimiter {
 public:
  RuleLimiterOf(const Rule& rule, std::size_t keys)
      : rule_(rule),
        alike_(rule.start({std::numeric_limits<std::int64_t>::min()}) ==
               rule.start({std::numeric_limits<std::int64_t>::max()})),
        begun_(alike_ ? 0 : keys),
        before_(rule.start({})) {
    states_.resize(keys, before_);
  }

  bool ask(KeyId key, Instant now, Cost cost) override {
    State& state = states_[key];
    if (!alike_) {
      begins_ = !begun_[key];
      if (begins_) state = rule_.start(now);
      begun_[key] = true;
    }
    key_ = key;
    if constexpr (is_small) {
      before_ = state;
      return rule_.admit(state, now, cost);
    } else {
      now_ = now;
      cost_ = cost;
      if constexpr (requires { rule_.fits(state, now, cost); })
        return rule_.fits(state, now, cost);
      else
        return rule_.room(state, now) >= cost;
    }
  }

  void keep() override {
    if constexpr (!is_small) rule_.admit(states_[key_], now_, cost_);
  }

  void take_back(bool reached) override {
    if constexpr (is_small) states_[key_] = before_;
    if (!reached && begins_) begun_[key_] = false;
  }

  bool keeps_late() const noexcept override { return !is_small; }
  StateRow states() const noexcept override { return {std::as_bytes(std::span(states_)).data(), sizeof(State)}; }

 private:
  using State = typename Rule::State;

  /// What is copied at once is decided in its place; the ring of a log is not.
  static constexpr bool is_small = std::is_trivially_copyable_v<State>;

  Rule rule_;
  bool alike_;  ///< all states begin alike, whatever the time
  std::vector<State> states_;
  std::vector<bool> begun_;
  // Of the event that was asked about last.
  KeyId key_ = 0;
  bool begins_ = false;  ///< with it the key's clock
  State before_;
  Instant now_;
  Cost cost_ = 0;
};

/// A rule on its way through a trace.
struct RunningRule {
  std::unique_ptr<RuleLimiter> limiter;
  bool keeps_late = false;
  StateRow states = {};
  Cost cost = 1;        ///< of each event, where they have none of their own for it
  std::size_t key = 0;  ///< place among the choices of key that are read
  bool keyed = false;
  bool own_costs = false;  ///< the events' own
  std::array<Cost, block_size> fixed_costs{};
  bool unit_costs = true;
  // Rules are met in groups, of which an event takes from all or from none.
  std::size_t group_begin = 0;
  std::size_t group_end = 0;

  BusiestScans<std::uint64_t> busiest;
  // Events of the block at hand.
  std::uint64_t free = 0;     ///< that matched where nothing was refused
  std::uint64_t matched = 0;  ///< of the others, as the next two
  std::uint64_t reached = 0;
  std::uint64_t taken = 0;
  std::vector<bool> clients;  ///< of which it refused an event
  std::uint64_t would_refuse = 0;
  std::vector<std::uint64_t> with;  ///< by rule: would_refuse together with it
};

/// Throws Error where what all events cost the rule is too much to be counted.
Extent extent_for(const PolicyRule& rule, const Extent& extent, std::size_t events) {
  Extent result = extent;
  if (rule.cost_column) return result;
  const Int128 all = Int128{rule.cost} * std::max<std::size_t>(events, 1);
  if (all > std::numeric_limits<Cost>::max()) {
    throw Error(fmt::format("at a cost of {} each, {} cost more than can be counted; give a smaller one",
                            grouped(rule.cost), counted(events, "event")));
  }
  result.unit_costs = rule.cost == 1;
  result.largest_cost = rule.cost;
  result.total_cost = static_cast<Cost>(all);
  return result;
}

std::unique_ptr<RuleLimiter> limiter_of(const PolicyRule& rule, const Extent& extent, std::size_t events,
                                        std::size_t keys) {
  try {
    return with_rule(rule.limiter, extent_for(rule, extent, events),
                     [&](const auto& compiled) -> std::unique_ptr<RuleLimiter> {
                       return std::make_unique<RuleLimiterOf<std::remove_cvref_t<decltype(compiled)>>>(compiled, keys);
                     });
  } catch (const Error& error) {
    throw Error(fmt::format("{}: rule {}: {}", rule.where, in_quotes(rule.name), error.what()));
  }
}

/// Calls `f` with the number of each bit that is set in these words, in order.
template <class F>
void for_each_bit(const std::uint64_t* words, std::size_t count, const F& f) {
  for (std::size_t word = 0; word < count; ++word) {
    for (std::uint64_t left = words[word]; left != 0; left &= left - 1)
      f(word * word_bits + static_cast<std::size_t>(std::countr_zero(left)));
  }
}

/// `figures`: what each rule did is counted, and not the decisions alone.
template <bool figures>
class PolicyRun {
 public:
  PolicyRun(const Policy& policy, const PolicyColumns& columns, const RuleMatches& matches, const Events& events,
            const Extent& extent)
      : policy_(policy),
        columns_(columns),
        matches_(matches),
        events_(events),
        refusing_(matches.words()),
        enforced_(matches.words()),
        first_named_(matches.size(columns.client()), no_rule) {
    for (std::size_t rule = 0; rule < policy.rules.size(); ++rule) {
      if (std::find(choices_.begin(), choices_.end(), columns.key(rule)) == choices_.end())
        choices_.push_back(columns.key(rule));
    }
    keys_.resize(choices_.size());
    summary_.rules.resize(policy.rules.size());
    rules_.reserve(policy.rules.size());
    for (std::size_t rule = 0; rule < policy.rules.size(); ++rule) {
      rules_.push_back(running(rule, extent));
      if (rules_.back().keeps_late) late_rules_.push_back(rule);
      if (!policy.rules[rule].shadow) enforced_[rule / word_bits] |= std::uint64_t{1} << rule % word_bits;
    }
    group_rules();
  }

  PolicySummary run(const std::function<void(const PolicyDecision&)>& told) {
    for (std::size_t begin = 0; begin < events_.size(); begin += block_size) {
      block_ = events_.part(begin, std::min(block_size, events_.size() - begin));
      read_keys();
      for (std::size_t event = 0; event < block_.size(); ++event) {
        const std::optional<std::size_t> refused_by = decide(event);
        if (told) {
          const std::size_t reached_before = refused_by ? rules_[*refused_by].group_end : rules_.size();
          told({begin + event, refused_by, refusing_.data(), reached_before});
        }
      }
      if constexpr (figures) record_block();
    }
    if constexpr (figures) sum_up();
    return std::move(summary_);
  }

 private:
  static constexpr std::uint16_t no_rule = std::numeric_limits<std::uint16_t>::max();
  static_assert(Policy::most_rules < no_rule);

  RunningRule running(std::size_t index, const Extent& extent) const {
    const PolicyRule& rule = policy_.rules[index];
    const std::optional<std::size_t>& key = columns_.key(index);
    const auto place = std::find(choices_.begin(), choices_.end(), key) - choices_.begin();
    const bool unit_costs = rule.cost_column ? events_.unit_costs() : rule.cost == 1;
    RunningRule result{
        .limiter = limiter_of(rule, extent, events_.size(), matches_.size(key)),
        .key = static_cast<std::size_t>(place),
        .keyed = key.has_value(),
        .own_costs = rule.cost_column.has_value(),
        .unit_costs = unit_costs,
        .busiest = {static_cast<std::uint64_t>(default_window(rule.limiter).ns), unit_costs, key.has_value()},
        .clients = std::vector<bool>(matches_.size(columns_.client())),
        .with = std::vector<std::uint64_t>(policy_.rules.size())};
    result.keeps_late = result.limiter->keeps_late();
    result.states = result.limiter->states();
    result.cost = rule.cost;
    result.fixed_costs.fill(rule.cost);
    return result;
  }

  void group_rules() {
    const auto together = [&](std::size_t rule) {
      switch (policy_.commit) {
        case Commit::all_or_none:
          return true;
        case Commit::by_layer:
          return policy_.rules[rule].layer == policy_.rules[rule - 1].layer;
        case Commit::in_order:
          break;
      }
      return false;
    };
    std::size_t begin = 0;
    for (std::size_t rule = 1; rule <= rules_.size(); ++rule) {
      if (rule < rules_.size() && together(rule)) continue;
      for (std::size_t each = begin; each < rule; ++each) {
        rules_[each].group_begin = begin;
        rules_[each].group_end = rule;
      }
      begin = rule;
    }
  }

  KeyId number_of(std::size_t event) const noexcept { return block_.key.empty() ? 0 : block_.key[event]; }

  void read_keys() {
    for (std::size_t choice = 0; choice < choices_.size(); ++choice) {
      if (!choices_[choice]) continue;
      for (std::size_t event = 0; event < block_.size(); ++event)
        keys_[choice][event] = matches_.key(choices_[choice], number_of(event));
    }
  }

  Cost cost_of(const RunningRule& rule, std::size_t event) const noexcept {
    return rule.own_costs ? block_.cost_of(event) : rule.cost;
  }

  /// The rule that refused the event.
  std::optional<std::size_t> decide(std::size_t event) {
    const Instant now = block_.time(event);
    const std::uint64_t* const matching = matches_.of(number_of(event));
    const std::size_t words = matches_.words();
    std::fill(refusing_.begin(), refusing_.end(), 0);
    if (event + 1 < block_.size()) {  // the states that the next one needs are likely to be as far as memory
      for_each_bit(matches_.of(number_of(event + 1)), words, [&](std::size_t index) {
        const RunningRule& rule = rules_[index];
        __builtin_prefetch(rule.states.begin + keys_[rule.key][event + 1] * rule.states.size, 1);
      });
    }
    std::uint64_t met = 0;
    bool any_refusing = false;
    for_each_bit(matching, words, [&](std::size_t index) {
      RunningRule& rule = rules_[index];
      const Cost cost = cost_of(rule, event);
      ++met;
      if (cost == 0 || rule.limiter->ask(keys_[rule.key][event], now, cost)) return;
      refusing_[index / word_bits] |= std::uint64_t{1} << index % word_bits;
      any_refusing = true;
    });
    ++summary_.events;
    if (met == 0) ++summary_.unmatched;
    if constexpr (figures) count_unreadable(event);
    if (!any_refusing) {
      ++summary_.passed;
      if constexpr (figures)
        for_each_bit(matching, words, [&](std::size_t index) { rules_[index].free |= std::uint64_t{1} << event; });
      for (const std::size_t index : late_rules_) {
        RunningRule& rule = rules_[index];
        if ((matching[index / word_bits] >> index % word_bits & 1) != 0 && cost_of(rule, event) != 0)
          rule.limiter->keep();
      }
      return std::nullopt;
    }
    return refuse(event, matching);
  }

  /// Of an event that a rule refuses, be it in shadow.
  std::optional<std::size_t> refuse(std::size_t event, const std::uint64_t* matching) {
    std::optional<std::size_t> refused_by;
    for (std::size_t word = 0; word < refusing_.size() && !refused_by; ++word) {
      if (const std::uint64_t enforced = refusing_[word] & enforced_[word]; enforced != 0)
        refused_by = word * word_bits + static_cast<std::size_t>(std::countr_zero(enforced));
    }
    ++(refused_by ? summary_.refused : summary_.passed);
    const std::size_t taken_before = refused_by ? rules_[*refused_by].group_begin : rules_.size();
    const std::size_t reached_before = refused_by ? rules_[*refused_by].group_end : rules_.size();
    const std::uint64_t bit = std::uint64_t{1} << event;
    for_each_bit(matching, matches_.words(), [&](std::size_t index) {
      RunningRule& rule = rules_[index];
      const bool refuses = refusing_[index / word_bits] >> index % word_bits & 1;
      const bool stays = refuses ? index < reached_before : index < taken_before;
      rule.matched |= bit;
      if (index < reached_before) rule.reached |= bit;
      if (!refuses && stays) rule.taken |= bit;
      if (cost_of(rule, event) == 0) return;
      if (!stays)
        rule.limiter->take_back(index < reached_before);
      else if (rule.keeps_late)
        rule.limiter->keep();
    });
    if constexpr (figures) count_refusals(event, refused_by, reached_before);
    return refused_by;
  }

  void count_refusals(std::size_t event, const std::optional<std::size_t>& refused_by, std::size_t reached_before) {
    const KeyId client = matches_.key(columns_.client(), number_of(event));
    std::size_t enforced = 0;
    for (std::size_t word = 0; word < refusing_.size(); ++word)
      enforced += static_cast<std::size_t>(std::popcount(refusing_[word] & enforced_[word]));
    for_each_bit(refusing_.data(), refusing_.size(), [&](std::size_t index) {
      RunningRule& rule = rules_[index];
      ++rule.would_refuse;
      for_each_bit(refusing_.data(), refusing_.size(), [&](std::size_t other) { ++rule.with[other]; });
      if (index >= reached_before) return;
      RuleFigures& of_rule = summary_.rules[index];
      ++of_rule.refused;
      of_rule.refused_cost += cost_of(rule, event);
      if (enforced == (policy_.rules[index].shadow ? 0 : 1)) ++of_rule.alone;
      rule.clients[client] = true;
    });
    if (!refused_by) return;
    ++summary_.rules[*refused_by].named;
    if (first_named_[client] == no_rule) first_named_[client] = static_cast<std::uint16_t>(*refused_by);
  }

  void count_unreadable(std::size_t event) {
    for_each_bit(matches_.unreadable(number_of(event)), matches_.words(),
                 [&](std::size_t index) { ++summary_.rules[index].unreadable; });
  }

  void record_block() {
    for (std::size_t index = 0; index < rules_.size(); ++index) {
      RunningRule& rule = rules_[index];
      if ((rule.free | rule.matched) == 0) continue;
      RuleFigures& of_rule = summary_.rules[index];
      of_rule.matched += static_cast<std::uint64_t>(std::popcount(rule.free | rule.matched));
      of_rule.reached += static_cast<std::uint64_t>(std::popcount(rule.free | rule.reached));
      std::span<const Cost> costs;
      if (!rule.unit_costs)
        costs = rule.own_costs ? block_.cost : std::span<const Cost>(rule.fixed_costs).first(block_.size());
      rule.busiest.add_passed(block_.arrival.data(), costs, keys_[rule.key].data(), block_.size(),
                              rule.free | rule.taken);
      rule.free = rule.matched = rule.reached = rule.taken = 0;
    }
  }

  /// An enforced rule that covers another; of two that refuse the same the earlier one covers the later.
  std::optional<std::size_t> covering(std::size_t covered) const {
    const RunningRule& rule = rules_[covered];
    if (rule.would_refuse == 0) return std::nullopt;
    for (std::size_t other = 0; other < rules_.size(); ++other) {
      if (other == covered || policy_.rules[other].shadow || rule.with[other] < rule.would_refuse) continue;
      if (rules_[other].would_refuse > rule.would_refuse || other < covered) return other;
    }
    return std::nullopt;
  }

  void sum_up() {
    for (const std::uint16_t named : first_named_) {
      if (named == no_rule) continue;
      ++summary_.clients_refused;
      ++summary_.rules[named].clients_first;
    }
    summary_.clients = columns_.client() ? matches_.size(columns_.client()) : 0;
    for (std::size_t index = 0; index < rules_.size(); ++index) {
      RunningRule& rule = rules_[index];
      RuleFigures& of_rule = summary_.rules[index];
      of_rule.passed = of_rule.reached - of_rule.refused;
      of_rule.clients = static_cast<std::uint64_t>(std::count(rule.clients.begin(), rule.clients.end(), true));
      const Duration window = default_window(policy_.rules[index].limiter);
      if (rule.keyed) {
        const BusiestWithKeys busiest = rule.busiest.by_key().result(window, instant_at);
        of_rule.busiest = busiest.of_key;
        of_rule.busiest_keys = busiest.keys;
      } else {
        of_rule.busiest = rule.busiest.without_keys().result(window, instant_at);
      }
      of_rule.covered_by = covering(index);
    }
  }

  const Policy& policy_;
  const PolicyColumns& columns_;
  const RuleMatches& matches_;
  const Events& events_;
  Events block_;
  std::vector<std::optional<std::size_t>> choices_;  ///< of the rules' keys, each once
  std::vector<std::array<KeyId, block_size>> keys_;  ///< by them, of the block at hand
  std::vector<RunningRule> rules_;
  std::vector<std::size_t> late_rules_;
  std::vector<std::uint64_t> refusing_;
  std::vector<std::uint64_t> enforced_;
  std::vector<std::uint16_t> first_named_;  ///< by client: the rule after which its first refusal was named
  PolicySummary summary_;
};

}  // namespace

PolicySummary run_policy(const Policy& policy, const PolicyColumns& columns, const RuleMatches& matches,
                         const Events& events, const Extent& extent,
                         const std::function<void(const PolicyDecision&)>& told) {
  return PolicyRun<true>(policy, columns, matches, events, extent).run(told);
}

PolicySummary decide_policy(const Policy& policy, const PolicyColumns& columns, const RuleMatches& matches,
                            const Events& events, const Extent& extent,
                            const std::function<void(const PolicyDecision&)>& told) {
  return PolicyRun<false>(policy, columns, matches, events, extent).run(told);
}

}  // namespace ratereplay
