#pragma once

#include "core/sink.hpp"
#include "report/format.hpp"
#include "report/table.hpp"
#include "sizing/curve.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// Writes the result of `curve` in pieces: the `vertices` and `segments` of SPEC §8, or a table of them that leaves out
/// the middle of a long curve.
void write_curve_report(const Curve& curve, const TraceSummary& trace, Format format, const Style& style,
                        const Sink& sink);

}  // namespace ratereplay
