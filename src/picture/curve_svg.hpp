#pragma once

#include <string>

#include "picture/curve_picture.hpp"

namespace ratereplay {

/// b(r), the least bucket that loses nothing, over the rate, both axes logarithmic, with its vertices and marks.
std::string curve_svg(const CurvePicture& curve);

}  // namespace ratereplay
