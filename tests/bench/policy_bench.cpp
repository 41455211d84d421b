// What an event costs a policy of twenty rules, of which it meets all or, by its path, five: its decision alone, and
// all that is reported of each rule. The trace is a million events a millisecond apart of 10,000 clients, as popular as
// Zipf's law has them, and four paths.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "policy/columns.hpp"
#include "policy/policy_run.hpp"
#include "policy/rules.hpp"
#include "simulation/distributions.hpp"

using namespace ratereplay;

namespace {

constexpr std::size_t event_count = 1'000'000;
constexpr std::uint64_t clients = 10'000;
constexpr std::uint64_t paths = 4;

/// `of_path`: a rule is for one path in four. All have a key, but for every fifth.
Policy policy_of(std::size_t rules, bool of_path) {
  constexpr const char* limiters[] = {"gcra:rate=50/s,burst=100",        "token-bucket:rate=600/m,burst=600",
                                      "fixed-window:rate=1000/m",        "sliding-counter:rate=10000/h",
                                      "leaky-bucket:rate=30/s,burst=90", "sliding-log:rate=100/s"};
  std::string text = "commit = \"all-or-none\"\n";
  for (std::size_t rule = 0; rule < rules; ++rule) {
    const bool shared = rule % 5 == 4;
    text += fmt::format("[[rule]]\nname = \"{}\"\nlimiter = \"{}\"\n", rule,
                        shared ? "gcra:rate=1000/s,burst=1000" : limiters[rule % std::size(limiters)]);
    if (!shared) text += "key = \"client\"\n";
    if (of_path) text += fmt::format("when = \"path={}\"\n", rule % paths);
  }
  return parse_policy(text, "rules.toml");
}

struct Replayed {
  Replayed(std::size_t rules, bool of_path) : policy(policy_of(rules, of_path)), columns(policy, asked) {
    std::vector<KeyChoice> choices;
    for (const std::vector<KeyColumn>& each : asked)
      choices.push_back({each.front().names.front(), {each.front().names.front() == "client" ? 0U : 1U}});
    const auto keys = std::make_shared<Keys>(choices, ~std::size_t{0});
    const Zipf popular(clients, 1);
    Random random(3);
    KeyTexts texts;
    for (std::size_t event = 0; event < event_count; ++event) {
      trace.arrival.push_back(static_cast<std::int64_t>(event) * 1'000'000);
      texts.add(fmt::format("client-{}", popular.rank(random)) +
                (of_path ? fmt::format(",{}", random.below(paths)) : std::string()));
    }
    keys->intern(texts, trace.key);
    matches = std::make_unique<RuleMatches>(policy, columns, keys);
  }

  KeyChoices asked;
  Policy policy;
  PolicyColumns columns;
  EventColumns trace;
  std::unique_ptr<RuleMatches> matches;
};

template <PolicySummary (*run)(const Policy&, const PolicyColumns&, const RuleMatches&, const Events&, const Extent&,
                               const std::function<void(const PolicyDecision&)>&)>
void measure(benchmark::State& state, std::size_t rules, bool of_path) {
  const Replayed replayed(rules, of_path);
  const Events events = replayed.trace.events();
  const Extent extent = extent_of(events);
  std::uint64_t passed = 0;
  for (auto _ : state) {
    passed = run(replayed.policy, replayed.columns, *replayed.matches, events, extent, {}).passed;
    benchmark::DoNotOptimize(passed);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(event_count));
}

void one_rule(benchmark::State& state) {
  measure<decide_policy>(state, 1, false);
  state.counters["floor"] = 1;
}
void decide_5_of_20(benchmark::State& state) { measure<decide_policy>(state, 20, true); }
void decide_20_of_20(benchmark::State& state) { measure<decide_policy>(state, 20, false); }
void report_5_of_20(benchmark::State& state) { measure<run_policy>(state, 20, true); }
void report_20_of_20(benchmark::State& state) { measure<run_policy>(state, 20, false); }

}  // namespace

BENCHMARK(one_rule)->UseRealTime();
BENCHMARK(decide_5_of_20)->UseRealTime();
BENCHMARK(decide_20_of_20)->UseRealTime();
BENCHMARK(report_5_of_20)->UseRealTime();
BENCHMARK(report_20_of_20)->UseRealTime();
