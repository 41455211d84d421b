#pragma once

#include "core/event_consumer.hpp"
#include "trace/load.hpp"
#include "trace/mapped_file.hpp"
#include "trace/reading_plan.hpp"

namespace ratereplay {

/// Reads a binary trace, whose rows were checked and put into order when it was converted; what was said of them then
/// is said again. Of the options, --from, --to and --cost work on it. Throws Error for those that could ask for
/// something else than was converted.
TraceSummary read_rrt(MappedFile file, const ReadingPlan& plan, const ReadingMeans& means, EventConsumer& consumer);

}  // namespace ratereplay
