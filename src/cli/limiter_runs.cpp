#include "cli/limiter_runs.hpp"

#include <algorithm>
#include <utility>

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

void LimiterRuns::begin(const TraceOutline& outline) {
  runs_.clear();
  for (std::size_t part = 0; part < limiters_.size(); ++part) {
    naming(limiters_[part], [&] {
      runs_.push_back(
          start_run(limiters_[part], {.window = windows_[part], .outline = outline, .memory = memory_each_}));
    });
  }
}

void LimiterRuns::take(std::size_t part, const Events& block) {
  naming(limiters_[part], [&] { runs_[part]->feed(block); });
}

std::vector<LimiterRow> LimiterRuns::rows(const Extent& extent) {
  std::vector<LimiterRow> rows;
  for (std::size_t part = 0; part < limiters_.size(); ++part) {
    const AnyLimiter& limiter = limiters_[part];
    const Duration length = windows_[part];
    naming(limiter, [&] {
      rows.push_back({spec_text(limiter), std::string(name_of(limiter)), length, runs_[part]->summary(),
                      promise(limiter, length, extent.largest_cost), admission_promise(limiter, length)});
    });
  }
  return rows;
}

Fraction parse_burst(std::string_view text) {
  const Fraction burst = parse_fraction(text);
  if (burst.numerator() == 0) throw Error("a bucket of 0 passes nothing; it must be above 0");
  return burst;
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
