#pragma once

#include <string>

#include "picture/scene.hpp"

namespace ratereplay {

/// A scene as a drawing that stands still: arrivals above, then a row for each way to decide, with a tick for each
/// event (those dropped grey and shorter) and the busiest window bracketed. Where events are too many for ticks, a bar
/// for each place on the axis, what was dropped above what passed.
std::string scene_svg(const Scene& scene);

}  // namespace ratereplay
