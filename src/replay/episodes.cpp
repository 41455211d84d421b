#include "replay/episodes.hpp"

#include <algorithm>
#include <bit>

#include "metrics/periods.hpp"

namespace ratereplay {

void Episodes::record(const Events& events, std::uint64_t passed, std::uint64_t rested, const KeyId* keys) {
  const std::uint64_t dropped = ~passed & ~std::uint64_t{0} >> (64 - events.size());
  count_days(events, dropped);
  if (keyed_)
    record_keys(events, dropped, rested, keys);
  else
    record_one(events, dropped, rested);
}

void Episodes::record_one(const Events& events, std::uint64_t dropped, std::uint64_t rested) {
  while (current_.dropped > 0 || dropped != 0) {
    // Rest ends an episode, so what lies before its first drop, and that itself, does not count.
    if (current_.dropped == 0) rested &= ~(dropped ^ (dropped - 1));
    const std::uint64_t before_rest = (rested & -rested) - 1;
    add(events, dropped & before_rest);
    if (rested == 0) return;
    dropped &= ~before_rest;
    close(current_);
    current_ = {};
  }
}

void Episodes::record_keys(const Events& events, std::uint64_t dropped, std::uint64_t rested, const KeyId* keys) {
  for (std::uint64_t left = dropped | rested; left != 0; left &= left - 1) {
    const auto event = static_cast<std::size_t>(std::countr_zero(left));
    const KeyId key = keys[event];
    if (key >= is_in_one_.size()) is_in_one_.resize(std::size_t{key} + 1);
    if ((rested >> event & 1) != 0 && is_in_one_[key]) {
      const auto current = current_of_.find(key);
      close(current->second);
      current_of_.erase(current);
      is_in_one_[key] = false;
    }
    if ((dropped >> event & 1) == 0) continue;
    const Instant now = events.time(event);
    Episode& current = current_of_[key];
    if (!is_in_one_[key]) current = {now, now, 0, 0, key};
    is_in_one_[key] = true;
    current.to = now;
    ++current.dropped;
    current.dropped_cost += events.cost_of(event);
  }
}

void Episodes::add(const Events& events, std::uint64_t dropped) noexcept {
  if (dropped == 0) return;
  if (current_.dropped == 0) current_.from = events.time(static_cast<std::size_t>(std::countr_zero(dropped)));
  current_.to = events.time(static_cast<std::size_t>(63 - std::countl_zero(dropped)));
  const int count = std::popcount(dropped);
  current_.dropped += static_cast<std::uint64_t>(count);
  if (events.unit_costs()) {
    current_.dropped_cost += count;
  } else {
    for (; dropped != 0; dropped &= dropped - 1)
      current_.dropped_cost += events.cost[static_cast<std::size_t>(std::countr_zero(dropped))];
  }
}

void Episodes::count_days(const Events& events, std::uint64_t dropped) noexcept {
  if (dropped == 0) return;
  const Instant last = events.time(static_cast<std::size_t>(63 - std::countl_zero(dropped)));
  for (; dropped != 0 && (!day_end_ || last > *day_end_); dropped &= dropped - 1) {
    const Instant at = events.time(static_cast<std::size_t>(std::countr_zero(dropped)));
    if (day_end_ && at <= *day_end_) continue;
    static const Period day = Period::parse("day");
    day_end_ = day.last(day.index(at));
    ++days_;
  }
}

void Episodes::close(const Episode& episode) {
  ++count_;
  worst_.add(episode);
}

EpisodeSummary Episodes::summary() const {
  EpisodeSummary summary{count_ + current_of_.size(), days_, {}};
  Foremost<Episode> worst = worst_;
  for (const auto& [key, episode] : current_of_) worst.add(episode);
  if (current_.dropped > 0) {
    ++summary.count;
    worst.add(current_);
  }
  summary.worst = worst.sorted();
  return summary;
}

}  // namespace ratereplay
