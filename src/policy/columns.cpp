#include "policy/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text.hpp"

namespace ratereplay {

namespace {

/// Each once, and where it is first.
struct TestedColumns {
  std::vector<std::string> names;
  std::vector<std::string> places;
};

TestedColumns tested_columns(const PolicyRule& rule) {
  TestedColumns columns;
  for (std::size_t condition = 0; condition < rule.when.size(); ++condition) {
    const std::string& name = rule.when[condition].column();
    if (std::find(columns.names.begin(), columns.names.end(), name) != columns.names.end()) continue;
    columns.names.push_back(name);
    columns.places.push_back(rule.when_at[condition]);
  }
  return columns;
}

std::vector<std::string> cells_of(const Keys& keys, std::size_t choice, std::size_t columns, KeyId key) {
  const std::string_view text = keys.text(choice, key);
  if (columns == 1) return {std::string(text)};
  std::vector<std::string> cells;
  for (const std::string_view cell : key_cells_of(text)) cells.push_back(unmarked(cell));
  return cells;
}

/// `asked_by`: what asks for the columns, `places`: where each is asked for.
std::optional<std::size_t> choice_of(KeyChoices& choices, const std::vector<std::string>& columns,
                                     const std::vector<std::string>& places, const std::string& asked_by) {
  if (columns.empty()) return std::nullopt;
  std::vector<KeyColumn> choice;
  choice.reserve(columns.size());
  for (std::size_t column = 0; column < columns.size(); ++column)
    choice.push_back({{columns[column]}, fmt::format("{}, {}", asked_by, places[column])});
  const auto same_names = [](const KeyColumn& a, const KeyColumn& b) { return a.names == b.names; };
  const auto known = std::find_if(choices.begin(), choices.end(), [&](const std::vector<KeyColumn>& other) {
    return std::equal(choice.begin(), choice.end(), other.begin(), other.end(), same_names);
  });
  const auto index = static_cast<std::size_t>(known - choices.begin());
  if (known == choices.end()) choices.push_back(std::move(choice));
  return index;
}

/// What became of all conditions of a rule.
Condition::Result tested(const PolicyRule& rule, const std::vector<std::string>& columns,
                         const std::vector<std::string>& cells) {
  Condition::Result result = Condition::Result::holds;
  for (const Condition& condition : rule.when) {
    const auto column = std::find(columns.begin(), columns.end(), condition.column()) - columns.begin();
    const Condition::Result each = condition.test(cells[static_cast<std::size_t>(column)]);
    if (each == Condition::Result::not_a_number) return each;
    if (each == Condition::Result::fails) result = each;
  }
  return result;
}

}  // namespace

PolicyColumns::PolicyColumns(const Policy& policy, KeyChoices& choices) {
  for (const PolicyRule& rule : policy.rules) {
    const std::string of_rule = "of the rule " + in_quotes(rule.name);
    const TestedColumns tested = tested_columns(rule);
    tested_.push_back(choice_of(choices, tested.names, tested.places, "when " + of_rule));
    keys_.push_back(choice_of(choices, rule.key, rule.key_at, "key " + of_rule));
  }
  client_ = choice_of(choices, policy.client, policy.client_at, "client");
}

RuleMatches::RuleMatches(const Policy& policy, const PolicyColumns& columns, std::shared_ptr<const Keys> keys)
    : keys_(std::move(keys)), words_((policy.rules.size() + 63) / 64) {
  const std::size_t numbers = keys_ ? keys_->combinations() : 1;
  matches_.resize(numbers * words_);
  unreadable_.resize(numbers * words_);
  for (std::size_t rule = 0; rule < policy.rules.size(); ++rule) {
    const std::uint64_t bit = std::uint64_t{1} << rule % 64;
    const auto mark = [&](std::size_t number, Condition::Result result) {
      if (result == Condition::Result::holds) matches_[number * words_ + rule / 64] |= bit;
      if (result == Condition::Result::not_a_number) unreadable_[number * words_ + rule / 64] |= bit;
    };
    const std::optional<std::size_t>& choice = columns.tested(rule);
    if (!choice) {
      for (std::size_t number = 0; number < numbers; ++number) mark(number, Condition::Result::holds);
      continue;
    }
    const std::vector<std::string> names = tested_columns(policy.rules[rule]).names;
    std::vector<Condition::Result> results(keys_->size(*choice));
    for (std::size_t key = 0; key < results.size(); ++key) {
      const std::vector<std::string> cells = cells_of(*keys_, *choice, names.size(), static_cast<KeyId>(key));
      results[key] = tested(policy.rules[rule], names, cells);
    }
    for (std::size_t number = 0; number < numbers; ++number)
      mark(number, results[keys_->key_of(*choice, static_cast<KeyId>(number))]);
  }
}

}  // namespace ratereplay
