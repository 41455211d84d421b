#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/trace_options.hpp"
#include "report/size_report.hpp"
#include "sizing/least_bucket.hpp"

namespace ratereplay {

namespace {

struct SizeOptions {
  TraceOptions trace;
  OutputOptions output;
  std::vector<std::string> rates;
};

/// The least bucket for each rate, each a part of its own.
class Sizings final : public EventConsumer {
 public:
  explicit Sizings(std::vector<Rate> rates) : rates_(std::move(rates)) {}

  void begin(bool unit_costs) override {
    scans_.clear();
    for (const Rate& rate : rates_) scans_.emplace_back(rate, unit_costs);
  }
  std::size_t parts() const noexcept override { return rates_.size(); }
  void take(std::size_t part, const Events& block) override { scans_[part].feed(block); }

  std::vector<SizeRow> rows(const TraceSummary& trace) const {
    std::vector<SizeRow> rows;
    for (std::size_t part = 0; part < rates_.size(); ++part) {
      SizeRow row{rates_[part], scans_[part].result(), std::nullopt};
      row.bounds = resolution_bounds(row.bucket, row.rate, trace.resolution, trace.extent.largest_cost);
      rows.push_back(std::move(row));
    }
    return rows;
  }

 private:
  std::vector<Rate> rates_;
  std::vector<LeastBucketScan> scans_;
};

int run_size(const SizeOptions& options) {
  const Format format = options.output.checked_format();
  std::vector<Rate> rates;
  for (const std::string& text : options.rates) rates.push_back(parse_rate(text));

  OutputFile out(options.output.output);
  Sizings sizings(std::move(rates));
  const TraceSummary trace = read_trace(options.trace, options.output, sizings);
  out.write(size_report(sizings.rows(trace), trace, format, options.output.style()));
  return bad_rows_status(options.trace, trace);
}

}  // namespace

void add_size(CLI::App& app, int& status) {
  auto options = std::make_shared<SizeOptions>();
  CLI::App* command = app.add_subcommand("size", "the least bucket that loses nothing at a rate");
  add_trace_options(*command, options->trace);
  command
      ->add_option("--rate", options->rates,
                   "the refill rate, as 5/h, 100/s or 10/13s (units ns us ms s m h d); repeatable")
      ->required()
      ->type_name("RATE")
      ->allow_extra_args(false);
  add_output_options(*command, options->output);
  command->footer(
      "Examples:\n"
      "  ratereplay size data/kamchatka-2025-07-29.csv --rate 5/h\n"
      "  ratereplay size data/usgs-all-week-2018-02-07.csv --rate 10/h --rate 20/h --rate 40/h");
  command->callback([options, &status] { status = run_size(*options); });
}

}  // namespace ratereplay
