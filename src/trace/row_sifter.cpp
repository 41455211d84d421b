#include "trace/row_sifter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

void Findings::append(const Findings& further, std::uint64_t lines_above) {
  rows.read += further.rows.read;
  rows.kept += further.rows.kept;
  rows.filtered += further.rows.filtered;
  rows.duplicates += further.rows.duplicates;
  rows.reordered += further.rows.reordered;
  rows.missing += further.rows.missing;
  rows.extra_cells += further.rows.extra_cells;
  rows.short_rows += further.rows.short_rows;
  times.add(further.times);
  updates.add(further.updates);
  for (std::size_t test = 0; test < rows_without.size(); ++test) rows_without[test] += further.rows_without[test];
  without_id += further.without_id;
  for (std::size_t key = 0; key < without_key.size(); ++key) without_key[key] += further.without_key[key];
  bad.append(further.bad, lines_above);
  pass_over(further.passed_over);
  resolution.add(further.resolution);
}

void Findings::pass_over(const PassedOver& more) noexcept {
  passed_over.blank_lines += more.blank_lines;
  passed_over.repeated_headers += more.repeated_headers;
  passed_over.byte_order_marks += more.byte_order_marks;
}

RowSifter RowSifter::further_down() const {
  RowSifter other(plan_);
  other.times_ = times_;
  other.updates_ = updates_;
  other.bounds_ = bounds_;
  other.keeps_all_ = keeps_all_;
  return other;
}

bool RowSifter::seems_good(const Record& record) {
  TimeReading reading;
  return record.fault == RecordFault::none && times_.read(record.cells[plan_.time.cell], reading) == TimeFault::none;
}

SiftedRows RowSifter::hand_over() { return std::exchange(rows_, SiftedRows(plan_)); }

void RowSifter::skip_rows(std::optional<Instant> last, Cost cost) noexcept {
  if (last) previous_ = last;
  total_cost_ += cost;
}

bool RowSifter::read_time(const Record& record, const Column& column, TimeReader& reader, TimeReading& reading) {
  const std::string_view text = record.cells[column.cell];
  const TimeFault fault = reader.read(text, reading);
  if (fault == TimeFault::none) return true;
  rows_.findings.bad.add(complaint_of_time(record.line, column.name, reader, fault, text));
  return false;
}

void RowSifter::take(const Record& record) {
  RowCounts& counts = rows_.findings.rows;
  ++counts.read;
  if (record.fault != RecordFault::none) {
    rows_.findings.bad.add(complaint_of_record(record, plan_.header));
    return;
  }
  counts.extra_cells += record.more_cells ? 1 : 0;
  counts.short_rows += record.fewer_cells ? 1 : 0;
  TimeReading reading;
  if (!read_time(record, plan_.time, times_, reading)) return;
  // Once the first time of the file is read, its unit is known.
  if (!bounds_) settle_bounds();
  rows_.findings.times.add(reading);
  Row row{reading.time, record.line, std::nullopt};
  row.clamped = reading.clamped;
  const std::string_view key = has_keys_ ? key_of(record) : std::string_view();
  if (keeps_all_) {
    keep(row, key);
    return;
  }
  if (!plan_.id) {
    filter(record, row, key);
    settle(row, key, oddities_);
    return;
  }
  if (plan_.updated && !read_updated(record, row)) return;
  pending_.push_back(row);
  if (has_keys_) pending_keys_.add(key);
  drop_older(record);
  if (pending_.back().fate != Fate::keep) return;
  filter(record, pending_.back(), key);
  if (!oddities_.without.empty() || oddities_.bad_cost) odd_.emplace(pending_.size() - 1, oddities_);
}

void RowSifter::settle_bounds() {
  bounds_ = plan_.bounds_for(times_.style());
  keeps_all_ =
      !plan_.id && !plan_.cost && plan_.tests.empty() && !bounds_->from && !bounds_->to && !plan_.options.only_key;
}

bool RowSifter::read_updated(const Record& record, Row& row) {
  if (plan_.updated->cell == plan_.time.cell) {
    row.updated = row.time;
    return true;
  }
  if (trimmed(record.cells[plan_.updated->cell]).empty()) return true;
  TimeReading reading;
  if (!read_time(record, *plan_.updated, updates_, reading)) return false;
  rows_.findings.updates.add(reading);
  row.updated = reading.time;
  return true;
}

// Of two rows with one id the one updated later stays, of equals the one further down; a row without `updated` is older
// than any with it. An empty id is nobody's.
void RowSifter::drop_older(const Record& record) {
  const std::string_view id = trimmed(record.cells[plan_.id->cell]);
  if (id.empty()) {
    ++rows_.findings.without_id;
    return;
  }
  const auto [entry, fresh] = newest_.try_emplace(std::string(id), pending_.size() - 1);
  if (fresh) return;
  Row& other = pending_[entry->second];
  if (pending_.back().updated < other.updated) {
    pending_.back().fate = Fate::duplicate;
  } else {
    other.fate = Fate::duplicate;
    entry->second = pending_.size() - 1;
  }
}

