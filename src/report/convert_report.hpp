#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "report/format.hpp"
#include "report/table.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// A trace that was written anew.
struct ConvertedTrace {
  std::string file;
  std::uint64_t bytes = 0;
  std::string cost_column;                    ///< empty when every event costs 1
  std::optional<std::uint64_t> source_bytes;  ///< of the file it was read from, where that is one
};

/// The result of `convert`: `"output": {"file", "format", "version", "events", "bytes", "columns"}`, or a line for
/// people.
std::string convert_report(const ConvertedTrace& converted, const TraceSummary& trace, Format format,
                           const Style& style);

}  // namespace ratereplay
