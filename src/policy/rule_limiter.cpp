#include "policy/rule_limiter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <memory>
#include <new>
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
  RuleLimiterOf(const Rule& rule, StateRows& rows, std::size_t keys)
      : rule_(rule),
        alike_(rule.start({std::numeric_limits<std::int64_t>::min()}) ==
               rule.start({std::numeric_limits<std::int64_t>::max()})),
        rows_(rows),
        place_(rows.add(sizeof(State), alignof(State))),
        keys_(keys),
        begun_(alike_ ? 0 : keys),
        before_(rule.start({})) {}

  ~RuleLimiterOf() override {
    if constexpr (!std::is_trivially_destructible_v<State>)
      for (std::size_t key = 0; key < made_; ++key) std::destroy_at(&state_of(key));
  }

  void begin() override {
    first_ = rows_.at(0, place_);
    stride_ = rows_.stride();
    for (; made_ < keys_; ++made_) ::new (first_ + made_ * stride_) State(before_);
  }

  bool ask(KeyId key, Instant now, Cost cost) override {
    State& state = state_of(key);
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
    if constexpr (!is_small) rule_.admit(state_of(key_), now_, cost_);
  }

  void take_back(bool reached) override {
    if constexpr (is_small) state_of(key_) = before_;
    if (!reached && begins_) begun_[key_] = false;
  }

  bool keeps_late() const noexcept override { return !is_small; }

 private:
  using State = typename Rule::State;

  /// What is copied at once is decided in its place; the ring of a log is not.
  static constexpr bool is_small = std::is_trivially_copyable_v<State>;

  State& state_of(std::size_t key) const noexcept {
    return *std::launder(reinterpret_cast<State*>(first_ + key * stride_));
  }

  Rule rule_;
  bool alike_;  ///< all states begin alike, whatever the time
  const StateRows& rows_;
  std::size_t place_;
  std::size_t keys_;
  std::size_t made_ = 0;  ///< states
  // Of `rows_`, so that an event has to look at this alone.
  std::byte* first_ = nullptr;
  std::size_t stride_ = 0;
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

std::size_t StateRows::add(std::size_t size, std::size_t alignment) noexcept {
  const std::size_t place = (size_ + alignment - 1) / alignment * alignment;
  size_ = place + size;
  return place;
}

void StateRows::allot(std::size_t rows) {
  // No row lies in more lines than it has to.
  stride_ = size_ <= line ? std::bit_ceil(size_) : (size_ + line - 1) / line * line;
  first_.reset(static_cast<std::byte*>(::operator new (rows* stride_, std::align_val_t{line})));
}

std::unique_ptr<RuleLimiter> limiter_of(const PolicyRule& rule, const Extent& extent, std::size_t events,
                                        StateRows& rows, std::size_t keys) {
  try {
    return with_rule(
        rule.limiter, extent_for(rule, extent, events), [&](const auto& compiled) -> std::unique_ptr<RuleLimiter> {
          return std::make_unique<RuleLimiterOf<std::remove_cvref_t<decltype(compiled)>>>(compiled, rows, keys);
        });
  } catch (const Error& error) {
    throw Error(fmt::format("{}: rule {}: {}", rule.where, in_quotes(rule.name), error.what()));
  }
}

}  // namespace ratereplay
