#include "replay/difference.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace ratereplay {

namespace {

EventCount count_of(const Events& events, std::uint64_t chosen) noexcept {
  EventCount count{static_cast<std::uint64_t>(std::popcount(chosen)), 0};
  if (events.unit_costs()) {
    count.cost = static_cast<Cost>(count.events);
  } else {
    for (; chosen != 0; chosen &= chosen - 1)
      count.cost += events.cost[static_cast<std::size_t>(std::countr_zero(chosen))];
  }
  return count;
}

void add(EventCount& to, const EventCount& more) noexcept {
  to.events += more.events;
  to.cost += more.cost;
}

/// Of 1 to 64 bits.
std::uint64_t lowest_bits(int count) noexcept { return ~std::uint64_t{0} >> (64 - count); }

}  // namespace

DifferenceRun::DifferenceRun(std::array<AnyLimiter, 2> limiters, std::size_t longest, const RunOptions& options)
    : keys_(options.outline.keys), choice_(options.choice), longest_(longest) {
  for (std::size_t side = 0; side < 2; ++side) {
    AnyLimiter& limiter = limiters[side];
    sides_[side].run = start_deciding(limiter, options);
    sides_[side].behind = start_deciding(limiter, options);
    sides_[side].limiter = std::move(limiter);
  }
}

void DifferenceRun::feed(const Events& block) {
  for (Side& side : sides_) naming(side.limiter, [&] { side.run->decide(block, side.decisions); });
  if (!summary_.first) look_for_first(block);
  for (std::size_t begin = 0; begin < block.size(); begin += 64) {
    const Events events = block.part(begin, std::min<std::size_t>(64, block.size() - begin));
    count(events, sides_[0].decisions.passed[begin / 64], sides_[1].decisions.passed[begin / 64]);
  }
}

void DifferenceRun::look_for_first(const Events& block) {
  const auto& first = sides_[0].decisions.passed;
  const auto& second = sides_[1].decisions.passed;
  const auto differing = std::mismatch(first.begin(), first.end(), second.begin());
  Decisions unused;
  if (differing.first == first.end()) {
    for (Side& side : sides_) side.behind->decide(block, unused);
    return;
  }
  const std::size_t event = static_cast<std::size_t>(differing.first - first.begin()) * 64 +
                            static_cast<std::size_t>(std::countr_zero(*differing.first ^ *differing.second));
  FirstDifference found;
  found.number = events_ + event + 1;
  if (!block.line.empty()) found.line = block.line[event];
  found.time = block.time(event);
  found.cost = block.cost_of(event);
  if (choice_) found.key = key_of(block, event);
  for (std::size_t side = 0; side < 2; ++side) {
    DecisionRun& behind = *sides_[side].behind;
    behind.decide(block.part(0, event), unused);
    found.verdicts[side] = behind.explain(block.part(event, 1));
    sides_[side].behind.reset();
  }
  summary_.first = std::move(found);
}

void DifferenceRun::count(const Events& events, std::uint64_t first, std::uint64_t second) {
  const std::array<std::uint64_t, 2> passed_by_one{first & ~second, second & ~first};
  add(summary_.both_passed, count_of(events, first & second));
  add(summary_.both_refused, count_of(events, lowest_bits(static_cast<int>(events.size())) & ~(first | second)));
  for (std::size_t side = 0; side < 2; ++side) add(summary_.passed_by_one[side], count_of(events, passed_by_one[side]));
  if (choice_) {
    follow_keys(events, passed_by_one);
  } else if ((first ^ second) == 0) {
    end(current_);
  } else {
    follow(events, passed_by_one);
  }
  events_ += events.size();
}

void DifferenceRun::follow(const Events& events, const std::array<std::uint64_t, 2>& passed_by_one) {
  const std::uint64_t differing = passed_by_one[0] | passed_by_one[1];
  const auto size = static_cast<int>(events.size());
  for (int event = 0; event < size;) {
    const std::size_t side = passed_by_one[1] >> event & 1;
    if ((differing >> event & 1) == 0) {
      end(current_);
      const std::uint64_t left = differing >> event;
      event = left == 0 ? size : event + std::countr_zero(left);
      continue;
    }
    if (current_.passed_by != side) end(current_);
    const int length = std::countr_one(passed_by_one[side] >> event);
    const auto begin = static_cast<std::size_t>(event);
    if (current_.count.events == 0) {
      current_.number = events_ + begin + 1;
      current_.from = events.time(begin);
      current_.passed_by = side;
    }
    current_.to = events.time(begin + static_cast<std::size_t>(length) - 1);
    add(current_.count, count_of(events, lowest_bits(length) << event));
    event += length;
  }
}

void DifferenceRun::follow_keys(const Events& events, const std::array<std::uint64_t, 2>& passed_by_one) {
  if (is_current_of_.size() < keys_->size(*choice_)) is_current_of_.resize(keys_->size(*choice_));
  const std::uint64_t differing = passed_by_one[0] | passed_by_one[1];
  for (std::size_t event = 0; event < events.size(); ++event) {
    const bool differs = (differing >> event & 1) != 0;
    const KeyId key = key_of(events, event);
    if (!differs && !is_current_of_[key]) continue;
    DifferingStretch& current = current_of_[key];
    const std::size_t side = passed_by_one[1] >> event & 1;
    if (!differs || current.passed_by != side) end(current);
    is_current_of_[key] = differs;
    if (!differs) {
      current_of_.erase(key);
      continue;
    }
    if (current.count.events == 0) current = {events_ + event + 1, events.time(event), {}, {}, side, key};
    current.to = events.time(event);
    add(current.count, {1, events.cost_of(event)});
  }
}

KeyId DifferenceRun::key_of(const Events& events, std::size_t event) const noexcept {
  return keys_->key_of(*choice_, events.key[event]);
}

void DifferenceRun::end(DifferingStretch& stretch) {
  if (stretch.count.events == 0) return;
  ++summary_.stretches;
  longest_.add(stretch);
  stretch = {};
}

DifferenceSummary DifferenceRun::summary() const {
  DifferenceSummary summary = summary_;
  Foremost<DifferingStretch> longest = longest_;
  const auto add_open = [&](const DifferingStretch& stretch) {
    if (stretch.count.events == 0) return;
    ++summary.stretches;
    longest.add(stretch);
  };
  add_open(current_);
  for (const auto& [key, stretch] : current_of_) add_open(stretch);
  summary.longest = longest.sorted();
  return summary;
}

}  // namespace ratereplay
