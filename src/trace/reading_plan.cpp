#include "trace/reading_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/error.hpp"
#include "core/text.hpp"
#include "trace/byte_source.hpp"

namespace ratereplay {

namespace {

// The columns of one --key.
std::vector<std::string> parse_key(const std::string& text) {
  std::vector<std::string> columns;
  for (const std::string_view column : split(text, ',')) {
    const auto again = [column](const std::string& other) { return equal_ignoring_case(other, column); };
    if (column.empty()) throw Error("--key " + in_quotes(text) + ": a column without a name; write COLUMN[,COLUMN]");
    if (std::any_of(columns.begin(), columns.end(), again)) {
      throw Error("--key " + in_quotes(text) + ": the column " + in_quotes(column) + " stands twice; leave one out");
    }
    columns.emplace_back(column);
  }
  return columns;
}

// Under the first of its names that there is.
Column need(ColumnChooser& columns, const KeyColumn& asked) {
  for (const std::string& name : asked.names) {
    if (std::optional<Column> column = columns.find(name)) return *std::move(column);
  }
  return columns.need(asked.names.front(), asked.asked_by);
}

std::vector<std::string> parse_columns(const std::string& text) {
  const std::vector<std::string_view> names = split(text, ',');
  if (std::any_of(names.begin(), names.end(), [](std::string_view name) { return name.empty(); })) {
    throw Error("--columns " + in_quotes(text) +
                ": a column without a name; give each one, with commas between, as time,c2,client");
  }
  return {names.begin(), names.end()};
}

}  // namespace

ReadingPlan::ReadingPlan(const LoadOptions& load_options)
    : options(load_options),
      name(display_name(options.source)),
      conditions_(options.where.begin(), options.where.end()) {
  for (const std::string& key : options.keys) {
    std::vector<KeyColumn> columns;
    for (std::string& column : parse_key(key)) columns.push_back({{std::move(column)}, "--key " + in_quotes(key)});
    const auto same_name = [](const KeyColumn& a, const KeyColumn& b) {
      return equal_ignoring_case(a.names.front(), b.names.front());
    };
    const auto same = [&](const std::vector<KeyColumn>& other) {
      return std::equal(columns.begin(), columns.end(), other.begin(), other.end(), same_name);
    };
    if (std::any_of(key_columns_.begin(), key_columns_.end(), same)) {
      throw Error("--key " + in_quotes(key) + " is given twice; leave one out");
    }
    key_columns_.push_back(std::move(columns));
  }
  key_columns_.insert(key_columns_.end(), options.key_columns.begin(), options.key_columns.end());
  if (options.only_key && options.keys.size() != 1) {
    throw Error(
        "--only-key " + in_quotes(*options.only_key) +
        (options.keys.empty() ? ": of which column? name it with --key" : ": of which --key? give that one alone"));
  }
  if (!options.input.empty()) input_given_ = parse_input_kind(options.input);
  if (!options.delimiter.empty()) delimiter_given_ = parse_delimiter(options.delimiter);
  if (!options.columns.empty()) columns_given = parse_columns(options.columns);
  if (!options.time_unit.empty()) time_unit = parse_time_unit(options.time_unit);
  read_bounds(time_unit.has_value(), std::nullopt);
}

void ReadingPlan::choose_input(std::string_view front) {
  // Whatever the options say, lest its bytes be skipped as bad rows.
  if (const std::string_view binary = explain_binary(front); !binary.empty())
    throw Error(name + ": " + std::string(binary));
  input = input_given_ ? *input_given_ : delimiter_given_ ? InputKind::csv : guess_input(front);
  if (!input_given_ && !delimiter_given_ && input == InputKind::csv) line_of_other = find_other(front);
  if (input != InputKind::csv && delimiter_given_) {
    throw Error(
        fmt::format("{}: --delimiter is for CSV, and --input says {}; leave one of them out", name, name_of(input)));
  }
  if (input == InputKind::clf && !columns_given.empty()) {
    throw Error(name + ": an access log, whose columns have their names; leave --columns out, or say --input csv");
  }
  if (input == InputKind::csv)
    delimiter = delimiter_given_ ? *delimiter_given_ : guess_delimiter(front, columns_given.size());
}

void ReadingPlan::choose_columns(std::vector<std::string> header_of_file) {
  header = std::move(header_of_file);
  tests.clear();
  ColumnChooser columns(name, header, {input, arrays, line_of_other});
  time = options.time_column.empty() ? columns.need_time() : columns.need(options.time_column, "--time");
  if (!options.cost_column.empty()) cost = columns.need(options.cost_column, options.cost_asked_by);
  if (!options.dedupe_column.empty()) {
    id = columns.need(options.dedupe_column, "--dedupe");
    updated = columns.find("updated");
  }
  choose_key_columns(columns);
  for (const Condition& condition : conditions_) {
    tests.push_back({&condition, columns.need(condition.column(), "--where " + in_quotes(condition.text()))});
  }
  selected = columns.selected();
}

void ReadingPlan::choose_key_columns(ColumnChooser& columns) {
  key_choices.clear();
  key_cells.clear();
  for (const std::vector<KeyColumn>& asked : key_columns_) {
    KeyChoice choice;
    for (const KeyColumn& each : asked) {
      const Column column = need(columns, each);
      const auto same = [&](const Column& other) { return other.cell == column.cell; };
      const auto known = std::find_if(key_cells.begin(), key_cells.end(), same);
      const auto cell = static_cast<std::size_t>(known - key_cells.begin());
      if (std::find(choice.cells.begin(), choice.cells.end(), cell) != choice.cells.end()) {
        throw Error(fmt::format("{}: the column {} would be two parts of one key ({}); ask for it once", name,
                                in_quotes(column.name), each.asked_by));
      }
      choice.cells.push_back(cell);
      if (known == key_cells.end()) key_cells.push_back(column);
      choice.name += (choice.name.empty() ? "" : ",") + column.name;
    }
    key_choices.push_back(std::move(choice));
  }
}

Bounds ReadingPlan::bounds_for(std::optional<TimeStyle> style) const { return read_bounds(true, style); }

// A bare number only with `numbers_too`: its unit may be that of a file that is not open yet.
Bounds ReadingPlan::read_bounds(bool numbers_too, std::optional<TimeStyle> style) const {
  const std::optional<TimeStyle> unit_of_file = style && is_epoch(*style) ? style : std::nullopt;
  const auto read = [&](std::string_view option, const std::string& text) -> std::optional<Instant> {
    if (text.empty() || (is_epoch_number(text) && !numbers_too)) return std::nullopt;
    try {
      return parse_time(text, time_unit, unit_of_file);
    } catch (const Error& error) {
      throw Error(std::string(option) + ": " + error.what());
    }
  };
  const Bounds bounds{read("--from", options.from), read("--to", options.to)};
  if (bounds.from && bounds.to && *bounds.to < *bounds.from) {
    throw Error("--to " + in_quotes(options.to) + " is before --from " + in_quotes(options.from) + "; exchange them");
  }
  return bounds;
}

}  // namespace ratereplay
