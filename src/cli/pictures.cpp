#include "cli/pictures.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/error.hpp"
#include "core/text.hpp"
#include "picture/scene_plot.hpp"
#include "picture/scene_svg.hpp"
#include "sizing/curve.hpp"

namespace ratereplay {

namespace {

void check_file(std::string_view option, const std::string& file, const OutputOptions& output,
                const std::string& trace) {
  if (file.empty()) return;
  if (is_standard_output(file) && is_standard_output(output.output)) {
    throw Error(fmt::format("{} {}: the report goes to standard output too; send it elsewhere with --output", option,
                            in_quotes(file)));
  }
  check_apart_from_report(option, file, output.output);
  check_apart(option, file, "the trace", trace);
  check_apart("--output", output.output, option, file);
}

/// The pair of a bucket that is refilled steadily.
std::optional<CurveMark> mark_of(const AnyLimiter& limiter) {
  return std::visit(
      [&](const auto& parameters) -> std::optional<CurveMark> {
        using Limiter = std::decay_t<decltype(parameters)>;
        if constexpr (is_one_of<Limiter, std::tuple<TokenBucket, Gcra, LeakyBucket>>)
          return CurveMark{std::string(name_of(limiter)), long_run_per_ns(limiter), parameters.burst};
        else
          return std::nullopt;
      },
      limiter);
}

}  // namespace

void add_picture_options(CLI::App& command, PictureFlags& flags, const std::string& svg) {
  const char* group = "Pictures";
  command.add_option("--html", flags.html, "write a page with the report and its pictures to FILE")
      ->group(group)
      ->type_name("FILE");
  if (svg.empty()) return;
  command.add_option("--svg", flags.svg, fmt::format("draw {} to FILE", svg))->group(group)->type_name("FILE");
}

void add_plot_option(CLI::App& command, PictureFlags& flags, const std::string& what) {
  command.add_flag("--plot", flags.plot, fmt::format("draw {} below the table, in characters", what))
      ->group("Pictures");
}

bool plots(const PictureFlags& flags, const OutputOptions& output) {
  if (!flags.plot) return false;
  if (output.checked_format() == Format::table) return true;
  warn(output, fmt::format("note: --plot stands below a table; --format {} has no place for it", output.format));
  return false;
}

PlotStyle plot_style(const OutputOptions& output) {
  constexpr std::size_t least = 40;
  constexpr std::size_t most = 250;
  PlotStyle style;
  struct winsize size {};
  if (output.output.empty() && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    style.width = std::clamp<std::size_t>(size.ws_col, least, most);
  // As the C library chooses its locale, but for its being installed.
  std::string locale;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    locale = lower_case(value);
    break;
  }
  style.unicode = locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  return style;
}

void check_pictures_apart(const PictureFlags& flags, std::string_view option, const std::string& file) {
  for (const auto& [name, picture] : {std::pair("--html", &flags.html), std::pair("--svg", &flags.svg)}) {
    if (picture->empty() || file.empty() || option == name) continue;
    if (is_standard_output(*picture) && is_standard_output(file))
      throw Error(fmt::format("{} {}: {} goes to standard output too; name a file", name, in_quotes(*picture), option));
    check_apart(name, *picture, option, file);
  }
}

PictureFiles::PictureFiles(const PictureFlags& flags, const OutputOptions& output, const std::string& trace) {
  check_file("--html", flags.html, output, trace);
  check_file("--svg", flags.svg, output, trace);
  check_pictures_apart(flags, "--svg", flags.svg);
  if (!flags.html.empty()) html_.emplace(flags.html);
  if (!flags.svg.empty()) svg_.emplace(flags.svg);
}

void PictureFiles::write(const std::function<std::string()>& html, const std::function<std::string()>& svg) {
  const auto write_to = [](std::optional<OutputFile>& file, const std::function<std::string()>& picture) {
    if (!file) return;
    file->append(picture());
    file->flush();
  };
  write_to(html_, html);
  write_to(svg_, svg);
}

void PictureFiles::finish() {
  if (html_) html_->finish();
  if (svg_) svg_->finish();
}

PictureRuns::PictureRuns(const PictureFlags& flags, const std::vector<AnyLimiter>& limiters, std::size_t threads)
    : flags_(flags), limiters_(limiters) {
  if (flags.any()) scene_.emplace(limiters);
  if (!flags.html.empty()) curve_.emplace(threads);
}

void PictureRuns::begin(const TraceOutline& outline) {
  keyed_ = outline.keys != nullptr;
  if (scene_) scene_->begin(outline);
  if (curve_) curve_->begin(outline);
}

std::size_t PictureRuns::parts() const noexcept {
  return (scene_ ? scene_->parts() : 0) + (curve_ ? curve_->parts() : 0);
}

void PictureRuns::take(std::size_t part, const Events& block) {
  if (part < scene_->parts())
    scene_->take(part, block);
  else
    curve_->take(part - scene_->parts(), block);
}

std::optional<CurvePicture> PictureRuns::curve() {
  if (!curve_ || keyed_) return std::nullopt;
  CurvePicture picture = picture_of(Curve(curve_->segment().pairs));
  for (const AnyLimiter& limiter : limiters_) {
    if (std::optional<CurveMark> mark = mark_of(limiter)) picture.marks.push_back(std::move(*mark));
  }
  return picture;
}

std::string PictureRuns::draw(PictureFiles& files, std::string_view command, const TraceSummary& trace,
                              const std::vector<LimiterRow>& rows, const std::string& report,
                              const OutputOptions& output) {
  const Scene scene = scene_->scene(rows);
  const std::optional<CurvePicture> of_curve = curve();
  files.write(
      [&] {
        return page_html({command, trace, report, &scene, of_curve ? &*of_curve : nullptr, {}});
      },
      [&] { return scene_svg(scene); });
  // Nothing is drawn of a trace without events.
  const std::string plot = plots(flags_, output) ? scene_plot(scene, plot_style(output)) : "";
  return plot.empty() ? "" : "\n" + plot;
}

}  // namespace ratereplay
