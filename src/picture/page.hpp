#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "picture/curve_picture.hpp"
#include "picture/grid_picture.hpp"
#include "picture/scene.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// A page for a browser: the report of a command as it stands on a terminal, and its pictures.
struct Page {
  std::string_view command;  ///< "compare"
  const TraceSummary& trace;
  std::string report;  ///< for people, without escapes of a terminal
  const Scene* scene;  ///< none: no picture of it, as in the next
  const CurvePicture* curve;
  std::vector<GridPicture> grids;
};

/// One file without any other: style, script and data are within. It stays below 12 MB: of a scene that would be larger
/// it has less, and says what is left out.
std::string page_html(const Page& page);

}  // namespace ratereplay
