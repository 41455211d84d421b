#pragma once

// Left without memory in the middle of an assignment, an object holds nothing, which its destructor allows for; the
// library's check of itself before that would end the program.
#define JSON_ASSERT(condition) static_cast<void>(0)
#include <nlohmann/json.hpp>

namespace ratereplay {

/// Keys stay in the order in which they are written.
using Json = nlohmann::ordered_json;

}  // namespace ratereplay
