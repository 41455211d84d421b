#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "replay/keyed_replay.hpp"
#include "replay/limiter_run.hpp"
#include "replay/recorders.hpp"
#include "replay/replay.hpp"

namespace ratereplay {

// Runs of limiters, of every one a loop of its own for all that can be recorded. The files that compile them, one for
// the algorithms and markers and one for the dialects, are those that take longest.

/// Everything that a summary has.
struct Summarizing {
  RunOptions options;

  template <Limiter Rule>
  auto recorder_for(const Rule& rule, Instant first) const {
    if constexpr (Shaper<Rule>) {
      using Ticks = decltype(rule.departure(std::declval<const typename Rule::State&>(), first).at);
      return ShaperRecorder<Ticks>(options, first, rule.ticks_per_ns());
    } else if constexpr (Marker<Rule>) {
      return MarkerRecorder(options);
    } else {
      return SummaryRecorder(options);
    }
  }
};

/// What passed and what was dropped, and nothing else.
struct Counting {
  RunOptions options;

  struct Recorder {
    Tallies tallies;

    void record(const Events& events, std::uint64_t passed, const KeyId* /*keys*/ = nullptr) {
      tallies.record(events, passed);
    }
    ReplaySummary summary() const { return tallies.summary(); }
  };

  template <Limiter Rule>
  Recorder recorder_for(const Rule& /*rule*/, Instant /*first*/) const {
    return {Tallies(options.outline)};
  }
};

/// The same with the busiest window.
struct Watching {
  RunOptions options;

  struct Arrivals {
    Tallies tallies;
    ArrivalWindows busiest;

    void record(const Events& events, std::uint64_t passed, const KeyId* keys = nullptr) {
      tallies.record(events, passed);
      busiest.record(events, passed, keys);
    }
    ReplaySummary summary() {
      ReplaySummary summary = tallies.summary();
      busiest.sum_up(summary);
      return summary;
    }
  };

  template <class Ticks>
  struct Shaped {
    Tallies tallies;
    Departures<Ticks> departures;

    Shaped(const RunOptions& options, Departures<Ticks> none) : tallies(options.outline), departures(std::move(none)) {}
    template <class Narrow>
    explicit Shaped(Shaped<Narrow>&& narrow)
        : tallies(std::move(narrow.tallies)), departures(std::move(narrow.departures)) {}

    template <Shaper Rule>
    void observe(const Rule& rule, const typename Rule::State& state, const Decision& decision) {
      departures.set(decision.place, rule.departure(state, decision.now).at);
    }
    void record(const Events& events, std::uint64_t passed, const KeyId* keys = nullptr) {
      tallies.record(events, passed);
      departures.record(events, passed, keys);
    }
    ReplaySummary summary() {
      ReplaySummary summary = tallies.summary();
      departures.sum_up(summary);
      return summary;
    }
  };

  template <Limiter Rule>
  auto recorder_for(const Rule& rule, Instant first) const {
    if constexpr (Shaper<Rule>) {
      using Ticks = decltype(rule.departure(std::declval<const typename Rule::State&>(), first).at);
      return Shaped<Ticks>(options, Departures<Ticks>(options, first, rule.ticks_per_ns()));
    } else {
      return Arrivals{Tallies(options.outline), ArrivalWindows(options)};
    }
  }
};

/// Each decision, and of one event also why.
struct Deciding {
  struct Told {
    std::vector<std::uint64_t> passed;
    std::size_t events = 0;
    bool explains = false;
    Verdict verdict;
  };

  RunOptions options;
  Told* told;

  struct Recorder {
    Told* told;

    template <Limiter Rule>
    void expect(const Rule& rule, const typename Rule::State& state, const Decision& decision) {
      if (told->explains) [[unlikely]]
        told->verdict = {false, rule.room(state, decision.now), rule.describe(state, decision.now), {}};
    }
    template <Limiter Rule>
    void observe(const Rule& rule, const typename Rule::State& state, const Decision& decision) {
      if (!told->explains) [[likely]]
        return;
      told->verdict.passed = decision.passed;
      if (!decision.passed) told->verdict.retry_after = rule.retry_after(state, decision.now, decision.cost);
    }
    void record(const Events& events, std::uint64_t passed, const KeyId* /*keys*/ = nullptr) {
      const std::size_t place = told->events % 64;
      if (place == 0)
        told->passed.push_back(passed);
      else
        told->passed.back() |= passed << place;
      if (place + events.size() > 64) told->passed.push_back(passed >> (64 - place));
      told->events += events.size();
    }
    ReplaySummary summary() const { return {}; }
  };

  template <Limiter Rule>
  Recorder recorder_for(const Rule& /*rule*/, Instant /*first*/) const {
    return {told};
  }
};

/// What passed and what was dropped, and the answer to each event.
struct Answering {
  RunOptions options;
  std::vector<Answer>* answers;

  struct Recorder {
    std::vector<Answer>* answers;
    Tally tally = {};

