#pragma once

#include <string_view>

#include "limiter/catalogue.hpp"

namespace ratereplay {

/// Reads `NAME[:KEY=VALUE[,KEY=VALUE...]]`, as `token-bucket:rate=5/h,burst=5`. Throws Error naming the text and the
/// mend.
AnyLimiter parse_limiter(std::string_view spec);

}  // namespace ratereplay
