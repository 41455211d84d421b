#include "picture/scene_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "core/instant.hpp"
#include "core/text.hpp"
#include "picture/scene_columns.hpp"
#include "picture/time_axis.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

constexpr std::size_t label_width = 17;

/// What the marks are drawn with.
struct Glyphs {
  std::array<std::string_view, 8> heights;
  std::string_view passed;
  std::string_view mixed;
  std::string_view dropped;
  std::string_view begin;
  std::string_view along;
  std::string_view end;
};

constexpr Glyphs unicode = {{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}, "█", "▄", "░", "└", "─", "┘"};
constexpr Glyphs ascii = {{".", ".", ":", ":", "|", "|", "#", "#"}, "#", "+", ".", "\\", "_", "/"};

std::string labelled(std::string_view label, const std::string& line) {
  std::string text = fmt::format("{:<{}}{}", label, label_width, line);
  text.resize(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

std::string arrivals_line(const SceneColumns& columns, const Glyphs& glyphs) {
  const std::uint64_t most = *std::max_element(columns.arrivals.begin(), columns.arrivals.end());
  std::string line;
  for (const std::uint64_t arrivals : columns.arrivals) {
    if (arrivals == 0)
      line += ' ';
    else
      line += glyphs.heights[static_cast<std::size_t>(ceil_div(Int128{arrivals} * 8, Int128{most}) - 1)];
  }
  return line;
}

std::string row_line(const SceneColumns::Row& row, const Glyphs& glyphs) {
  std::string line;
  for (std::size_t column = 0; column < row.passed.size(); ++column) {
    const bool passed = row.passed[column] > 0;
    const bool dropped = row.dropped[column] > 0;
    if (passed && dropped)
      line += glyphs.mixed;
    else if (passed)
      line += glyphs.passed;
    else if (dropped)
      line += glyphs.dropped;
    else
      line += ' ';
  }
  return line;
}

/// The busiest window, and beside it how many passed in it.
std::string bracket_line(const SceneRow& row, const SceneColumns::Row& columns, const Glyphs& glyphs) {
  if (!columns.busiest) return "";
  const auto [from, to] = *columns.busiest;
  const std::string label = busiest_text(row);
  std::string bracket(glyphs.begin);
  if (to > from) {
    for (std::size_t column = from + 1; column < to; ++column) bracket += glyphs.along;
    bracket += glyphs.end;
  }
  if (to + 2 + label.size() <= columns.passed.size()) return std::string(from, ' ') + bracket + " " + label;
  if (from >= label.size() + 1) return std::string(from - label.size() - 1, ' ') + label + " " + bracket;
  return std::string(from, ' ') + bracket;
}

std::string axis_line(const SceneColumns& columns) {
  constexpr std::size_t columns_a_mark = 14;
  const std::size_t width = columns.arrivals.size();
  std::string line;
  for (const TimeMark& mark :
       time_marks(columns.first, columns.last, std::max<std::size_t>(1, width / columns_a_mark))) {
    const std::size_t at = columns.column_of(mark.time.ns);
    if (at < line.size() || at + mark.label.size() + 1 > width) continue;
    line.resize(at, ' ');
    line += "|" + mark.label + " ";
  }
  return line;
}

}  // namespace

std::string scene_plot(const Scene& scene, const PlotStyle& style) {
  const Glyphs& glyphs = style.unicode ? unicode : ascii;
  if (scene.events.count() == 0) return "";
  const SceneColumns columns = columns_of(scene, style.width - label_width);
  std::string text = labelled("arrivals", arrivals_line(columns, glyphs));
  for (std::size_t index = 0; index < scene.rows.size(); ++index) {
    const std::string& name = scene.rows[index].name;
    // A label that is wider stands on a line of its own, as in a table.
    if (name.size() >= label_width) text += printable(name) + "\n";
    text += labelled(name.size() >= label_width ? "" : name, row_line(columns.rows[index], glyphs));
    if (const std::string bracket = bracket_line(scene.rows[index], columns.rows[index], glyphs); !bracket.empty())
      text += labelled("", bracket);
  }
  text += labelled("", axis_line(columns));
  text += labelled("", time_text(columns.first, true) + " to " + time_text(columns.last, true));
  return text + fmt::format("{}passed {}  dropped {}  both {}\n", std::string(label_width, ' '), glyphs.passed,
                            glyphs.dropped, glyphs.mixed);
}

}  // namespace ratereplay
