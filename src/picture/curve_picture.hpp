#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/fraction.hpp"
#include "sizing/curve.hpp"
#include "sizing/witness.hpp"

namespace ratereplay {

/// A pair of rate and bucket that is marked beside a curve.
struct CurveMark {
  std::string label;
  Fraction per_ns;
  Fraction bucket;
};

/// What is drawn of a curve: its vertices, and the interval that forces the segment behind each.
struct CurvePicture {
  struct Vertex {
    Fraction per_ns;
    Fraction bucket;
    Witness witness;
  };

  std::vector<Vertex> vertices;
  std::size_t left_out = 0;  ///< vertices between those that are drawn
  std::vector<CurveMark> marks = {};
};

/// At most some thousand vertices, the first and the last among them.
CurvePicture picture_of(const Curve& curve);

}  // namespace ratereplay
