#pragma once

#include <string>

#include "picture/curve_picture.hpp"
#include "picture/plot_style.hpp"

namespace ratereplay {

/// b(r) in characters, both axes logarithmic. Lines that each end with a newline.
std::string curve_plot(const CurvePicture& curve, const PlotStyle& style);

}  // namespace ratereplay
