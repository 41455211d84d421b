#pragma once

#include <string_view>

namespace ratereplay {

/// What a first line that is no CSV header looks like, for a message: "looks like JSON lines, not like CSV; ..."; empty
/// when nothing is known of it. A header may look so too (`[time],mag`), so ask only when it did not serve as one.
std::string_view explain_foreign(std::string_view first_line) noexcept;

}  // namespace ratereplay
