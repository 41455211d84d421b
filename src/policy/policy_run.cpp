#include "policy/policy_run.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "policy/rule_limiter.hpp"

namespace ratereplay {

namespace {

constexpr std::size_t word_bits = 64;
constexpr std::size_t block_size = word_bits;

/// What it takes to ask a rule about an event.
struct AskedRule {
  std::unique_ptr<RuleLimiter> limiter;
  const KeyId* keys = nullptr;  ///< of the block at hand
  Cost cost = 1;                ///< of each event, where they have none of their own for it
  bool own_costs = false;       ///< the events' own
  bool keeps_late = false;
};

/// A choice of key, for all rules that have it.
struct Keying {
  std::optional<std::size_t> choice;
  StateRows states;                         ///< by key
  std::array<KeyId, block_size> keys = {};  ///< of the block at hand
};

/// A rule on its way through a trace.
struct RunningRule {
  // Rules are met in groups, of which an event takes from all or from none.
  std::size_t group_begin = 0;
  std::size_t group_end = 0;

  // Events of the block at hand.
  std::uint64_t matched = 0;  ///< where any rule refused, as the next two
  std::uint64_t reached = 0;
  std::uint64_t taken = 0;    ///< from this rule, of all events
  std::vector<bool> clients;  ///< of which it refused an event
  std::uint64_t would_refuse = 0;
  std::vector<std::uint64_t> with;  ///< by rule: would_refuse together with it
};

/// The busiest window of rules that have the same keys, costs and window, for as long as what is taken from them is the
/// same too.
struct SharedBusiest {
  std::vector<std::size_t> rules;
  bool own_costs;  ///< the events' own
  Cost cost;       ///< else of each event
  Duration window;
  std::optional<std::size_t> key;  ///< the choice
  BusiestScans<std::uint64_t> scan;
};

/// Bit j of word i is bit i of word j afterwards. Source: Hacker's Delight, 7-3.
void transpose(std::array<std::uint64_t, word_bits>& words) noexcept {
  std::uint64_t low = ~std::uint64_t{0} >> word_bits / 2;
  for (std::size_t width = word_bits / 2; width != 0; width /= 2, low ^= low << width) {
    for (std::size_t word = 0; word < word_bits; word = (word + width + 1) & ~width) {
      const std::uint64_t exchanged = (words[word] >> width ^ words[word + width]) & low;
      words[word] ^= exchanged << width;
      words[word + width] ^= exchanged;
    }
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
    std::vector<std::optional<std::size_t>> choices;
    for (std::size_t rule = 0; rule < policy.rules.size(); ++rule) {
      if (std::find(choices.begin(), choices.end(), columns.key(rule)) == choices.end())
        choices.push_back(columns.key(rule));
    }
    keyings_.resize(choices.size());  // for good: rules hold on to them
    for (std::size_t place = 0; place < choices.size(); ++place) keyings_[place].choice = choices[place];
    summary_.rules.resize(policy.rules.size());
    asked_.reserve(policy.rules.size());
    for (std::size_t rule = 0; rule < policy.rules.size(); ++rule) {
      asked_.push_back(asked(rule, extent));
      if (asked_.back().keeps_late) late_rules_.push_back(rule);
      if (!policy.rules[rule].shadow) enforced_[rule / word_bits] |= std::uint64_t{1} << rule % word_bits;
    }
    for (Keying& each : keyings_) each.states.allot(matches.size(each.choice));
    for (const AskedRule& rule : asked_) rule.limiter->begin();
    rules_.resize(policy.rules.size());
    group_rules();
    if constexpr (figures) {
      for (RunningRule& rule : rules_) {
        rule.clients.resize(matches.size(columns.client()));
        rule.with.resize(policy.rules.size());
      }
      matched_freely_.resize(matches.words());
      share_busiest();
    }
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

  AskedRule asked(std::size_t index, const Extent& extent) {
    const PolicyRule& rule = policy_.rules[index];
    Keying& keying = keying_of(columns_.key(index));
    std::unique_ptr<RuleLimiter> limiter =
        limiter_of(rule, extent, events_.size(), keying.states, matches_.size(keying.choice));
    const bool keeps_late = limiter->keeps_late();
    return {std::move(limiter), keying.keys.data(), rule.cost, rule.cost_column.has_value(), keeps_late};
  }

  Keying& keying_of(const std::optional<std::size_t>& choice) {
    return *std::find_if(keyings_.begin(), keyings_.end(), [&](const Keying& each) { return each.choice == choice; });
  }

  void share_busiest() {
    for (std::size_t index = 0; index < rules_.size(); ++index) {
      const PolicyRule& rule = policy_.rules[index];
      const std::optional<std::size_t>& key = columns_.key(index);
      const bool own_costs = rule.cost_column.has_value();
      const Duration window = default_window(rule.limiter);
      const auto shared = std::find_if(busiest_.begin(), busiest_.end(), [&](const SharedBusiest& each) {
        return each.key == key && each.window == window && each.own_costs == own_costs && each.cost == rule.cost;
      });
      if (shared != busiest_.end()) {
        shared->rules.push_back(index);
        continue;
      }
      const bool unit_costs = own_costs ? events_.unit_costs() : rule.cost == 1;
      busiest_.push_back({.rules = {index},
                          .own_costs = own_costs,
                          .cost = rule.cost,
                          .window = window,
                          .key = key,
                          .scan = {static_cast<std::uint64_t>(window.ns), unit_costs, key.has_value()}});
    }
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
    for (Keying& each : keyings_) {
      if (!each.choice) continue;
      for (std::size_t event = 0; event < block_.size(); ++event)
        each.keys[event] = matches_.key(each.choice, number_of(event));
    }
  }

  Cost cost_of(const AskedRule& rule, std::size_t event) const noexcept {
    return rule.own_costs ? block_.cost_of(event) : rule.cost;
  }

  /// The rule that refused the event.
  std::optional<std::size_t> decide(std::size_t event) {
    const Instant now = block_.time(event);
    const std::uint64_t* const matching = matches_.of(number_of(event));
    const std::size_t words = matches_.words();
    std::fill(refusing_.begin(), refusing_.end(), 0);
    if (event + 1 < block_.size()) {  // the states that the next one needs are likely to be as far as memory
      for (const Keying& each : keyings_) each.states.ask_for(each.keys[event + 1]);
    }
    bool any_matching = false;
    bool any_refusing = false;
    for_each_bit(matching, words, [&](std::size_t index) {
      const AskedRule& rule = asked_[index];
      const Cost cost = cost_of(rule, event);
      any_matching = true;
      if (cost == 0 || rule.limiter->ask(rule.keys[event], now, cost)) return;
      refusing_[index / word_bits] |= std::uint64_t{1} << index % word_bits;
      any_refusing = true;
    });
    ++summary_.events;
    if (!any_matching) ++summary_.unmatched;
    if constexpr (figures) {
      count_unreadable(event);
      for (std::size_t word = 0; word < words; ++word) matched_freely_[word][event] = any_refusing ? 0 : matching[word];
    }
    if (!any_refusing) {
      ++summary_.passed;
      for (const std::size_t index : late_rules_) {
        const AskedRule& rule = asked_[index];
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
      const AskedRule& asked = asked_[index];
      if (cost_of(asked, event) == 0) return;
      if (!stays)
        asked.limiter->take_back(index < reached_before);
      else if (asked.keeps_late)
        asked.limiter->keep();
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
      of_rule.refused_cost += cost_of(asked_[index], event);
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
    for (std::size_t word = 0; word < matched_freely_.size(); ++word) {
      std::array<std::uint64_t, word_bits>& rows = matched_freely_[word];
      std::fill(rows.begin() + static_cast<std::ptrdiff_t>(block_.size()), rows.end(), 0);
      transpose(rows);
      const std::size_t first = word * word_bits;
      for (std::size_t index = first; index < std::min(first + word_bits, rules_.size()); ++index) {
        RunningRule& rule = rules_[index];
        const std::uint64_t freely = rows[index - first];
        RuleFigures& of_rule = summary_.rules[index];
        of_rule.matched += static_cast<std::uint64_t>(std::popcount(freely | rule.matched));
        of_rule.reached += static_cast<std::uint64_t>(std::popcount(freely | rule.reached));
        rule.taken |= freely;
      }
    }
    for (std::size_t shared = 0; shared < busiest_.size(); ++shared) record_busiest(shared);
    for (RunningRule& rule : rules_) rule.matched = rule.reached = rule.taken = 0;
  }

  void record_busiest(std::size_t place) {
    const std::uint64_t taken = rules_[busiest_[place].rules.front()].taken;
    const auto parts = [&](std::size_t rule) { return rules_[rule].taken != taken; };
    if (std::vector<std::size_t>& rules = busiest_[place].rules; std::any_of(rules.begin(), rules.end(), parts)) {
      SharedBusiest parted = busiest_[place];  // whose turn comes behind all others
      std::erase_if(rules, parts);
      std::erase_if(parted.rules, [&](std::size_t rule) { return !parts(rule); });
      busiest_.push_back(std::move(parted));
    }
    if (taken == 0) return;
    SharedBusiest& shared = busiest_[place];
    std::array<Cost, block_size> equal_costs;
    std::span<const Cost> costs;
    if (shared.own_costs) {
      costs = block_.cost;
    } else if (shared.cost != 1) {
      equal_costs.fill(shared.cost);
      costs = std::span(equal_costs).first(block_.size());
    }
    shared.scan.add_passed(block_.arrival.data(), costs, keying_of(shared.key).keys.data(), block_.size(), taken);
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
      of_rule.covered_by = covering(index);
    }
    for (SharedBusiest& shared : busiest_) {
      BusiestWithKeys busiest;
      if (shared.key)
        busiest = shared.scan.by_key().result(shared.window, instant_at);
      else
        busiest.of_key = shared.scan.without_keys().result(shared.window, instant_at);
      for (const std::size_t index : shared.rules) {
        summary_.rules[index].busiest = busiest.of_key;
        summary_.rules[index].busiest_keys = busiest.keys;
      }
    }
  }

  const Policy& policy_;
  const PolicyColumns& columns_;
  const RuleMatches& matches_;
  const Events& events_;
  Events block_;
  std::vector<Keying> keyings_;
  std::vector<AskedRule> asked_;
  std::vector<RunningRule> rules_;
  std::vector<std::size_t> late_rules_;
  std::vector<std::array<std::uint64_t, word_bits>> matched_freely_;  ///< by word and event, where no rule refused
  std::vector<SharedBusiest> busiest_;
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
