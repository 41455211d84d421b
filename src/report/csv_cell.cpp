#include "report/csv_cell.hpp"

namespace ratereplay {

void append_csv_cell(std::string& out, std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  const bool marked = text.size() > 1 && std::string_view("=+-@\t\r'").find(text.front()) != std::string_view::npos;
  const bool quoted = marked || text.find_first_of(",\"\r\n") != std::string_view::npos ||
                      (!text.empty() && (blank(text.front()) || blank(text.back())));
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
