#pragma once

#include <string>
#include <string_view>

namespace ratereplay {

/// A drawing of so many units, which scales to the place that it is shown in: dark letters on light ground, or the
/// other way round where the reader prefers that. `title` and `description` are for those who cannot see it.
std::string svg_document(int width, int height, std::string_view title, std::string_view description,
                         std::string_view content);

/// A text at a place; `anchor`: start, middle or end.
std::string svg_text(double x, double y, std::string_view anchor, std::string_view text,
                     std::string_view css_class = {});

/// Safe between tags and in quotes; what a document may not hold is U+FFFD.
std::string escaped_xml(std::string_view text);

}  // namespace ratereplay
