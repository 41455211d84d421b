#include "trace/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/error.hpp"
#include "core/text.hpp"
#include "trace/bad_rows.hpp"
#include "trace/byte_source.hpp"
#include "trace/columns.hpp"
#include "trace/csv_reader.hpp"
#include "trace/filter.hpp"
#include "trace/timestamp.hpp"

namespace ratereplay {

namespace {

constexpr std::uint64_t usgs_page_limit = 20'000;
constexpr std::string_view usgs_header =
    "time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type,horizontalError,depthError,"
    "magError,magNst,status,locationSource,magSource";

char parse_delimiter(const std::string& text) {
  if (text.empty()) return ',';
  if (equal_ignoring_case(text, "tab") || text == "\\t") return '\t';
  if (text.size() != 1 || text == "\"" || text == "\n" || text == "\r" || text.front() == '\0') {
    throw Error("--delimiter " + in_quotes(text) + ": not a delimiter; give one byte, or tab");
  }
  return text.front();
}

Instant parse_bound(std::string_view option, const std::string& text, std::optional<TimeStyle> unit_given,
                    std::optional<TimeStyle> unit_of_file) {
  try {
    return parse_time(text, unit_given, unit_of_file);
  } catch (const Error& error) {
    throw Error(std::string(option) + ": " + error.what());
  }
}

/// The options of `load`, understood: what can be said to be wrong before a file is opened.
struct Plan {
  explicit Plan(const LoadOptions& options)
      : delimiter(parse_delimiter(options.delimiter)), conditions(options.where.begin(), options.where.end()) {
    if (!options.time_unit.empty()) time_unit = parse_time_unit(options.time_unit);
    read_bounds(options, time_unit.has_value(), std::nullopt);
  }

  /// Reads the bounds that are still to be read; a bare number only with `numbers_too`, in the unit of the file's
  /// style.
  void read_bounds(const LoadOptions& options, bool numbers_too, std::optional<TimeStyle> style) {
    const std::optional<TimeStyle> unit_of_file = style && is_epoch(*style) ? style : std::nullopt;
    const auto read = [&](std::string_view option, const std::string& text, std::optional<Instant>& bound) {
      if (text.empty() || bound || (is_epoch_number(text) && !numbers_too)) return;
      bound = parse_bound(option, text, time_unit, unit_of_file);
    };
    read("--from", options.from, from);
    read("--to", options.to, to);
    if (from && to && *to < *from) {
      throw Error("--to " + in_quotes(options.to) + " is before --from " + in_quotes(options.from) + "; exchange them");
    }
  }

  char delimiter;
  std::vector<Condition> conditions;
  std::optional<TimeStyle> time_unit;
  std::optional<Instant> from;
  std::optional<Instant> to;
};

/// How many times of a column needed something done to be read.
struct ReadingCounts {
  std::uint64_t without_offset = 0;
  std::uint64_t clamped = 0;
  std::uint64_t digits_cut = 0;

  void add(const TimeReading& reading) noexcept {
    without_offset += reading.without_offset ? 1 : 0;
    clamped += reading.clamped ? 1 : 0;
    digits_cut += reading.digits_cut ? 1 : 0;
  }
};

// A name of the file for a note: as it is where that is safe, else in quotes.
std::string shown(const std::string& name) {
  const std::string quoted = in_quotes(name);
  return quoted == "'" + name + "'" ? name : quoted;
}

void note(std::vector<std::string>& notes, std::uint64_t count, std::string_view noun, std::string_view rest) {
  if (count > 0) notes.push_back(counted(count, noun) + std::string(rest));
}

void write_notes_on(const ReadingCounts& counts, std::string_view noun, std::vector<std::string>& notes) {
  note(notes, counts.without_offset, noun, " without an offset, read as UTC");
  note(notes, counts.clamped, noun, " with second 60, read as :59.999999999");
  note(notes, counts.digits_cut, noun, " with digits beyond the nanosecond, cut");
}

class Loader {
 public:
  explicit Loader(const LoadOptions& options)
      : options_(options),
        plan_(options),
        name_(display_name(options.source)),
        reader_(std::make_unique<CsvReader>(open_source(options.source), name_, plan_.delimiter)),
        bad_rows_(options.bad_rows, name_),
        times_(plan_.time_unit) {
    choose_columns();
  }

  Trace run() {
    Record record;
    while (reader_->next(record)) {
      take(record);
      if (!id_) settle_rows();
    }
    // Without any time in the file, they are at least checked.
    if (!bounds_read_) read_bounds();
    settle_rows();
    order_events();
    finish();
    return std::move(trace_);
  }

