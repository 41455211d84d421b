#include "policy/rules.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include "core/error.hpp"
#include "core/text.hpp"
#include "limiter/spec.hpp"
#include "policy/toml_text.hpp"

namespace ratereplay {

namespace {

/// Reads a policy of one file, whose name stands in every complaint.
class PolicyReader {
 public:
  explicit PolicyReader(const std::string& name) : name_(name) { policy_.name = name; }

  Policy read(const toml::table& root) {
    check_keys(root, {"commit", "layers", "client", "rule"}, "a policy");
    if (const toml::node* const node = root.get("commit")) policy_.commit = commit_of(*node);
    if (const toml::node* const node = root.get("client"))
      std::tie(policy_.client, policy_.client_at) = columns_of(*node, "client");
    if (const toml::node* const node = root.get("layers")) read_layers(*node);
    const toml::node* const rules = root.get("rule");
    if (rules == nullptr) throw Error(name_ + ": there is no rule; write [[rule]] above each");
    const toml::array* const array = rules->as_array();
    if (array == nullptr || !array->is_array_of_tables())
      fail(*rules, "write [[rule]] above each rule, with two brackets");
    if (array->size() > Policy::most_rules) {
      fail(*rules, fmt::format("{} rules are more than the {} that are taken", grouped(Int128{array->size()}),
                               grouped(Int128{Policy::most_rules})));
    }
    for (const toml::node& rule : *array) read_rule(*rule.as_table());
    settle_layers();
    std::stable_sort(policy_.rules.begin(), policy_.rules.end(), [](const PolicyRule& a, const PolicyRule& b) {
      return std::pair(a.layer, a.priority) < std::pair(b.layer, b.priority);
    });
    if (policy_.client.empty()) {
      const auto with_key = std::find_if(policy_.rules.begin(), policy_.rules.end(),
                                         [](const PolicyRule& rule) { return !rule.key.empty(); });
      if (with_key != policy_.rules.end()) {
        policy_.client = with_key->key;
        policy_.client_at = with_key->key_at;
      }
    }
    return std::move(policy_);
  }

 private:
  std::string place_of(const toml::source_region& source) const {
    return fmt::format("{}:{}:{}", name_, source.begin.line, source.begin.column);
  }

  [[noreturn]] void fail(const toml::node& node, std::string_view what) const {
    throw Error(fmt::format("{}: {}", place_of(node.source()), what));
  }

  /// The same of a rule that is known by its name.
  [[noreturn]] void fail(const toml::node& node, const PolicyRule& rule, std::string_view what) const {
    fail(node, fmt::format("rule {}: {}", in_quotes(rule.name), what));
  }

  void check_keys(const toml::table& table, const std::vector<std::string>& known, std::string_view what) const {
    for (const auto& [key, node] : table) {
      if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
      const std::string mend = suggestion(key.str(), known);
      throw Error(fmt::format("{}: {} has no {}{}", place_of(key.source()), what, in_quotes(key.str()),
                              mend.empty() ? fmt::format("; it has {}", joined(known, ", ")) : mend));
    }
  }

  std::string text_of(const toml::node& node, std::string_view key) const {
    if (!node.is_string()) fail(node, fmt::format("{} is a text; put it in quotes", key));
    std::string text = **node.as_string();
    if (trimmed(text).empty()) fail(node, fmt::format("{} is empty; leave it out, or give it a value", key));
    return text;
  }

  /// A text, or an array of some.
  std::vector<std::pair<std::string, const toml::node*>> texts_of(const toml::node& node, std::string_view key) const {
    std::vector<std::pair<std::string, const toml::node*>> texts;
    if (const toml::array* const array = node.as_array()) {
      for (const toml::node& each : *array) texts.emplace_back(text_of(each, key), &each);
      if (texts.empty()) fail(node, fmt::format("{} is empty; leave it out, or give it a value", key));
    } else {
      texts.emplace_back(text_of(node, key), &node);
    }
    return texts;
  }

  /// "host", "host,user" or ["host", "user"], and where each stands.
  std::pair<std::vector<std::string>, std::vector<std::string>> columns_of(const toml::node& node,
                                                                           std::string_view key) const {
    std::vector<std::string> columns;
    std::vector<std::string> places;
    for (const auto& [text, place] : texts_of(node, key)) {
      for (const std::string_view column : split(text, ',')) {
        if (column.empty()) fail(*place, fmt::format("{} {}: a column without a name", key, in_quotes(text)));
        if (std::find(columns.begin(), columns.end(), column) != columns.end())
          fail(*place, fmt::format("{} names the column {} twice; name it once", key, in_quotes(column)));
        columns.emplace_back(column);
        places.push_back(place_of(place->source()));
      }
    }
    return {std::move(columns), std::move(places)};
  }

