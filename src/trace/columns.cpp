#include "trace/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/error.hpp"
#include "core/text.hpp"
#include "trace/timestamp.hpp"

namespace ratereplay {

namespace {

constexpr std::array<std::string_view, 6> time_names = {"time", "timestamp", "ts", "date", "datetime", "@timestamp"};

// The names in quotes, the first few of many.
template <class Names>
std::string listed(const Names& names) {
  constexpr std::size_t shown = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, names.size()); ++i) text += (i == 0 ? "" : ", ") + in_quotes(names[i]);
  return names.size() > shown ? text + ", ..." : text;
}

// What --columns may name a file without a header, whose first line has the time at `time`.
std::string names_for(const std::vector<std::string>& cells, const std::string* time) {
  constexpr std::size_t shown = 12;
  const std::size_t count = std::min(cells.size(), shown);
  std::string names;
  for (std::size_t i = 0; i < count; ++i) {
    names += (i == 0 ? "" : ",") + (&cells[i] == time ? "time" : fmt::format("c{}", i + 1));
  }
  return cells.size() > shown ? names + ",..." : names;
}

}  // namespace

bool is_time_name(std::string_view name) noexcept {
  return std::any_of(time_names.begin(), time_names.end(),
                     [name](std::string_view known) { return equal_ignoring_case(name, known); });
}

// A cell of the header that is a time: then the line is data. A number may well be the name of a column, but hardly of
// the first.
const std::string* ColumnChooser::time_in_header() const {
  for (const std::string& cell : header_) {
    TimeReader reader;
    TimeReading reading;
    if (reader.read(cell, reading) != TimeFault::none) continue;
    if (&cell == &header_.front() || !is_epoch(*reader.style())) return &cell;
  }
  return nullptr;
}

// A file in another format lacks every column; what it is says more than their names.
void ColumnChooser::refuse_foreign() const {
  if (origin_.input != InputKind::csv || time_in_header() != nullptr) return;
  const std::string_view foreign = explain_foreign(joined(header_, ","));
  if (!foreign.empty()) throw Error(file_ + ": " + std::string(foreign));
}

// What may be the matter with a header that lacks a column.
std::string ColumnChooser::doubts() const {
  if (origin_.input != InputKind::csv) return {};
  if (origin_.other) {
    return fmt::format("; line {} is {}: read it with --input {}", origin_.other->line,
                       origin_.other->kind == InputKind::clf ? "one of an access log" : "a JSON object",
                       name_of(origin_.other->kind));
  }
  if (header_.size() == 1 && header_[0].find_first_of(",\t;|") != std::string::npos) {
    return "; the cells are not separated so: leave --delimiter out";
  }
  const auto holds_cr = [](const std::string& name) { return name.find('\r') != std::string::npos; };
  if (std::any_of(header_.begin(), header_.end(), holds_cr)) {
    return "; its lines end in CR alone: pipe it through tr '\\r' '\\n' and read -";
  }
  if (const std::string* const time = time_in_header()) {
    return "; the first line looks like data, not like a header: " + in_quotes(*time) +
           " is a time; name the columns with --columns " + names_for(header_, time);
  }
  return {};
}

std::optional<Column> ColumnChooser::find(std::string_view name) {
  const auto named = [name](const std::string& other) { return equal_ignoring_case(other, name); };
  auto first = std::find_if(header_.begin(), header_.end(), named);
  if (first == header_.end()) return std::nullopt;
  const auto exact = std::find(first, header_.end(), name);
  const bool spelled_so = origin_.input == InputKind::jsonl && exact != header_.end();
  if (spelled_so) first = exact;
  const auto place = static_cast<std::size_t>(first - header_.begin());
  const auto second = spelled_so ? header_.end() : std::find_if(first + 1, header_.end(), named);
  if (second != header_.end()) {
    throw Error(fmt::format("{}: two columns are named {} ({} and {}); rename one of them", file_, in_quotes(name),
                            place + 1, second - header_.begin() + 1));
  }
  const auto known = std::find(selected_.begin(), selected_.end(), place);
  const auto cell = static_cast<std::size_t>(known - selected_.begin());
  if (known == selected_.end()) selected_.push_back(place);
  return Column{cell, *first};
}

void ColumnChooser::refuse_array(std::string_view name, std::string_view asked_by) const {
  for (const std::string& array : origin_.arrays) {
    if (name.size() <= array.size() || name.substr(0, array.size()) != array) continue;
    if (name[array.size()] != '.' && name[array.size()] != '[') continue;
    throw Error(
        fmt::format("{}: no column {} ({}): {} is an array, and a path cannot lead into one; take {} as a whole, "
                    "or make a field of it with jq",
                    file_, in_quotes(name), asked_by, in_quotes(array), in_quotes(array)));
  }
}

std::string ColumnChooser::listing() const {
  if (origin_.input != InputKind::jsonl) return "; the columns are " + listed(header_);
  return "; the first lines have " + listed(header_) + "; --columns names a field that they lack";
}

Column ColumnChooser::need(std::string_view name, std::string_view asked_by) {
  if (std::optional<Column> column = find(name)) return *std::move(column);
  refuse_foreign();
  refuse_array(name, asked_by);
  std::string mend = suggestion(name, header_);
  if (mend.empty()) mend = doubts();
  if (mend.empty()) mend = listing();
  throw Error(fmt::format("{}: no column {} ({}){}", file_, in_quotes(name), asked_by, mend));
}

Column ColumnChooser::need_time() {
  for (const std::string_view name : time_names) {
    if (std::optional<Column> column = find(name)) return *std::move(column);
  }
  refuse_foreign();
  std::string mend = doubts();
  if (mend.empty()) mend = "; name it with --time COLUMN, one of " + listed(header_);
  throw Error(fmt::format("{}: no time column: none of {} is in the header{}", file_, listed(time_names), mend));
}

}  // namespace ratereplay
