#include "picture/svg.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace ratereplay {

namespace {

// Colours that the eye tells apart by lightness too; marks also differ in height.
constexpr std::string_view style =
    ":root{color-scheme:light dark}"
    "text{font:12px system-ui,sans-serif;fill:#222}.dim{fill:#595959}.small{font-size:11px}"
    ".ground{fill:#fff}.passed{stroke:#0b5fa5}.dropped{stroke:#8a8a8a}.passed-area{fill:#0b5fa5}"
    ".dropped-area{fill:#b5b5b5}.arrivals{fill:#595959}.line{stroke:#222;fill:none}.faint{stroke:#d5d5d5;fill:none}"
    "@media(prefers-color-scheme:dark){text{fill:#eee}.dim{fill:#b5b5b5}.ground{fill:#16181b}.passed{stroke:#6db3f2}"
    ".dropped{stroke:#8a8a8a}.passed-area{fill:#6db3f2}.dropped-area{fill:#5e5e5e}.arrivals{fill:#b5b5b5}"
    ".line{stroke:#eee}.faint{stroke:#3a3d42}}";

}  // namespace

std::string escaped_xml(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string svg_text(double x, double y, std::string_view anchor, std::string_view text, std::string_view css_class) {
  const std::string of_class = css_class.empty() ? "" : fmt::format(" class=\"{}\"", css_class);
  return fmt::format("<text x=\"{:g}\" y=\"{:g}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, of_class,
                     escaped_xml(text));
}

std::string svg_document(int width, int height, std::string_view title, std::string_view description,
                         std::string_view content) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
      "aria-labelledby=\"title description\">\n<title id=\"title\">{2}</title>\n<desc id=\"description\">{3}</desc>\n"
      "<style>{4}</style>\n<rect class=\"ground\" width=\"{0}\" height=\"{1}\"/>\n{5}</svg>\n",
      width, height, escaped_xml(title), escaped_xml(description), style, content);
}

}  // namespace ratereplay