// Every condition is looked at, so that the count of rows without a number does not depend on their order.
void RowSifter::filter(const Record& record, Row& row, std::string_view key) {
  oddities_.without.clear();
  oddities_.bad_cost.reset();
  for (std::size_t test = 0; test < plan_.tests.size(); ++test) {
    const Condition::Result result = plan_.tests[test].condition->test(record.cells[plan_.tests[test].column.cell]);
    if (result != Condition::Result::holds) row.fate = Fate::filter;
    if (result == Condition::Result::not_a_number) oddities_.without.push_back(test);
  }
  if (plan_.options.only_key && key != *plan_.options.only_key) row.fate = Fate::filter;
  if (!bounds_->hold(row.time)) row.fate = Fate::filter;
  if (plan_.cost && row.fate == Fate::keep) read_cost(record, row);
}

void RowSifter::read_cost(const Record& record, Row& row) {
  const std::string_view text = trimmed(record.cells[plan_.cost->cell]);
  if (const std::optional<std::int64_t> cost = parse_whole(text)) {
    row.cost = *cost;
    return;
  }
  oddities_.bad_cost = complaint_of_cost(record.line, plan_.cost->name, text);
}

void RowSifter::finish() {
  // Without any time in the file, they are at least checked.
  if (!bounds_) settle_bounds();
  Oddities none;
  for (std::size_t row = 0; row < pending_.size(); ++row) {
    const auto odd = odd_.find(row);
    const std::string_view key = has_keys_ ? pending_keys_.text(row) : std::string_view();
    settle(pending_[row], key, odd == odd_.end() ? none : odd->second);
  }
  pending_.clear();
}

void RowSifter::settle(const Row& row, std::string_view key, Oddities& oddities) {
  RowCounts& counts = rows_.findings.rows;
  if (row.fate == Fate::duplicate) {
    ++counts.duplicates;
    return;
  }
  if (!oddities.without.empty()) {
    ++counts.missing;
    for (const std::size_t test : oddities.without) ++rows_.findings.rows_without[test];
  }
  if (row.fate == Fate::filter) {
    ++counts.filtered;
  } else if (oddities.bad_cost) {
    rows_.findings.bad.add(*std::move(oddities.bad_cost));
  } else {
    keep(row, key);
  }
}

void RowSifter::keep(const Row& row, std::string_view key) {
  RowCounts& counts = rows_.findings.rows;
  ++counts.kept;
  if (previous_ && row.time < *previous_) {
    if (plan_.options.order == Order::strict) {
      throw Error(fmt::format("{}:{}: column {}: {} is before {} of the row above; sort the file or use --order sort",
                              plan_.name, row.line, in_quotes(plan_.time.name), rfc3339_text(row.time),
                              rfc3339_text(*previous_)));
    }
    ++counts.reordered;
  }
  previous_ = row.time;
  // The second of a clamped stamp is this tool's, not the file's: it tells nothing of the resolution.
  if (!row.clamped) rows_.findings.resolution.add(row.time);
  rows_.kept.arrival.push_back(row.time.ns);
  if (plan_.options.lines) rows_.kept.line.push_back(row.line);
  if (has_keys_) keep_key(key);
  if (!plan_.cost) return;
  if (row.cost > std::numeric_limits<Cost>::max() - total_cost_) {
    throw Error(fmt::format("{}:{}: column {}: the costs up to here add up to more than {}; use a coarser unit",
                            plan_.name, row.line, in_quotes(plan_.cost->name), std::numeric_limits<Cost>::max()));
  }
  total_cost_ += row.cost;
  rows_.kept.cost.push_back(row.cost);
}

void RowSifter::keep_key(std::string_view key) {
  count_empty_keys(key);
  if (!plan_.numbers_keys()) return;
  rows_.kept.key.push_back(static_cast<KeyId>(rows_.keys.size()));
  rows_.keys.add(key);
}

void RowSifter::count_empty_keys(std::string_view key) {
  if (plan_.key_cells.size() == 1) {
    if (key.empty()) ++rows_.findings.without_key.front();
    return;
  }
  // An empty cell stands at an end of the combination, or makes two commas meet.
  if (key.front() != ',' && key.back() != ',' && key.find(",,") == std::string_view::npos) return;
  const std::vector<std::string_view> cells = key_cells_of(key);
  for (std::size_t choice = 0; choice < plan_.key_choices.size(); ++choice) {
    const std::vector<std::size_t>& chosen = plan_.key_choices[choice].cells;
    const auto empty = [&](std::size_t cell) { return cells[cell].empty(); };
    if (std::all_of(chosen.begin(), chosen.end(), empty)) ++rows_.findings.without_key[choice];
  }
}

// The combination of its key cells; good until the next record.
std::string_view RowSifter::key_of(const Record& record) {
  const std::vector<Column>& cells = plan_.key_cells;
  if (cells.size() == 1) return record.cells[cells.front().cell];
  key_.clear();
  for (const Column& column : cells) append_key_cell(key_, record.cells[column.cell], &column == &cells.front());
  return key_;
}

}  // namespace ratereplay
