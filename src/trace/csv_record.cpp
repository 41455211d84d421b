#include "trace/csv_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/error.hpp"
#include "core/text.hpp"
#include "trace/input_kind.hpp"

namespace ratereplay {

RecordFault CsvRecord::cut(const char* begin, const char* end) {
  fault_ = cut_fields(begin, end);
  return fault_;
}

RecordFault CsvRecord::cut_fields(const char* begin, const char* end) {
  const char delimiter = delimiter_;
  const auto blank_byte = [delimiter](char c) { return (c == ' ' || c == '\t') && c != delimiter; };
  const std::size_t look = std::min(static_cast<std::size_t>(end - begin), longest_look);
  const char* const quote_bound = begin + std::min(look, longest_record);
  // Then the record is too long, unless this is the LF of its line end. To stop here makes the outcome the same
  // wherever the memory ends.
  const auto beyond = [begin](const char* p) { return static_cast<std::size_t>(p - begin) > longest_record; };
  fields_.clear();
  breaks_ = 0;

  // The line end behind the last byte stops every loop that does not look for a quote.
  const char* p = begin;
  while (true) {
    while (blank_byte(*p)) ++p;
    if (*p == '"') {
      const char* const open = ++p;
      while (true) {
        const void* const quote =
            p < quote_bound ? std::memchr(p, '"', static_cast<std::size_t>(quote_bound - p)) : nullptr;
        if (quote == nullptr) {
          end_ = quote_bound;
          const auto looked_at = static_cast<std::size_t>(quote_bound - begin);
          const bool one_line = std::memchr(begin, '\n', looked_at) == nullptr;
          return one_line && looked_at == longest_record ? RecordFault::too_long : RecordFault::unclosed_quote;
        }
        p = static_cast<const char*>(quote);
        if (p[1] != '"') break;
        p += 2;
      }
      const char* const close = p;
      breaks_ += static_cast<std::uint64_t>(std::count(open, close, '\n'));
      ++p;
      while (blank_byte(*p)) ++p;
      while (*p == '\r') ++p;
      if (!beyond(p) && *p != '\n' && (*p != delimiter || p[-1] == '\r')) {
        end_ = p;
        return RecordFault::text_after_quote;
      }
      fields_.push_back({open, close, true});
    } else {
      const char* const field = p;
      while (*p != delimiter && *p != '\n') ++p;
      const char* text_end = p;
      if (*p == '\n') {
        while (text_end != field && text_end[-1] == '\r') --text_end;
      }
      while (text_end != field && blank_byte(text_end[-1])) --text_end;
      fields_.push_back({field, text_end, false});
    }
    if (*p == '\n' || beyond(p)) break;
    ++p;
  }
  end_ = p;
  const char* const line_end = p != begin && p[-1] == '\r' ? p - 1 : p;
  if (static_cast<std::size_t>(line_end - begin) > longest_record) return RecordFault::too_long;
  const bool nul = std::memchr(begin, '\0', static_cast<std::size_t>(p - begin)) != nullptr;
  return nul ? RecordFault::nul_byte : RecordFault::none;
}

bool CsvRecord::blank() const noexcept {
  return fields_.size() == 1 && !fields_[0].quoted && fields_[0].begin == fields_[0].end;
}

bool CsvRecord::passed_over(const std::vector<std::string>& header, PassedOver& counts) const noexcept {
  if (fault_ != RecordFault::none) return false;
  if (blank()) {
    ++counts.blank_lines;
    return true;
  }
  if (repeats(header)) {
    ++counts.repeated_headers;
    return true;
  }
  return false;
}

RecordFacts CsvRecord::facts(std::uint64_t line, std::size_t columns) const noexcept {
  RecordFacts facts{line, fault_};
  if (of_quoting(fault_)) facts.fault_column = fields_.size();
  if (fault_ == RecordFault::none) {
    facts.fewer_cells = fields_.size() < columns;
    facts.more_cells = fields_.size() > columns;
  }
  return facts;
}

bool CsvRecord::repeats(const std::vector<std::string>& header) const noexcept {
  return std::equal(
      fields_.begin(), fields_.end(), header.begin(), header.end(),
      [](const Field& field, const std::string& name) { return equal_ignoring_case(trimmed(field.text()), name); });
}

std::vector<std::string> CsvRecord::names() const {
  std::vector<std::string> names;
  for (const Field& field : fields_) {
    if (!field.quoted) {
      names.emplace_back(field.text());
      continue;
    }
    std::string name;
    append_unquoted(name, field.text());
    names.emplace_back(trimmed(name));
  }
  return names;
}

void append_unquoted(std::string& out, std::string_view text) {
  while (true) {
    const std::size_t doubled = text.find('"');
    if (doubled == std::string_view::npos) break;
    out.append(text.substr(0, doubled + 1));
    text.remove_prefix(doubled + 2);
  }
  out.append(text);
}

void throw_too_many_mistakes(const std::string& name, std::uint64_t line) {
  throw Error(fmt::format(
      "{}:{}: too many quotes up to here are left open or closed in the wrong place; mend the quoting", name, line));
}

void throw_no_header(const std::string& name) {
  throw Error(name + ": an empty file; the first line must name the columns");
}

void throw_bad_header(const std::string& name, std::uint64_t line, RecordFault fault, std::string_view text) {
  text = text.substr(0, longest_record);
  const std::string_view foreign = explain_foreign(text.substr(0, text.find('\n')));
  if (!foreign.empty()) throw Error(name + ": " + std::string(foreign));
  throw Error(name + ":" + std::to_string(line) + ": in the header: " + explain({line, fault}));
}

}  // namespace ratereplay
