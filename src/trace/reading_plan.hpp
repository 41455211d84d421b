#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/instant.hpp"
#include "core/keys.hpp"
#include "trace/columns.hpp"
#include "trace/filter.hpp"
#include "trace/input_kind.hpp"
#include "trace/load.hpp"
#include "trace/timestamp.hpp"

namespace ratereplay {

/// The half-open span of --from and --to, as far as it is known.
struct Bounds {
  std::optional<Instant> from;
  std::optional<Instant> to;

  bool hold(Instant time) const noexcept { return (!from || time >= *from) && (!to || time < *to); }
};

/// The options of a reading, understood, and where in a row what they ask for stands: what is the same for every row.
class ReadingPlan {
 public:
  /// Finds what can be said to be wrong before a file is opened. Throws Error naming the option.
  explicit ReadingPlan(const LoadOptions& options);
  ReadingPlan(const ReadingPlan&) = delete;  // the tests point to its conditions
  ReadingPlan& operator=(const ReadingPlan&) = delete;

  /// Finds out what the source is made of, from its first `front_size` bytes. Throws Error for options that do not fit.
  void choose_input(std::string_view front);

  /// Finds the columns in a header. Throws Error naming the file and the option that asked.
  void choose_columns(std::vector<std::string> header_of_file);

  /// Whether the events bear numbers of keys: with --only-key all have one.
  bool numbers_keys() const noexcept { return !key_choices.empty() && !options.only_key; }

  /// The bounds for a file whose times are of this style, which says the unit of bare numbers. Throws Error naming the
  /// option.
  Bounds bounds_for(std::optional<TimeStyle> style) const;

  struct Test {
    const Condition* condition;
    Column column;
  };

  const LoadOptions& options;
  std::string name;  ///< of the source, in messages
  InputKind input = InputKind::csv;
  std::string_view log_format;  ///< of an access log, for people
  char delimiter = ',';
  std::vector<std::string> columns_given;    ///< those of --columns
  std::vector<std::string> arrays;           ///< of JSON lines: paths that end in an array
  std::optional<LineOfOther> line_of_other;  ///< of a file that is taken for CSV: one of its first lines that is not
  std::optional<TimeStyle> time_unit;
  std::vector<std::string> header;
  Column time;
  std::optional<Column> cost;
  std::optional<Column> id;  ///< with --dedupe
  std::optional<Column> updated;
  std::vector<KeyChoice> key_choices;  ///< one for each --key, or for each of `key_columns`
  std::vector<Column> key_cells;       ///< that the choices are made of, each once
  std::vector<Test> tests;             ///< one for each --where
  std::vector<std::size_t> selected;   ///< places in the header of the columns above, as `Column::cell` counts them

 private:
  void choose_key_columns(ColumnChooser& columns);
  Bounds read_bounds(bool numbers_too, std::optional<TimeStyle> style) const;

  std::vector<std::vector<KeyColumn>> key_columns_;  ///< of each choice
  std::optional<InputKind> input_given_;
  std::optional<char> delimiter_given_;
  std::vector<Condition> conditions_;
};

}  // namespace ratereplay
