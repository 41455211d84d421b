#include "simulation/fleet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "replay/recorders.hpp"

namespace ratereplay {

namespace {

/// An arrangement by its name, made when it is run.
struct Arranged {
  std::string name;
  std::function<std::unique_ptr<Arrangement>()> make;
};

std::string_view name_of(OnOutage then) {
  constexpr std::array<std::string_view, 3> names{"open", "closed", "local"};
  return names[static_cast<std::size_t>(then)];
}

std::vector<Arranged> arrangements_of(const AnyLimiter& limiter, const FleetOptions& options) {
  const std::uint32_t instances = options.instances;
  const std::vector<AnyLimiter> full(instances, limiter);
  const std::vector<AnyLimiter> parts = divided(limiter, instances);
  const std::vector<AnyLimiter> front(instances, options.local.value_or(limiter));
  const std::vector<Duration> clocks = options.clocks.empty() ? std::vector<Duration>(instances) : options.clocks;

  std::vector<Arranged> arranged;
  const auto add = [&](std::string name, std::function<std::unique_ptr<Arrangement>()> make) {
    arranged.push_back({std::move(name), std::move(make)});
  };
  add("local", [=] { return apart(full, clocks); });
  add("divided", [=] { return apart(parts, clocks); });
  add("shared", [=] { return shared(limiter); });
  add("local first", [=] { return behind(apart(front, clocks), shared(limiter)); });
  if (options.sync) {
    add("sync " + compact_text(*options.sync), [=] { return synchronised(limiter, instances, *options.sync); });
  }
  if (options.race) {
    const std::string race = "race " + compact_text(*options.race);
    add(race + ", added", [=] { return raced(limiter, *options.race, Write::added); });
    add(race + ", overwritten", [=] { return raced(limiter, *options.race, Write::overwritten); });
  }
  if (!options.clocks.empty()) {
    add("clock guarded", [=] { return shared(limiter, Clock::guarded, clocks); });
    add("clock unguarded", [=] { return shared(limiter, Clock::unguarded, clocks); });
  }
  for (const OnOutage then : options.on_outage) {
    add(fmt::format("outage {}", name_of(then)),
        [=] { return failing(shared(limiter), options.outages, then, apart(front, clocks)); });
  }
  if (!options.restarts.empty()) {
    add("local, restarted", [=] { return apart(full, clocks, options.restarts); });
    add("divided, restarted", [=] { return apart(parts, clocks, options.restarts); });
  }
  if (options.ttl) {
    add("ttl " + compact_text(*options.ttl), [=] { return shared(limiter, Clock::store, {}, options.ttl); });
  }
  return arranged;
}

/// Counts and busiest windows of what an arrangement lets through.
class Figures {
 public:
  explicit Figures(const RunOptions& options) : busiest_(options) {}

  void record(const Events& events, std::uint64_t passed) {
    tally_.record(events, passed);
    busiest_.record(events, passed, events.key.data());
  }

  ReplaySummary summary() {
    ReplaySummary summary = tally_.summary();
    busiest_.sum_up(summary);
    return summary;
  }

 private:
  Tally tally_;
  ArrivalWindows busiest_;
};

/// The same of an outage.
class OutageRecorder {
 public:
  OutageRecorder(const Outage& outage, const RunOptions& options)
      : outage_(outage), window_(options.window), around_end_(options) {}

  /// Of a block of events that may lie anywhere.
  void record(const Events& events, std::uint64_t passed) {
    const Instant last = events.time(events.size() - 1);
    if (events.time(0) - outage_.to >= window_ || (last < outage_.from && outage_.to - last >= window_)) return;
    for (std::size_t event = 0; event < events.size(); ++event) {
      const Instant now = events.time(event);
      const std::uint64_t passes = passed >> event & 1;
      if (outage_.from <= now && now < outage_.to) {
        ++figures_.events;
        figures_.passed += passes;
        if (passes != 0) figures_.passed_cost += events.cost_of(event);
      }
      if (now - outage_.to < window_ && outage_.to - now < window_) around_end_.record(events.part(event, 1), passes);
    }
  }

  OutageFigures figures() {
    figures_.around_end = around_end_.summary().busiest;
    return figures_;
  }

 private:
  Outage outage_;
  Duration window_;
  OutageFigures figures_;
  Figures around_end_;
};

class Fleet {
 public:
  Fleet(const Events& events, const TraceOutline& outline, const FleetOptions& options)
      : events_(events), options_(options), run_options_{.window = options.window, .outline = outline} {
    if (options.each_key) run_options_.choice = 0;
  }

