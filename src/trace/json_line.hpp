#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/text_hash.hpp"
#include "trace/record_reader.hpp"

namespace ratereplay {

/// Lines that hold a JSON object each (RFC 8259). A column is a path: the names from the object down to a field, with
/// dots between; a name may itself hold dots. The cell of a string is its text, of null empty, of anything else as it
/// is written. The whole line is checked, whatever is asked of it.
///
/// Not by a library: simdjson's On Demand, the fastest that keeps the text of numbers, took twice the time for a line
/// of 240 bytes, without the checks of what it skips. The tests hold this one against nlohmann-json.
class JsonLine {
 public:
  /// Knows the paths that its first lines have (64 KiB or 1,000 lines, at least one) and `further` ones. Throws Error
  /// naming the file where there are none. `front`: of the file; a line end and 64 readable bytes stand behind it where
  /// the file is no longer.
  JsonLine(std::string_view front, const std::string& file, const std::vector<std::string>& further);

  const std::vector<std::string>& header() const noexcept { return header_; }
  /// The paths of the header at which there was an array: none of it goes further.
  const std::vector<std::string>& arrays() const noexcept { return arrays_; }

  void select(std::vector<std::size_t> columns);

  /// Cuts a line (no NUL, not blank), behind which a line end and 64 bytes can be read; the cells are good until the
  /// next call.
  RecordFacts cut(std::string_view line, std::vector<std::string_view>& cells);

 private:
  static constexpr std::size_t nowhere = ~std::size_t{0};

  /// A path that leads into the object at hand.
  struct Lead {
    std::size_t cell;  ///< of those selected
    std::size_t used;  ///< bytes of the path above the object, with the dot
  };

  /// A value as it stands in the line.
  struct Value {
    std::string_view text;  ///< of a string what is between its quotes
    bool escaped = false;
    char kind = 0;  ///< its first byte
  };

  // Each reads from at_ on and goes behind what it has read; false with fault_ where it cannot.
  bool read_line();
  bool read_object(std::size_t depth, std::size_t first_lead);
  bool read_field(std::size_t depth, std::size_t first_lead, std::size_t last_lead);
  bool read_value(std::size_t depth, std::size_t first_lead, Value& value);
  bool read_array(std::size_t depth);
  bool read_string(Value& value);
  bool read_escape() noexcept;
  bool read_number() noexcept;
  bool read_word(std::string_view word) noexcept;
  void skip_blanks() noexcept;
  void begin_at(std::string_view line) noexcept;
  bool fail(RecordFault fault) noexcept;
  RecordFacts facts(std::uint64_t line) const noexcept;  ///< of the fault at hand

  bool keep(std::size_t cell, const Value& value);
  std::string_view unescaped(std::string_view text);
  // The first bad line, if there is one.
  std::optional<RecordFacts> gather(std::string_view front);
  void add_path(std::string_view name, const Value& value);

  std::vector<std::string> header_;
  std::vector<std::string> arrays_;
  std::vector<std::size_t> selected_;

  // Of the line at hand.
  const char* begin_ = nullptr;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  RecordFault fault_ = RecordFault::none;
  std::size_t column_ = nowhere;  ///< of the header, that is being read
  std::vector<Lead> leads_;
  std::vector<std::string_view> cells_;  ///< those met; no data: not yet
  std::string unescaped_;                ///< texts that had escapes
  std::string name_;                     ///< of a field, that had escapes

  // While paths are gathered.
  bool gathering_ = false;
  std::string above_;  ///< the path of the object at hand, with its dot
  std::unordered_set<std::string, TextHash> known_;
};

}  // namespace ratereplay
