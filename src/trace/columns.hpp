#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trace/input_kind.hpp"

namespace ratereplay {

/// A column that is read, by its place among the columns selected.
struct Column {
  std::size_t cell = 0;
  std::string name;  ///< as the file spells it
};

/// What can be the matter with a column that is not found depends on it.
struct HeaderOrigin {
  InputKind input = InputKind::csv;
  std::vector<std::string> arrays = {};   ///< of JSON lines: paths that end in an array
  std::optional<LineOfOther> other = {};  ///< of what was taken for CSV: a line that is not
};

/// Whether a column of this name is taken for the time when none is named.
bool is_time_name(std::string_view name) noexcept;

/// Finds columns by name, in any case, and gathers which are needed. A name that two columns bear is an Error as soon
/// as it is asked for; of fields of JSON, the one that is spelled so goes before others.
class ColumnChooser {
 public:
  /// `file` names the source in messages.
  ColumnChooser(std::string file, const std::vector<std::string>& header, HeaderOrigin origin)
      : file_(std::move(file)), header_(header), origin_(std::move(origin)) {}

  /// Throws Error, saying which option asked, what is near or what may be the matter with the header.
  Column need(std::string_view name, std::string_view asked_by);

  std::optional<Column> find(std::string_view name);

  /// time, timestamp, ts, date, datetime or @timestamp, the first of these that there is. Throws Error.
  Column need_time();

  /// The places in the header of the columns needed so far.
  const std::vector<std::size_t>& selected() const noexcept { return selected_; }

 private:
  const std::string* time_in_header() const;
  void refuse_foreign() const;
  void refuse_array(std::string_view name, std::string_view asked_by) const;
  std::string doubts() const;
  std::string listing() const;

  std::string file_;
  const std::vector<std::string>& header_;
  HeaderOrigin origin_;
  std::vector<std::size_t> selected_;
};

}  // namespace ratereplay
