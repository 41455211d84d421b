#pragma once

#include <string>

#include "core/sink.hpp"
#include "sizing/segment.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

// The summary file (.rrs): all that is needed of a piece of a trace to know the curve of the whole. The layout is
// described in data/README.md.

/// A piece of a trace, or a whole one.
struct SummarizedTrace {
  TraceSummary trace;
  std::string cost_column;  ///< empty for unit costs
  Segment segment;
};

/// Gives `sink` the bytes of the file. Throws Error when there is more to say of the trace than a file holds.
void write_summary_file(const TraceSummary& trace, const std::string& cost_column, const Segment& segment,
                        const Sink& sink);

/// Reads a file, or standard input for "-"; compressed ones too. Its source is that of the trace it was made of. All
/// that is read was checked: that hulls are hulls, and that everything can be of one trace. Throws Error naming the
/// source, with the mend.
SummarizedTrace read_summary_file(const std::string& source);

}  // namespace ratereplay
