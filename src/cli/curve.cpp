#include "sizing/curve.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/pictures.hpp"
#include "cli/trace_options.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "picture/curve_picture.hpp"
#include "picture/curve_plot.hpp"
#include "picture/curve_svg.hpp"
#include "report/curve_report.hpp"
#include "sizing/curve_scan.hpp"
#include "sizing/summary_file.hpp"
#include "sizing/summary_merger.hpp"

namespace ratereplay {

namespace {

struct CurveOptions {
  TraceOptions trace;
  OutputOptions output;
  std::vector<std::string> pieces;  ///< empty: a trace is read
  std::string summary;              ///< empty: none is saved
  PictureFlags pictures;
};

/// Of a summary nothing can be left out any more: options of how a trace is read would have no effect.
void check_merge(const CLI::App& command, const CurveOptions& options) {
  if (options.pieces.empty()) {
    if (options.trace.load.source.empty()) throw Error("TRACE or --merge is required; see 'ratereplay curve --help'");
    return;
  }
  if (!options.trace.load.source.empty()) {
    throw Error(
        fmt::format("--merge takes the place of TRACE; leave out {} or --merge", in_quotes(options.trace.load.source)));
  }
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group() != trace_group || option->count() == 0) continue;
    throw Error(fmt::format("{} has no meaning with --merge; give it when saving the summaries", option->get_name()));
  }
}

/// A piece that is named twice would count twice. No other check sees it where all its events come at one instant.
void check_distinct(const std::vector<std::string>& pieces) {
  std::map<std::pair<dev_t, ino_t>, std::string> named;
  for (const std::string& piece : pieces) {
    struct stat status {};
    const bool is_input = piece == "-";
    if ((is_input ? ::fstat(STDIN_FILENO, &status) : ::stat(piece.c_str(), &status)) != 0) continue;
    if (!is_input && !S_ISREG(status.st_mode)) continue;
    const auto [earlier, is_new] = named.emplace(std::pair(status.st_dev, status.st_ino), piece);
    if (is_new) continue;
    throw Error(fmt::format("--merge has one file twice, as {} and {}; name each piece once",
                            in_quotes(earlier->second), in_quotes(piece)));
  }
}

/// No file is written that is read, and no two are the same.
void check_files(const CurveOptions& options) {
  check_apart("--output", options.output.output, "--save-summary", options.summary);
  check_apart("--save-summary", options.summary, "the trace", options.trace.load.source);
  check_pictures_apart(options.pictures, "--save-summary", options.summary);
  check_distinct(options.pieces);
  for (const std::string& piece : options.pieces) {
    const std::string what = "--merge " + in_quotes(piece);
    check_apart("--save-summary", options.summary, what, piece);
    check_apart("--output", options.output.output, what, piece);
    check_pictures_apart(options.pictures, what, piece);
  }
}

SummarizedTrace merged(const CurveOptions& options) {
  SummaryMerger merger;
  for (const std::string& piece : options.pieces) merger.add(read_summary_file(piece), piece);
  SummarizedTrace whole = merger.take();
  print_warnings(whole.trace, options.output);
  return whole;
}

/// `events`: of the trace, for a page; none: not asked for.
SummarizedTrace summarized(const CurveOptions& options, std::optional<SceneRecorder>& events) {
  CurveScan scan(resources_of(options.trace).threads);
  SummarizedTrace whole;
  if (events) {
    ConsumerPair both(scan, *events);
    whole.trace = read_trace(options.trace, options.output, both);
  } else {
    whole.trace = read_trace(options.trace, options.output, scan);
  }
  whole.cost_column = options.trace.load.cost_column;
  whole.segment = scan.segment();
  return whole;
}

void draw(const Curve& curve, const TraceSummary& trace, std::optional<SceneRecorder>& events, PictureFiles& pictures) {
  const CurvePicture picture = picture_of(curve);
  const auto html = [&] {
    std::string report;
    write_curve_report(curve, trace, Format::table, {}, [&report](std::string_view text) { report += text; });
    std::optional<Scene> scene;
    if (events) scene = events->scene({});
    return page_html({"curve", trace, report, scene ? &*scene : nullptr, &picture, {}});
  };
  pictures.write(html, [&] { return curve_svg(picture); });
}

int run_curve(const CLI::App& command, const CurveOptions& options) {
  const Format format = options.output.checked_format();
  need_one_key(options.trace, "curve");
  check_merge(command, options);
  check_files(options);
  std::optional<OutputFile> summary;
  if (!options.summary.empty()) summary.emplace(options.summary, OutputFile::Place::regular_file);
  PictureFiles pictures(options.pictures, options.output, options.trace.load.source);
  OutputFile out(options.output.output);

  std::optional<SceneRecorder> events;
  if (!options.pictures.html.empty() && options.pieces.empty()) events.emplace(std::vector<AnyLimiter>());
  SummarizedTrace whole = options.pieces.empty() ? summarized(options, events) : merged(options);
  if (summary) {
    write_summary_file(whole.trace, whole.cost_column, whole.segment,
                       [&summary](std::string_view bytes) { summary->append(bytes); });
    summary->flush();
  }
  // What only merging needs is given up: the curve may be as long as the trace.
  PairHull hull = std::move(whole.segment.pairs);
  whole.segment = Segment();
  const Curve curve(std::move(hull));
  if (options.pictures.any()) draw(curve, whole.trace, events, pictures);
  write_curve_report(curve, whole.trace, format, options.output.style(),
                     [&out](std::string_view text) { out.append(text); });
  if (plots(options.pictures, options.output) && curve.segments() > 0)
    out.append("\n" + curve_plot(picture_of(curve), plot_style(options.output)));
  // Neither is left without the other: renaming comes last.
  out.flush();
  if (summary) summary->finish();
  pictures.finish();
  out.finish();
  return bad_rows_status(options.trace, whole.trace);
}

}  // namespace

void add_curve(CLI::App& app, int& status) {
  auto options = std::make_shared<CurveOptions>();
  CLI::App* command = app.add_subcommand("curve", "the least bucket that loses nothing, for every rate at once");
  add_trace_options(*command, options->trace);
  command->get_option("TRACE")->required(false);
  command
      ->add_option("--merge", options->pieces,
                   "in place of TRACE: the saved summaries of its consecutive pieces, in order")
      ->type_name("FILE");
  command
      ->add_option("--save-summary", options->summary,
                   "write what --merge needs to FILE, customarily NAME.rrs, whole or not at all")
      ->type_name("FILE");
  add_picture_options(*command, options->pictures, "the curve");
  add_plot_option(*command, options->pictures, "the curve");
  add_output_options(*command, options->output);
  command->footer(
      "Examples:\n"
      "  ratereplay curve data/kamchatka-2025-07-29.csv\n"
      "  ratereplay curve data/usgs-all-week-2018-02-07.csv --save-summary /tmp/week.rrs --format json");
  command->callback([command, options, &status] { status = run_curve(*command, *options); });
}

}  // namespace ratereplay