    template <Limiter Rule>
    void observe(const Rule& rule, const typename Rule::State& state, const Decision& decision) {
      Answer answer;
      answer.passed = decision.passed;
      if (!decision.passed) answer.retry_after = rule.retry_after(state, decision.now, decision.cost);
      if constexpr (Shaper<Rule>) {
        if (decision.passed)
          answer.delay = {ceil_div<Int128>(rule.departure(state, decision.now).delay, rule.ticks_per_ns())};
      }
      answer.remaining = rule.room(state, decision.now);
      answer.reset = rule.until_settled(state, decision.now);
      answers->push_back(answer);
    }
    void record(const Events& events, std::uint64_t passed, const KeyId* /*keys*/ = nullptr) noexcept {
      tally.record(events, passed);
    }
    ReplaySummary summary() const { return tally.summary(); }
  };

  template <Limiter Rule>
  Recorder recorder_for(const Rule& /*rule*/, Instant /*first*/) const {
    return {answers};
  }
};

/// One state for all events.
template <class Rule>
class SharedState {
 public:
  SharedState() = default;
  template <class Narrow>
  explicit SharedState(SharedState<Narrow>&& narrow) {
    if (narrow.state_) state_ = Rule::widened(*narrow.state_);
  }

  template <class R>
  void feed(const Rule& rule, const RunOptions& /*options*/, const Events& block, R& recorder) {
    replay(rule, state_, block, recorder);
  }

 private:
  template <class>
  friend class SharedState;

  std::optional<typename Rule::State> state_;
};

/// One for each key.
template <class Rule>
class StateOfEach {
 public:
  StateOfEach() = default;
  template <class Narrow>
  explicit StateOfEach(StateOfEach<Narrow>&& narrow) : states_(std::move(narrow.states_)) {}

  template <class R>
  void feed(const Rule& rule, const RunOptions& options, const Events& block, R& recorder) {
    const Keys& keys = *options.outline.keys;
    states_.replay(rule, block, keys.projection(*options.choice), keys.size(*options.choice), recorder);
  }

 private:
  template <class>
  friend class StateOfEach;

  KeyedStates<Rule> states_;
};

/// How far a rule has come, and what was recorded.
template <template <class> class States, class Recording, class Rule>
struct Progress {
  using Recorder = decltype(std::declval<const Recording&>().recorder_for(std::declval<const Rule&>(), Instant{}));

  States<Rule> states;
  Recorder recorder;
};

template <template <class> class States, class Recording, class Rules>
struct ProgressOfOne;
template <template <class> class States, class Recording, class... Each>
struct ProgressOfOne<States, Recording, std::tuple<Each...>> {
  using type = std::variant<std::monostate, Progress<States, Recording, Each>...>;
};

template <template <class> class States, class Parameters, class Recording>
class RunOf final : public LimiterRun {
 public:
  RunOf(const Parameters& parameters, const Recording& recording) : parameters_(parameters), recording_(recording) {}

  void feed(const Events& block) override {
    if (block.empty()) return;
    const Extent extent = extent_of(block);
    extent_ = extent_ ? joined(*extent_, extent) : extent;
    extent_->unit_costs = recording_.options.outline.unit_costs;
    parameters_.with_rule(*extent_, [&](const auto& rule) {
      auto& progress = progress_of(rule);
      progress.states.feed(rule, recording_.options, block, progress.recorder);
    });
  }

  ReplaySummary summary() override {
    return parameters_.with_rule(extent_.value_or(Extent{}), [&](const auto& rule) {
      return extent_ ? progress_of(rule).recorder.summary() : recording_.recorder_for(rule, {}).summary();
    });
  }

 private:
  /// What was reached with this rule or, of the one before it, with a narrower one; or the beginning.
  template <class Rule>
  using Reached = Progress<States, Recording, Rule>;

  template <class Rule>
  Reached<Rule>& progress_of(const Rule& rule) {
    if (auto* const reached = std::get_if<Reached<Rule>>(&progress_)) return *reached;
    using Narrow = std::tuple_element_t<0, typename Parameters::Rules>;
    if constexpr (TakesOver<Rule, Narrow>) {
      if (auto* const narrow = std::get_if<Reached<Narrow>>(&progress_)) {
        Reached<Rule> wide{States<Rule>(std::move(narrow->states)),
                           typename Reached<Rule>::Recorder(std::move(narrow->recorder))};
        return progress_.template emplace<Reached<Rule>>(std::move(wide));
      }
    }
    // A choice that the extent changes needs a `widened`: to begin anew in the middle would be wrong.
    if (progress_.index() != 0) throw std::logic_error("a rule that is not taken over");
    return progress_.template emplace<Reached<Rule>>(Reached<Rule>{{}, recording_.recorder_for(rule, extent_->first)});
  }

  Parameters parameters_;
  Recording recording_;
  std::optional<Extent> extent_;  ///< of the events so far
  typename ProgressOfOne<States, Recording, typename Parameters::Rules>::type progress_;
};

template <class Parameters, class Recording>
std::unique_ptr<LimiterRun> make_run(const Parameters& parameters, const Recording& recording) {
  if (recording.options.choice)
    return std::make_unique<RunOf<StateOfEach, Parameters, Recording>>(parameters, recording);
  return std::make_unique<RunOf<SharedState, Parameters, Recording>>(parameters, recording);
}

/// The run of a limiter that is a dialect.
template <class Recording>
std::unique_ptr<LimiterRun> run_of_dialect(const AnyLimiter& limiter, const Recording& recording);

}  // namespace ratereplay
