#include "picture/curve_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "picture/curve_points.hpp"
#include "picture/log_axis.hpp"
#include "picture/svg.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

constexpr int width = 720;
constexpr int height = 440;
constexpr double left = 70;
constexpr double right = 700;
constexpr double top = 40;
constexpr double bottom = 380;

std::string axes_svg(const CurvePoints& points, const LogAxis& rates, const LogAxis& buckets) {
  std::string svg;
  for (const LogAxis::Mark& mark : rate_marks(points.least_rate, points.most_rate)) {
    const double x = left + (right - left) * rates.place_of(mark.value);
    svg += fmt::format("<path class=\"faint\" d=\"M{:.1f} {:g}V{:g}\"/>\n", x, top, bottom);
    svg += svg_text(std::round(x), bottom + 18, "middle", mark.label, "small dim");
  }
  for (const LogAxis::Mark& mark : buckets.marks()) {
    const double y = bottom - (bottom - top) * buckets.place_of(mark.value);
    svg += fmt::format("<path class=\"faint\" d=\"M{:g} {:.1f}H{:g}\"/>\n", left, y, right);
    svg += svg_text(left - 8, std::round(y) + 4, "end", mark.label, "small dim");
  }
  svg += fmt::format("<path class=\"line\" d=\"M{0:g} {1:g}V{2:g}H{3:g}\"/>\n", left, top, bottom, right);
  svg += svg_text(right, bottom + 38, "end", "rate");
  return svg + svg_text(left - 8, top - 14, "start", "least bucket that loses nothing");
}

}  // namespace

std::string curve_svg(const CurvePicture& curve) {
  const CurvePoints points = points_of(curve);
  constexpr std::string_view title = "The least bucket that loses nothing, for every rate";
  if (points.line.empty()) {
    constexpr std::string_view nothing = "A bucket of 0 loses nothing.";
    return svg_document(width, height, title, nothing, svg_text(left, top, "start", nothing));
  }
  const LogAxis rates(points.least_rate, points.most_rate);
  const LogAxis buckets(points.least_bucket, points.most_bucket);
  const auto x = [&](double rate) { return left + (right - left) * rates.place_of(rate); };
  const auto y = [&](double bucket) {
    return bottom - (bottom - top) * buckets.place_of(std::max(bucket, points.least_bucket));
  };
  std::string svg = axes_svg(points, rates, buckets);
  std::string line;
  for (const CurvePoints::Point& point : points.line)
    line += fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", x(point.rate), y(point.bucket));
  svg += fmt::format("<path class=\"passed\" fill=\"none\" stroke-width=\"2\" d=\"{}\"/>\n", line);
  constexpr std::size_t most_dots = 200;
  if (points.vertices.size() <= most_dots) {
    for (const CurvePoints::Point& point : points.vertices) {
      svg += fmt::format("<circle class=\"passed-area\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>\n", x(point.rate),
                         y(point.bucket));
    }
  }
  const std::string description =
      fmt::format("A falling curve with {} vertices, from a bucket of {} to one of {}.", curve.vertices.size(),
                  decimal_text(curve.vertices.front().bucket, 3), decimal_text(curve.vertices.back().bucket, 3));
  return svg_document(width, height, title, description, svg);
}

}  // namespace ratereplay
