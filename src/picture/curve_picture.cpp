#include "picture/curve_picture.hpp"

#include <algorithm>

namespace ratereplay {

CurvePicture picture_of(const Curve& curve) {
  constexpr std::size_t most = 4000;
  const std::size_t all = curve.segments();
  const std::size_t drawn = std::min(all, most);
  CurvePicture picture;
  picture.vertices.reserve(drawn);
  for (std::size_t place = 0; place < drawn; ++place) {
    const std::size_t vertex = drawn == all ? place : place * (all - 1) / (drawn - 1);
    picture.vertices.push_back({curve.rate(vertex), curve.bucket(vertex), curve.witness(vertex)});
  }
  picture.left_out = all - drawn;
  return picture;
}

}  // namespace ratereplay
