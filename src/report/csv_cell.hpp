#pragma once

#include <string>
#include <string_view>

namespace ratereplay {

/// Appends a text as a cell of CSV (RFC 4180): in quotes where it holds a comma or what else a spreadsheet may take for
/// the end of a cell (a semicolon, a tab), a quote or a line end, or blanks at an end of it. What one would take for a
/// formula, which may do anything, stands in quotes behind an apostrophe: a text of more than one character that begins
/// with = + - @, also in their wide forms, a tab or a line end, and one that begins with an apostrophe, so that no two
/// texts make the same cell.
void append_csv_cell(std::string& out, std::string_view text);

}  // namespace ratereplay
