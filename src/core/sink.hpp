#pragma once

#include <functional>
#include <string_view>

namespace ratereplay {

/// Takes what is written in pieces, from front to end; what it throws goes through the writer.
using Sink = std::function<void(std::string_view)>;

}  // namespace ratereplay
