#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cli/allowance.hpp"
#include "cli/commands.hpp"
#include "cli/limiter_runs.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/trace_options.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/workers.hpp"
#include "report/size_report.hpp"
#include "sizing/client_buckets.hpp"
#include "sizing/curve_scan.hpp"
#include "sizing/least_bucket.hpp"
#include "sizing/suggestion.hpp"
#include "trace/collector.hpp"

namespace ratereplay {

namespace {

struct SizeOptions {
  TraceOptions trace;
  OutputOptions output;
  std::vector<std::string> rates;
  std::vector<std::string> bursts;
  std::string allow_drops;
  std::string top;
};

SizeRow size_row(Rate rate, const LeastBucket& bucket, const TraceSummary& trace) {
  SizeRow row{std::move(rate), bucket, std::nullopt};
  row.bounds = resolution_bounds(row.bucket, row.rate, trace.resolution, trace.extent.largest_cost);
  return row;
}

/// The least bucket for each rate, each a part of its own.
class Sizings final : public EventConsumer {
 public:
  explicit Sizings(std::vector<Rate> rates) : rates_(std::move(rates)) {}

  void begin(const TraceOutline& outline) override {
    scans_.clear();
    for (const Rate& rate : rates_) scans_.emplace_back(rate, outline.unit_costs);
  }
  std::size_t parts() const noexcept override { return rates_.size(); }
  void take(std::size_t part, const Events& block) override { scans_[part].feed(block); }

  std::vector<SizeRow> rows(const TraceSummary& trace) const {
    std::vector<SizeRow> rows;
    for (std::size_t part = 0; part < rates_.size(); ++part) {
      rows.push_back(size_row(rates_[part], scans_[part].result(), trace));
    }
    return rows;
  }

 private:
  std::vector<Rate> rates_;
  std::vector<LeastBucketScan> scans_;
};

/// The least bucket of each client for each rate, and of all clients together: two parts a rate.
class ClientSizings final : public EventConsumer {
 public:
  explicit ClientSizings(std::vector<Rate> rates) : rates_(std::move(rates)), shared_(rates_) {}

  void begin(const TraceOutline& outline) override {
    shared_.begin(outline);
    scans_.clear();
    for (const Rate& rate : rates_) scans_.emplace_back(rate, outline.unit_costs, outline.keys, 0);
  }
  std::size_t parts() const noexcept override { return 2 * rates_.size(); }
  void take(std::size_t part, const Events& block) override {
    if (part < rates_.size()) {
      scans_[part].feed(block);
    } else {
      shared_.take(part - rates_.size(), block);
    }
  }

  std::vector<SizeRow> rows(const TraceSummary& trace, std::size_t worst) const {
    std::vector<SizeRow> rows = shared_.rows(trace);
    for (std::size_t part = 0; part < rates_.size(); ++part) {
      ClientSizes clients = sizes_of(scans_[part], *trace.keys, worst);
      clients.shared = rows[part].bucket;
      const bool none = clients.largest.empty();
      rows[part] = size_row(rates_[part], none ? LeastBucket() : clients.largest.front().bucket, trace);
      rows[part].clients = std::move(clients);
    }
    return rows;
  }

 private:
  static ClientSizes sizes_of(const ClientBucketScan& scan, const Keys& keys, std::size_t worst) {
    ClientSizes sizes;
    sizes.choice = keys.name(0);
    sizes.clients = scan.clients();
    std::vector<Fraction> shares;
    shares.reserve(client_shares.size());
    for (const ClientShare& share : client_shares) shares.push_back(share.share);
    sizes.keeps = scan.quantiles(shares);
    for (const KeyId client : scan.largest(worst)) {
      sizes.largest.push_back({std::string(keys.text(0, client)), scan.of(client)});
    }
    return sizes;
  }

  std::vector<Rate> rates_;
  Sizings shared_;
  std::vector<ClientBucketScan> scans_;
};

/// The curve of a trace, and what its first event costs.
class CurveSizing final : public EventConsumer {
 public:
  explicit CurveSizing(std::size_t parts) : scan_(parts) {}

  void begin(const TraceOutline& outline) override {
    scan_.begin(outline);
    first_cost_.reset();
  }
  std::size_t parts() const noexcept override { return scan_.parts(); }
  void take(std::size_t part, const Events& block) override {
    if (part == 0 && !first_cost_) first_cost_ = block.cost_of(0);
    scan_.take(part, block);
  }

  /// Once, behind the last block.
  Curve curve() { return Curve(scan_.segment().pairs); }
  Cost first_cost() const noexcept { return first_cost_.value_or(0); }

