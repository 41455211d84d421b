#include "trace/input_kind.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"
#include "core/text.hpp"
#include "trace/binary_form.hpp"
#include "trace/clf_line.hpp"

namespace ratereplay {

namespace {

std::string_view without_blanks(std::string_view text) noexcept {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

// From the first line that is not blank on.
std::string_view from_first_line(std::string_view front) noexcept {
  while (!front.empty()) {
    if (front.substr(0, byte_order_mark.size()) == byte_order_mark) front.remove_prefix(byte_order_mark.size());
    const std::size_t end = front.find('\n');
    if (!without_blanks(front.substr(0, end)).empty() || end == std::string_view::npos) break;
    front.remove_prefix(end + 1);
  }
  return front;
}

// `{"name": ... }`
bool is_object(std::string_view line) noexcept {
  line = without_blanks(line);
  if (line.size() < 2 || line.front() != '{' || line.back() != '}') return false;
  const std::string_view rest = without_blanks(line.substr(1));
  return rest.front() == '"' || rest.front() == '}';
}

struct Delimiter {
  char byte;
  std::string_view name;
};
constexpr std::array<Delimiter, 4> delimiters = {{{',', "comma"}, {'\t', "tab"}, {';', "semicolon"}, {'|', "pipe"}}};

const Delimiter* find_delimiter(char byte) noexcept {
  const auto* const known =
      std::find_if(delimiters.begin(), delimiters.end(), [byte](const Delimiter& each) { return each.byte == byte; });
  return known == delimiters.end() ? nullptr : known;
}

}  // namespace

std::string_view name_of(InputKind kind) noexcept {
  switch (kind) {
    case InputKind::csv:
      return "csv";
    case InputKind::clf:
      return "clf";
    case InputKind::jsonl:
      return "jsonl";
  }
  return "";
}

InputKind parse_input_kind(const std::string& text) {
  for (const InputKind kind : {InputKind::csv, InputKind::clf, InputKind::jsonl}) {
    if (text == name_of(kind)) return kind;
  }
  const std::vector<std::string> kinds = {"csv", "clf", "jsonl"};
  throw Error("--input " + in_quotes(text) + ": not an input; use csv, clf or jsonl" + suggestion(text, kinds));
}

char parse_delimiter(const std::string& text) {
  for (const Delimiter& each : delimiters) {
    if (equal_ignoring_case(text, each.name)) return each.byte;
  }
  if (text == "\\t") return '\t';
  if (text.size() != 1 || text == "\"" || text == "\n" || text == "\r" || text.front() == '\0') {
    throw Error("--delimiter " + in_quotes(text) +
                ": not a delimiter; give one byte, or comma, tab, semicolon or pipe");
  }
  return text.front();
}

InputKind guess_input(std::string_view front) {
  const std::string_view text = from_first_line(front);
  const std::string_view line = without_blanks(text.substr(0, text.find('\n')));
  if (is_object(line)) return InputKind::jsonl;
  return ClfLine::fits(line) ? InputKind::clf : InputKind::csv;
}

std::optional<LineOfOther> find_other(std::string_view front) {
  constexpr std::uint64_t looked_at = 10;
  for (std::uint64_t line = 1; line <= looked_at && !front.empty(); ++line) {
    const std::size_t end = std::min(front.find('\n'), front.size());
    if (const InputKind kind = guess_input(front.substr(0, end)); kind != InputKind::csv)
      return LineOfOther{line, kind};
    front.remove_prefix(std::min(end + 1, front.size()));
  }
  return std::nullopt;
}

char guess_delimiter(std::string_view front, std::size_t columns) {
  std::array<std::size_t, delimiters.size()> cells{};
  cells.fill(1);
  bool in_quotes = false;
  bool may_open = true;  // a quote: at the front of a cell, or doubled
  for (const char c : from_first_line(front).substr(0, longest_record)) {
    if (c == '"' && (in_quotes || may_open)) {
      in_quotes = !in_quotes;
      may_open = true;
      continue;
    }
    if (in_quotes) continue;
    if (c == '\n') break;
    const Delimiter* const known = find_delimiter(c);
    may_open = known != nullptr || (may_open && c == ' ');
    if (known != nullptr) ++cells[static_cast<std::size_t>(known - delimiters.data())];
  }
  auto best = std::find(cells.begin(), cells.end(), columns);
  if (best == cells.end()) best = std::max_element(cells.begin(), cells.end());
  return delimiters[static_cast<std::size_t>(best - cells.begin())].byte;
}

std::string delimiters_text(char delimiter) {
  const Delimiter* const known = find_delimiter(delimiter);
  return known == nullptr ? in_quotes(std::string_view(&delimiter, 1)) : std::string(known->name) + "s";
}

std::string_view explain_binary(std::string_view front) noexcept {
  if (begins_as(summary_form, front)) return "is a trace summary; give it to 'ratereplay curve --merge'";
  if (begins_as(rrt_form, front)) return "is a binary trace, which is read in place; store it in a file and name that";
  return {};
}

std::string_view explain_foreign(std::string_view first_line) noexcept {
  if (ClfLine::holds_time(first_line)) {
    return "looks like an access log, not like CSV; read it with --input clf";
  }
  const std::string_view line = without_blanks(first_line);
  if (line.empty() || (line.front() != '{' && line.front() != '[')) return {};
  // What can follow in JSON, but hardly in `[time],mag` or `[2025-07-29 23:24:52] started`.
  const std::string_view rest = without_blanks(line.substr(1));
  if (!rest.empty() && std::string_view("\"{}[]").find(rest.front()) == std::string_view::npos) return {};
  if (is_object(line)) return "looks like JSON lines, not like CSV; read it with --input jsonl";
  if (line.front() == '{') return "is one JSON document, not a line for each event; pipe it through jq -c . and read -";
  return "is one JSON array, not a line for each event; pipe it through jq -c '.[]' and read -";
}

}  // namespace ratereplay
