#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "picture/curve_picture.hpp"
#include "picture/grid_picture.hpp"
#include "picture/scene.hpp"

namespace ratereplay {

/// Bytes for a page's script: gzip (RFC 1952) in base64 (RFC 4648).
std::string packed(std::string_view bytes);

/// JSON that ends no script element.
std::string in_script(std::string_view json);

/// A scene in at most some `budget` bytes: keys, waits, delays and what remains go in, in this order, where there is
/// room for them, and `notes` say which do not; where not even the events fit, counts over time stand in their place.
Json scene_json(const Scene& scene, std::size_t budget, std::vector<std::string>& notes);

Json curve_json(const CurvePicture& curve);

Json grid_json(const GridPicture& grid);

}  // namespace ratereplay
