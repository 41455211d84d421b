#pragma once

#include <string>
#include <string_view>

namespace ratereplay {

/// The whole of a file that people write, at most 16 MiB. `what` it should be, for messages: "a configuration". Throws
/// Error naming the path.
std::string read_text_file(const std::string& path, std::string_view what);

}  // namespace ratereplay
