#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ratereplay {

/// How many dots may stand outside of the texts and comments of a file of rules, which needs none there. Each may be a
/// table in a table, and toml++ destroys those by recursion.
inline constexpr std::size_t most_toml_dots = 1000;

/// Looks at a text before TOML is read of it. Throws Error, one line that names the file, line, column and the mend:
/// for bytes that are not UTF-8, and for more than `most_toml_dots`.
void check_toml_text(std::string_view text, const std::string& name);

}  // namespace ratereplay
