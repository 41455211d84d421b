#include "picture/grid_picture.hpp"

#include <cstddef>
#include <string>
#include <unordered_map>

#include "report/sweep_parameters.hpp"

namespace ratereplay {

namespace {

using Places = std::unordered_map<std::string, std::size_t>;

/// Where a value stands among those of an axis: at its end where it is new.
std::size_t place_of(std::vector<GridPicture::Tick>& ticks, Places& places, const std::string& text, double place) {
  const auto [found, is_new] = places.emplace(text, ticks.size());
  if (is_new) ticks.push_back({text, place});
  return found->second;
}

double pace_place(const SweptParameters& parameters) {
  if (!parameters.rate) return Fraction(parameters.window->ns).approximate();
  return parameters.rate->per_ns().approximate() * static_cast<double>(ns_per_second);
}

}  // namespace

std::vector<GridPicture> grid_pictures(const std::vector<SweepRow>& rows, const TraceSummary& trace) {
  std::vector<GridPicture> pictures;
  Places x_places;
  Places y_places;
  for (const SweepRow& row : rows) {
    const SweptParameters parameters(row.limiter);
    if (pictures.empty() || pictures.back().limiter != row.series) {
      pictures.push_back({row.series, parameters.size_name(), parameters.pace_name(), {}, {}, {}});
      x_places.clear();
      y_places.clear();
    }
    GridPicture& picture = pictures.back();
    const bool sized = !picture.x_name.empty();
    const std::size_t x =
        place_of(picture.x, x_places, sized ? parameters.size_text() : "", parameters.size().approximate());
    const std::size_t y = place_of(picture.y, y_places, parameters.pace_text(), pace_place(parameters));
    if (y >= picture.dropped.size()) picture.dropped.resize(y + 1);
    if (x >= picture.dropped[y].size()) picture.dropped[y].resize(x + 1);
    picture.dropped[y][x] = trace.events - row.counts.passed;
  }
  for (GridPicture& picture : pictures) {
    for (auto& line : picture.dropped) line.resize(picture.x.size());
  }
  return pictures;
}

}  // namespace ratereplay
