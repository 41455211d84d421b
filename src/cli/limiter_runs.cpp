#include "cli/limiter_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text.hpp"

namespace ratereplay {

namespace {

// All else that a run holds does not grow with the trace.
bool keeps_delays(const AnyLimiter& limiter) { return std::holds_alternative<LeakyQueue>(limiter); }

}  // namespace

LimiterRuns::LimiterRuns(std::vector<AnyLimiter> limiters, const std::optional<Duration>& window, std::size_t memory)
    : limiters_(std::move(limiters)) {
  const auto queues = std::count_if(limiters_.begin(), limiters_.end(), keeps_delays);
  memory_each_ = memory / static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, queues));
  for (const AnyLimiter& limiter : limiters_) windows_.push_back(window.value_or(default_window(limiter)));
}

template <class F>
void LimiterRuns::naming(std::size_t part, F&& f) const {
  try {
    f();
  } catch (const Error& error) {
    throw Error(fmt::format("limiter {}: {}", in_quotes(spec_text(limiters_[part])), error.what()));
  }
}

void LimiterRuns::begin(bool unit_costs) {
  runs_.clear();
  for (std::size_t part = 0; part < limiters_.size(); ++part) {
    naming(part, [&] { runs_.push_back(start_run(limiters_[part], windows_[part], unit_costs, memory_each_)); });
  }
}

void LimiterRuns::take(std::size_t part, const Events& block) {
  naming(part, [&] { runs_[part]->feed(block); });
}

std::vector<LimiterRow> LimiterRuns::rows(const Extent& extent) {
  std::vector<LimiterRow> rows;
  for (std::size_t part = 0; part < limiters_.size(); ++part) {
    const AnyLimiter& limiter = limiters_[part];
    const Duration length = windows_[part];
    naming(part, [&] {
      rows.push_back({spec_text(limiter), std::string(name_of(limiter)), length, runs_[part]->summary(),
                      promise(limiter, length, extent.largest_cost), admission_promise(limiter, length)});
    });
  }
  return rows;
}

std::optional<Duration> window_option(const std::string& text) {
  return parse_option("--window", text, parse_duration);
}

int failure_status(const std::vector<LimiterRow>& rows, bool fail_on_drop, const TraceSummary& trace,
                   const TraceOptions& options) {
  const bool dropped = std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.summary.dropped > 0; });
  if (fail_on_drop && dropped) return 1;
  return bad_rows_status(options, trace);
}

}  // namespace ratereplay
