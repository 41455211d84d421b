#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/event_consumer.hpp"
#include "core/events.hpp"
#include "core/instant.hpp"
#include "core/workers.hpp"
#include "limiter/catalogue.hpp"
#include "metrics/busiest.hpp"
#include "replay/summary.hpp"
#include "simulation/arrangement.hpp"
#include "simulation/balance.hpp"

namespace ratereplay {

/// What a limit is to be kept on, and what happens meanwhile. Each thing that is given adds arrangements to those of
/// every fleet.
struct FleetOptions {
  std::uint32_t instances = 1;  ///< 1 to `most_instances`
  Balance balance;
  bool each_key = false;  ///< each has a limit of its own; else all share one
  Duration window;        ///< of the busiest window, 1 ns to `longest_parameter`
  std::optional<AnyLimiter> local =
      {};  ///< of each instance, in front of the shared limit or in its place; none: the same
  std::optional<Duration> sync = {};     ///< of the totals
  std::optional<Duration> race = {};     ///< between reading and writing
  std::vector<Duration> clocks = {};     ///< how far that of each instance is ahead; empty: none is
  std::vector<Outage> outages = {};      ///< in order of time and apart
  std::vector<OnOutage> on_outage = {};  ///< in them
  std::vector<Restart> restarts = {};    ///< in order of time
  std::optional<Duration> ttl = {};      ///< of a shared state
  std::uint64_t seed = 1;
  std::uint64_t seeds = 1;  ///< how many, from `seed` on, where chance plays a part
  bool keep_decisions = false;

  static constexpr std::uint32_t most_instances = 1000;
  static constexpr std::uint64_t most_seeds = 10'000;
};

/// What an arrangement did in an outage.
struct OutageFigures {
  std::uint64_t events = 0;
  std::uint64_t passed = 0;
  Cost passed_cost = 0;
  BusiestWindow around_end;  ///< of a single key: the busiest of the windows that reach from before the end beyond it
};

/// From the least to the most over several seeds.
struct Spread {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};

/// Whether each event passed: bit i % 64 of word i / 64.
using PassedBits = std::vector<std::uint64_t>;

/// What came of one arrangement.
struct FleetRow {
  std::string name;       ///< "local", "shared", "sync 10s", "race 1ms, added", ...
  ReplaySummary summary;  ///< counts and busiest window, of a single key where each has a limit; nothing else
  std::uint64_t wrongly_refused = 0;  ///< events that the shared limit passes
  std::uint64_t wrongly_passed = 0;   ///< events that it refuses
  StoreUse store;
  std::vector<OutageFigures> outages;
  PassedBits passed;                        ///< with the first seed, where decisions are kept
  std::optional<HarmlessTtl> harmless_ttl;  ///< of a shared limit that takes the store's time
  std::optional<Spread> passed_spread;      ///< of several seeds, as the next two
  std::optional<Spread> busiest_spread;     ///< in cost
  std::optional<Spread> wrongly_refused_spread;
};

struct FleetSummary {
  std::vector<FleetRow> rows;
  std::vector<std::uint64_t> events_of;  ///< that each instance took, with the first seed
};

/// The place of the row of the shared limit, which the others are held against.
inline constexpr std::size_t shared_row = 2;

/// Lets a trace through a fleet in each of its arrangements. `outline`: of the trace; with keys, of one choice. Throws
/// Error where a number does not fit, and for dialects.
FleetSummary simulate_fleet(const Events& events, const TraceOutline& outline, const AnyLimiter& limiter,
                            const FleetOptions& options, Workers& workers);

}  // namespace ratereplay