 private:
  enum class Fate : std::uint8_t { keep, filter, duplicate };

  /// A row whose time is right, on its way through dedupe and filter to the trace.
  struct Row {
    Instant time;
    std::uint64_t line = 0;
    std::optional<Instant> updated;
    Cost cost = 1;
    bool clamped = false;
    Fate fate = Fate::keep;
  };

  struct Test {
    const Condition* condition;
    Column column;
    std::uint64_t rows_without = 0;
  };

  void choose_columns();

  void take(const Record& record);
  bool read_time(const Record& record, const Column& column, TimeReader& reader, TimeReading& reading);
  bool read_updated(const Record& record, Row& row);
  void drop_older(const Record& record);
  void filter(const Record& record);
  void read_cost(const Record& record);
  void settle_rows();
  void keep(const Row& row);
  void read_bounds();
  void refine_resolution(Instant stamp) noexcept;
  void order_events();
  void finish();
  void write_notes();

  const LoadOptions& options_;
  Plan plan_;
  std::string name_;
  std::unique_ptr<RecordReader> reader_;
  BadRowLog bad_rows_;

  Column time_;
  std::optional<Column> cost_;
  std::optional<Column> id_;
  std::optional<Column> updated_;
  std::vector<Test> tests_;
  bool bounds_read_ = false;
  TimeReader times_;
  TimeReader updates_;
  ReadingCounts time_counts_;
  ReadingCounts updated_counts_;

  // Rows that are not settled yet: all of them with dedupe, else only the one just read.
  std::vector<Row> rows_;
  std::vector<std::pair<std::size_t, std::size_t>> without_number_;  ///< row, test
  std::vector<std::pair<std::size_t, Complaint>> bad_costs_;         ///< row, what is wrong

  std::unordered_map<std::string, std::size_t> newest_;  ///< id to row
  std::uint64_t without_id_ = 0;

