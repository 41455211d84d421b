#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/sweep_report.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// What the configurations of one limiter drop, over two of its parameters.
struct GridPicture {
  /// A value that a parameter goes through.
  struct Tick {
    std::string text;  ///< as in a spec text
    double place;      ///< for the axis alone
  };

  std::string limiter;
  std::string x_name;  ///< "burst", "queue" or "limit"; empty where no size was varied
  std::string y_name;  ///< "rate" or "window"
  std::vector<Tick> x;
  std::vector<Tick> y;
  std::vector<std::vector<std::optional<std::uint64_t>>> dropped;  ///< by y, then x; none: no such configuration
};

/// Of each limiter of a sweep, its rows as they follow each other.
std::vector<GridPicture> grid_pictures(const std::vector<SweepRow>& rows, const TraceSummary& trace);

}  // namespace ratereplay
