#include "picture/curve_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

#include "picture/curve_points.hpp"
#include "picture/log_axis.hpp"

namespace ratereplay {

namespace {

constexpr std::size_t left = 10;  // of the axis
constexpr std::size_t height = 18;

std::size_t place(double share, std::size_t places) {
  const double last = static_cast<double>(places - 1);
  return static_cast<std::size_t>(std::clamp(std::round(share * last), 0.0, last));
}

}  // namespace

std::string curve_plot(const CurvePicture& curve, const PlotStyle& style) {
  const CurvePoints points = points_of(curve);
  if (points.line.empty()) return "";
  const std::string_view dot = style.unicode ? "·" : ".";
  const std::string_view vertex = style.unicode ? "●" : "o";
  const LogAxis rates(points.least_rate, points.most_rate);
  const LogAxis buckets(points.least_bucket, points.most_bucket);
  const std::size_t width = style.width - left;
  std::vector<std::vector<std::string_view>> cells(height, std::vector<std::string_view>(width, " "));
  const auto put = [&](const CurvePoints::Point& point, std::string_view glyph) {
    const double bucket = std::max(point.bucket, points.least_bucket);
    cells[height - 1 - place(buckets.place_of(bucket), height)][place(rates.place_of(point.rate), width)] = glyph;
  };
  for (const CurvePoints::Point& point : points.line) put(point, dot);
  for (const CurvePoints::Point& point : points.vertices) put(point, vertex);

  std::vector<std::string> labels(height);
  for (const LogAxis::Mark& mark : buckets.marks())
    labels[height - 1 - place(buckets.place_of(mark.value), height)] = mark.label;
  std::string text = "least bucket that loses nothing\n";
  for (std::size_t line = 0; line < height; ++line) {
    std::string row = fmt::format("{:>{}} {}", labels[line], left - 2, style.unicode ? "│" : "|");
    for (const std::string_view cell : cells[line]) row += cell;
    row.resize(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  std::string axis = std::string(left - 1, ' ') + (style.unicode ? "└" : "+");
  for (std::size_t column = 0; column < width; ++column) axis += style.unicode ? "─" : "-";
  std::string under;
  for (const LogAxis::Mark& mark : rate_marks(points.least_rate, points.most_rate)) {
    const std::size_t at = left + place(rates.place_of(mark.value), width);
    if (at < under.size() || at + mark.label.size() > style.width) continue;
    under.resize(at, ' ');
    under += mark.label + " ";
  }
  under.resize(under.find_last_not_of(' ') + 1);
  return text + axis + "\n" + under + "\n" + std::string(left, ' ') + fmt::format("rate; {} vertex\n", vertex);
}

}  // namespace ratereplay