  /// What an arrangement lets through; `shared`: what the shared limit does, none while that is not known.
  FleetRow run(const Arranged& arranged, const std::vector<std::uint32_t>& taken_by, const PassedBits* shared,
               bool keep_decisions) const {
    FleetRow row;
    row.name = arranged.name;
    const std::unique_ptr<Arrangement> arrangement = arranged.make();
    Figures figures(run_options_);
    std::vector<OutageRecorder> outages;
    for (const Outage& outage : options_.outages) outages.emplace_back(outage, run_options_);
    constexpr std::size_t block = 64;
    for (std::size_t begin = 0; begin < events_.size(); begin += block) {
      const Events part = events_.part(begin, std::min(block, events_.size() - begin));
      const std::uint64_t passed = decide(part, taken_by.data() + begin, *arrangement);
      figures.record(part, passed);
      for (OutageRecorder& outage : outages) outage.record(part, passed);
      if (keep_decisions) row.passed.push_back(passed);
      if (!shared) continue;
      const std::uint64_t passed_there = (*shared)[begin / block];
      row.wrongly_refused += static_cast<std::uint64_t>(std::popcount(passed_there & ~passed));
      row.wrongly_passed += static_cast<std::uint64_t>(std::popcount(passed & ~passed_there));
    }
    row.summary = figures.summary();
    row.store = arrangement->store_use();
    row.harmless_ttl = arrangement->harmless_ttl();
    for (OutageRecorder& outage : outages) row.outages.push_back(outage.figures());
    return row;
  }

 private:
  std::uint64_t decide(const Events& part, const std::uint32_t* taken_by, Arrangement& arrangement) const {
    std::uint64_t passed = 0;
    for (std::size_t event = 0; event < part.size(); ++event) {
      const Cost cost = part.cost_of(event);
      const KeyId key = options_.each_key ? part.key[event] : 0;
      const bool passes = cost == 0 || arrangement.pass({part.time(event), cost, key, taken_by[event]});
      passed |= std::uint64_t{passes} << event;
    }
    return passed;
  }

  const Events& events_;
  const FleetOptions& options_;
  RunOptions run_options_;
};

void widen(std::optional<Spread>& spread, std::uint64_t value) {
  if (!spread) spread = {value, value};
  spread->least = std::min(spread->least, value);
  spread->most = std::max(spread->most, value);
}

void widen(FleetRow& row, const FleetRow& seen) {
  widen(row.passed_spread, seen.summary.passed);
  widen(row.busiest_spread, static_cast<std::uint64_t>(seen.summary.busiest.cost));
  widen(row.wrongly_refused_spread, seen.wrongly_refused);
}

}  // namespace

FleetSummary simulate_fleet(const Events& events, const TraceOutline& outline, const AnyLimiter& limiter,
                            const FleetOptions& options, Workers& workers) {
  const std::vector<Arranged> arranged = arrangements_of(limiter, options);
  const Fleet fleet(events, outline, options);
  const auto taken_by_of = [&](std::uint64_t seed) {
    return balanced(events, outline.keys.get(), options.balance, options.instances, seed);
  };
  std::vector<std::uint32_t> taken_by = taken_by_of(options.seed);

  FleetSummary summary;
  summary.events_of.resize(options.instances);
  for (const std::uint32_t instance : taken_by) ++summary.events_of[instance];
  summary.rows.resize(arranged.size());
  // It knows no instances, and so no seed.
  FleetRow shared = fleet.run(arranged[shared_row], taken_by, nullptr, true);
  const PassedBits passed_by_shared = shared.passed;
  if (!options.keep_decisions) shared.passed = {};

  for (std::uint64_t turn = 0; turn < options.seeds; ++turn) {
    if (turn > 0) taken_by = taken_by_of(options.seed + turn);
    std::vector<FleetRow> rows(arranged.size());
    workers.for_each(arranged.size(), [&](std::size_t row) {
      if (row != shared_row)
        rows[row] = fleet.run(arranged[row], taken_by, &passed_by_shared, options.keep_decisions && turn == 0);
    });
    rows[shared_row] = shared;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (turn == 0) summary.rows[row] = rows[row];
      if (options.seeds > 1) widen(summary.rows[row], rows[row]);
    }
  }
  return summary;
}

}  // namespace ratereplay
