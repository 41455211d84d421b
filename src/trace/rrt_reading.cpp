#include "trace/rrt_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"
#include "trace/delivery.hpp"
#include "trace/resolution.hpp"
#include "trace/rrt.hpp"
#include "trace/timestamp.hpp"

namespace ratereplay {

namespace {

// Some megabytes, which a core's cache holds until every part has taken them.
constexpr std::size_t blocks_a_round = 8;

// The binary trace holds less than its source: what it cannot answer is said, not guessed.
void check_options(const ReadingPlan& plan, const RrtFile& file) {
  const LoadOptions& options = plan.options;
  const auto refuse = [&](std::string_view option, std::string_view mend) {
    throw Error(fmt::format("{}: a binary trace, for which {} has no meaning; {}", plan.name, option, mend));
  };
  if (!options.where.empty())
    refuse(fmt::format("--where {}", in_quotes(options.where.front())), "give it when converting");
  constexpr std::string_view no_keys = "it holds no keys; name the file that was converted";
  if (!options.keys.empty()) refuse("--key", no_keys);
  if (!options.key_columns.empty()) {
    throw Error(fmt::format("{}: a binary trace, and {}: {}", plan.name, options.key_columns.front().front().asked_by,
                            no_keys));
  }
  if (!options.dedupe_column.empty()) refuse("--dedupe", "give it when converting");
  if (!options.time_unit.empty()) refuse("--time-unit", "give it when converting");
  if (!options.input.empty()) refuse("--input", "leave it out");
  if (!options.delimiter.empty()) refuse("--delimiter", "leave it out");
  if (!options.columns.empty()) refuse("--columns", "leave it out");
  const TraceSummary& converted = file.summary();
  if (options.order == Order::file && converted.rows.reordered > 0) {
    refuse("--order file", "its rows were out of order, and what becomes of them was decided when converting");
  }
  if (!options.time_column.empty() && !equal_ignoring_case(options.time_column, converted.time_column)) {
    throw Error(fmt::format("{}: no column {} (--time); the times converted are those of {}", plan.name,
                            in_quotes(options.time_column), in_quotes(converted.time_column)));
  }
  if (options.cost_column.empty() || equal_ignoring_case(options.cost_column, file.cost_column())) return;
  std::string mend = "name the costs when converting";
  if (!file.cost_column().empty())
    mend = fmt::format("the costs converted are those of {}", in_quotes(file.cost_column()));
  throw Error(
      fmt::format("{}: no column {} ({}); {}", plan.name, in_quotes(options.cost_column), options.cost_asked_by, mend));
}

/// What is left of a block.
struct Part {
  Events events;
  Resolution resolution;  ///< where there are bounds
};

Part part_of(const RrtFile& file, std::size_t index, const Bounds& bounds, bool unit_costs) {
  Events events = file.block(index);
  if (unit_costs) events.cost = {};
  if (!bounds.from && !bounds.to) return {events, {}};
  const auto place_of = [&](Instant time) {
    return static_cast<std::size_t>(std::lower_bound(events.arrival.begin(), events.arrival.end(), time.ns) -
                                    events.arrival.begin());
  };
  const std::size_t begin = bounds.from ? place_of(*bounds.from) : 0;
  const std::size_t end = bounds.to ? place_of(*bounds.to) : events.size();
  if (begin >= end) return {};
  Part part{events.part(begin, end - begin), {}};
  for (const std::int64_t time : part.events.arrival) part.resolution.add(Instant{time});
  return part;
}

}  // namespace

TraceSummary read_rrt(MappedFile mapped, const ReadingPlan& plan, const ReadingMeans& means, EventConsumer& consumer) {
  RrtFile file(std::move(mapped), plan.name);
  check_options(plan, file);
  const Bounds bounds = plan.bounds_for(style_named(file.summary().time_style));
  const bool unit_costs = plan.options.cost_column.empty();

  Delivery delivery(consumer, means.workers, TraceOutline{unit_costs});
  Resolution resolution;
  std::array<Part, blocks_a_round> round;
  for (std::size_t begin = 0; begin < file.blocks(); begin += blocks_a_round) {
    const std::size_t count = std::min(blocks_a_round, file.blocks() - begin);
    delivery.run(count, [&](std::size_t turn) { round[turn] = part_of(file, begin + turn, bounds, unit_costs); });
    // The blocks before were delivered meanwhile.
    file.release_before(begin);
    for (std::size_t turn = 0; turn < count; ++turn) {
      delivery.add(round[turn].events);
      resolution.add(round[turn].resolution);
    }
    if (means.progress) {
      const std::uint64_t done = std::min<std::uint64_t>(file.events(), (begin + count) * rrt_block_events);
      means.progress(done * sizeof(std::int64_t), file.events() * sizeof(std::int64_t));
    }
  }
  delivery.finish();

  TraceSummary summary = file.summary();
  std::vector<std::string>& notes = summary.notes;
  notes.insert(notes.begin(), fmt::format("converted from {}", in_quotes(summary.source)));
  const std::uint64_t left_out = file.events() - delivery.events();
  if (left_out > 0) {
    notes.insert(notes.begin(), fmt::format("{} of {} left out by --from or --to", grouped(left_out),
                                            counted(file.events(), "event")));
    // Which of the stamps had a second of :60, that tells nothing of the resolution, is not known any more.
    if (summary.rows.clamped == 0 || delivery.events() == 0) summary.resolution = resolution.value();
  }
  summary.source = plan.options.source;
  summary.input = "rrt";
  summary.has_costs = !unit_costs;
  summary.events = delivery.events();
  summary.rows.kept -= left_out;
  summary.rows.filtered += left_out;
  summary.extent = delivery.extent();
  return summary;
}

}  // namespace ratereplay
