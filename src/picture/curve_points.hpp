#pragma once

#include <vector>

#include "picture/curve_picture.hpp"

namespace ratereplay {

/// What a drawing of a curve on logarithmic axes needs, in rates per second: for the eye, not for figures.
struct CurvePoints {
  struct Point {
    double rate;
    double bucket;
  };

  std::vector<Point> line;      ///< dense enough to look bent; rates above 0, from the least
  std::vector<Point> vertices;  ///< those of a rate above 0
  double least_rate = 1;
  double most_rate = 1;
  double least_bucket = 1;
  double most_bucket = 1;
};

CurvePoints points_of(const CurvePicture& curve);

}  // namespace ratereplay
