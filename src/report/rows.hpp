#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "core/sink.hpp"

namespace ratereplay {

/// A flat object of a report that has too many for a `Json` each: its members as JSON text, in the order in which they
/// are set.
class Row {
 public:
  struct Member {
    std::string key;
    std::string value;  ///< a number, a text in quotes or null
  };

  void clear() noexcept { size_ = 0; }
  const Member* begin() const noexcept { return members_.data(); }
  const Member* end() const noexcept { return members_.data() + size_; }

  /// Another member; its value is empty yet.
  std::string& add(std::string_view key);

 private:
  std::vector<Member> members_;  ///< those behind `size_` are room for the next row
  std::size_t size_ = 0;
};

// Set a member, of a row or an object. A text for a row needs no escapes: it is a time, a number or a name.
void set(Row& row, std::string_view key, std::nullptr_t);
void set(Row& row, std::string_view key, std::int64_t value);
void set(Row& row, std::string_view key, std::uint64_t value);
void set(Row& row, std::string_view key, double value);
void set(Row& row, std::string_view key, std::string_view value);

template <class Value>
void set(Json& object, std::string_view key, const Value& value) {
  object[std::string(key)] = value;
}

/// Sets the members of the row with an index; called once for each, by rising index, with an empty row.
using MakeRow = std::function<void(std::size_t index, Row& row)>;

struct RowArray {
  std::string_view key;
  std::size_t count;
  MakeRow make;
};

/// Writes a document piece by piece, as json_text would: the members of `head`, at least one, and the arrays.
void write_json_text(const Json& head, const std::vector<RowArray>& arrays, const Sink& sink);

/// Writes rows piece by piece, as csv_text would. `full_row` has a member for each column; what else a row has is the
/// exact text of the number before it, and stands in its place.
void write_csv_text(const Row& full_row, std::size_t count, const MakeRow& make, const Sink& sink);

}  // namespace ratereplay
