#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/cost.hpp"
#include "core/error.hpp"
#include "core/key_id.hpp"
#include "metrics/busiest.hpp"
#include "metrics/busiest_scan.hpp"

namespace ratereplay {

/// Whose the busiest windows of a single key are; none without events, or without cost.
struct BusiestKeys {
  std::optional<KeyId> events;
  std::optional<KeyId> cost;

  friend bool operator==(const BusiestKeys&, const BusiestKeys&) = default;
};

/// The most events, and the most cost, of a single key in any half-open window [s, s + length). Of equally busy windows
/// the one whose first event comes first. Events are kept, over all keys in one row, until `length` has passed: then
/// what their key has in the row is what the window that begins with them holds. Memory is a counter a key, and the
/// events in the fullest window of all keys together.
template <class Position>
class BusiestKeyScan {
 public:
  BusiestKeyScan(Position length, bool unit_costs) noexcept : length_(length), unit_costs_(unit_costs) {}  ///< >= 1

  /// Goes on where one of narrower positions has come to; `length` is the same window.
  template <class Narrow>
  BusiestKeyScan(BusiestKeyScan<Narrow>&& narrow, Position length)
      : length_(length),
        unit_costs_(narrow.unit_costs_),
        held_(std::move(narrow.held_)),
        held_cost_(std::move(narrow.held_cost_)),
        events_(narrow.events_),
        cost_(narrow.cost_),
        oldest_(narrow.oldest_),
        end_(narrow.end_) {
    for (auto& block : narrow.blocks_) {
      blocks_.push_back({{block.position.begin(), block.position.end()}, std::move(block.key), std::move(block.cost)});
    }
  }

  /// Adds those of `count` <= 64 events whose bit in `passed` is set, bit 0 the first; positions never decrease.
  /// `costs`: as many, or empty. Throws Error when one window holds more events than can be counted.
  template <class Source>
  void add_passed(const Source* positions, std::span<const Cost> costs, const KeyId* keys, std::size_t count,
                  std::uint64_t passed) {
    for (std::size_t event = 0; event < count; ++event) {
      if (keys[event] >= held_.size()) grow(keys[event]);
      __builtin_prefetch(&held_[keys[event]], 1);
    }
    for (; passed != 0; passed &= passed - 1) {
      const auto event = static_cast<std::size_t>(std::countr_zero(passed));
      add(static_cast<Position>(positions[event]), unit_costs_ ? 1 : costs[event], keys[event]);
    }
  }

  /// Of what was added so far; `length` is the constructor's as a duration.
  template <class ToInstant>
  std::pair<BusiestWindow, BusiestKeys> result(Duration length, ToInstant to_instant) {
    // The windows that are still open hold what they hold; then all goes on as if nobody had asked.
    Most<std::uint32_t> events = events_;
    Most<Cost> cost = cost_;
    for_each_held([&](Position from, KeyId key, Cost taken) { take_out(from, key, taken, events, cost); });
    for_each_held([&](Position /*from*/, KeyId key, Cost taken) { put_in(key, taken); });

    const auto named = [&](const auto& most, std::optional<Instant>& from, std::optional<KeyId>& key) {
      if (most.most == 0) return;
      from = to_instant(most.from);
      key = most.key;
    };
    BusiestWindow window{length, events.most, {}, cost.most, {}};
    BusiestKeys keys;
    named(events, window.from, keys.events);
    named(cost, window.cost_from, keys.cost);
    if (unit_costs_) {
      window.cost = events.most;
      window.cost_from = window.from;
      keys.cost = keys.events;
    }
    return {window, keys};
  }

 private:
  template <class>
  friend class BusiestKeyScan;

  static constexpr std::size_t block_size = 4096;
  static constexpr std::size_t ahead = 16;

  struct Block {
    std::vector<Position> position;
    std::vector<KeyId> key;
    std::vector<Cost> cost;  ///< empty where every event costs 1
  };

  template <class Amount>
  struct Most {
    Amount most = 0;
    KeyId key = 0;
    Position from{};

    Most() = default;
    template <class Other>
    explicit Most(const Other& narrow) : most(narrow.most), key(narrow.key), from(narrow.from) {}

    void consider(Amount amount, KeyId of, Position at) noexcept {
      if (amount <= most) return;
      most = amount;
      key = of;
      from = at;
    }
  };

  void add(Position position, Cost cost, KeyId key) {
    while (!blocks_.empty() && position - blocks_.front().position[oldest_] >= length_) {
      const Block& block = blocks_.front();
      if (oldest_ % ahead == 0) ask_for(block, oldest_ + ahead);
      take_out(block.position[oldest_], block.key[oldest_], cost_at(block, oldest_), events_, cost_);
      forget_oldest();
    }
    put_in(key, cost);
    if (blocks_.empty() || end_ == block_size) begin_block();
    Block& block = blocks_.back();
    block.position[end_] = position;
    block.key[end_] = key;
    if (!unit_costs_) block.cost[end_] = cost;
    ++end_;
  }

