#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "report/table.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// What tables and paragraphs keep to, in terminal columns, where the numbers allow it.
inline constexpr std::size_t report_width = 100;

/// The first lines of every report for people: the source, the events, the span, and what was met on the way.
std::string trace_heading(const TraceSummary& trace, const Style& style);

/// `39.7 %`; a share above 0 that would print as 0.0 is `<0.1 %`, one below 100 that would print as 100.0 `>99.9 %`.
/// `-` of nothing.
std::string share_text(Int128 part, Int128 whole);

/// For a table cell: at most two units or three decimals, rounded up: `2871.341 s` is `47 min 52 s`.
std::string wait_text(Duration duration);

/// `4.996/h`, to three decimals in the shortest of s, min, h and d in which it is at least 1, in d to more where it is
/// less; `0` of none.
std::string rate_text(const Fraction& per_ns);

/// The same to `decimals` and rounded as told, in the unit that fits the rate `like`.
std::string rate_text(const Fraction& per_ns, int decimals, Rounding rounding, const Fraction& like);

/// A key for a table: in quotes, safe to print, cut to some 30 columns.
std::string key_text(std::string_view key);

/// RFC 3339, cut to whole seconds where `short_form`.
std::string time_text(Instant instant, bool short_form);

/// A table with its times in full where that keeps to `report_width`; `make_table(short_form)` makes it.
template <class MakeTable>
std::string fitted(const MakeTable& make_table, const Style& style) {
  const Table full = make_table(false);
  return full.width() <= report_width ? full.text(style) : make_table(true).text(style);
}

/// Tables with a column for each of `count` things, as many beside each other as keep to `report_width`, at least one,
/// behind an empty line the next of them; `make_table(begin, end)` makes the one of those from `begin` to before `end`.
template <class MakeTable>
std::string side_by_side(std::size_t count, const MakeTable& make_table, const Style& style) {
  std::string text;
  for (std::size_t begin = 0, end; begin < count; begin = end) {
    end = count;
    Table table = make_table(begin, end);
    while (end > begin + 1 && table.width() > report_width) table = make_table(begin, --end);
    text += (begin > 0 ? "\n" : "") + table.text(style);
  }
  return text;
}

}  // namespace ratereplay