  Commit commit_of(const toml::node& node) const {
    const std::vector<std::string> names = commit_names();
    const std::string text = text_of(node, "commit");
    const auto found = std::find(names.begin(), names.end(), text);
    if (found == names.end())
      fail(node, fmt::format("commit is {}, not {}{}", joined(names, ", "), in_quotes(text), suggestion(text, names)));
    return static_cast<Commit>(found - names.begin());
  }

  void read_layers(const toml::node& node) {
    for (const auto& [text, place] : texts_of(node, "layers")) {
      if (std::find(policy_.layers.begin(), policy_.layers.end(), text) != policy_.layers.end())
        fail(*place, fmt::format("layers names {} twice; name it once", in_quotes(text)));
      policy_.layers.push_back(text);
    }
    named_layers_ = true;
  }

  std::size_t layer_of(const toml::node& node, const PolicyRule& rule) {
    const std::string text = text_of(node, "layer");
    const auto found = std::find(policy_.layers.begin(), policy_.layers.end(), text);
    const auto layer = static_cast<std::size_t>(found - policy_.layers.begin());
    if (found != policy_.layers.end()) return layer;
    if (named_layers_) {
      const std::string mend = suggestion(text, policy_.layers);
      fail(node, rule,
           fmt::format("no layer {}{}", in_quotes(text),
                       mend.empty() ? fmt::format("; layers has {}", joined(policy_.layers, ", ")) : mend));
    }
    policy_.layers.push_back(text);
    return layer;
  }

  void read_cost(const toml::node& node, PolicyRule& rule) {
    const toml::value<std::int64_t>* const number = node.as_integer();
    if (number != nullptr && **number >= 1) {
      rule.cost = **number;
      return;
    }
    if (!node.is_string()) fail(node, rule, "a cost is a whole number from 1 on, or the name of a column in quotes");
    const std::string column = text_of(node, "cost");
    if (policy_.cost_column && *policy_.cost_column != column) {
      fail(node, rule,
           fmt::format("costs of the column {}, and another rule has those of {}; take one column for all",
                       in_quotes(column), in_quotes(*policy_.cost_column)));
    }
    if (!policy_.cost_column)
      policy_.cost_asked_by = fmt::format("cost of the rule {}, {}", in_quotes(rule.name), place_of(node.source()));
    policy_.cost_column = rule.cost_column = column;
  }

  template <class Parse>
  auto parsed(const toml::node& node, const PolicyRule& rule, std::string_view text, const Parse& parse) const {
    try {
      return parse(text);
    } catch (const Error& error) {
      fail(node, rule, error.what());
    }
  }

  /// In the words of a rule.
  static Condition condition_of(std::string_view text) {
    try {
      return Condition(text);
    } catch (const Error& error) {
      constexpr std::string_view option = "--where ";
      std::string_view what = error.what();
      if (what.substr(0, option.size()) == option) what.remove_prefix(option.size());
      throw Error("when " + std::string(what));
    }
  }

  void read_rule(const toml::table& table) {
    check_keys(table, {"name", "layer", "when", "key", "cost", "limiter", "priority", "shadow"}, "a rule");
    const toml::node* const name = table.get("name");
    if (name == nullptr) fail(table, "a rule without a name; give it one, as name = \"login\"");
    const toml::node* const limiter = table.get("limiter");
    PolicyRule rule{.name = text_of(*name, "name"), .where = {}, .limiter = {}};
    rule.where = fmt::format("{}:{}", name_, table.source().begin.line);
    const auto [same, is_new] = lines_.emplace(rule.name, table.source().begin.line);
    if (!is_new) fail(*name, rule, fmt::format("there is one of this name in line {}; give another", same->second));
    if (limiter == nullptr)
      fail(table, rule, "it has no limiter; give one, as limiter = \"token-bucket:rate=5/s,burst=5\"");
    rule.limiter = parsed(*limiter, rule, text_of(*limiter, "limiter"),
                          [](std::string_view text) { return parse_limiter(std::string(text)); });
    if (const toml::node* const node = table.get("layer")) rule.layer = layer_of(*node, rule);
    without_layer_.push_back(table.get("layer") == nullptr);
    if (const toml::node* const node = table.get("key")) std::tie(rule.key, rule.key_at) = columns_of(*node, "key");
    if (const toml::node* const node = table.get("cost")) read_cost(*node, rule);
    if (const toml::node* const node = table.get("when")) {
      for (const auto& [text, place] : texts_of(*node, "when")) {
        rule.when.push_back(parsed(*place, rule, text, condition_of));
        rule.when_at.push_back(place_of(place->source()));
      }
      if (!can_all_hold(rule.when))
        fail(*node, rule, "no event can meet all of its conditions, so that it would never match; change one");
    }
    if (const toml::node* const node = table.get("priority")) {
      if (!node->is_integer()) fail(*node, rule, "priority is a whole number");
      rule.priority = **node->as_integer();
    }
    if (const toml::node* const node = table.get("shadow")) {
      if (!node->is_boolean()) fail(*node, rule, "shadow is true or false");
      rule.shadow = **node->as_boolean();
    }
    policy_.rules.push_back(std::move(rule));
  }