  Cost cost_at(const Block& block, std::size_t place) const noexcept { return unit_costs_ ? 1 : block.cost[place]; }

  void put_in(KeyId key, Cost cost) {
    if (held_[key] == std::numeric_limits<std::uint32_t>::max())
      throw Error("more than 4,294,967,295 events of one key in a window; give a shorter --window");
    ++held_[key];
    if (!unit_costs_) held_cost_[key] += cost;
  }

  void take_out(Position from, KeyId key, Cost cost, Most<std::uint32_t>& events, Most<Cost>& most_cost) noexcept {
    events.consider(held_[key]--, key, from);
    if (unit_costs_ || cost == 0) return;
    most_cost.consider(held_cost_[key], key, from);
    held_cost_[key] -= cost;
  }

  /// The counters of the next events that are taken out.
  void ask_for(const Block& block, std::size_t place) const noexcept {
    const std::size_t end = std::min(place + ahead, block_size);
    for (; place < end; ++place) __builtin_prefetch(&held_[block.key[place]], 1);
  }

  void grow(KeyId key) {
    held_.resize(key + std::size_t{1});
    if (!unit_costs_) held_cost_.resize(key + std::size_t{1});
  }

  /// The oldest block, all forgotten, is used again.
  void forget_oldest() {
    if (++oldest_ == (blocks_.size() == 1 ? end_ : block_size)) {
      oldest_ = 0;
      spare_ = std::move(blocks_.front());
      blocks_.pop_front();
    }
  }

  void begin_block() {
    blocks_.push_back(std::move(spare_));
    spare_ = {};
    Block& block = blocks_.back();
    block.position.resize(block_size);
    block.key.resize(block_size);
    if (!unit_costs_) block.cost.resize(block_size);
    end_ = 0;
  }

  template <class F>
  void for_each_held(F f) const {
    std::size_t place = oldest_;
    for (std::size_t index = 0; index < blocks_.size(); ++index, place = 0) {
      const Block& block = blocks_[index];
      const std::size_t end = index + 1 == blocks_.size() ? end_ : block_size;
      for (; place < end; ++place) f(block.position[place], block.key[place], cost_at(block, place));
    }
  }

  Position length_;
  bool unit_costs_;
  std::vector<std::uint32_t> held_;  ///< events in the row, by key
  std::vector<Cost> held_cost_;      ///< their cost; empty where every event costs 1
  Most<std::uint32_t> events_;
  Most<Cost> cost_;
  std::deque<Block> blocks_;  ///< the row
  Block spare_;
  std::size_t oldest_ = 0;  ///< in the first block
  std::size_t end_ = 0;     ///< of the last block
};

/// The busiest window of all events, and where they have keys that of a single key.
template <class Position>
class BusiestScans {
 public:
  BusiestScans(Position length, bool unit_costs, bool keyed) : all_(length, unit_costs) {
    if (keyed) of_key_.emplace(length, unit_costs);
  }

  /// Goes on where one of narrower positions has come to; `length` is the same window.
  template <class Narrow>
  BusiestScans(BusiestScans<Narrow>&& narrow, Position length) : all_(narrow.all_, length) {
    if (narrow.of_key_) of_key_.emplace(std::move(*narrow.of_key_), length);
  }

  bool keyed() const noexcept { return of_key_.has_value(); }

  /// Adds those of `count` <= 64 events whose bit in `passed` is set, bit 0 the first. `costs`: as many, or empty.
  /// `keys`: as many, where they have keys.
  template <class Source>
  void add_passed(const Source* positions, std::span<const Cost> costs, const KeyId* keys, std::size_t count,
                  std::uint64_t passed) {
    all_.add_passed(positions, costs, count, passed);
    if (of_key_) of_key_->add_passed(positions, costs, keys, count, passed);
  }

  template <class ToInstant>
  BusiestWindow all(Duration length, ToInstant to_instant) {
    return all_.result(length, to_instant);
  }
  /// Where events have keys.
  template <class ToInstant>
  std::pair<BusiestWindow, BusiestKeys> of_key(Duration length, ToInstant to_instant) {
    return of_key_->result(length, to_instant);
  }

 private:
  template <class>
  friend class BusiestScans;

  BusiestScan<Position> all_;
  std::optional<BusiestKeyScan<Position>> of_key_;
};

}  // namespace ratereplay
