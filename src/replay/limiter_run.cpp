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

struct Recording {
  Duration window;
  bool unit_costs;
  std::size_t memory;
};

template <Limiter Rule>
auto recorder_for(const Rule& rule, Instant first, const Recording& recording) {
  if constexpr (Shaper<Rule>) {
    using Ticks = decltype(rule.departure(std::declval<const typename Rule::State&>(), first).at);
    return ShaperRecorder<Ticks>(recording.window, recording.unit_costs, first, rule.ticks_per_ns(), recording.memory);
  } else {
    return SummaryRecorder(recording.window, recording.unit_costs);
  }
}

/// How far a rule has come, and what was recorded.
template <class Rule>
struct Progress {
  using Recorder = decltype(recorder_for(std::declval<const Rule&>(), Instant{}, Recording{}));

  std::optional<typename Rule::State> state;
  Recorder recorder;
};

template <class Rules>
struct ProgressOfOne;
template <class... Each>
struct ProgressOfOne<std::tuple<Each...>> {
  using type = std::variant<std::monostate, Progress<Each>...>;
};

template <class Parameters>
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
      return extent_ ? progress_of(rule).recorder.summary() : recorder_for(rule, {}, recording_).summary();
    });
  }

 private:
  /// What was reached with this rule or, of the one before it, with a narrower one; or the beginning.
  template <class Rule>
  Progress<Rule>& progress_of(const Rule& rule) {
    if (auto* const reached = std::get_if<Progress<Rule>>(&progress_)) return *reached;
    using Narrow = std::tuple_element_t<0, typename Parameters::Rules>;
    if constexpr (TakesOver<Rule, Narrow>) {
      if (auto* const narrow = std::get_if<Progress<Narrow>>(&progress_)) {
        Progress<Rule> wide{std::nullopt, typename Progress<Rule>::Recorder(std::move(narrow->recorder))};
        if (narrow->state) wide.state = Rule::widened(*narrow->state);
        return progress_.template emplace<Progress<Rule>>(std::move(wide));
      }
    }
    // A choice that the extent changes needs a `widened`: to begin anew in the middle would be wrong.
    if (progress_.index() != 0) throw std::logic_error("a rule that is not taken over");
    return progress_.template emplace<Progress<Rule>>(
        Progress<Rule>{std::nullopt, recorder_for(rule, extent_->first, recording_)});
  }

  Parameters parameters_;
  Recording recording_;
  std::optional<Extent> extent_;  ///< of the events so far
  typename ProgressOfOne<typename Parameters::Rules>::type progress_;
};

}  // namespace

std::unique_ptr<LimiterRun> start_run(const AnyLimiter& limiter, Duration window, bool unit_costs, std::size_t memory) {
  return std::visit(
      [&]<class Parameters>(const Parameters& parameters) -> std::unique_ptr<LimiterRun> {
        return std::make_unique<RunOf<Parameters>>(parameters, Recording{window, unit_costs, memory});
      },
      limiter);
}

}  // namespace ratereplay
