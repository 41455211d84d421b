#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "trace/record_reader.hpp"

namespace ratereplay {

/// Lines of an access log in the common, combined or vhost_combined format of Apache's mod_log_config, which nginx
/// writes too. The columns bear the names of Apache's documentation; method, path and protocol are those of a request
/// that is `METHOD PATH [PROTOCOL]`, else empty. A field in quotes ends at the first quote that is not escaped by a
/// backslash; escapes stay as they are written. The time is without its brackets.
class ClfLine {
 public:
  /// `front` of the file: its first line that can be cut says which of the formats it is; of a file without one,
  /// combined.
  explicit ClfLine(std::string_view front);

  const std::vector<std::string>& header() const noexcept { return header_; }
  /// For people: "common", "combined", "vhost_combined", "vhost_common".
  std::string_view format() const noexcept;

  void select(std::vector<std::size_t> columns) { selected_ = std::move(columns); }

  /// Cuts a line (no line end, not blank); the cells are views of it.
  RecordFacts cut(std::string_view line, std::vector<std::string_view>& cells);

  /// Whether a line can be cut.
  static bool fits(std::string_view line);

  /// Whether what an access log has its time in stands in a line: `[29/Jul/2025:`.
  static bool holds_time(std::string_view line) noexcept;

 private:
  enum Place : std::size_t {
    vhost,
    host,
    ident,
    user,
    time,
    request,
    method,
    path,
    protocol,
    status,
    bytes,
    referer,
    agent,
    places
  };

  ClfLine(bool with_vhost, bool combined);

  RecordFacts cut_fields(std::string_view line);
  RecordFacts fault_in(RecordFault fault, Place place) const noexcept;
  bool cut_front(std::string_view front) noexcept;
  void split_request() noexcept;

  bool with_vhost_;
  bool combined_;
  std::vector<std::string> header_;
  std::vector<std::size_t> selected_;
  std::array<std::string_view, places> fields_;
};

}  // namespace ratereplay
