#include "replay/recorders.hpp"

#include <limits>

namespace ratereplay {

ReplaySummary SummaryRecorder::summary() {
  ReplaySummary summary;
  summary.passed = tally_.passed;
  summary.dropped = tally_.dropped;
  summary.passed_cost = tally_.passed_cost;
  summary.dropped_cost = tally_.dropped_cost;
  summary.busiest = busiest_.result(window_, instant_at);
  summary.first_drop = drops_.first();
  summary.longest_drop_run = drops_.longest_run();
  summary.longest_retry_after = longest_retry_after_;
  summary.never_count = never_count_;
  summary.state_bytes = state_bytes_;
  return summary;
}

template <class Ticks>
ShaperRecorder<Ticks>::ShaperRecorder(Duration window, const Events& events, Int128 ticks_per_ns)
    : window_(window),
      origin_(events.empty() ? Instant{} : events.time(0)),
      ticks_per_ns_(static_cast<Ticks>(ticks_per_ns)),
      arrivals_(window, events.unit_costs()),
      // A window longer than any position is as good as the longest: departures are not negative, so they differ by
      // less.
      departures_(static_cast<Position>(std::min<UInt128>(
                      static_cast<UInt128>(window.ns) * static_cast<UInt128>(ticks_per_ns), ~Position{0})),
                  events.unit_costs()),
      delays_(events.size()) {}

template <class Ticks>
void ShaperRecorder<Ticks>::record(const Events& events, std::uint64_t passed) {
  arrivals_.record(events, passed);
  departures_.add_passed(left_.data(), events.cost, events.size(), passed);
  for (std::size_t event = 0; event < events.size(); ++event)
    left_[event] -= ticks_per_ns_ * static_cast<Ticks>((events.time(event) - origin_).ns);
  delays_.add_chosen(left_.data(), events.size(), passed);
  observed_ = 0;
}

template <class Ticks>
ReplaySummary ShaperRecorder<Ticks>::summary() {
  const auto instant_of = [this](Position ticks) -> std::optional<Instant> {
    const Int128 ns = ceil_div<Int128>(static_cast<Int128>(ticks), ticks_per_ns_) + origin_.ns;
    if (ns > std::numeric_limits<std::int64_t>::max()) return std::nullopt;
    return Instant{static_cast<std::int64_t>(ns)};
  };
  ReplaySummary summary = arrivals_.summary();
  summary.busiest_admitted = summary.busiest;
  summary.busiest = departures_.result(window_, instant_of);
  summary.delay = delays_.summary(ticks_per_ns_);
  return summary;
}

template class ShaperRecorder<std::int64_t>;
template class ShaperRecorder<Int128>;

}  // namespace ratereplay
