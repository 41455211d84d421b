#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace ratereplay {

namespace {

/// Terminal columns of UTF-8 text: one per code point, which is right for all that reports print.
std::size_t display_width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width, Table::Align align) {
  const std::string space(width - std::min(width, display_width(text)), ' ');
  return align == Table::Align::right ? space + text : text + space;
}

void cut_blanks(std::string& text) { text.erase(text.find_last_not_of(' ') + 1); }

std::string wrapped(const char* code, std::string_view text, bool color) {
  return color ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

}  // namespace

std::string Style::bold(std::string_view text) const { return wrapped("1", text, color); }
std::string Style::dim(std::string_view text) const { return wrapped("2", text, color); }

void Table::add_column(std::string_view heading, Align align) {
  Column column{{}, align};
  std::size_t start = 0;
  while (true) {
    const std::size_t end = heading.find('\n', start);
    column.heading.emplace_back(heading.substr(start, end - start));
    if (end == std::string_view::npos) break;
    start = end + 1;
  }
  columns_.push_back(std::move(column));
}

void Table::add_row(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> widths(columns_.size());
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    for (const std::string& line : columns_[c].heading) widths[c] = std::max(widths[c], display_width(line));
    for (const auto& row : rows_) {
      const std::size_t width = display_width(row[c]);
      if (c != 0 || width <= widest_label) widths[c] = std::max(widths[c], width);
    }
  }
  return widths;
}

std::size_t Table::width() const {
  std::size_t total = 0;
  for (const std::size_t width : widths()) total += (total == 0 ? 0 : 2) + width;
  return total;
}

std::string Table::text(const Style& style) const {
  const std::vector<std::size_t> width = widths();
  std::size_t heading_lines = 0;
  for (const Column& column : columns_) heading_lines = std::max(heading_lines, column.heading.size());

  std::string out;
  for (std::size_t line = 0; line < heading_lines; ++line) {
    std::string heading;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const auto& lines = columns_[c].heading;
      const std::size_t missing = heading_lines - lines.size();
      if (c != 0) heading += "  ";
      heading += padded(line < missing ? "" : lines[line - missing], width[c], columns_[c].align);
    }
    cut_blanks(heading);
    out += style.bold(heading) + "\n";
  }
  for (const auto& row : rows_) {
    const bool own_line = display_width(row[0]) > width[0];
    if (own_line) out += row[0] + "\n";
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (c != 0) out += "  ";
      out += padded(c == 0 && own_line ? "" : row[c], width[c], columns_[c].align);
    }
    cut_blanks(out);
    out += "\n";
  }
  return out;
}

}  // namespace ratereplay
