#include "replay/recorders.hpp"

#include <limits>

namespace ratereplay {

ReplaySummary Tally::summary() const {
  ReplaySummary summary;
  summary.passed = passed;
  summary.dropped = dropped;
  summary.passed_cost = passed_cost;
  summary.dropped_cost = dropped_cost;
  return summary;
}

ReplaySummary SummaryRecorder::summary() {
  ReplaySummary summary = tally_.summary();
  summary.busiest = busiest_.result(window_, instant_at);
  summary.first_drop = drops_.first();
  summary.longest_drop_run = drops_.longest_run();
  if (longest_wait_ > Duration{0}) summary.longest_retry_after = longest_wait_;
  summary.never_count = never_count_;
  summary.state_bytes = state_bytes_;
  return summary;
}

namespace {

// A window longer than any position is as good as the longest: departures are not negative, so they differ by less.
template <class Position>
Position in_ticks(Duration window, Int128 ticks_per_ns) {
  return static_cast<Position>(
      std::min<UInt128>(static_cast<UInt128>(window.ns) * static_cast<UInt128>(ticks_per_ns), ~Position{0}));
}

}  // namespace

template <class Ticks>
Departures<Ticks>::Departures(Duration window, bool unit_costs, Instant first, Int128 ticks_per_ns)
    : window_(window),
      first_(first),
      ticks_per_ns_(static_cast<Ticks>(ticks_per_ns)),
      busiest_(in_ticks<Position>(window, ticks_per_ns), unit_costs) {}

template <class Ticks>
template <class Narrow>
Departures<Ticks>::Departures(const Departures<Narrow>& narrow)
    : window_(narrow.window_),
      first_(narrow.first_),
      ticks_per_ns_(narrow.ticks_per_ns_),
      busiest_(narrow.busiest_, in_ticks<Position>(narrow.window_, narrow.ticks_per_ns_)) {}

template <class Ticks>
BusiestWindow Departures<Ticks>::busiest() {
  return busiest_.result(window_, [this](Position ticks) -> std::optional<Instant> {
    const Int128 ns = ceil_div<Int128>(static_cast<Int128>(ticks), ticks_per_ns_) + first_.ns;
    if (ns > std::numeric_limits<std::int64_t>::max()) return std::nullopt;
    return Instant{static_cast<std::int64_t>(ns)};
  });
}

template <class Ticks>
ShaperRecorder<Ticks>::ShaperRecorder(Duration window, bool unit_costs, Instant first, Int128 ticks_per_ns,
                                      std::size_t memory)
    : ticks_per_ns_(ticks_per_ns),
      arrivals_(window, unit_costs),
      departures_(window, unit_costs, first, ticks_per_ns),
      delays_(memory) {}

template <class Ticks>
template <class Narrow>
ShaperRecorder<Ticks>::ShaperRecorder(ShaperRecorder<Narrow>&& narrow)
    : ticks_per_ns_(narrow.ticks_per_ns_),
      arrivals_(std::move(narrow.arrivals_)),
      departures_(narrow.departures_),
      delays_(std::move(narrow.delays_)) {}

template <class Ticks>
void ShaperRecorder<Ticks>::record(const Events& events, std::uint64_t passed) {
  arrivals_.record(events, passed);
  departures_.record(events, passed);
  delays_.add_chosen(delayed_.data(), events.size(), passed);
}

template <class Ticks>
ReplaySummary ShaperRecorder<Ticks>::summary() {
  ReplaySummary summary = arrivals_.summary();
  summary.busiest_admitted = summary.busiest;
  summary.busiest = departures_.busiest();
  summary.delay = delays_.summary(ticks_per_ns_);
  return summary;
}

template class Departures<std::int64_t>;
template class Departures<Int128>;
template Departures<Int128>::Departures(const Departures<std::int64_t>&);

template class ShaperRecorder<std::int64_t>;
template class ShaperRecorder<Int128>;
template ShaperRecorder<Int128>::ShaperRecorder(ShaperRecorder<std::int64_t>&&);

}  // namespace ratereplay
