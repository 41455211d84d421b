#include "policy/rule_limiter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/limiter.hpp"

namespace ratereplay {

namespace {

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
  std::vector<char> begun_;
  // Of the event that was asked about last.
  KeyId key_ = 0;
  bool begins_ = false;  ///< with it the key's clock
  State before_;
  Instant now_;
  Cost cost_ = 0;
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

}  // namespace

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

}  // namespace ratereplay
