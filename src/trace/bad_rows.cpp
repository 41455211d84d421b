#include "trace/bad_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "core/text.hpp"
#include "trace/columns.hpp"

namespace ratereplay {

namespace {

constexpr std::size_t most_shown = 5;

std::string_view heading_of(TimeFault fault) noexcept {
  switch (fault) {
    case TimeFault::none:
      break;
    case TimeFault::empty:
      return "no time";
    case TimeFault::unknown:
    case TimeFault::malformed:
      return "not a time";
    case TimeFault::no_such_date:
      return "no such date";
    case TimeFault::no_such_time:
      return "no such time of day";
    case TimeFault::no_such_offset:
      return "no such offset from UTC";
    case TimeFault::out_of_range:
      return "time outside the range";
    case TimeFault::other_style:
      return "time in another style";
    case TimeFault::other_unit:
      return "epoch time of another unit";
  }
  return {};
}

std::string_view heading_of(RecordFault fault) noexcept {
  switch (fault) {
    case RecordFault::none:
      break;
    case RecordFault::nul_byte:
    case RecordFault::nul_escape:
      return "NUL byte";
    case RecordFault::too_long:
      return "longer than 1 MiB";
    case RecordFault::text_after_quote:
    case RecordFault::text_after_log_quote:
      return "text after the closing quote";
    case RecordFault::unclosed_quote:
    case RecordFault::unclosed_log_quote:
      return "quote not closed";
    case RecordFault::no_log_time:
      return "no time in brackets";
    case RecordFault::no_log_host:
      return "no host, ident and user";
    case RecordFault::no_log_request:
      return "no request in quotes";
    case RecordFault::not_json:
      return "not JSON";
    case RecordFault::not_object:
      return "not an object";
    case RecordFault::not_utf8:
      return "not UTF-8";
    case RecordFault::too_deep:
      return "nested too deep";
    case RecordFault::repeated_field:
      return "field that stands twice";
  }
  return {};
}

}  // namespace

Complaint complaint_of_time(std::uint64_t line, std::string_view column, const TimeReader& reader, TimeFault fault,
                            std::string_view cell) {
  std::string text = reader.explain(fault, cell);
  if (fault == TimeFault::unknown && (equal_ignoring_case(trimmed(cell), column) || is_time_name(trimmed(cell)))) {
    text = fmt::format(
        "{} is the name of a column, not a time; take the line out (or leave --columns out, where it is the header)",
        in_quotes(cell));
  }
  return {line, heading_of(fault), fmt::format("column {}: {}", in_quotes(column), text)};
}

Complaint complaint_of_record(const Record& record, const std::vector<std::string>& header) {
  std::string text = explain(record);
  if (of_column(record.fault) && record.fault_column < header.size()) {
    text = fmt::format("column {}: {}", in_quotes(header[record.fault_column]), text);
  }
  return {record.line, heading_of(record.fault), std::move(text)};
}

Complaint complaint_of_cost(std::uint64_t line, std::string_view column, std::string_view cell) {
  if (cell.empty() || cell == "-") {
    return {line, "no cost",
            fmt::format("column {}: no cost; fill it in, or leave such rows out with --where {} or --bad-rows skip",
                        in_quotes(column), in_quotes(std::string(column) + ">=0"))};
  }
  return {line, "cost not a whole number",
          fmt::format("column {}: not a whole number from 0 to 9223372036854775807: {}; correct it", in_quotes(column),
                      in_quotes(cell))};
}

void BadRowLog::add(Complaint complaint) {
  if (treatment_ == BadRows::fail) throw Error(fmt::format("{}:{}: {}", file_, complaint.line, complaint.text));
  count_under(complaint.heading, 1);
  if (shown_.size() < most_shown) shown_.push_back(std::move(complaint));
}

void BadRowLog::append(const BadRowLog& further, std::uint64_t lines_above) {
  for (const auto& [heading, count] : further.headings_) count_under(heading, count);
  for (const Complaint& complaint : further.shown_) {
    if (shown_.size() == most_shown) return;
    shown_.push_back(complaint);
    shown_.back().line += lines_above;
  }
}

void BadRowLog::count_under(std::string_view heading, std::uint64_t rows) {
  count_ += rows;
  const auto known =
      std::find_if(headings_.begin(), headings_.end(), [&](const auto& other) { return other.first == heading; });
  if (known != headings_.end()) {
    known->second += rows;
  } else {
    headings_.emplace_back(heading, rows);
  }
}

void BadRowLog::write(std::vector<std::string>& notes) const {
  for (const auto& [heading, count] : headings_)
    notes.push_back(counted(count, "bad row") + " skipped: " + std::string(heading));
  for (const Complaint& complaint : shown_) {
    // Every complaint ends in its mend, which a run that goes on can do without.
    const std::string_view fault = std::string_view(complaint.text).substr(0, complaint.text.rfind("; "));
    notes.push_back(fmt::format("line {}: {}", complaint.line, fault));
  }
  if (count_ > shown_.size()) notes.push_back("... and " + grouped(count_ - shown_.size()) + " more");
}

}  // namespace ratereplay
