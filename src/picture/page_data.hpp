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

/// A scene in at most some `budget` bytes: where it would take more, its parts are left out, least needed first, and
/// `notes` say which; at last all events, of which counts over time remain.
Json scene_json(const Scene& scene, std::size_t budget, std::vector<std::string>& notes);

Json curve_json(const CurvePicture& curve);

Json grid_json(const GridPicture& grid);

}  // namespace ratereplay
