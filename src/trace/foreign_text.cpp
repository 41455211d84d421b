#include "trace/foreign_text.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "trace/binary_form.hpp"

namespace ratereplay {

namespace {

// `[29/Jul/2025:`, where an access log has its time.
bool holds_log_date(std::string_view line) noexcept {
  constexpr std::string_view pattern = "[dd/mmm/dddd:";
  const auto matches = [](char c, char p) {
    return p == 'd' ? is_digit(c) : p == 'm' ? lower(c) >= 'a' && lower(c) <= 'z' : c == p;
  };
  return std::search(line.begin(), line.end(), pattern.begin(), pattern.end(), matches) != line.end();
}

std::string_view without_blanks(std::string_view text) noexcept {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

}  // namespace

std::string_view explain_foreign(std::string_view first_line) noexcept {
  if (begins_as(summary_form, first_line)) return "is a trace summary; give it to 'ratereplay curve --merge'";
  if (begins_as(rrt_form, first_line))
    return "is a binary trace, which is read in place; store it in a file and name that";
  if (holds_log_date(first_line)) {
    return "looks like an access log without a header, not like CSV; only CSV with a header line is read so far";
  }
  const std::string_view line = without_blanks(first_line);
  if (line.empty() || (line.front() != '{' && line.front() != '[')) return {};
  // What can follow in JSON, but hardly in `[time],mag` or `[2025-07-29 23:24:52] started`.
  const std::string_view rest = without_blanks(line.substr(1));
  if (!rest.empty() && std::string_view("\"{}[]").find(rest.front()) == std::string_view::npos) return {};
  if (line.front() == '{' && line.back() == '}') {
    return "looks like JSON lines, not like CSV; only CSV with a header line is read so far";
  }
  return "looks like JSON, not like CSV; only CSV with a header line is read so far";
}

}  // namespace ratereplay
