#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string_view>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/trace_options.hpp"
#include "core/event_consumer.hpp"
#include "report/convert_report.hpp"
#include "trace/rrt.hpp"

namespace ratereplay {

namespace {

struct ConvertOptions {
  TraceOptions trace;
  OutputOptions output;
  std::string converted;
};

/// Writes a trace as it goes by.
class TraceWriter final : public EventConsumer {
 public:
  explicit TraceWriter(OutputFile& out) : out_(out) {}

  void begin(const TraceOutline& outline) override {
    if (writer_) out_.start_over();
    writer_.emplace([this](std::string_view bytes) { out_.append(bytes); }, outline.unit_costs);
  }
  std::size_t parts() const noexcept override { return 1; }
  void take(std::size_t /*part*/, const Events& block) override { writer_->add(block); }

  /// Returns the bytes of the file.
  std::uint64_t finish(const TraceSummary& summary, const std::string& cost_column) {
    const std::uint64_t bytes = writer_->finish(summary, cost_column);
    out_.flush();
    return bytes;
  }

 private:
  OutputFile& out_;
  std::optional<RrtWriter> writer_;
};

std::optional<std::uint64_t> size_of(const std::string& source) {
  struct stat status {};
  if ((source == "-" ? ::fstat(STDIN_FILENO, &status) : ::stat(source.c_str(), &status)) != 0) return std::nullopt;
  if (!S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

int run_convert(const ConvertOptions& options) {
  const Format format = options.output.checked_format();
  need_one_key(options.trace, "convert");
  check_apart("OUT", options.converted, "the trace", options.trace.load.source);
  check_apart("--output", options.output.output, "OUT", options.converted);
  OutputFile converted(options.converted, OutputFile::Place::regular_file);
  OutputFile out(options.output.output);
  TraceWriter writer(converted);
  const std::string& cost_column = options.trace.load.cost_column;
  const TraceSummary trace = read_trace(options.trace, options.output, writer);
  ConvertedTrace result{options.converted, writer.finish(trace, cost_column), cost_column,
                        size_of(options.trace.load.source)};
  out.append(convert_report(result, trace, format, options.output.style()));
  // Neither is left without the other: renaming comes last.
  out.flush();
  converted.finish();
  out.finish();
  return bad_rows_status(options.trace, trace);
}

}  // namespace

void add_convert(CLI::App& app, int& status) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* command =
      app.add_subcommand("convert", "write a trace in the form that is read fastest, once for many runs");
  add_trace_options(*command, options->trace);
  command
      ->add_option("OUT", options->converted, "the binary trace, customarily NAME.rrt; every command reads it as TRACE")
      ->required()
      ->type_name("");
  add_output_options(*command, options->output);
  command->footer(
      "Examples:\n"
      "  ratereplay convert data/kamchatka-2025-07-29.csv /tmp/kamchatka.rrt\n"
      "  ratereplay convert data/usgs-all-week-2018-02-07.csv /tmp/felt.rrt --where 'mag>=2.5'");
  command->callback([options, &status] { status = run_convert(*options); });
}

}  // namespace ratereplay
