#pragma once

#include <string>
#include <vector>

#include "trace/trace.hpp"

namespace ratereplay {

enum class Order { sort, file, strict };
enum class BadRows { fail, skip };

/// The trace options of the command line, as typed; `load` checks them against the file.
struct LoadOptions {
  std::string source;              ///< a path, or "-" for standard input
  std::string time_column;         ///< empty: guessed from the header
  std::string time_unit;           ///< s, ms, us, ns; empty: from the first row's magnitude; not for `updated`
  std::string cost_column;         ///< empty: every event costs 1
  std::vector<std::string> where;  ///< conditions that must all hold: "mag>=5"
  /// Times, half-open [from, to); empty: no bound. A bare number is in the unit of `time_unit`, else in that of the
  /// file where its times are numbers, else in the unit of its own magnitude.
  std::string from;
  std::string to;
  std::string dedupe_column;
  std::string delimiter;  ///< one byte or "tab"; empty: comma
  Order order = Order::sort;
  BadRows bad_rows = BadRows::fail;
};

/// Reads, checks, filters and orders a trace. Throws Error, one line that names file, line, column and the mend.
Trace load(const LoadOptions& options);

}  // namespace ratereplay