  Trace trace_;
  std::optional<Instant> previous_;  ///< time of the kept row above
  std::optional<std::int64_t> resolution_ns_;
  Cost total_cost_ = 0;
};

void Loader::choose_columns() {
  ColumnChooser columns(name_, reader_->header(), options_.delimiter.empty());
  time_ = options_.time_column.empty() ? columns.need_time() : columns.need(options_.time_column, "--time");
  if (!options_.cost_column.empty()) cost_ = columns.need(options_.cost_column, "--cost");
  if (!options_.dedupe_column.empty()) {
    id_ = columns.need(options_.dedupe_column, "--dedupe");
    updated_ = columns.find("updated");
  }
  for (const Condition& condition : plan_.conditions) {
    tests_.push_back({&condition, columns.need(condition.column(), "--where " + in_quotes(condition.text())), 0});
  }
  reader_->select(columns.selected());
}

bool Loader::read_time(const Record& record, const Column& column, TimeReader& reader, TimeReading& reading) {
  const std::string_view text = record.cells[column.cell];
  const TimeFault fault = reader.read(text, reading);
  if (fault == TimeFault::none) return true;
  bad_rows_.add(complaint_of_time(record.line, column.name, reader, fault, text));
  return false;
}

void Loader::take(const Record& record) {
  RowCounts& rows = trace_.summary.rows;
  ++rows.read;
  if (record.fault != RecordFault::none) {
    bad_rows_.add(complaint_of_record(record, reader_->header()));
    return;
  }
  rows.extra_cells += record.more_cells ? 1 : 0;
  rows.short_rows += record.fewer_cells ? 1 : 0;
  TimeReading reading;
  if (!read_time(record, time_, times_, reading)) return;
  if (!bounds_read_) read_bounds();
  time_counts_.add(reading);
  Row row{reading.time, record.line, std::nullopt};
  row.clamped = reading.clamped;
  if (updated_ && !read_updated(record, row)) return;
  rows_.push_back(row);
  if (id_) drop_older(record);
  if (rows_.back().fate == Fate::keep) filter(record);
}

// Once the first time of the file is read, its unit is known.
void Loader::read_bounds() {
  plan_.read_bounds(options_, true, times_.style());
  bounds_read_ = true;
}

bool Loader::read_updated(const Record& record, Row& row) {
  if (updated_->cell == time_.cell) {
    row.updated = row.time;
    return true;
  }
  if (trimmed(record.cells[updated_->cell]).empty()) return true;
  TimeReading reading;
  if (!read_time(record, *updated_, updates_, reading)) return false;
  updated_counts_.add(reading);
  row.updated = reading.time;
  return true;
}

// Of two rows with one id the one updated later stays, of equals the one further down; a row without `updated` is older
// than any with it. An empty id is nobody's.
void Loader::drop_older(const Record& record) {
  const std::string_view id = trimmed(record.cells[id_->cell]);
  if (id.empty()) {
    ++without_id_;
    return;
  }
  const auto [entry, fresh] = newest_.try_emplace(std::string(id), rows_.size() - 1);
  if (fresh) return;
  Row& other = rows_[entry->second];
  if (rows_.back().updated < other.updated) {
    rows_.back().fate = Fate::duplicate;
  } else {
    other.fate = Fate::duplicate;
    entry->second = rows_.size() - 1;
  }
}

// Every condition is looked at, so that the count of rows without a number does not depend on their order.
void Loader::filter(const Record& record) {
  Row& row = rows_.back();
  for (std::size_t i = 0; i < tests_.size(); ++i) {
    const Condition::Result result = tests_[i].condition->test(record.cells[tests_[i].column.cell]);
    if (result != Condition::Result::holds) row.fate = Fate::filter;
    if (result == Condition::Result::not_a_number) without_number_.emplace_back(rows_.size() - 1, i);
  }
  if ((plan_.from && row.time < *plan_.from) || (plan_.to && row.time >= *plan_.to)) row.fate = Fate::filter;
  if (cost_ && row.fate == Fate::keep) read_cost(record);
}

void Loader::read_cost(const Record& record) {
  const std::string_view text = trimmed(record.cells[cost_->cell]);
  if (const std::optional<std::int64_t> cost = parse_whole(text)) {
    rows_.back().cost = *cost;
    return;
  }
  bad_costs_.emplace_back(rows_.size() - 1, complaint_of_cost(record.line, cost_->name, text));
}

void Loader::settle_rows() {
  RowCounts& counts = trace_.summary.rows;
  std::optional<std::size_t> last_missing;
  for (const auto& [row, test] : without_number_) {
    if (rows_[row].fate == Fate::duplicate) continue;
    ++tests_[test].rows_without;
    if (last_missing != row) ++counts.missing;
    last_missing = row;
  }
  auto bad_cost = bad_costs_.begin();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const bool costs_badly = bad_cost != bad_costs_.end() && bad_cost->first == i;
    switch (rows_[i].fate) {
      case Fate::duplicate:
        ++counts.duplicates;
        break;
      case Fate::filter:
        ++counts.filtered;
        break;
      case Fate::keep:
        if (costs_badly) {
          bad_rows_.add(std::move(bad_cost->second));
        } else {
          keep(rows_[i]);
        }
    }
    if (costs_badly) ++bad_cost;
  }
  rows_.clear();
  without_number_.clear();
  bad_costs_.clear();
}

void Loader::keep(const Row& row) {
  RowCounts& counts = trace_.summary.rows;
  ++counts.kept;
  if (previous_ && row.time < *previous_) {
    if (options_.order == Order::strict) {
      throw Error(fmt::format("{}:{}: column {}: {} is before {} of the row above; sort the file or use --order sort",
                              name_, row.line, in_quotes(time_.name), rfc3339_text(row.time),
                              rfc3339_text(*previous_)));
    }
    ++counts.reordered;
  }
  previous_ = row.time;
  // The second of a clamped stamp is this tool's, not the file's: it tells nothing of the resolution.
  if (!row.clamped) refine_resolution(row.time);
  trace_.arrival.push_back(row.time.ns);
  if (!cost_) return;
  if (row.cost > std::numeric_limits<Cost>::max() - total_cost_) {
    throw Error(fmt::format("{}:{}: column {}: the costs up to here add up to more than {}; use a coarser unit", name_,
                            row.line, in_quotes(cost_->name), std::numeric_limits<Cost>::max()));
  }
  total_cost_ += row.cost;
  trace_.cost.push_back(row.cost);
}

void Loader::refine_resolution(Instant stamp) noexcept {
  std::int64_t step = resolution_ns_.value_or(1'000'000'000);
  while (stamp.ns % step != 0) step /= 10;
  resolution_ns_ = step;
}

void Loader::order_events() {
  std::vector<std::int64_t>& arrival = trace_.arrival;
  if (trace_.summary.rows.reordered == 0) return;
  if (options_.order == Order::file) {
    std::inclusive_scan(arrival.begin(), arrival.end(), arrival.begin(),
                        [](std::int64_t a, std::int64_t b) { return std::max(a, b); });
    return;
  }
  if (!cost_) {
    std::sort(arrival.begin(), arrival.end());
    return;
  }
  std::vector<std::size_t> order(arrival.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return arrival[a] < arrival[b]; });
  std::vector<std::int64_t> sorted_arrival(order.size());
  std::vector<Cost> sorted_cost(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    sorted_arrival[i] = arrival[order[i]];
    sorted_cost[i] = trace_.cost[order[i]];
  }
  arrival = std::move(sorted_arrival);
  trace_.cost = std::move(sorted_cost);
}

void Loader::finish() {
  TraceSummary& summary = trace_.summary;
  const PassedOver passed_over = reader_->passed_over();
  summary.rows.bad = bad_rows_.count();
  summary.rows.without_offset = time_counts_.without_offset;
  summary.rows.clamped = time_counts_.clamped;
  summary.rows.digits_cut = time_counts_.digits_cut;
  summary.rows.blank = passed_over.blank_lines;
  summary.rows.repeated_headers = passed_over.repeated_headers;
  summary.source = options_.source;
  summary.input = "csv";
  summary.time_column = time_.name;
  if (times_.style()) summary.time_style = std::string(name_of(*times_.style()));
  summary.has_costs = cost_.has_value();
  if (resolution_ns_) summary.resolution = Duration{*resolution_ns_};
  write_notes();
  const std::vector<std::string_view> usgs_names = split(usgs_header, ',');
  if (summary.rows.read == usgs_page_limit && std::equal(reader_->header().begin(), reader_->header().end(),
                                                         usgs_names.begin(), usgs_names.end(), equal_ignoring_case)) {
    summary.warnings.emplace_back(
        "exactly 20,000 rows, the most that one query of the USGS event service returns: the catalog is probably cut "
        "short; scripts/fetch_usgs.sh downloads it page by page");
  }
}

void Loader::write_notes() {
  const RowCounts& rows = trace_.summary.rows;
  const PassedOver passed_over = reader_->passed_over();
  std::vector<std::string>& notes = trace_.summary.notes;
  if (rows.filtered > 0) {
    notes.push_back(grouped(rows.filtered) + " of " + counted(rows.read, "row") +
                    " left out by --where, --from or --to");
  }
  // The unit of numbers is a guess that has to be seen, also where all else is clean.
  if (times_.style() && is_epoch(*times_.style())) {
    notes.push_back(
        fmt::format("times read as {}, {}", trace_.summary.time_style,
                    plan_.time_unit ? "as --time-unit says" : "judged by the first; --time-unit overrides"));
  }
  note(notes, rows.reordered, "row",
       options_.order == Order::file ? " out of time order, kept in file order, time held at its running maximum"
                                     : " out of time order, sorted");
  write_notes_on(time_counts_, "time", notes);
  for (const Condition& condition : plan_.conditions) {
    if (condition.orders_words()) notes.push_back(in_quotes(condition.text()) + " compares as text");
  }
  for (std::size_t i = 0; i < tests_.size(); ++i) {
    const Column& column = tests_[i].column;
    const bool said =
        std::any_of(tests_.begin(), tests_.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const Test& test) { return test.rows_without > 0 && test.column.cell == column.cell; });
    if (!said) note(notes, tests_[i].rows_without, "row", " without " + shown(column.name));
  }
  if (id_) {
    note(notes, rows.duplicates, "duplicate " + shown(id_->name), "");
    note(notes, without_id_, "row", " without " + shown(id_->name) + ", none taken for a duplicate");
  }
  if (updated_) {
    const std::string noun = shown(updated_->name) + " time";
    if (updates_.style() && is_epoch(*updates_.style())) {
      notes.push_back(fmt::format("{}s read as {}, judged by the first", noun, name_of(*updates_.style())));
    }
    write_notes_on(updated_counts_, noun, notes);
  }
  note(notes, passed_over.blank_lines, "blank line", "");
  note(notes, passed_over.repeated_headers, "repeated header", "");
  note(notes, passed_over.byte_order_marks, "byte order mark", " within the file, skipped");
  note(notes, rows.extra_cells, "row", " with more cells than the header");
  note(notes, rows.short_rows, "row", " with fewer cells than the header");
  bad_rows_.write(notes);
}

}  // namespace

Trace load(const LoadOptions& options) { return Loader(options).run(); }

}  // namespace ratereplay
