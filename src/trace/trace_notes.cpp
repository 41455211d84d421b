#include "trace/trace_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.hpp"

namespace ratereplay {

namespace {

constexpr std::uint64_t usgs_page_limit = 20'000;
constexpr std::string_view usgs_header =
    "time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type,horizontalError,depthError,"
    "magError,magNst,status,locationSource,magSource";

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

void write_notes_on_input(const ReadingPlan& plan, std::vector<std::string>& notes) {
  const bool given = !plan.options.input.empty();
  if (plan.input == InputKind::clf) {
    notes.push_back(fmt::format("an access log in the {} format{}", plan.log_format,
                                given ? "" : ", judged by its first line; --input overrides"));
  } else if (plan.input == InputKind::jsonl && !given) {
    notes.emplace_back("JSON lines, judged by the first; --input overrides");
  } else if (plan.delimiter != ',' && plan.options.delimiter.empty()) {
    notes.push_back(fmt::format("cells separated by {}, judged by the {}; --delimiter overrides",
                                delimiters_text(plan.delimiter), plan.columns_given.empty() ? "header" : "first line"));
  }
}

void write_notes_on_conditions(const ReadingPlan& plan, const Findings& findings, std::vector<std::string>& notes) {
  for (const ReadingPlan::Test& test : plan.tests) {
    if (test.condition->orders_words()) notes.push_back(in_quotes(test.condition->text()) + " compares as text");
  }
  // Of several conditions on one column, the first that says something.
  std::vector<std::size_t> said;
  for (std::size_t i = 0; i < plan.tests.size(); ++i) {
    const Column& column = plan.tests[i].column;
    if (findings.rows_without[i] == 0 || std::find(said.begin(), said.end(), column.cell) != said.end()) continue;
    said.push_back(column.cell);
    note(notes, findings.rows_without[i], "row", " without " + shown(column.name));
  }
}

void write_notes_on_duplicates(const ReadingPlan& plan, const Findings& findings,
                               std::optional<TimeStyle> updated_style, std::vector<std::string>& notes) {
  if (plan.id) {
    note(notes, findings.rows.duplicates, "duplicate " + shown(plan.id->name), "");
    note(notes, findings.without_id, "row", " without " + shown(plan.id->name) + ", none taken for a duplicate");
  }
  if (!plan.updated) return;
  const std::string noun = shown(plan.updated->name) + " time";
  if (updated_style && is_epoch(*updated_style)) {
    notes.push_back(fmt::format("{}s read as {}, judged by the first", noun, name_of(*updated_style)));
  }
  write_notes_on(findings.updates, noun, notes);
}

void write_note_on_keys(const ReadingPlan& plan, const Findings& findings, std::vector<std::string>& notes) {
  if (!plan.options.key_columns.empty()) return;  // what an empty one means is for the option to say
  for (std::size_t choice = 0; choice < plan.key_choices.size(); ++choice) {
    const std::string name = shown(plan.key_choices[choice].name);
    note(notes, findings.without_key[choice], "row", " without " + name + ", a key of its own");
  }
}

}  // namespace

TraceSummary sum_up(const ReadingPlan& plan, const Findings& findings, std::optional<TimeStyle> style,
                    std::optional<TimeStyle> updated_style) {
  TraceSummary summary;
  summary.source = plan.options.source;
  summary.input = std::string(name_of(plan.input));
  if (plan.input == InputKind::csv) summary.delimiter = plan.delimiter;
  summary.time_column = plan.time.name;
  if (style) summary.time_style = std::string(name_of(*style));
  summary.has_costs = plan.cost.has_value();
  summary.resolution = findings.resolution.value();

  RowCounts& rows = summary.rows;
  rows = findings.rows;
  rows.bad = findings.bad.count();
  rows.without_offset = findings.times.without_offset;
  rows.clamped = findings.times.clamped;
  rows.digits_cut = findings.times.digits_cut;
  rows.blank = findings.passed_over.blank_lines;
  rows.repeated_headers = findings.passed_over.repeated_headers;

  std::vector<std::string>& notes = summary.notes;
  if (rows.filtered > 0) {
    notes.push_back(grouped(rows.filtered) + " of " + counted(rows.read, "row") +
                    (plan.options.only_key ? " left out by --only-key, --where, --from or --to"
                                           : " left out by --where, --from or --to"));
  }
  // What a file is, and the unit of numbers, are guesses that have to be seen, also where all else is clean.
  write_notes_on_input(plan, notes);
  if (style && is_epoch(*style)) {
    notes.push_back(fmt::format("times read as {}, {}", summary.time_style,
                                plan.time_unit ? "as --time-unit says" : "judged by the first; --time-unit overrides"));
  }
  note(notes, rows.reordered, "row",
       plan.options.order == Order::file ? " out of time order, kept in file order, time held at its running maximum"
                                         : " out of time order, sorted");
  write_notes_on(findings.times, "time", notes);
  write_notes_on_conditions(plan, findings, notes);
  write_notes_on_duplicates(plan, findings, updated_style, notes);
  write_note_on_keys(plan, findings, notes);
  note(notes, rows.blank, "blank line", "");
  note(notes, rows.repeated_headers, "repeated header", "");
  note(notes, findings.passed_over.byte_order_marks, "byte order mark", " within the file, skipped");
  const std::string_view model = plan.input == InputKind::clf ? "the first line"
                                 : plan.columns_given.empty() ? "the header"
                                                              : "--columns has names";
  note(notes, rows.extra_cells, "row", fmt::format(" with more cells than {}", model));
  note(notes, rows.short_rows, "row", fmt::format(" with fewer cells than {}", model));
  findings.bad.write(notes);

  if (plan.options.only_key && rows.kept == 0 && rows.read > 0) {
    summary.warnings.push_back("no row of the key " + in_quotes(*plan.options.only_key) + " is kept");
  }
  const std::vector<std::string_view> usgs_names = split(usgs_header, ',');
  if (rows.read == usgs_page_limit &&
      std::equal(plan.header.begin(), plan.header.end(), usgs_names.begin(), usgs_names.end(), equal_ignoring_case)) {
    summary.warnings.emplace_back(
        "exactly 20,000 rows, the most that one query of the USGS event service returns: the catalog is probably cut "
        "short; scripts/fetch_usgs.sh downloads it page by page");
  }
  return summary;
}

}  // namespace ratereplay
