#include "report/rows.hpp"

#include <fmt/format.h>

#include <iterator>

#include "report/json.hpp"

namespace ratereplay {

namespace {

/// Calls `append(row, text)` for every row, and gives what it appends to the sink.
template <class Append>
void write_rows(std::size_t count, const MakeRow& make, const Sink& sink, Append append) {
  Row row;
  std::string text;
  for (std::size_t index = 0; index < count; ++index) {
    row.clear();
    make(index, row);
    text.clear();
    append(row, text);
    sink(text);
  }
}

std::string_view cell_of(std::string_view value) {
  if (value == "null") return {};
  return value.front() == '"' ? value.substr(1, value.size() - 2) : value;
}

}  // namespace

std::string& Row::add(std::string_view key) {
  if (size_ == members_.size()) members_.emplace_back();
  Member& member = members_[size_++];
  member.key = key;
  member.value.clear();
  return member.value;
}

void set(Row& row, std::string_view key, std::nullptr_t) { row.add(key) = "null"; }

void set(Row& row, std::string_view key, std::int64_t value) {
  fmt::format_to(std::back_inserter(row.add(key)), "{}", value);
}

void set(Row& row, std::string_view key, std::uint64_t value) {
  fmt::format_to(std::back_inserter(row.add(key)), "{}", value);
}

// As it stands in every other document.
void set(Row& row, std::string_view key, double value) { row.add(key) = double_text(value); }

void set(Row& row, std::string_view key, std::string_view value) {
  std::string& quoted = row.add(key);
  quoted.append(1, '"').append(value).append(1, '"');
}

void write_json_text(const Json& head, const std::vector<RowArray>& arrays, const Sink& sink) {
  constexpr std::string_view end = "\n}\n";
  std::string begin = json_text(head);
  begin.resize(begin.size() - end.size());
  sink(begin);
  for (const RowArray& array : arrays) {
    sink(fmt::format(",\n  \"{}\": [", array.key));
    bool is_first = true;
    write_rows(array.count, array.make, sink, [&](const Row& row, std::string& text) {
      text += is_first ? "\n    {" : ",\n    {";
      is_first = false;
      for (const Row::Member& member : row) {
        text += &member == row.begin() ? "\n      \"" : ",\n      \"";
        text.append(member.key).append("\": ").append(member.value);
      }
      text += "\n    }";
    });
    sink(array.count == 0 ? "]" : "\n  ]");
  }
  sink(end);
}

void write_csv_text(const Row& full_row, std::size_t count, const MakeRow& make, const Sink& sink) {
  std::string header;
  for (const Row::Member& column : full_row) {
    if (!header.empty()) header += ',';
    header += column.key;
  }
  sink(header + "\n");
  write_rows(count, make, sink, [&](const Row& row, std::string& text) {
    const Row::Member* column = full_row.begin();
    std::size_t cell = 0;
    for (const Row::Member& member : row) {
      if (column != full_row.end() && member.key == column->key) {
        if (column++ != full_row.begin()) text += ',';
        cell = text.size();
      } else {
        text.resize(cell);
      }
      text += cell_of(member.value);
    }
    text += '\n';
  });
}

}  // namespace ratereplay
