#include "cli/limiter_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "core/text.hpp"
#include "replay/replay.hpp"

namespace ratereplay {

std::vector<LimiterRow> replay_all(const std::vector<AnyLimiter>& limiters, const Trace& trace,
                                   const std::optional<Duration>& window) {
  const Cost largest_cost = extent_of(trace.events()).largest_cost;
  std::vector<LimiterRow> rows;
  for (const AnyLimiter& limiter : limiters) {
    const Duration length = window.value_or(default_window(limiter));
    try {
      rows.push_back({spec_text(limiter), std::string(name_of(limiter)), length,
                      replay(limiter, trace.events(), length), promise(limiter, length, largest_cost),
                      admission_promise(limiter, length)});
    } catch (const Error& error) {
      throw Error(fmt::format("limiter {}: {}", in_quotes(spec_text(limiter)), error.what()));
    }
  }
  return rows;
}

std::optional<Duration> window_option(const std::string& text) {
  return parse_option("--window", text, parse_duration);
}

int failure_status(const std::vector<LimiterRow>& rows, bool fail_on_drop, const Trace& trace,
                   const TraceOptions& options) {
  const bool dropped = std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.summary.dropped > 0; });
  if (fail_on_drop && dropped) return 1;
  return bad_rows_status(options, trace);
}

}  // namespace ratereplay
