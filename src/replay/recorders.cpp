#include "replay/recorders.hpp"

#include <limits>
#include <utility>

namespace ratereplay {

ReplaySummary Tally::summary() const {
  ReplaySummary summary;
  summary.passed = passed;
  summary.dropped = dropped;
  summary.passed_cost = passed_cost;
  summary.dropped_cost = dropped_cost;
  return summary;
}

void Tallies::record_drops(const Events& events, std::uint64_t passed) {
  drops_.make_room(keys_->combinations(), unit_costs_);
  std::uint64_t dropped = ~passed & ~std::uint64_t{0} >> (64 - events.size());
  for (; dropped != 0; dropped &= dropped - 1) {
    const auto event = static_cast<std::size_t>(std::countr_zero(dropped));
    ++drops_.events[events.key[event]];
    if (!unit_costs_) drops_.cost[events.key[event]] += events.cost[event];
  }
}

ReplaySummary Tallies::summary() const {
  ReplaySummary summary = all_.summary();
  if (keys_) {
    summary.key_drops = drops_;
    summary.key_drops->make_room(keys_->combinations(), unit_costs_);
  }
  return summary;
}

namespace {

template <class Position, class ToInstant>
void put_busiest(ReplaySummary& summary, BusiestScans<Position>& scans, Duration window, ToInstant to_instant) {
  if (!scans.keyed()) {
    summary.busiest = scans.without_keys().result(window, to_instant);
    return;
  }
  const BusiestWithKeys found = scans.by_key().result(window, to_instant);
  summary.busiest = found.of_key;
  if (!summary.keyed) summary.keyed.emplace();
  summary.keyed->busiest = found.keys;
  summary.keyed->busiest_all = found.all;
}

}  // namespace

void ArrivalWindows::sum_up(ReplaySummary& summary) { put_busiest(summary, busiest_, window_, instant_at); }

ReplaySummary SummaryRecorder::summary() {
  ReplaySummary summary = tallies_.summary();
  busiest_.sum_up(summary);
  if (summary.keyed) {
    summary.keyed->states = live_.used();
    summary.keyed->live_states = live_.most();
  }
  summary.first_drop = drops_.first();
  summary.longest_drop_run = drops_.longest_run();
  if (longest_wait_ > Duration{0}) summary.longest_retry_after = longest_wait_;
  summary.never_count = never_count_;
  summary.state_bytes = state_bytes_;
  summary.episodes = episodes_.summary();
  if (periods_) summary.periods = periods_->counts();
  return summary;
}

ReplaySummary MarkerRecorder::summary() {
  ReplaySummary summary = SummaryRecorder::summary();
  summary.yellow = yellow_;
  return summary;
}

namespace {

// A window longer than any position is as good as the longest: departures are not negative, so they differ by less.
template <class Position>
Position in_ticks(Duration window, Int128 ticks_per_ns) {
  return static_cast<Position>(
      std::min<UInt128>(static_cast<UInt128>(window.ns) * static_cast<UInt128>(ticks_per_ns), ~Position{0}));
}

// Counts what leaves up to `now`.
template <class Position, class Leaving>
void let_go(BusiestScans<Position>& busiest, RadixHeap<Position, Leaving>& leaving, Position now) {
  leaving.pop_up_to(now, [&busiest](Position at, const Leaving& each) {
    busiest.add_passed(&at, {&each.cost, 1}, &each.key, 1, 1);
  });
}

}  // namespace

template <class Ticks>
Departures<Ticks>::Departures(const RunOptions& options, Instant first, Int128 ticks_per_ns)
    : window_(options.window),
      first_(first),
      ticks_per_ns_(static_cast<Ticks>(ticks_per_ns)),
      busiest_(in_ticks<Position>(options.window, ticks_per_ns), options.outline.unit_costs,
               options.choice.has_value()) {}

template <class Ticks>
template <class Narrow>
Departures<Ticks>::Departures(Departures<Narrow>&& narrow)
    : window_(narrow.window_),
      first_(narrow.first_),
      ticks_per_ns_(narrow.ticks_per_ns_),
      busiest_(std::move(narrow.busiest_), in_ticks<Position>(narrow.window_, narrow.ticks_per_ns_)),
      leaving_() {
  narrow.leaving_.pop_up_to(~typename Departures<Narrow>::Position{0}, [this](auto at, const auto& leaving) {
    leaving_.push(at, {leaving.key, leaving.cost});
  });
}

template <class Ticks>
void Departures<Ticks>::record_by_key(const Events& events, std::uint64_t passed, const KeyId* keys) {
  for (std::size_t event = 0; event < events.size(); ++event) {
    if (passed >> event & 1) leaving_.push(static_cast<Position>(left_[event]), {keys[event], events.cost_of(event)});
  }
  // What comes later leaves later, or at the same time but behind.
  const Instant last = events.time(events.size() - 1);
  let_go(busiest_, leaving_, static_cast<Position>(ns_between(first_.ns, last)) * static_cast<Position>(ticks_per_ns_));
}

template <class Ticks>
void Departures<Ticks>::sum_up(ReplaySummary& summary) {
  const auto to_instant = [this](Position ticks) -> std::optional<Instant> {
    const Int128 ns = ceil_div<Int128>(static_cast<Int128>(ticks), ticks_per_ns_) + first_.ns;
    if (ns > std::numeric_limits<std::int64_t>::max()) return std::nullopt;
    return Instant{static_cast<std::int64_t>(ns)};
  };
  if (!busiest_.keyed()) return put_busiest(summary, busiest_, window_, to_instant);
  // What is still to leave may yet be joined by others.
  BusiestScans<Position> busiest = busiest_;
  RadixHeap<Position, Leaving> leaving = leaving_;
  let_go(busiest, leaving, ~Position{0});
  put_busiest(summary, busiest, window_, to_instant);
}

template <class Ticks>
ShaperRecorder<Ticks>::ShaperRecorder(const RunOptions& options, Instant first, Int128 ticks_per_ns)
    : ticks_per_ns_(ticks_per_ns),
      arrivals_(options),
      departures_(options, first, ticks_per_ns),
      delays_(options.memory) {}

template <class Ticks>
template <class Narrow>
ShaperRecorder<Ticks>::ShaperRecorder(ShaperRecorder<Narrow>&& narrow)
    : ticks_per_ns_(narrow.ticks_per_ns_),
      arrivals_(std::move(narrow.arrivals_)),
      departures_(std::move(narrow.departures_)),
      delays_(std::move(narrow.delays_)) {}

template <class Ticks>
void ShaperRecorder<Ticks>::record(const Events& events, std::uint64_t passed, const KeyId* keys) {
  arrivals_.record(events, passed, keys);
  departures_.record(events, passed, keys);
  delays_.add_chosen(delayed_.data(), events.size(), passed);
}

template <class Ticks>
ReplaySummary ShaperRecorder<Ticks>::summary() {
  ReplaySummary summary = arrivals_.summary();
  summary.busiest_admitted = summary.busiest;
  if (summary.keyed) summary.keyed->busiest_admitted = summary.keyed->busiest;
  departures_.sum_up(summary);
  summary.delay = delays_.summary(ticks_per_ns_);
  return summary;
}

template class Departures<std::int64_t>;
template class Departures<Int128>;
template Departures<Int128>::Departures(Departures<std::int64_t>&&);

template class ShaperRecorder<std::int64_t>;
template class ShaperRecorder<Int128>;
template ShaperRecorder<Int128>::ShaperRecorder(ShaperRecorder<std::int64_t>&&);

}  // namespace ratereplay
