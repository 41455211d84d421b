#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "limiter/catalogue.hpp"
#include "report/catalogue_report.hpp"

namespace ratereplay {

namespace {

int run_limiters(const OutputOptions& options) {
  const Format format = options.checked_format();
  OutputFile out(options.output);
  out.write(catalogue_report(catalogue(), format, options.style()));
  return 0;
}

}  // namespace

void add_limiters(CLI::App& app, int& status) {
  auto options = std::make_shared<OutputOptions>();
  CLI::App* command =
      app.add_subcommand("limiters", "the catalogue: rule, parameters, promise, memory and source of each");
  add_output_options(*command, *options);
  command->footer(
      "Examples:\n"
      "  ratereplay limiters\n"
      "  ratereplay limiters --format json");
  command->callback([options, &status] { status = run_limiters(*options); });
}

}  // namespace ratereplay
