#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "trace/trace.hpp"

namespace ratereplay {

// What binary files keep of the summary of a trace, so that it can be said again where they are read: a JSON object,
// described in data/README.md.

/// Bytes. More than the loader can have to say: its longest texts are two names out of a header line of at most 1 MiB.
inline constexpr std::size_t longest_summary_text = std::size_t{16} << 20;

/// The summary, all but its events and their extent. `cost_column`: its name, empty for unit costs.
std::string summary_text(const TraceSummary& summary, const std::string& cost_column);

struct KeptSummary {
  TraceSummary trace;       ///< without events, extent and `has_costs`
  std::string cost_column;  ///< empty for unit costs
};

/// Text that is safe to print but for names. None when it is not as summary_text writes it.
std::optional<KeptSummary> read_summary_text(std::string_view text);

/// Whether the counts of rows and the rest can be of a trace of so many events.
bool is_of_events(const KeptSummary& summary, std::uint64_t events, bool has_costs) noexcept;

}  // namespace ratereplay
