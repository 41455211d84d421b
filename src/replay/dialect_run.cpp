#include <memory>
#include <stdexcept>
#include <variant>

#include "replay/limiter_run_of.hpp"

namespace ratereplay {

template <class Recording>
std::unique_ptr<LimiterRun> run_of_dialect(const AnyLimiter& limiter, const Recording& recording) {
  return std::visit(
      [&]<class Parameters>(const Parameters& parameters) -> std::unique_ptr<LimiterRun> {
        if constexpr (is_dialect<Parameters>)
          return make_run(parameters, recording);
        else
          throw std::logic_error("not a dialect");
      },
      limiter);
}

template std::unique_ptr<LimiterRun> run_of_dialect(const AnyLimiter&, const Summarizing&);
template std::unique_ptr<LimiterRun> run_of_dialect(const AnyLimiter&, const Counting&);
template std::unique_ptr<LimiterRun> run_of_dialect(const AnyLimiter&, const Watching&);
template std::unique_ptr<LimiterRun> run_of_dialect(const AnyLimiter&, const Deciding&);
template std::unique_ptr<LimiterRun> run_of_dialect(const AnyLimiter&, const Answering&);

}  // namespace ratereplay
