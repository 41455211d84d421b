#include "replay/limiter_run.hpp"

#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <variant>

#include "replay/recorders.hpp"
#include "replay/replay.hpp"

namespace ratereplay {

namespace {

/// Everything that a summary has.
struct Summarizing {
  Duration window;
  bool unit_costs;
  std::size_t memory;

  template <Limiter Rule>
  auto recorder_for(const Rule& rule, Instant first) const {
    if constexpr (Shaper<Rule>) {
      using Ticks = decltype(rule.departure(std::declval<const typename Rule::State&>(), first).at);
      return ShaperRecorder<Ticks>(window, unit_costs, first, rule.ticks_per_ns(), memory);
    } else {
      return SummaryRecorder(window, unit_costs);
    }
  }
};

/// What passed and what was dropped, and nothing else.
struct Counting {
  bool unit_costs;

  struct Recorder {
    Tally tally;

    void record(const Events& events, std::uint64_t passed) noexcept { tally.record(events, passed); }
    ReplaySummary summary() const { return tally.summary(); }
  };

  template <Limiter Rule>
  Recorder recorder_for(const Rule& /*rule*/, Instant /*first*/) const {
    return {};
  }
};

/// The same with the busiest window.
struct Watching {
  Duration window;
  bool unit_costs;

  struct Arrivals {
    Tally tally;
    Duration window;
    BusiestScan<std::uint64_t> busiest;

    void record(const Events& events, std::uint64_t passed) {
      tally.record(events, passed);
      busiest.add_passed(events.arrival.data(), events.cost, events.size(), passed);
    }
    ReplaySummary summary() {
      ReplaySummary summary = tally.summary();
      summary.busiest = busiest.result(window, instant_at);
      return summary;
    }
  };

  template <class Ticks>
  struct Shaped {
    Tally tally;
    Departures<Ticks> departures;

    explicit Shaped(Departures<Ticks> none) : departures(std::move(none)) {}
    template <class Narrow>
    explicit Shaped(Shaped<Narrow>&& narrow) : tally(narrow.tally), departures(narrow.departures) {}

    template <Shaper Rule>
    void observe(const Rule& rule, const typename Rule::State& state, const Decision& decision) {
      departures.set(decision.place, rule.departure(state, decision.now).at);
    }
    void record(const Events& events, std::uint64_t passed) {
      tally.record(events, passed);
      departures.record(events, passed);
    }
    ReplaySummary summary() {
      ReplaySummary summary = tally.summary();
      summary.busiest = departures.busiest();
      return summary;
    }
  };

  template <Limiter Rule>
  auto recorder_for(const Rule& rule, Instant first) const {
    if constexpr (Shaper<Rule>) {
      using Ticks = decltype(rule.departure(std::declval<const typename Rule::State&>(), first).at);
      return Shaped<Ticks>(Departures<Ticks>(window, unit_costs, first, rule.ticks_per_ns()));
    } else {
      return Arrivals{{}, window, {static_cast<std::uint64_t>(window.ns), unit_costs}};
    }
  }
};

/// How far a rule has come, and what was recorded.
template <class Recording, class Rule>
struct Progress {
  using Recorder = decltype(std::declval<const Recording&>().recorder_for(std::declval<const Rule&>(), Instant{}));

  std::optional<typename Rule::State> state;
  Recorder recorder;
};

template <class Recording, class Rules>
struct ProgressOfOne;
template <class Recording, class... Each>
struct ProgressOfOne<Recording, std::tuple<Each...>> {
  using type = std::variant<std::monostate, Progress<Recording, Each>...>;
};

template <class Parameters, class Recording>
class RunOf final : public LimiterRun {
 public:
  RunOf(const Parameters& parameters, const Recording& recording) : parameters_(parameters), recording_(recording) {}

  void feed(const Events& block) override {
    if (block.empty()) return;
    const Extent extent = extent_of(block);
    extent_ = extent_ ? joined(*extent_, extent) : extent;
    extent_->unit_costs = recording_.unit_costs;
    parameters_.with_rule(*extent_, [&](const auto& rule) {
      auto& progress = progress_of(rule);
      replay(rule, progress.state, block, progress.recorder);
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
  using Reached = Progress<Recording, Rule>;

  template <class Rule>
  Reached<Rule>& progress_of(const Rule& rule) {
    if (auto* const reached = std::get_if<Reached<Rule>>(&progress_)) return *reached;
    using Narrow = std::tuple_element_t<0, typename Parameters::Rules>;
    if constexpr (TakesOver<Rule, Narrow>) {
      if (auto* const narrow = std::get_if<Reached<Narrow>>(&progress_)) {
        Reached<Rule> wide{std::nullopt, typename Reached<Rule>::Recorder(std::move(narrow->recorder))};
        if (narrow->state) wide.state = Rule::widened(*narrow->state);
        return progress_.template emplace<Reached<Rule>>(std::move(wide));
      }
    }
    // A choice that the extent changes needs a `widened`: to begin anew in the middle would be wrong.
    if (progress_.index() != 0) throw std::logic_error("a rule that is not taken over");
    return progress_.template emplace<Reached<Rule>>(
        Reached<Rule>{std::nullopt, recording_.recorder_for(rule, extent_->first)});
  }

  Parameters parameters_;
  Recording recording_;
  std::optional<Extent> extent_;  ///< of the events so far
  typename ProgressOfOne<Recording, typename Parameters::Rules>::type progress_;
};

template <class Recording>
std::unique_ptr<LimiterRun> run_of(const AnyLimiter& limiter, const Recording& recording) {
  return std::visit(
      [&]<class Parameters>(const Parameters& parameters) -> std::unique_ptr<LimiterRun> {
        return std::make_unique<RunOf<Parameters, Recording>>(parameters, recording);
      },
      limiter);
}

}  // namespace

std::unique_ptr<LimiterRun> start_run(const AnyLimiter& limiter, Duration window, bool unit_costs, std::size_t memory) {
  return run_of(limiter, Summarizing{window, unit_costs, memory});
}

std::unique_ptr<LimiterRun> start_counting(const AnyLimiter& limiter, bool unit_costs) {
  return run_of(limiter, Counting{unit_costs});
}

std::unique_ptr<LimiterRun> start_watching(const AnyLimiter& limiter, Duration window, bool unit_costs) {
  return run_of(limiter, Watching{window, unit_costs});
}

}  // namespace ratereplay
