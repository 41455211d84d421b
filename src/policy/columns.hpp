#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/events.hpp"
#include "core/key_id.hpp"
#include "core/keys.hpp"
#include "policy/rules.hpp"
#include "trace/load.hpp"

namespace ratereplay {

/// Choices of key that are asked of a trace, as LoadOptions::key_columns has them.
using KeyChoices = std::vector<std::vector<KeyColumn>>;

/// The columns that a policy asks of a trace, as choices of key: what a rule tests, whose limiter it is, who sent the
/// event. A condition is then tested once for each combination of cells, and not for each event.
class PolicyColumns {
 public:
  /// `choices`: to which those that are new are added.
  PolicyColumns(const Policy& policy, KeyChoices& choices);

  // By rule; none where it is the same for all events.
  const std::optional<std::size_t>& tested(std::size_t rule) const noexcept { return tested_[rule]; }
  const std::optional<std::size_t>& key(std::size_t rule) const noexcept { return keys_[rule]; }
  const std::optional<std::size_t>& client() const noexcept { return client_; }

 private:
  std::vector<std::optional<std::size_t>> tested_;
  std::vector<std::optional<std::size_t>> keys_;
  std::optional<std::size_t> client_;
};

/// Which rules match an event, by the number that it bears.
class RuleMatches {
 public:
  /// `keys`: of the trace, none where the policy asks for no column. Throws Error.
  RuleMatches(const Policy& policy, const PolicyColumns& columns, std::shared_ptr<const Keys> keys);

  /// How many words of 64 rules there are.
  std::size_t words() const noexcept { return words_; }
  /// Bit i % 64 of word i / 64: whether rule i matches.
  const std::uint64_t* of(KeyId number) const noexcept { return &matches_[number * words_]; }
  /// The same: whether a cell of it is not the number that a condition asks for.
  const std::uint64_t* unreadable(KeyId number) const noexcept { return &unreadable_[number * words_]; }

  /// Under a choice of PolicyColumns; 0 for none.
  KeyId key(const std::optional<std::size_t>& choice, KeyId number) const noexcept {
    return choice ? keys_->key_of(*choice, number) : 0;
  }
  /// How many there are.
  std::size_t size(const std::optional<std::size_t>& choice) const noexcept {
    return choice ? keys_->size(*choice) : 1;
  }

 private:
  std::shared_ptr<const Keys> keys_;
  std::size_t words_;
  std::vector<std::uint64_t> matches_;
  std::vector<std::uint64_t> unreadable_;
};

}  // namespace ratereplay
