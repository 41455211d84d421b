#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trace/csv_record.hpp"

namespace ratereplay {

/// What a source of rows is made of.
enum class InputKind : std::uint8_t { csv, clf, jsonl };

/// As --input and the trace summary spell it.
std::string_view name_of(InputKind kind) noexcept;

/// Throws Error naming the text.
InputKind parse_input_kind(const std::string& text);

/// A byte between cells, as --delimiter takes it: itself, or the name of a common one. Throws Error naming the text.
char parse_delimiter(const std::string& text);

/// Bytes at the front of a source that all guesses are made from: enough for a record as long as there may be.
inline constexpr std::size_t front_size = 2 * longest_record;

/// The kind that the first line which is not blank looks like: an access log where it can be cut as one, JSON lines
/// where it begins and ends as an object, else CSV.
InputKind guess_input(std::string_view front);

/// A line of a file that is not what the file was taken for.
struct LineOfOther {
  std::uint64_t line = 0;  ///< from 1
  InputKind kind = InputKind::csv;
};

/// The first of the first ten lines that looks like something else than CSV.
std::optional<LineOfOther> find_other(std::string_view front);

/// The comma, tab, semicolon or bar that cuts the first record which is not blank into `columns` cells, or, when that
/// is 0 or none does, into the most; the first of them where several do.
char guess_delimiter(std::string_view front, std::size_t columns);

/// For people, in the plural: "tabs", "';'".
std::string delimiters_text(char delimiter);

/// What a source that is no text, but a binary file of ratereplay, is, with the mend; empty for any other.
std::string_view explain_binary(std::string_view front) noexcept;

/// What a first line that is no CSV header looks like, with the mend: "looks like JSON lines, not like CSV; ..."; empty
/// when nothing is known of it. A header may look so too (`[time],mag`), so ask only when it did not serve as one.
std::string_view explain_foreign(std::string_view first_line) noexcept;

}  // namespace ratereplay
