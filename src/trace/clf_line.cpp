#include "trace/clf_line.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/text.hpp"

namespace ratereplay {

namespace {

constexpr std::array<std::string_view, 13> names = {"vhost",   "host",    "ident", "user",     "time",
                                                    "request", "method",  "path",  "protocol", "status",
                                                    "bytes",   "referer", "agent"};

constexpr bool is_letter(char c) noexcept { return lower(c) >= 'a' && lower(c) <= 'z'; }

// What stands at a `[`: dd/Mon/yyyy:, so that no bracket in the name of a user is taken for the time.
bool begins_time(std::string_view text) noexcept {
  return text.size() > 12 && text[3] == '/' && text[7] == '/' && text[12] == ':' && is_digit(text[1]) &&
         is_digit(text[2]) && is_letter(text[4]) && is_letter(text[5]) && is_letter(text[6]) && is_digit(text[8]) &&
         is_digit(text[9]) && is_digit(text[10]) && is_digit(text[11]);
}

// The place of the `[` of the time.
std::size_t find_time(std::string_view line) noexcept {
  for (std::size_t at = line.find('['); at != std::string_view::npos; at = line.find('[', at + 1)) {
    if (begins_time(line.substr(at))) return at;
  }
  return std::string_view::npos;
}

// The field up to the next blank, from the front of `rest`, and the blanks behind it.
std::string_view take_word(std::string_view& rest) noexcept {
  const std::size_t end = std::min(rest.find(' '), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(std::min(rest.find_first_not_of(' ', end), rest.size()));
  return word;
}

// The place of the quote that closes what begins at the front of `text`.
std::size_t find_closing(std::string_view text) noexcept {
  for (std::size_t at = text.find('"'); at != std::string_view::npos; at = text.find('"', at + 1)) {
    std::size_t first = at;
    while (first > 0 && text[first - 1] == '\\') --first;
    if ((at - first) % 2 == 0) return at;
  }
  return std::string_view::npos;
}

// `HTTP/1.1`
bool is_protocol(std::string_view text) noexcept {
  const std::size_t slash = text.find('/');
  return slash != std::string_view::npos && slash > 0 && std::all_of(text.begin(), text.begin() + slash, is_letter) &&
         slash + 1 < text.size() && is_digit(text[slash + 1]);
}

// The line that the format is judged by, or none.
std::string_view first_that_fits(std::string_view front) {
  while (!front.empty()) {
    const std::size_t end = std::min(front.find('\n'), front.size());
    std::string_view line = front.substr(0, end);
    while (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (ClfLine::fits(line)) return line;
    front.remove_prefix(std::min(end + 1, front.size()));
  }
  return {};
}

// As `%v:%p` writes a virtual host. More colons are of an IPv6 address, which stands in brackets before a port.
bool ends_in_port(std::string_view word) {
  const std::size_t colon = word.rfind(':');
  return colon != std::string_view::npos && colon + 1 < word.size() &&
         (word.find(':') == colon || word[colon - 1] == ']') &&
         std::all_of(word.begin() + static_cast<std::ptrdiff_t>(colon) + 1, word.end(), is_digit);
}

}  // namespace

bool ClfLine::holds_time(std::string_view line) noexcept { return find_time(line) != std::string_view::npos; }

bool ClfLine::fits(std::string_view line) {
  ClfLine any(false, true);
  return any.cut_fields(line).fault == RecordFault::none;
}

ClfLine::ClfLine(std::string_view front) : ClfLine(false, true) {
  const std::string_view line = first_that_fits(front);
  if (line.empty()) return;
  cut_fields(line);
  // `%v:%p %h %l %u`: where nobody runs identd, the ident is `-`; so is the second field of a line without a vhost.
  std::string_view rest = line.substr(0, find_time(line));
  std::vector<std::string_view> words;
  while (!rest.empty()) words.push_back(take_word(rest));
  const bool with_vhost = words.size() >= 4 && words[1] != "-" && (words[2] == "-" || ends_in_port(words[0]));
  *this = ClfLine(with_vhost, fields_[referer].data() != nullptr);
}

ClfLine::ClfLine(bool with_vhost, bool combined) : with_vhost_(with_vhost), combined_(combined) {
  const auto first = names.begin() + (with_vhost ? vhost : host);
  header_.assign(first, names.begin() + (combined ? places : referer));
}

std::string_view ClfLine::format() const noexcept {
  if (with_vhost_) return combined_ ? "vhost_combined" : "vhost_common";
  return combined_ ? "combined" : "common";
}

RecordFacts ClfLine::fault_in(RecordFault fault, Place place) const noexcept {
  return {0, fault, place - (with_vhost_ ? vhost : host)};
}

// [vhost] host ident user, the last of which may hold blanks.
bool ClfLine::cut_front(std::string_view front) noexcept {
  if (with_vhost_) fields_[vhost] = take_word(front);
  fields_[host] = take_word(front);
  fields_[ident] = take_word(front);
  while (!front.empty() && front.back() == ' ') front.remove_suffix(1);
  fields_[user] = front;
  return !front.empty();
}

void ClfLine::split_request() noexcept {
  const std::string_view text = fields_[request];
  const std::size_t first = text.find(' ');
  if (first == std::string_view::npos || first == 0) return;
  const std::string_view verb = text.substr(0, first);
  const std::string_view rest = text.substr(first + 1);
  const std::size_t second = rest.find(' ');
  const std::string_view target = rest.substr(0, second);
  const std::string_view version = second == std::string_view::npos ? std::string_view() : rest.substr(second + 1);
  const auto of_method = [](char c) { return is_letter(c) || c == '-' || c == '_'; };
  if (target.empty() || !std::all_of(verb.begin(), verb.end(), of_method)) return;
  if (second != std::string_view::npos && !is_protocol(version)) return;
  fields_[method] = verb;
  fields_[path] = target;
  fields_[protocol] = version;
}

// All fields, those that the line lacks without data.
RecordFacts ClfLine::cut_fields(std::string_view line) {
  fields_.fill({});
  const std::size_t open = find_time(line);
  if (open == std::string_view::npos) return fault_in(RecordFault::no_log_time, time);
  const std::size_t close = line.find(']', open);
  if (close == std::string_view::npos) return fault_in(RecordFault::no_log_time, time);
  if (!cut_front(line.substr(0, open))) return fault_in(RecordFault::no_log_host, host);
  fields_[time] = line.substr(open + 1, close - open - 1);
  if (line.substr(close + 1, 2) != " \"") return fault_in(RecordFault::no_log_request, request);

  constexpr std::array<Place, 5> behind = {request, status, bytes, referer, agent};
  const std::size_t expected = combined_ ? 5 : 3;
  std::string_view rest = line.substr(close + 2);
  std::size_t cells = 0;
  bool is_cut = false;
  for (; !rest.empty(); ++cells) {
    const Place place = behind[std::min(cells, behind.size() - 1)];
    std::string_view field;
    if (rest.front() == '"') {
      rest.remove_prefix(1);
      const std::size_t closing = find_closing(rest);
      // Servers cut long lines: of what tells of the client, what is left is good enough.
      is_cut = closing == std::string_view::npos;
      if (is_cut && cells < 3) return fault_in(RecordFault::unclosed_log_quote, place);
      field = rest.substr(0, closing);
      rest.remove_prefix(std::min(field.size() + 1, rest.size()));
      if (!rest.empty() && rest.front() != ' ') return fault_in(RecordFault::text_after_log_quote, place);
      rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    } else {
      field = take_word(rest);
    }
    if (cells < expected) fields_[place] = field;
  }
  RecordFacts facts;
  facts.fewer_cells = cells < expected || (is_cut && cells == expected);
  facts.more_cells = cells > expected;
  return facts;
}

RecordFacts ClfLine::cut(std::string_view line, std::vector<std::string_view>& cells) {
  RecordFacts facts = cut_fields(line);
  // A line with a vhost in a log whose first line has none: its ident would be a host, and its user begin with `-`.
  if (facts.fault == RecordFault::none && !with_vhost_ && fields_[ident] != "-" && fields_[user].substr(0, 2) == "- ") {
    facts = fault_in(RecordFault::no_log_host, host);
  }
  cells.clear();
  if (facts.fault != RecordFault::none) return facts;
  const std::size_t first = with_vhost_ ? vhost : host;
  const auto of_request = [first](std::size_t column) {
    return column + first >= method && column + first <= protocol;
  };
  if (std::any_of(selected_.begin(), selected_.end(), of_request)) split_request();
  for (const std::size_t column : selected_) cells.push_back(fields_[column + first]);
  return facts;
}

}  // namespace ratereplay
