#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ratereplay {

/// A column that is read, by its place among the columns selected.
struct Column {
  std::size_t cell = 0;
  std::string name;  ///< as the file spells it
};

/// Finds columns by name, in any case, and gathers which are needed. A name that two columns bear is an Error as soon
/// as it is asked for.
class ColumnChooser {
 public:
  /// `file` names the source in messages; `default_delimiter`: none was given, so the header may show that one is
  /// needed.
  ColumnChooser(std::string file, const std::vector<std::string>& header, bool default_delimiter)
      : file_(std::move(file)), header_(header), default_delimiter_(default_delimiter) {}

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
  std::string doubts() const;

  std::string file_;
  const std::vector<std::string>& header_;
  bool default_delimiter_;
  std::vector<std::size_t> selected_;
};

}  // namespace ratereplay
