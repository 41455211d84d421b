#include "trace/json_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "core/digit_words.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "trace/csv_record.hpp"
#include "trace/input_kind.hpp"

namespace ratereplay {

namespace {

constexpr std::size_t deepest = 500;
constexpr std::size_t bytes_looked_at = std::size_t{64} << 10;
constexpr std::size_t lines_looked_at = 1'000;
// Of a path that is offered as a column: names within long names within long names would fill memory.
constexpr std::size_t longest_path = 256;

// The lowest top bit is at the first byte that ends a plain stretch of a string: a quote, a backslash, a control
// character or what is not ASCII. Others may be set above it.
constexpr std::uint64_t stops_in(std::uint64_t word) noexcept {
  const std::uint64_t quotes = word ^ each_byte('"');
  const std::uint64_t backslashes = word ^ each_byte('\\');
  const std::uint64_t below = (word - each_byte(0x20)) & ~word;
  return (word | below | ((quotes - each_byte(1)) & ~quotes) | ((backslashes - each_byte(1)) & ~backslashes)) &
         each_byte(0x80);
}

// Four hexadecimal digits, or -1.
int code_unit_at(const char* text) noexcept {
  int value = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = lower(text[i]);
    if (!is_digit(c) && !(c >= 'a' && c <= 'f')) return -1;
    value = value * 16 + (is_digit(c) ? c - '0' : c - 'a' + 10);
  }
  return value;
}

constexpr bool is_high_surrogate(int unit) noexcept { return unit >= 0xD800 && unit <= 0xDBFF; }
constexpr bool is_low_surrogate(int unit) noexcept { return unit >= 0xDC00 && unit <= 0xDFFF; }

void append_utf8(std::string& out, unsigned code) {
  const auto put = [&out](unsigned byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

// `text`: as it stands between quotes, and checked.
void append_unescaped(std::string& out, std::string_view text) {
  while (true) {
    const std::size_t backslash = text.find('\\');
    out.append(text.substr(0, backslash));
    if (backslash == std::string_view::npos) return;
    const char c = text[backslash + 1];
    text.remove_prefix(backslash + 2);
    if (c != 'u') {
      constexpr std::string_view letters = "bfnrt";
      const std::size_t letter = letters.find(c);
      out.push_back(letter == std::string_view::npos ? c : "\b\f\n\r\t"[letter]);
      continue;
    }
    const int unit = code_unit_at(text.data());
    text.remove_prefix(4);
    auto code = static_cast<unsigned>(unit);
    if (is_high_surrogate(unit)) {
      code = 0x10000 + ((code - 0xD800) << 10) + static_cast<unsigned>(code_unit_at(text.data() + 2) - 0xDC00);
      text.remove_prefix(6);
    }
    append_utf8(out, code);
  }
}

}  // namespace

JsonLine::JsonLine(std::string_view front, const std::string& file, const std::vector<std::string>& further) {
  const std::optional<RecordFacts> bad = gather(front);
  for (const std::string& name : further) {
    if (known_.insert(name).second) header_.push_back(name);
  }
  if (header_.empty()) {
    const std::string_view line = front.substr(0, front.find('\n'));
    // A line that holds an object is not foreign, whatever is wrong with it.
    if (guess_input(line) != InputKind::jsonl) {
      const std::string_view foreign = explain_foreign(line);
      if (!foreign.empty()) throw Error(file + ": " + std::string(foreign));
    }
    if (bad) throw Error(fmt::format("{}:{}: {}", file, bad->line, explain(*bad)));
    throw Error(file + ": no fields in the first lines, so no columns are known; name those needed with --columns");
  }
  known_.clear();
  gathering_ = false;
}

std::optional<RecordFacts> JsonLine::gather(std::string_view front) {
  gathering_ = true;
  std::optional<RecordFacts> first_bad;
  std::size_t lines = 0;
  std::uint64_t number = 0;
  for (std::size_t begin = 0; begin < front.size() && lines < lines_looked_at;) {
    ++number;
    const std::size_t line_end = front.find('\n', begin);
    if (line_end == std::string_view::npos && front.size() == front_size) break;  // it goes on
    const std::size_t end = std::min(line_end, front.size());
    std::string_view line = front.substr(begin, end - begin);
    if (line.substr(0, byte_order_mark.size()) == byte_order_mark) line.remove_prefix(byte_order_mark.size());
    while (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    const std::size_t paths = header_.size();
    const std::size_t arrays = arrays_.size();
    begin_at(line);
    above_.clear();
    const bool is_blank = trimmed(line).empty();
    if (line.size() > longest_record) {
      fail(RecordFault::too_long);
    } else if (line.find('\0') != std::string_view::npos) {
      fail(RecordFault::nul_byte);
    } else if (!is_blank && read_line()) {
      ++lines;
    }
    if (fault_ != RecordFault::none) {
      if (!first_bad) first_bad = facts(number);
      for (std::size_t path = paths; path < header_.size(); ++path) known_.erase(header_[path]);
      header_.resize(paths);
      arrays_.resize(arrays);
    }
    begin = end + 1;
    if (begin > bytes_looked_at && lines > 0) break;
  }
  return first_bad;
}

void JsonLine::add_path(std::string_view name, const Value& value) {
  if (above_.size() + name.size() > longest_path) return;
  std::string path = above_ + std::string(name);
  if (value.kind == '[') arrays_.push_back(path);
  if (known_.insert(path).second) header_.push_back(std::move(path));
}

void JsonLine::select(std::vector<std::size_t> columns) {
  selected_ = std::move(columns);
  cells_.resize(selected_.size());
}

RecordFacts JsonLine::cut(std::string_view line, std::vector<std::string_view>& cells) {
  begin_at(line);
  std::fill(cells_.begin(), cells_.end(), std::string_view());
  unescaped_.clear();
  if (!read_line()) {
    cells.clear();
    return facts(0);
  }
  cells.assign(cells_.begin(), cells_.end());
  return {};
}

void JsonLine::begin_at(std::string_view line) noexcept {
  begin_ = at_ = line.data();
  end_ = line.data() + line.size();
  fault_ = RecordFault::none;
  column_ = nowhere;
}

bool JsonLine::fail(RecordFault fault) noexcept {
  fault_ = fault;
  return false;
}

RecordFacts JsonLine::facts(std::uint64_t line) const noexcept {
  RecordFacts facts{line, fault_, column_};
  const bool has_place =
      of_column(fault_) && fault_ != RecordFault::not_object && fault_ != RecordFault::repeated_field;
  if (has_place) facts.fault_byte = static_cast<std::size_t>(at_ - begin_) + 1;
  return facts;
}

void JsonLine::skip_blanks() noexcept {
  while (*at_ == ' ' || *at_ == '\t' || (*at_ == '\r' && at_ < end_)) ++at_;
}

bool JsonLine::read_line() {
  skip_blanks();
  const bool object = *at_ == '{';
  leads_.clear();
  for (std::size_t cell = 0; cell < selected_.size(); ++cell) leads_.push_back({cell, 0});
  Value value;
  if (!(object ? read_object(1, 0) : read_value(1, leads_.size(), value))) return false;
  skip_blanks();
  if (at_ < end_) return fail(RecordFault::not_json);
  return object || fail(RecordFault::not_object);
}

// The leads from `first_lead` on lead into the object.
bool JsonLine::read_object(std::size_t depth, std::size_t first_lead) {
  if (depth > deepest) return fail(RecordFault::too_deep);
  const std::size_t last_lead = leads_.size();
  ++at_;
  skip_blanks();
  if (*at_ == '}') {
    ++at_;
    return true;
  }
  while (true) {
    if (!read_field(depth, first_lead, last_lead)) return false;
    skip_blanks();
    if (*at_ == '}') {
      ++at_;
      return true;
    }
    if (*at_ != ',') return fail(RecordFault::not_json);
    ++at_;
    skip_blanks();
  }
}

bool JsonLine::read_field(std::size_t depth, std::size_t first_lead, std::size_t last_lead) {
  Value key;
  if (*at_ != '"') return fail(RecordFault::not_json);
  if (!read_string(key)) return false;
  std::string_view name = key.text;
  if (key.escaped) {
    name_.clear();
    append_unescaped(name_, key.text);
    name = name_;
  }
  skip_blanks();
  if (*at_ != ':') return fail(RecordFault::not_json);
  ++at_;
  skip_blanks();

  std::size_t cell = nowhere;
  for (std::size_t i = first_lead; i < last_lead; ++i) {
    const Lead lead = leads_[i];
    const std::string_view path = std::string_view(header_[selected_[lead.cell]]).substr(lead.used);
    if (path.substr(0, name.size()) != name) continue;
    if (path.size() == name.size()) {
      cell = lead.cell;
    } else if (path[name.size()] == '.') {
      leads_.push_back({lead.cell, lead.used + name.size() + 1});
    }
  }
  const std::size_t column_above = column_;
  if (cell != nowhere) column_ = selected_[cell];
  Value value;
  if (gathering_) {
    value.kind = *at_;
    add_path(name, value);
    above_.append(name);
    above_.push_back('.');
    const std::size_t longer = name.size() + 1;
    if (!read_value(depth + 1, last_lead, value)) return false;
    above_.resize(above_.size() - longer);
    return true;
  }
  if (!read_value(depth + 1, last_lead, value)) return false;
  leads_.resize(last_lead);
  if (cell != nowhere && !keep(cell, value)) return false;
  column_ = column_above;
  return true;
}

bool JsonLine::keep(std::size_t cell, const Value& value) {
  if (cells_[cell].data() != nullptr) return fail(RecordFault::repeated_field);
  if (value.kind == 'n') {
    cells_[cell] = value.text.substr(0, 0);
  } else {
    cells_[cell] = value.escaped ? unescaped(value.text) : value.text;
  }
  return true;
}

bool JsonLine::read_value(std::size_t depth, std::size_t first_lead, Value& value) {
  const char* const begin = at_;
  value.kind = *begin;
  bool good = false;
  switch (*begin) {
    case '"':
      return read_string(value);
    case '{':
      good = read_object(depth, first_lead);
      break;
    case '[':
      good = read_array(depth);
      break;
    case 't':
      good = read_word("true");
      break;
    case 'f':
      good = read_word("false");
      break;
    case 'n':
      good = read_word("null");
      break;
    default:
      good = read_number();
  }
  value.text = {begin, static_cast<std::size_t>(at_ - begin)};
  return good;
}

bool JsonLine::read_array(std::size_t depth) {
  if (depth > deepest) return fail(RecordFault::too_deep);
  // No path leads into it.
  const bool gathering = std::exchange(gathering_, false);
  ++at_;
  skip_blanks();
  bool more = *at_ != ']';
  while (more) {
    Value value;
    if (!read_value(depth + 1, leads_.size(), value)) break;
    skip_blanks();
    if (*at_ != ',' && *at_ != ']') {
      fail(RecordFault::not_json);
      break;
    }
    more = *at_ == ',';
    if (!more) break;
    ++at_;
    skip_blanks();
  }
  gathering_ = gathering;
  if (fault_ != RecordFault::none) return false;
  ++at_;
  return true;
}

bool JsonLine::read_word(std::string_view word) noexcept {
  if (std::string_view(at_, static_cast<std::size_t>(end_ - at_)).substr(0, word.size()) != word) {
    return fail(RecordFault::not_json);
  }
  at_ += word.size();
  return true;
}

bool JsonLine::read_number() noexcept {
  const auto skip_digits = [this] {
    const char* const first = at_;
    while (is_digit(*at_)) ++at_;
    return at_ != first;
  };
  if (*at_ == '-') ++at_;
  if (*at_ == '0') {
    ++at_;
  } else if (!skip_digits()) {
    return fail(RecordFault::not_json);
  }
  if (*at_ == '.') {
    ++at_;
    if (!skip_digits()) return fail(RecordFault::not_json);
  }
  if (*at_ == 'e' || *at_ == 'E') {
    ++at_;
    if (*at_ == '+' || *at_ == '-') ++at_;
    if (!skip_digits()) return fail(RecordFault::not_json);
  }
  return true;
}

// The line end behind the line stops it.
bool JsonLine::read_string(Value& value) {
  const char* const begin = ++at_;
  value.kind = '"';
  while (true) {
    const std::uint64_t stops = stops_in(word_at(at_));
    if (stops == 0) {
      at_ += 8;
      continue;
    }
    at_ += static_cast<std::size_t>(std::countr_zero(stops)) / 8;
    if (*at_ == '"') break;
    if (*at_ == '\\') {
      value.escaped = true;
      if (!read_escape()) return false;
    } else if (static_cast<unsigned char>(*at_) < 0x20) {
      return fail(RecordFault::not_json);
    } else {
      const std::size_t length = utf8_length({at_, static_cast<std::size_t>(end_ - at_)});
      if (length == 0) return fail(RecordFault::not_utf8);
      at_ += length;
    }
  }
  value.text = {begin, static_cast<std::size_t>(at_ - begin)};
  ++at_;
  return true;
}

bool JsonLine::read_escape() noexcept {
  const char c = at_[1];
  if (c != 'u') {
    if (std::string_view("\"\\/bfnrt").find(c) == std::string_view::npos) return fail(RecordFault::not_json);
    at_ += 2;
    return true;
  }
  const int unit = code_unit_at(at_ + 2);
  if (unit < 0) return fail(RecordFault::not_json);
  if (unit == 0) return fail(RecordFault::nul_escape);
  if (is_low_surrogate(unit)) return fail(RecordFault::not_utf8);
  const bool is_pair = is_high_surrogate(unit);
  if (is_pair && (at_[6] != '\\' || at_[7] != 'u' || !is_low_surrogate(code_unit_at(at_ + 8))))
    return fail(RecordFault::not_utf8);
  at_ += is_pair ? 12 : 6;
  return true;
}

std::string_view JsonLine::unescaped(std::string_view text) {
  // What is appended stays where it is: no text becomes longer.
  if (unescaped_.empty()) unescaped_.reserve(static_cast<std::size_t>(end_ - begin_));
  const std::size_t begin = unescaped_.size();
  append_unescaped(unescaped_, text);
  return std::string_view(unescaped_).substr(begin);
}

}  // namespace ratereplay
