#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/allowance.hpp"
#include "cli/commands.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/trace_options.hpp"
#include "core/error.hpp"
#include "core/workers.hpp"
#include "replay/limiter_run.hpp"
#include "report/recommend_report.hpp"
#include "sizing/client_buckets.hpp"
#include "sizing/least_bucket.hpp"
#include "trace/collector.hpp"

namespace ratereplay {

namespace {

struct RecommendOptions {
  TraceOptions trace;
  OutputOptions output;
  std::string rate;
  std::string allow_drops;
};

/// The bucket that the largest client needs, or all together where they are not told apart.
Fraction lossless_bucket(const Events& events, const Rate& rate, const TraceSummary& trace) {
  if (!trace.keys) return least_bucket(events, rate).exact;
  ClientBucketScan scan(rate, events.unit_costs(), trace.keys, 0);
  if (!events.empty()) scan.feed(events);
  const std::vector<KeyId> largest = scan.largest(1);
  return largest.empty() ? Fraction(0) : scan.of(largest.front()).exact;
}

/// A bucket of 0, where nothing costs anything, is none that can be configured.
std::int64_t whole_bucket(const Fraction& bucket) {
  const Int128 whole = std::max<Int128>(1, bucket.ceil());
  if (whole > std::numeric_limits<std::int64_t>::max()) {
    throw Error("the bucket that loses nothing is too large for any product; give a higher --rate");
  }
  return static_cast<std::int64_t>(whole);
}

RecommendedRow row_of(const Recommendation& recommendation, const Rate& rate, const Events& events,
                      const TraceSummary& trace) {
  const AnyLimiter& limiter = recommendation.limiter;
  RecommendedRow row{std::string(name_of(limiter)), spec_text(limiter), recommendation.stanza, {}, {}, {}};
  naming(limiter, [&] {
    RunOptions options{.window = rate.period, .outline = {events.unit_costs(), trace.keys}};
    if (trace.keys) options.choice = 0;
    const std::unique_ptr<LimiterRun> run = start_watching(limiter, options);
    run->feed(events);
    row.summary = run->summary();
    row.long_run = long_run_per_ns(limiter);
    row.drift = row.long_run / rate.per_ns() - Fraction(1);
  });
  return row;
}

int run_recommend(const RecommendOptions& options) {
  const Format format = options.output.checked_format();
  RecommendedResult result;
  result.rate = parse_rate(options.rate);
  result.window = result.rate.period;
  const std::optional<Allowance> allowance = parse_option("--allow-drops", options.allow_drops, parse_allowance);
  if (allowance) need_one_key(options.trace, "recommend --allow-drops");
  need_one_choice(options.trace, "recommend");

  OutputFile out(options.output.output);
  EventColumns columns;
  Collector collector(columns);
  const TraceSummary trace = read_trace(options.trace, options.output, collector);
  const Events events = columns.events();
  Fraction lossless;
  if (!allowance) {
    lossless = lossless_bucket(events, result.rate, trace);
    result.bucket = whole_bucket(lossless);
  } else {
    result.allowed = allowance->of(trace.events);
    Workers workers(resources_of(options.trace).threads);
    const SizedWithin sized = size_within(events, result.rate, *result.allowed, workers);
    lossless = sized.lossless.exact;
    result.bucket = std::max<std::int64_t>(1, sized.tolerated.bucket);
    result.dropped = sized.tolerated.dropped;
  }
  if (!events.empty()) result.lossless = lossless;

  Recommendations found = recommendations(result.rate, result.bucket, trace.keys != nullptr, trace.has_costs);
  for (const Unsayable& each : found.left_out) result.left_out.push_back({std::string(each.name), each.why});
  for (const Recommendation& each : found.closest) result.rows.push_back(row_of(each, result.rate, events, trace));
  out.write(recommend_report(result, trace, format, options.output.style()));
  return bad_rows_status(options.trace, trace);
}

}  // namespace

void add_recommend(CLI::App& app, int& status) {
  auto options = std::make_shared<RecommendOptions>();
  CLI::App* command =
      app.add_subcommand("recommend", "stanzas for nginx, HAProxy, Envoy, Kong and redis-cell, sized on the trace");
  add_trace_options(*command, options->trace);
  command
      ->add_option("--rate", options->rate,
                   "the rate that is to be kept, as 5/h, 100/s or 10/13s (units ns us ms s m h d)")
      ->required()
      ->type_name("RATE");
  command
      ->add_option("--allow-drops", options->allow_drops,
                   "size for at most 0.1% of the events dropped, or a number (default: none)")
      ->type_name("SHARE");
  add_output_options(*command, options->output);
  command->footer(
      "Examples:\n"
      "  ratereplay recommend data/kamchatka-2025-07-29.csv --rate 5/h\n"
      "  ratereplay recommend data/usgs-all-week-2018-02-07.csv --key net --rate 10/m --format json");
  command->callback([options, &status] { status = run_recommend(*options); });
}

}  // namespace ratereplay
