#pragma once

#include <cstddef>

namespace ratereplay {

/// What a terminal can show of a drawing.
struct PlotStyle {
  std::size_t width = 100;  ///< columns, >= 40
  bool unicode = true;      ///< else ASCII alone
};

}  // namespace ratereplay
