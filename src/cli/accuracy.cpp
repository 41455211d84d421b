#include <CLI/CLI.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/trace_options.hpp"
#include "core/event_consumer.hpp"
#include "metrics/counter_accuracy.hpp"
#include "report/accuracy_report.hpp"

namespace ratereplay {

namespace {

struct AccuracyOptions {
  TraceOptions trace;
  OutputOptions output;
  std::vector<std::string> rates;
};

/// The accuracy at each rate, each a part of its own.
class Accuracies final : public EventConsumer {
 public:
  explicit Accuracies(std::vector<Rate> rates) : rates_(std::move(rates)) {}

  void begin(const TraceOutline& /*outline*/) override {
    scans_.clear();
    for (const Rate& rate : rates_) scans_.emplace_back(rate);
  }
  std::size_t parts() const noexcept override { return rates_.size(); }
  void take(std::size_t part, const Events& block) override { scans_[part].feed(block); }

  std::vector<AccuracyRow> rows() const {
    std::vector<AccuracyRow> rows;
    rows.reserve(rates_.size());
    for (std::size_t part = 0; part < rates_.size(); ++part) rows.push_back({rates_[part], scans_[part].result()});
    return rows;
  }

 private:
  std::vector<Rate> rates_;
  std::vector<CounterAccuracyScan> scans_;
};

int run_accuracy(const AccuracyOptions& options) {
  const Format format = options.output.checked_format();
  std::vector<Rate> rates;
  for (const std::string& text : options.rates) rates.push_back(*parse_option("--rate", text, parse_rate));
  need_one_choice(options.trace, "accuracy");

  OutputFile out(options.output.output);
  Accuracies accuracies(std::move(rates));
  const TraceSummary trace = read_trace(options.trace, options.output, accuracies);
  out.write(accuracy_report(accuracies.rows(), trace, format, options.output.style()));
  return bad_rows_status(options.trace, trace);
}

}  // namespace

void add_accuracy(CLI::App& app, int& status) {
  auto options = std::make_shared<AccuracyOptions>();
  CLI::App* command =
      app.add_subcommand("accuracy", "how far the estimate of a sliding counter lies from the exact count");
  add_trace_options(*command, options->trace);
  command
      ->add_option("--rate", options->rates,
                   "limit and window, as 50/m, 100/s or 10/13s (units ns us ms s m h d); repeatable")
      ->required()
      ->type_name("RATE")
      ->allow_extra_args(false);
  add_output_options(*command, options->output);
  command->footer(
      "Examples:\n"
      "  ratereplay accuracy data/kamchatka-2025-07-29.csv --rate 5/h\n"
      "  ratereplay accuracy data/usgs-all-week-2018-02-07.csv --key net --rate 10/h --rate 20/h");
  command->callback([options, &status] { status = run_accuracy(*options); });
}

}  // namespace ratereplay
