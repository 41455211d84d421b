#include "replay/limiter_run.hpp"

#include <memory>
#include <utility>
#include <variant>

#include "replay/limiter_run_of.hpp"

namespace ratereplay {

namespace {

template <class Recording>
std::unique_ptr<LimiterRun> run_of(const AnyLimiter& limiter, const Recording& recording) {
  return std::visit(
      [&]<class Parameters>(const Parameters& parameters) -> std::unique_ptr<LimiterRun> {
        if constexpr (is_dialect<Parameters>)
          return run_of_dialect(limiter, recording);
        else
          return make_run(parameters, recording);
      },
      limiter);
}

class DecisionRunOf final : public DecisionRun {
 public:
  DecisionRunOf(const AnyLimiter& limiter, const RunOptions& options)
      : run_(run_of(limiter, Deciding{options, &told_})) {}

  void decide(const Events& block, Decisions& decisions) override {
    told_.passed.clear();
    told_.events = 0;
    run_->feed(block);
    decisions.passed.swap(told_.passed);
  }

  Verdict explain(const Events& event) override {
    told_.explains = true;
    Decisions unused;
    decide(event, unused);
    told_.explains = false;
    return std::move(told_.verdict);
  }

 private:
  Deciding::Told told_;
  std::unique_ptr<LimiterRun> run_;
};

}  // namespace

std::unique_ptr<LimiterRun> start_run(const AnyLimiter& limiter, const RunOptions& options) {
  return run_of(limiter, Summarizing{options});
}

std::unique_ptr<LimiterRun> start_counting(const AnyLimiter& limiter, const RunOptions& options) {
  return run_of(limiter, Counting{options});
}

std::unique_ptr<LimiterRun> start_watching(const AnyLimiter& limiter, const RunOptions& options) {
  return run_of(limiter, Watching{options});
}

std::unique_ptr<DecisionRun> start_deciding(const AnyLimiter& limiter, const RunOptions& options) {
  return std::make_unique<DecisionRunOf>(limiter, options);
}

std::unique_ptr<LimiterRun> start_answering(const AnyLimiter& limiter, const RunOptions& options,
                                            std::vector<Answer>& answers) {
  return run_of(limiter, Answering{options, &answers});
}

}  // namespace ratereplay
