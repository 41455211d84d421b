#include "policy/rules.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/error.hpp"

using namespace ratereplay;

// tests/golden/policy.t has what is said of rules that are no good.

namespace {

bool can_hold(const std::vector<std::string>& texts) {
  std::vector<Condition> conditions;
  for (const std::string& text : texts) conditions.emplace_back(text);
  return can_all_hold(conditions);
}

const std::string limiter = "limiter = \"pacer:rate=1/s\"\n";

std::string rule(const std::string& name, const std::string& more = "") {
  return "[[rule]]\nname = \"" + name + "\"\n" + limiter + more;
}

std::vector<std::string> names_of(const Policy& policy) {
  std::vector<std::string> names;
  for (const PolicyRule& each : policy.rules) names.push_back(each.name);
  return names;
}

}  // namespace

TEST_CASE("rules stand by layer, by priority and then as in the file") {
  const Policy policy =
      parse_policy("layers = [\"edge\", \"service\"]\n" + rule("a", "layer = \"service\"\n") +
                       rule("b", "layer = \"edge\"\npriority = 5\n") + rule("c", "layer = \"edge\"\n") +
                       rule("d", "layer = \"service\"\npriority = -1\n") + rule("e", "layer = \"edge\"\n"),
                   "rules.toml");
  CHECK(names_of(policy) == std::vector<std::string>{"c", "e", "b", "d", "a"});
  CHECK(policy.layers == std::vector<std::string>{"edge", "service"});
  CHECK(policy.rules[2].where == "rules.toml:6");
  CHECK(policy.rules[2].layer == 0);
  CHECK(policy.rules[3].layer == 1);
}

TEST_CASE("layers that are not listed stand as they are met first, and none has one without a name") {
  const Policy met = parse_policy(
      rule("a", "layer = \"x\"\n") + rule("b", "layer = \"y\"\n") + rule("c", "layer = \"x\"\n"), "rules.toml");
  CHECK(met.layers == std::vector<std::string>{"x", "y"});
  CHECK(names_of(met) == std::vector<std::string>{"a", "c", "b"});
  CHECK(parse_policy(rule("a"), "rules.toml").layers == std::vector<std::string>{""});
}

TEST_CASE("what a rule leaves out has a standard") {
  const Policy policy = parse_policy(rule("a"), "rules.toml");
  CHECK(policy.commit == Commit::in_order);
  CHECK(policy.client.empty());
  CHECK_FALSE(policy.cost_column);
  const PolicyRule& only = policy.rules.front();
  CHECK(only.when.empty());
  CHECK(only.key.empty());
  CHECK(only.cost == 1);
  CHECK_FALSE(only.cost_column);
  CHECK_FALSE(only.shadow);
}

TEST_CASE("keys, conditions and costs are read in each of their forms") {
  const Policy policy =
      parse_policy("commit = \"by-layer\"\nclient = [\"host\", \"user\"]\n" +
                       rule("a", "key = \"host,path\"\nwhen = \"mag>=5\"\ncost = \"bytes\"\n") +
                       rule("b", "key = [\"host\", \"path\"]\nwhen = [\"mag>=5\", \"mag<7\"]\ncost = 3\n") +
                       rule("c", "shadow = true\ncost = \"bytes\"\n"),
                   "rules.toml");
  CHECK(policy.commit == Commit::by_layer);
  CHECK(policy.client == std::vector<std::string>{"host", "user"});
  CHECK(policy.cost_column == "bytes");
  CHECK(policy.rules[0].key == policy.rules[1].key);
  CHECK(policy.rules[0].cost_column == "bytes");
  CHECK(policy.rules[1].cost == 3);
  CHECK(policy.rules[1].when.size() == 2);
  CHECK(policy.rules[2].shadow);
  // Who sent an event is else what the first key says.
  CHECK(parse_policy(rule("a") + rule("b", "key = \"user\"\n"), "rules.toml").client ==
        std::vector<std::string>{"user"});
}

TEST_CASE("conditions that no cell can meet are found out") {
  CHECK_FALSE(can_hold({"mag>=5", "mag<5"}));
  CHECK_FALSE(can_hold({"mag>5", "mag<=5"}));
  CHECK_FALSE(can_hold({"mag>7", "mag<-7"}));
  CHECK_FALSE(can_hold({"mag=5", "mag=6"}));
  CHECK_FALSE(can_hold({"mag=5", "mag!=5.0"}));
  CHECK_FALSE(can_hold({"path=/a", "path=/b"}));
  CHECK_FALSE(can_hold({"path='x'", "path!='x'"}));
  CHECK_FALSE(can_hold({"path<'a'", "path>'b'"}));
  CHECK_FALSE(can_hold({"host=x", "mag>3", "mag<2"}));
  CHECK_FALSE(can_hold({"path<''"}));
}

TEST_CASE("conditions that a cell can meet are left alone") {
  CHECK(can_hold({}));
  CHECK(can_hold({"mag>=5"}));
  CHECK(can_hold({"mag>=5", "mag<=5"}));
  CHECK(can_hold({"mag>5", "mag<5.0000001"}));
  CHECK(can_hold({"mag>-5", "mag<-4.9"}));
  CHECK(can_hold({"mag>-1", "mag<0"}));
  CHECK(can_hold({"mag>0", "mag<1", "mag!=0.5"}));
  CHECK(can_hold({"mag!=0", "mag>-3", "mag<3"}));
  CHECK(can_hold({"mag<-999999999999999999999"}));
  CHECK(can_hold({"mag>999999999999999999999"}));
  CHECK(can_hold({"mag=5", "mag!='5'"}));
  CHECK(can_hold({"mag=5", "mag!='5'", "mag!='5.0'"}));
  CHECK(can_hold({"mag!=5", "mag!=6", "mag!=''"}));
  CHECK(can_hold({"mag>1e3", "mag<1e3"}));  // not looked into
  CHECK(can_hold({"path>'a'", "path<'b'"}));
  CHECK(can_hold({"path>'b'"}));
  CHECK(can_hold({"path<'b'"}));
  CHECK(can_hold({"path!=/a", "path!=/b"}));
  CHECK(can_hold({"path=/a", "host=/b"}));
}