 private:
  CurveScan scan_;
  std::optional<Cost> first_cost_;
};

TraceSummary for_clients(const std::vector<Rate>& rates, const SizeOptions& options, OutputFile& out) {
  need_one_choice(options.trace, "size");
  const std::size_t worst = top_option(options.top);
  ClientSizings sizings(rates);
  TraceSummary trace = read_trace(options.trace, options.output, sizings);
  out.write(size_report(sizings.rows(trace, worst), trace, options.output.checked_format(), options.output.style()));
  return trace;
}

TraceSummary for_rates(const std::vector<Rate>& rates, const SizeOptions& options, OutputFile& out) {
  Sizings sizings(rates);
  TraceSummary trace = read_trace(options.trace, options.output, sizings);
  out.write(size_report(sizings.rows(trace), trace, options.output.checked_format(), options.output.style()));
  return trace;
}

BurstRow burst_row(const std::string& text, const Fraction& burst, const Curve& curve, const TraceSummary& trace) {
  BurstRow row{std::string(trimmed(text)), burst, curve.least_rate(burst), std::nullopt, std::nullopt};
  row.witness = row.rate ? row.rate->witness : curve.witness(curve.segments() - 1);
  // A single event that is larger than the bucket never passes, whatever the times.
  const bool may_pass = burst >= Fraction(trace.extent.largest_cost);
  if (may_pass && trace.resolution && *trace.resolution >= coarse_resolution) {
    row.bounds = curve.least_rate_bounds(burst, *trace.resolution);
  }
  return row;
}

TraceSummary for_bursts(const SizeOptions& options, OutputFile& out) {
  std::vector<Fraction> bursts;
  for (const std::string& text : options.bursts) bursts.push_back(*parse_option("--burst", text, parse_burst));
  CurveSizing sizing(resources_of(options.trace).threads);
  TraceSummary trace = read_trace(options.trace, options.output, sizing);
  const Curve curve = sizing.curve();
  std::vector<BurstRow> rows;
  for (std::size_t burst = 0; burst < bursts.size(); ++burst) {
    try {
      rows.push_back(burst_row(options.bursts[burst], bursts[burst], curve, trace));
    } catch (const Error& error) {
      throw Error(fmt::format("--burst {}: {}", in_quotes(options.bursts[burst]), error.what()));
    }
  }
  out.write(burst_report(rows, trace, options.output.checked_format(), options.output.style()));
  return trace;
}

TraceSummary suggested(const SizeOptions& options, OutputFile& out) {
  CurveSizing sizing(resources_of(options.trace).threads);
  TraceSummary trace = read_trace(options.trace, options.output, sizing);
  Suggestions found = suggestions(sizing.curve(), trace.extent, sizing.first_cost());
  SuggestionRows rows{found.mean_per_ns, {}, std::nullopt};
  const auto row_of = [&](SizedRate& size) { return size_row(std::move(size.rate), size.bucket, trace); };
  for (SizedRate& size : found.sizes) rows.sizes.push_back(row_of(size));
  if (found.knee) rows.knee = row_of(*found.knee);
  out.write(suggestion_report(rows, trace, options.output.checked_format(), options.output.style()));
  return trace;
}

TraceSummary within_tolerance(const std::vector<Rate>& rates, const SizeOptions& options, OutputFile& out) {
  const Allowance allowance = *parse_option("--allow-drops", options.allow_drops, parse_allowance);
  EventColumns columns;
  Collector collector(columns);
  TraceSummary trace = read_trace(options.trace, options.output, collector);
  const std::uint64_t allowed = allowance.of(trace.events);
  Workers workers(resources_of(options.trace).threads);
  std::vector<ToleranceRow> rows;
  for (const Rate& rate : rates) {
    const SizedWithin sized = size_within(columns.events(), rate, allowed, workers);
    rows.push_back({size_row(rate, sized.lossless, trace), sized.tolerated});
  }
  out.write(tolerance_report(allowed, rows, trace, options.output.checked_format(), options.output.style()));
  return trace;
}

int run_size(const SizeOptions& options) {
  options.output.checked_format();
  if (!options.rates.empty() && !options.bursts.empty()) {
    throw Error("--rate asks for the bucket and --burst for the rate; give one of them");
  }
  if (!options.allow_drops.empty() && options.rates.empty()) {
    throw Error("--allow-drops needs the rate to find a bucket for; give it with --rate, as 5/h");
  }
  std::vector<Rate> rates;
  for (const std::string& text : options.rates) rates.push_back(parse_rate(text));

  const bool for_each_client = key_choices(options.trace) > 0 && !rates.empty() && options.allow_drops.empty();
  if (!for_each_client && !options.top.empty()) {
    throw Error("--top is how many clients are listed; tell them apart with --key");
  }
  if (!for_each_client) need_one_key(options.trace, "size, but for --rate alone,");

  OutputFile out(options.output.output);
  const TraceSummary trace = [&] {
    if (for_each_client) return for_clients(rates, options, out);
    if (!options.bursts.empty()) return for_bursts(options, out);
    if (rates.empty()) return suggested(options, out);
    return options.allow_drops.empty() ? for_rates(rates, options, out) : within_tolerance(rates, options, out);
  }();
  return bad_rows_status(options.trace, trace);
}

}  // namespace

void add_size(CLI::App& app, int& status) {
  auto options = std::make_shared<SizeOptions>();
  CLI::App* command =
      app.add_subcommand("size", "the least bucket for a rate, or the least rate for a bucket, that loses nothing");
  add_trace_options(*command, options->trace);
  command
      ->add_option("--rate", options->rates,
                   "the refill rate, as 5/h, 100/s or 10/13s (units ns us ms s m h d); repeatable")
      ->type_name("RATE")
      ->allow_extra_args(false);
  command->add_option("--burst", options->bursts, "the bucket, to find the least rate that loses nothing; repeatable")
      ->type_name("B")
      ->allow_extra_args(false);
  command
      ->add_option("--allow-drops", options->allow_drops,
                   "with --rate: the least whole bucket that drops at most 0.1% of the events, or a number")
      ->type_name("SHARE");
  command->add_option("--top", options->top, "with --key: how many of the largest buckets are listed (default: 10)")
      ->type_name("N");
  add_output_options(*command, options->output);
  command->footer(
      "Examples:\n"
      "  ratereplay size data/kamchatka-2025-07-29.csv\n"
      "  ratereplay size data/kamchatka-2025-07-29.csv --rate 5/h\n"
      "  ratereplay size data/kamchatka-2025-07-29.csv --burst 20\n"
      "  ratereplay size data/usgs-all-week-2018-02-07.csv --rate 10/h --rate 20/h --allow-drops 0.1%");
  command->callback([options, &status] { status = run_size(*options); });
}

}  // namespace ratereplay
