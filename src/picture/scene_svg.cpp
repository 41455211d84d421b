#include "picture/scene_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "core/instant.hpp"
#include "core/text.hpp"
#include "picture/scene_columns.hpp"
#include "picture/svg.hpp"
#include "picture/time_axis.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

constexpr int width = 960;
constexpr int left = 190;  // of the axis: labels stand before it
constexpr int right = 940;
constexpr int plot = right - left;
constexpr int strip_height = 34;
constexpr int tick_height = 22;
constexpr int row_height = 50;
constexpr int top = 44;
constexpr std::size_t marks_at_most = 8;

/// What stands in a class's one path.
std::string path(std::string_view css_class, const std::string& steps) {
  return steps.empty() ? "" : fmt::format("<path class=\"{}\" d=\"{}\"/>\n", css_class, steps);
}

/// A bar for each column that has any, from `from` to `to` of the highest.
template <class From, class To>
std::string bars(std::size_t columns, std::uint64_t most, double base, double height, const From& from, const To& to) {
  std::string steps;
  for (std::size_t column = 0; column < columns; ++column) {
    if (to(column) == from(column)) continue;
    const auto y = [&](std::uint64_t count) {
      return base - height * static_cast<double>(count) / static_cast<double>(most);
    };
    steps += fmt::format("M{} {:.1f}h1V{:.1f}h-1z", left + static_cast<int>(column), y(from(column)), y(to(column)));
  }
  return steps;
}

/// One line for each column that has any: many of them would lie on each other.
std::string ticks(const std::vector<std::uint64_t>& counts, double base, double height) {
  std::string steps;
  for (std::size_t column = 0; column < counts.size(); ++column) {
    if (counts[column] > 0) steps += fmt::format("M{}.5 {:g}v{:g}", left + static_cast<int>(column), base, -height);
  }
  return steps;
}

std::string bracket(const SceneRow& row, const SceneColumns::Row& columns, double base) {
  if (!columns.busiest) return "";
  const int from = left + static_cast<int>(columns.busiest->first);
  const int to = left + static_cast<int>(columns.busiest->second) + 1;
  const std::string label =
      fmt::format("{}{}", busiest_text(row), row.promise ? ", promise " + grouped(*row.promise) : "");
  // At the end of the axis a text reaches to the left.
  const bool is_late = from > left + plot * 3 / 4;
  return path("line", fmt::format("M{} {:g}v4H{}v-4", from, base + 3, to)) +
         svg_text(is_late ? to : from, base + 19, is_late ? "end" : "start", label, "small dim");
}

std::string row_svg(const SceneRow& row, const SceneColumns& columns, std::size_t index, bool dense, double base) {
  const SceneColumns::Row& counts = columns.rows[index];
  std::string svg = svg_text(left - 10, base - 8, "end", row.name);
  svg += svg_text(left - 10, base + 7, "end", grouped(row.passed) + " passed, " + grouped(row.dropped) + " dropped",
                  "small dim");
  svg += path("faint", fmt::format("M{} {:g}H{}", left, base + 0.5, right));
  if (dense) {
    const auto none = [](std::size_t) { return std::uint64_t{0}; };
    const auto passed = [&](std::size_t column) { return counts.passed[column]; };
    const auto all = [&](std::size_t column) { return counts.passed[column] + counts.dropped[column]; };
    svg += path("passed-area", bars(plot, columns.most, base, tick_height, none, passed));
    svg += path("dropped-area", bars(plot, columns.most, base, tick_height, passed, all));
  } else {
    // In this order: a short one is seen on a long one.
    svg += path("passed", ticks(counts.passed, base, tick_height));
    svg += path("dropped", ticks(counts.dropped, base, tick_height / 2.0));
  }
  return svg + bracket(row, counts, base);
}

std::string axis_svg(const SceneColumns& columns, double y) {
  std::string svg = path("line", fmt::format("M{} {:g}H{}", left, y, right));
  for (const TimeMark& mark : time_marks(columns.first, columns.last, marks_at_most)) {
    const int x = left + static_cast<int>(columns.column_of(mark.time.ns));
    svg += path("line", fmt::format("M{}.5 {:g}v5", x, y)) + svg_text(x, y + 18, "middle", mark.label, "small dim");
  }
  return svg + svg_text(right, y + 34, "end", time_text(columns.first, true) + " to " + time_text(columns.last, true),
                        "small dim");
}

}  // namespace

std::string scene_svg(const Scene& scene) {
  const SceneColumns columns = columns_of(scene, plot);
  // Two on a place can still be told from one.
  constexpr std::uint64_t most_ticks = std::uint64_t{2} * plot;
  const auto is_dense = [](const SceneEvents& events) { return events.count() > most_ticks || !events.has_each(); };
  const bool dense = is_dense(scene.events) || std::any_of(scene.rows.begin(), scene.rows.end(), [&](const auto& row) {
                       return row.own && is_dense(*row.own);
                     });
  const std::string_view shape = dense ? "bars: what was dropped stands grey on what passed"
                                       : "a long tick for each event that passed, a short grey one for each dropped";
  std::string svg = svg_text(left, 18, "start", shape, "small dim");
  const double strip = top + strip_height;
  const std::uint64_t most =
      std::max<std::uint64_t>(1, *std::max_element(columns.arrivals.begin(), columns.arrivals.end()));
  svg += svg_text(left - 10, strip - 6, "end", "arrivals");
  svg += svg_text(left - 10, strip + 9, "end", counted(scene.events.count(), "event"), "small dim");
  svg += path("arrivals", bars(
                              plot, most, strip, strip_height, [](std::size_t) { return std::uint64_t{0}; },
                              [&](std::size_t column) { return columns.arrivals[column]; }));
  double base = strip;
  std::string description;
  for (std::size_t index = 0; index < scene.rows.size(); ++index) {
    base += row_height;
    const SceneRow& row = scene.rows[index];
    svg += row_svg(row, columns, index, dense, base);
    description += fmt::format("{}: {} passed, {} dropped. ", row.name, row.passed, row.dropped);
  }
  base += 34;
  svg += axis_svg(columns, base);
  return svg_document(width, static_cast<int>(base) + 44, "What passed and what was dropped", description, svg);
}

}  // namespace ratereplay
