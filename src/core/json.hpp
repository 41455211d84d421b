#pragma once

#include <nlohmann/json.hpp>

namespace ratereplay {

/// Keys stay in the order in which they are written.
using Json = nlohmann::ordered_json;

}  // namespace ratereplay
