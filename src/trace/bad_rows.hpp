#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trace/load.hpp"
#include "trace/record_reader.hpp"
#include "trace/timestamp.hpp"

namespace ratereplay {

/// A bad row: what to say of it, and under which heading to count it.
struct Complaint {
  std::uint64_t line;
  std::string_view heading;  ///< a literal
  std::string text;
};

Complaint complaint_of_time(std::uint64_t line, std::string_view column, const TimeReader& reader, TimeFault fault,
                            std::string_view cell);
Complaint complaint_of_record(const Record& record, const std::vector<std::string>& header);
Complaint complaint_of_cost(std::uint64_t line, std::string_view column, std::string_view cell);

/// What becomes of bad rows: the first stops the run, or all are counted by heading and the first few kept.
class BadRowLog {
 public:
  BadRowLog(BadRows treatment, std::string file) : treatment_(treatment), file_(std::move(file)) {}

  /// Throws Error `FILE:LINE: ...` unless bad rows are to be skipped.
  void add(Complaint complaint);

  /// What another log has of rows further down, whose lines it counts from `lines_above` on.
  void append(const BadRowLog& further, std::uint64_t lines_above);

  std::uint64_t count() const noexcept { return count_; }

  /// A line for each heading, in the order of their first rows, then one for each of the first few rows, without its
  /// mend, and how many more there are.
  void write(std::vector<std::string>& notes) const;

 private:
  void count_under(std::string_view heading, std::uint64_t rows);

  BadRows treatment_;
  std::string file_;
  std::uint64_t count_ = 0;
  std::vector<std::pair<std::string_view, std::uint64_t>> headings_;
  std::vector<Complaint> shown_;
};

}  // namespace ratereplay
