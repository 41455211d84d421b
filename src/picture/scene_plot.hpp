#pragma once

#include <string>

#include "picture/plot_style.hpp"
#include "picture/scene.hpp"

namespace ratereplay {

/// A scene in characters: how many came in each column, then for each row what of it passed, and below it the busiest
/// window in brackets. Lines that each end with a newline.
std::string scene_plot(const Scene& scene, const PlotStyle& style);

}  // namespace ratereplay
