#include "report/csv_cell.hpp"

namespace ratereplay {

void append_csv_cell(std::string& out, std::string_view text) {
  // U+FF1D, U+FF0B, U+FF0D and U+FF20, in which some read = + - @.
  const auto begins_wide = [text] {
    constexpr std::string_view lead = "\xEF\xBC";
    return text.size() > 3 && text.substr(0, 2) == lead &&
           std::string_view("\x9D\x8B\x8D\xA0").find(text[2]) != std::string_view::npos;
  };
  const bool marked =
      (text.size() > 1 && std::string_view("=+-@\t\r\n'").find(text.front()) != std::string_view::npos) ||
      begins_wide();
  const bool quoted = marked || text.find_first_of(",;\t\"\r\n") != std::string_view::npos ||
                      (!text.empty() && (text.front() == ' ' || text.back() == ' '));
  if (!quoted) {
    out += text;
    return;
  }
  out += marked ? "\"'" : "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

}  // namespace ratereplay
