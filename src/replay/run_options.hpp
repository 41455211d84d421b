#pragma once

#include <cstddef>
#include <optional>

#include "core/event_consumer.hpp"
#include "core/instant.hpp"
#include "metrics/periods.hpp"

namespace ratereplay {

/// Bytes that one run may hold in memory of what grows with the trace (the delays of a queue); what goes beyond lies in
/// a temporary file.
inline constexpr std::size_t default_run_memory = std::size_t{256} << 20;

/// How a limiter is run through a trace.
struct RunOptions {
  Duration window{};  ///< of the busiest window, 1 ns to `longest_parameter`; without meaning where none is asked for
  TraceOutline outline{};  ///< with keys: what was dropped is counted by the numbers that events bear
  std::optional<std::size_t>
      choice{};  ///< of the keys of the outline: each has a limiter of its own; none: all share one
  std::size_t memory = default_run_memory;  ///< bytes for delays, and as many for the counts of periods
  std::size_t worst_episodes = 10;          ///< how many are kept
  std::optional<Period> by{};               ///< the periods that are counted; none: they are not
};

}  // namespace ratereplay
