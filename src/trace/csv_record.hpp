#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trace/record_reader.hpp"

namespace ratereplay {

/// Bytes of a CSV record without its line end; a longer one is a bad row.
inline constexpr std::size_t longest_record = std::size_t{1} << 20;

/// As many bytes behind the front of a record decide what it is; what follows makes no difference.
inline constexpr std::size_t longest_look = longest_record + 64;

/// One record of CSV as people have it (RFC 4180 and what else is met), cut where it lies in memory. It ends at a line
/// end outside quotes; a field whose first byte that is not blank is a quote is quoted. A mistake of quoting costs the
/// physical line on which the record begins, so that no quote left open swallows the rows below it.
class CsvRecord {
 public:
  struct Field {
    const char* begin;
    const char* end;
    bool quoted;  ///< then without the outer quotes, the inner ones still doubled

    std::string_view text() const noexcept { return {begin, static_cast<std::size_t>(end - begin)}; }
  };

  explicit CsvRecord(char delimiter) noexcept : delimiter_(delimiter) {}

  /// `begin` < `end`, a line end stands at `end`, and the text ends there or goes on for `longest_look` bytes or more.
  RecordFault cut(const char* begin, const char* end);

  // Of the record cut last.

  /// All fields; of a record with a fault, those before it.
  const std::vector<Field>& fields() const noexcept { return fields_; }

  /// The line end of the record, or the `end` given; of one with a fault, how far it was looked through.
  const char* end() const noexcept { return end_; }

  /// Line ends inside its quotes, before `end()`.
  std::uint64_t breaks() const noexcept { return breaks_; }

  bool blank() const noexcept;

  /// Whether readers pass it over: a blank line or a repeat of the header (of none where that is empty), which is then
  /// counted.
  bool passed_over(const std::vector<std::string>& header, PassedOver& counts) const noexcept;

  /// Of a data row: `line` is the one that it begins on, `columns` how many the header has.
  RecordFacts facts(std::uint64_t line, std::size_t columns) const noexcept;

  /// The fields as names of columns: trimmed and unquoted.
  std::vector<std::string> names() const;

 private:
  RecordFault cut_fields(const char* begin, const char* end);

  /// Whether it names the same columns. Quotes around a name are no difference; a name that holds quotes is not looked
  /// into.
  bool repeats(const std::vector<std::string>& header) const noexcept;

  char delimiter_;
  RecordFault fault_ = RecordFault::none;
  std::vector<Field> fields_;
  const char* end_ = nullptr;
  std::uint64_t breaks_ = 0;
};

/// Appends what stands between the quotes of a field, doubled ones made single.
void append_unquoted(std::string& out, std::string_view text);

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// After a mistake of quoting the lines that were looked through are looked through again. A few such rows cost
/// nothing; a file that is made of them would take the square of its size. `wasted`: bytes looked through in vain in
/// all; `offset`: of the record with the last mistake.
constexpr bool wastes_too_much(std::uint64_t wasted, std::uint64_t offset) noexcept {
  return wasted > 64 * std::uint64_t{longest_record} + 16 * offset;
}

/// The Errors that every reader of CSV throws.
[[noreturn]] void throw_too_many_mistakes(const std::string& name, std::uint64_t line);
[[noreturn]] void throw_no_header(const std::string& name);

/// `text`: of the file from the faulty header on, `longest_record` bytes of it where there are as many.
[[noreturn]] void throw_bad_header(const std::string& name, std::uint64_t line, RecordFault fault,
                                   std::string_view text);

}  // namespace ratereplay
