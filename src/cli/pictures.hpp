#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output.hpp"
#include "cli/scene_recorder.hpp"
#include "core/event_consumer.hpp"
#include "limiter/catalogue.hpp"
#include "picture/curve_picture.hpp"
#include "picture/page.hpp"
#include "picture/plot_style.hpp"
#include "picture/scene.hpp"
#include "report/limiter_report.hpp"
#include "sizing/curve_scan.hpp"

namespace CLI {
class App;
}

namespace ratereplay {

/// --html, --svg and --plot, as typed.
struct PictureFlags {
  std::string html;
  std::string svg;
  bool plot = false;

  bool any() const noexcept { return !html.empty() || !svg.empty() || plot; }
};

/// `svg`: what is drawn there, for the help; empty: there is no --svg.
void add_picture_options(CLI::App& command, PictureFlags& flags, const std::string& svg);

void add_plot_option(CLI::App& command, PictureFlags& flags, const std::string& what);

/// Whether a plot follows the report: --plot was given, and the report is one for people; else --plot is warned of.
bool plots(const PictureFlags& flags, const OutputOptions& output);

/// What the terminal that the report goes to can show; 100 columns where it goes elsewhere.
PlotStyle plot_style(const OutputOptions& output);

/// Throws Error for a picture's file that is also named by another option.
void check_pictures_apart(const PictureFlags& flags, std::string_view option, const std::string& file);

/// The files of pictures, which appear whole with the report or not at all.
class PictureFiles {
 public:
  /// Opens them. Throws Error naming the option, also for a file that would be mixed with the report, replace the trace
  /// or be the other one.
  PictureFiles(const PictureFlags& flags, const OutputOptions& output, const std::string& trace);

  /// What was asked for is made and written, but for the renaming. Throws Error.
  void write(const std::function<std::string()>& html, const std::function<std::string()>& svg);
  /// Once, behind all that can fail.
  void finish();

 private:
  std::optional<OutputFile> html_;
  std::optional<OutputFile> svg_;
};

/// What the pictures of limiters need of a trace, recorded while it is read; nothing where no picture is wanted.
class PictureRuns final : public EventConsumer {
 public:
  /// `threads` >= 1: the most that the curve is made on.
  PictureRuns(const PictureFlags& flags, const std::vector<AnyLimiter>& limiters, std::size_t threads);

  void begin(const TraceOutline& outline) override;
  std::size_t parts() const noexcept override;
  void take(std::size_t part, const Events& block) override;

  /// After the trace, once, where a picture is wanted: what limiters did, in the files and, where a plot follows the
  /// report, as the text to put there. `report`: for people, without escapes. Throws Error.
  std::string draw(PictureFiles& files, std::string_view command, const TraceSummary& trace,
                   const std::vector<LimiterRow>& rows, const std::string& report, const OutputOptions& output);

 private:
  std::optional<CurvePicture> curve();

  PictureFlags flags_;
  std::vector<AnyLimiter> limiters_;
  std::optional<SceneRecorder> scene_;
  std::optional<CurveScan> curve_;  ///< for a page alone, of events of one key
  bool keyed_ = false;
};

}  // namespace ratereplay
