#include "cli/limiter_runs.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <utility>

#include "cli/client_analysis.hpp"
#include "cli/option_values.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

namespace {

// --by with --worst-first; with --format csv, which has no place for periods, that is said.
std::optional<ByPeriod> by_option(const WhenFlags& flags, const OutputOptions& output) {
  const std::optional<Period> period = parse_option("--by", flags.by, Period::parse);
  if (!period) {
    if (flags.worst_first) throw Error("--worst-first orders periods; say which, as --by hour");
    return std::nullopt;
  }
  if (output.checked_format() == Format::csv) warn(output, "note: CSV has no place for --by; --format json has it");
  return ByPeriod{*period, flags.worst_first ? std::optional(top_option(flags.top)) : std::nullopt};
}

}  // namespace

void add_when_options(CLI::App& command, WhenFlags& flags) {
  command
      .add_option("--by", flags.by,
                  "passed and dropped of each second, minute, hour, day, week (UTC) or 15m (from 1970 on)")
      ->type_name("PERIOD");
  command.add_flag("--worst-first", flags.worst_first,
                   "with --by: only the periods that dropped most, the worst first");
  command.add_option("--top", flags.top, "how many of the worst are listed (default: 10)")->type_name("N");
}

std::size_t top_option(const std::string& text) {
  if (text.empty()) return 10;
  const std::optional<std::int64_t> number = parse_whole(text);
  if (!number || *number < 1) throw Error("--top " + in_quotes(text) + ": not a whole number of at least 1");
  return static_cast<std::size_t>(*number);
}

RunsAsked runs_asked(const std::optional<Duration>& window, const WhenFlags& when, const TraceOptions& trace,
                     const OutputOptions& output) {
  return {window, resources_of(trace).for_runs, by_option(when, output), top_option(when.top), key_choices(trace)};
}

LimiterRuns::LimiterRuns(std::vector<AnyLimiter> limiters, RunsAsked asked)
    : limiters_(std::move(limiters)), asked_(std::move(asked)) {
  // All else that a run holds does not grow with the trace, but for the clients, and what waits in their queues.
  const auto queues = std::count_if(limiters_.begin(), limiters_.end(), may_delay);
  memory_each_ = asked_.memory / static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, queues));
  if (asked_.by) memory_each_ = asked_.memory / 2 / limiters_.size();
  for (const AnyLimiter& limiter : limiters_) windows_.push_back(asked_.window.value_or(default_window(limiter)));
}

void LimiterRuns::begin(const TraceOutline& outline) {
  keys_ = outline.keys;
  in_all_ = {};
  runs_.clear();
  for (std::size_t limiter = 0; limiter < limiters_.size(); ++limiter) {
    naming(limiters_[limiter], [&] {
      RunOptions options{windows_[limiter], outline, std::nullopt, memory_each_, asked_.worst};
      if (asked_.by) options.by = asked_.by->period;
      if (asked_.choices > 0) options.choice = 0;
      runs_.push_back(start_run(limiters_[limiter], options));
      for (std::size_t choice = 1; choice < asked_.choices; ++choice) {
        options.choice = choice;
        runs_.push_back(start_counting(limiters_[limiter], options));
      }
      options.choice.reset();
      if (asked_.choices > 0) runs_.push_back(start_counting(limiters_[limiter], options));
    });
  }
}

void LimiterRuns::take(std::size_t part, const Events& block) {
  if (part == runs_.size()) {
    in_all_.add(block, keys_->combinations());
    return;
  }
  naming(limiters_[part / runs_each()], [&] { runs_[part]->feed(block); });
}

LimiterRow LimiterRuns::row_of(std::size_t limiter, const Extent& extent) {
  const AnyLimiter& parameters = limiters_[limiter];
  const Duration length = windows_[limiter];
  LimiterRow row;
  naming(parameters, [&] {
    row.spec = spec_text(parameters);
    row.name = name_of(parameters);
    row.window = length;
    row.summary = run_of(limiter, 0).summary();
    row.promise = promise(parameters, length, extent.largest_cost);
    row.admission_promise = admission_promise(parameters, length);
  });
  return row;
}

LimiterResult LimiterRuns::result(const TraceSummary& trace) {
  LimiterResult result;
  result.by = asked_.by;
  std::optional<ClientAnalysis> clients;
  if (keys_) clients.emplace(*keys_, in_all_, asked_.worst);
  for (std::size_t limiter = 0; limiter < limiters_.size(); ++limiter) {
    LimiterRow row = row_of(limiter, trace.extent);
    if (clients) {
      std::vector<ReplaySummary> further;
      for (std::size_t which = 1; which < runs_each(); ++which) further.push_back(run_of(limiter, which).summary());
      row.clients = clients->of(row.summary, further);
    }
    result.rows.push_back(std::move(row));
  }
  if (clients) result.worst_clients = clients->worst();
  return result;
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
