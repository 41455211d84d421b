#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/cost.hpp"
#include "core/instant.hpp"
#include "metrics/busiest.hpp"

namespace ratereplay {

/// The most events in any half-open window [s, s + length), by a lag that only grows: an event ends a fuller window
/// exactly when it is less than `length` away from the event `most()` before it. Positions are unsigned and never
/// decrease, so a difference is exact over their whole range, and for signed times cast to unsigned as well.
template <class Position>
class LagScan {
 public:
  explicit LagScan(Position length) noexcept : length_(length) {}  ///< length >= 1

  /// Goes on where one of narrower positions has come to; `length` is the same window.
  template <class Narrow>
  LagScan(const LagScan<Narrow>& narrow, Position length) noexcept
      : length_(length), from_(narrow.from()), most_(narrow.most()) {}

  /// Takes positions[begin, end). Those before `begin` were taken before, and the last `most()` of them are still
  /// there.
  template <class Source>
  void take(const Source* positions, std::size_t begin, std::size_t end) noexcept {
    for (std::size_t next = begin; (next = first_fuller(positions, next, end)) < end; ++next) {
      ++most_;
      from_ = static_cast<Position>(positions[next + 1 - most_]);
    }
  }

  std::size_t most() const noexcept { return most_; }
  Position from() const noexcept { return from_; }  ///< of the first event in the earliest fullest window

 private:
  template <class Source>
  std::size_t first_fuller(const Source* positions, std::size_t next, std::size_t end) const noexcept {
    const auto distance = [positions](std::size_t early, std::size_t late) {
      return static_cast<Position>(positions[late]) - static_cast<Position>(positions[early]);
    };
    while (next < end) {
      const std::size_t stop = std::min(end, next + stride);
      // No distance within the stride is shorter than this one, so it can rule out all of them.
      if (most_ >= stride && distance(stop - 1 - most_, next) >= length_) {
        next = stop;
        continue;
      }
      for (; next < stop; ++next) {
        if (distance(next - most_, next) < length_) return next;
      }
    }
    return end;
  }

  static constexpr std::size_t stride = 16;

  Position length_;
  Position from_{};
  std::size_t most_ = 0;
};

/// LagScan over a stream: keeps the positions that the lag can still reach and a buffer's worth of new ones.
template <class Position>
class BusiestCount {
 public:
  explicit BusiestCount(Position length) : scan_(length), kept_(first_capacity) {}  ///< length >= 1

  /// Goes on where one of narrower positions has come to.
  template <class Narrow>
  BusiestCount(const BusiestCount<Narrow>& narrow, Position length)
      : scan_(narrow.scan_, length),
        kept_(narrow.kept_.begin(), narrow.kept_.end()),
        used_(narrow.used_),
        taken_(narrow.taken_) {}

  /// Adds those of `count` <= 64 positions whose bit in `chosen` is set, bit 0 the first.
  template <class Source>
  void add_chosen(const Source* positions, std::size_t count, std::uint64_t chosen) {
    if (kept_.size() - used_ < count) make_room();
    Position* const end = kept_.data() + used_;
    std::size_t added = 0;
    for (std::size_t event = 0; event < count; ++event) {
      end[added] = static_cast<Position>(positions[event]);
      added += static_cast<std::size_t>(chosen >> event & 1);
    }
    used_ += added;
  }

  /// What was added so far, scanned.
  const LagScan<Position>& result() {
    scan_.take(kept_.data(), taken_, used_);
    taken_ = used_;
    return scan_;
  }

 private:
  template <class>
  friend class BusiestCount;

  void make_room() {
    const std::size_t reach = result().most();
    std::copy(kept_.begin() + static_cast<std::ptrdiff_t>(used_ - reach),
              kept_.begin() + static_cast<std::ptrdiff_t>(used_), kept_.begin());
    used_ = taken_ = reach;
    if (reach > kept_.size() / 2) kept_.resize(kept_.size() * 2);
  }

  static constexpr std::size_t first_capacity = 2048;

