#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ratereplay {

/// Whether a report may use terminal escapes.
struct Style {
  bool color = false;

  std::string bold(std::string_view text) const;
  std::string dim(std::string_view text) const;
};

/// A table for people: columns two spaces apart, numbers to the right, no rules. The first column is the row's label;
/// a label wider than `widest_label` stands on a line of its own above its row.
class Table {
 public:
  enum class Align { left, right };

  /// A heading may hold line breaks; headings stand on the bottom line.
  void add_column(std::string_view heading, Align align);
  /// Behind the last column was added. Cells that are missing at the end are empty.
  void add_row(std::vector<std::string> cells);

  /// In terminal columns.
  std::size_t width() const;
  /// Lines that each end with a newline and have no trailing spaces.
  std::string text(const Style& style) const;

  static constexpr std::size_t widest_label = 24;

 private:
  struct Column {
    std::vector<std::string> heading;
    Align align;
  };

  std::vector<std::size_t> widths() const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace ratereplay