  /// A rule without a layer is fine where there is none.
  void settle_layers() {
    if (policy_.layers.empty()) {
      policy_.layers.emplace_back();
      return;
    }
    for (std::size_t rule = 0; rule < policy_.rules.size(); ++rule) {
      if (!without_layer_[rule]) continue;
      throw Error(fmt::format("{}: rule {}: it names no layer, and others do; give it one of {}",
                              policy_.rules[rule].where, in_quotes(policy_.rules[rule].name),
                              joined(policy_.layers, ", ")));
    }
  }

  const std::string& name_;
  Policy policy_;
  bool named_layers_ = false;
  std::vector<bool> without_layer_;                  ///< by rule
  std::map<std::string, toml::source_index> lines_;  ///< of the names
};

/// What a condition compares with, without quotes.
std::string literal_of(const Condition& condition) {
  const std::string& text = condition.text();
  const std::size_t operator_at = text.find_first_of("=!<>");
  std::string_view literal = trimmed(std::string_view(text).substr(text.find_first_not_of("=!<>", operator_at)));
  if (literal.size() >= 2 && (literal.front() == '\'' || literal.front() == '"') && literal.back() == literal.front())
    literal = literal.substr(1, literal.size() - 2);
  return std::string(literal);
}

/// The same decimal in more digits than anybody writes; with a 1 behind them it is just further from 0.
std::string longer(std::string_view number) {
  const bool has_point = number.find('.') != std::string_view::npos;
  return std::string(number) + (has_point ? "" : ".") + std::string(30, '0');
}

}  // namespace

std::vector<std::string> commit_names() { return {"all-or-none", "by-layer", "in-order"}; }

Policy parse_policy(std::string_view text, const std::string& name) {
  check_toml_text(text, name);
  try {
    const toml::table root = toml::parse(text, name);
    return PolicyReader(name).read(root);
  } catch (const toml::parse_error& error) {
    const toml::source_position& begin = error.source().begin;
    throw Error(fmt::format("{}:{}:{}: not TOML: {}", name, begin.line, begin.column, printable(error.description())));
  }
}

// Each condition splits the cells of its column in those before what it compares with, that itself and those behind.
// Of every stretch between two of those one cell is tried.
bool can_all_hold(const std::vector<Condition>& conditions) {
  std::map<std::string, std::vector<const Condition*>> by_column;
  for (const Condition& condition : conditions) by_column[condition.column()].push_back(&condition);
  return std::all_of(by_column.begin(), by_column.end(), [](const auto& column) {
    const std::vector<const Condition*>& of_column = column.second;
    std::vector<std::string> cells{
        "", "0", "0.0000000000000000000000000000001", "-0.0000000000000000000000000000001", "1e300", "-1e300", "x"};
    for (const Condition* const condition : of_column) {
      const std::string literal = literal_of(*condition);
      if (literal.find_first_of("eE") != std::string::npos && read_decimal_text(literal)) return true;
      cells.push_back(literal);
      cells.push_back(literal + '\x01');
      cells.push_back(longer(literal));
      cells.push_back(longer(literal) + '1');
    }
    return std::any_of(cells.begin(), cells.end(), [&](const std::string& cell) {
      return std::all_of(of_column.begin(), of_column.end(), [&](const Condition* const condition) {
        return condition->test(cell) == Condition::Result::holds;
      });
    });
  });
}

}  // namespace ratereplay