  LagScan<Position> scan_;
  std::vector<Position> kept_;
  std::size_t used_ = 0;
  std::size_t taken_ = 0;
};

/// The most cost in any half-open window [s, s + length): two pointers, keeping the events of the latest window.
/// Events of cost 0 count for nothing, also as the first of a window. All costs together fit in Cost.
template <class Position>
class BusiestCost {
 public:
  explicit BusiestCost(Position length) noexcept : length_(length) {}  ///< length >= 1

  /// Goes on where one of narrower positions has come to.
  template <class Narrow>
  BusiestCost(const BusiestCost<Narrow>& narrow, Position length)
      : length_(length), from_(narrow.from_), held_(narrow.held_), most_(narrow.most_), oldest_(narrow.oldest_) {
    for (const auto& [position, cost] : narrow.kept_) kept_.push_back({position, cost});
  }

  void add(Position position, Cost cost) {
    if (cost == 0) return;
    while (oldest_ < kept_.size() && position - kept_[oldest_].position >= length_) held_ -= kept_[oldest_++].cost;
    if (oldest_ > kept_.size() / 2) {
      kept_.erase(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(oldest_));
      oldest_ = 0;
    }
    kept_.push_back({position, cost});
    held_ += cost;
    if (held_ > most_) {
      most_ = held_;
      from_ = kept_[oldest_].position;
    }
  }

  Cost most() const noexcept { return most_; }
  Position from() const noexcept { return from_; }  ///< of the first event in the earliest fullest window

 private:
  template <class>
  friend class BusiestCost;

  struct Entry {
    Position position;
    Cost cost;
  };

  Position length_;
  Position from_{};
  Cost held_ = 0;
  Cost most_ = 0;
  std::vector<Entry> kept_;
  std::size_t oldest_ = 0;
};

/// Both results as one window of `length`, positions named in time by `to_instant`. No cost scan: every event costs 1.
template <class Position, class ToInstant>
BusiestWindow busiest_of(Duration length, const LagScan<Position>& count, const BusiestCost<Position>* cost,
                         ToInstant to_instant) {
  const auto time_if = [&to_instant](bool any, Position position) {
    return any ? std::optional<Instant>(to_instant(position)) : std::nullopt;
  };
  const auto from = time_if(count.most() > 0, count.from());
  if (cost == nullptr) return {length, count.most(), from, static_cast<Cost>(count.most()), from};
  return {length, count.most(), from, cost->most(), time_if(cost->most() > 0, cost->from())};
}

/// The instant behind a signed time that was cast to a position.
constexpr Instant instant_at(std::uint64_t position) noexcept { return {static_cast<std::int64_t>(position)}; }

/// The busiest window over a stream of events that passed, in counts and in costs. Memory grows with the events in the
/// busiest window, and not with the stream.
template <class Position>
class BusiestScan {
 public:
  /// length >= 1; `unit_costs`: every event costs 1.
  BusiestScan(Position length, bool unit_costs) : unit_costs_(unit_costs), count_(length), cost_(length) {}

  /// Goes on where one of narrower positions has come to; `length` is the same window.
  template <class Narrow>
  BusiestScan(const BusiestScan<Narrow>& narrow, Position length)
      : unit_costs_(narrow.unit_costs_), count_(narrow.count_, length), cost_(narrow.cost_, length) {}

  /// Adds those of `count` <= 64 events whose bit in `passed` is set, bit 0 the first. `costs`: as many, or empty.
  template <class Source>
  void add_passed(const Source* positions, std::span<const Cost> costs, std::size_t count, std::uint64_t passed) {
    count_.add_chosen(positions, count, passed);
    for (std::size_t event = 0; event < costs.size(); ++event) {
      if (passed >> event & 1) cost_.add(static_cast<Position>(positions[event]), costs[event]);
    }
  }

  /// Of what was added so far; `length` is the constructor's as a duration.
  template <class ToInstant>
  BusiestWindow result(Duration length, ToInstant to_instant) {
    return busiest_of(length, count_.result(), unit_costs_ ? nullptr : &cost_, to_instant);
  }

 private:
  template <class>
  friend class BusiestScan;

  bool unit_costs_;
  BusiestCount<Position> count_;
  BusiestCost<Position> cost_;
};

}  // namespace ratereplay
