// The answers of a run, held against the limiter asked event by event.

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "generated.hpp"
#include "limiter/spec.hpp"
#include "replay/limiter_run.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

/// By the definition: one rule, built for the whole trace.
std::vector<Answer> asked_one_by_one(const AnyLimiter& limiter, const Events& events) {
  std::vector<Answer> answers;
  if (events.empty()) return answers;
  return with_rule(limiter, extent_of(events), [&](const auto& rule) {
    using Rule = std::remove_cvref_t<decltype(rule)>;
    std::optional<typename Rule::State> state;
    for (std::size_t event = 0; event < events.size(); ++event) {
      const Instant now = events.time(event);
      const Cost cost = events.cost_of(event);
      if (!state && cost > 0) state = rule.start(now);
      Answer answer;
      answer.passed = cost == 0 || rule.admit(*state, now, cost);
      const auto seen = state.value_or(rule.start(now));
      if (!answer.passed) answer.retry_after = rule.retry_after(seen, now, cost);
      answer.remaining = rule.room(seen, now);
      answer.reset = rule.until_settled(seen, now);
      if constexpr (Shaper<Rule>) {
        const Fraction delay(rule.departure(seen, now).delay, rule.ticks_per_ns());
        if (answer.passed) answer.delay = {delay.ceil()};
      }
      answers.push_back(answer);
    }
    return answers;
  });
}

}  // namespace

TEST_CASE("a run gives the answer to each event, however the trace is cut") {
  std::size_t refused = 0;
  std::size_t delayed = 0;
  for (const char* spec :
       {"fixed-window:limit=3,window=20ns", "fixed-window:limit=2,window=9ns,anchor=first",
        "sliding-log:limit=3,window=20ns", "sliding-log:limit=3,window=20ns,count=all",
        "sliding-counter:limit=3,window=20ns", "sliding-counter:limit=3,window=20ns,rounding=exact",
        "token-bucket:rate=3/7ns,burst=3", "token-bucket:rate=3/7ns,burst=3,initial=1/2", "gcra:rate=3/7ns,burst=3",
        "gcra:rate=1000000007/7s,burst=9/4", "leaky-bucket:rate=1/9ns,burst=3", "pacer:rate=1/9ns",
        "leaky-queue:rate=3/7ns,queue=2", "leaky-queue:rate=1000000007/7s,queue=2"}) {
    const AnyLimiter limiter = parse_limiter(spec);
    for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
      CAPTURE(spec, seed);
      GeneratedTrace trace(seed);
      const Events events = trace.events();
      std::vector<Answer> answers;
      const auto run = start_answering(limiter, {.outline = {events.unit_costs()}}, answers);
      for (std::size_t begin = 0; begin < events.size();) {
        const std::size_t count = 1 + trace.below(events.size() - begin);
        run->feed(events.part(begin, count));
        begin += count;
        REQUIRE(answers.size() == begin);
      }
      const bool same = answers == asked_one_by_one(limiter, events);
      REQUIRE(same);
      std::size_t passed = 0;
      for (const Answer& answer : answers) {
        passed += answer.passed ? 1U : 0U;
        refused += answer.passed ? 0U : 1U;
        delayed += answer.delay > Duration{0} ? 1U : 0U;
      }
      REQUIRE(run->summary().passed == passed);
      REQUIRE(run->summary().dropped == events.size() - passed);
    }
  }
  CHECK(refused > 10'000);
  CHECK(delayed > 500);
}

TEST_CASE("answers go on where a rule is taken over into a wider one") {
  const AnyLimiter limiter = parse_limiter("leaky-queue:rate=9223372036854775807/7s,queue=3");
  const std::vector<std::int64_t> times{0, 0, 0, 1'000'000'000, 4'000'000'000'000'000'000};
  const Events events{times};
  std::vector<Answer> answers;
  const auto run = start_answering(limiter, {}, answers);
  for (std::size_t event = 0; event < events.size(); ++event) run->feed(events.part(event, 1));
  const bool same = answers == asked_one_by_one(limiter, events);
  CHECK(same);
  CHECK(answers.size() == 5);
}
