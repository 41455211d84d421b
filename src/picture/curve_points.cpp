#include "picture/curve_points.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/instant.hpp"

namespace ratereplay {

CurvePoints points_of(const CurvePicture& curve) {
  CurvePoints points;
  std::vector<CurvePoints::Point> all;
  all.reserve(curve.vertices.size());
  for (const CurvePicture::Vertex& vertex : curve.vertices)
    all.push_back({vertex.per_ns.approximate() * static_cast<double>(ns_per_second), vertex.bucket.approximate()});
  std::copy_if(all.begin(), all.end(), std::back_inserter(points.vertices),
               [](const auto& each) { return each.rate > 0; });
  if (all.empty()) return points;

  // A decade to either side of the vertices: the first segment begins at the rate 0, the last has no end.
  constexpr double margin = 10;
  points.least_rate = points.vertices.empty() ? 1 : points.vertices.front().rate / margin;
  points.most_rate = points.vertices.empty() ? margin : points.vertices.back().rate * margin;
  constexpr int steps = 200;
  std::size_t segment = 0;
  const double ratio = points.most_rate / points.least_rate;
  for (int step = 0; step <= steps; ++step) {
    const double rate = points.least_rate * std::pow(ratio, static_cast<double>(step) / steps);
    for (; segment + 1 < all.size() && all[segment + 1].rate <= rate; ++segment)
      points.line.push_back(all[segment + 1]);
    double bucket = all[segment].bucket;
    if (segment + 1 < all.size()) {
      const double share = (rate - all[segment].rate) / (all[segment + 1].rate - all[segment].rate);
      bucket += share * (all[segment + 1].bucket - bucket);
    }
    points.line.push_back({rate, bucket});
  }
  points.most_bucket = points.line.front().bucket;
  points.least_bucket = points.line.back().bucket;
  points.least_bucket = std::max(points.least_bucket, 0.5);
  points.most_bucket = std::max(points.most_bucket, points.least_bucket * 2);
  return points;
}

}  // namespace ratereplay
