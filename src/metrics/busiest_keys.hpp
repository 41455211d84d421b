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

/// The busiest windows where events have keys.
struct BusiestWithKeys {
  BusiestWindow of_key;  ///< of a single key
  BusiestKeys keys;      ///< whose it is
  BusiestWindow all;     ///< of all keys together
};

/// The most events, and the most cost, of a single key and of all together in any half-open window [s, s + length). Of
/// equally busy windows the one whose first event comes first. Events are kept, over all keys in one row, until
/// `length` has passed: then what their key has in the row, and all that is in it, is what the window that begins with
/// them holds. Memory is a counter a key, and the events in the fullest window of all keys together.
template <class Position>
class BusiestKeyScan {
 public:
  BusiestKeyScan(Position length, bool unit_costs) : length_(length), unit_costs_(unit_costs) {}  ///< >= 1

  /// Goes on where one of narrower positions has come to; `length` is the same window.
  template <class Narrow>
  BusiestKeyScan(BusiestKeyScan<Narrow>&& narrow, Position length)
      : length_(length),
        unit_costs_(narrow.unit_costs_),
        held_(std::move(narrow.held_)),
        held_cost_(std::move(narrow.held_cost_)),
        all_held_(narrow.all_held_),
        all_held_cost_(narrow.all_held_cost_),
        most_(narrow.most_),
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
  BusiestWithKeys result(Duration length, ToInstant to_instant) {
    // The windows that are still open hold what they hold; then all goes on as if nobody had asked.
    Mosts most = most_;
    for_each_held([&](Position from, KeyId key, Cost cost) { take_out(from, key, cost, most); });
    for_each_held([&](Position /*from*/, KeyId key, Cost cost) { put_in(key, cost); });

    const auto window = [&](const auto& events, const auto& cost) {
      const auto time_of = [&](const auto& each) {
        return each.amount > 0 ? std::optional<Instant>(to_instant(each.from)) : std::nullopt;
      };
      if (!unit_costs_) return BusiestWindow{length, events.amount, time_of(events), cost.amount, time_of(cost)};
      return BusiestWindow{length, events.amount, time_of(events), static_cast<Cost>(events.amount), time_of(events)};
    };
    const auto key_of = [](const auto& each) { return each.amount > 0 ? std::optional(each.key) : std::nullopt; };
    const std::optional<KeyId> busiest = key_of(most.events);
    return {window(most.events, most.cost),
            {busiest, unit_costs_ ? busiest : key_of(most.cost)},
            window(most.all_events, most.all_cost)};
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
    Amount amount = 0;
    KeyId key = 0;
    Position from{};

    Most() = default;
    template <class Other>
    explicit Most(const Other& narrow) : amount(narrow.amount), key(narrow.key), from(narrow.from) {}

    void consider(Amount held, KeyId of, Position at) noexcept {
      if (held <= amount) return;
      amount = held;
      key = of;
      from = at;
    }
  };

  struct Mosts {
    Most<std::uint32_t> events;
    Most<Cost> cost;
    Most<std::uint64_t> all_events;
    Most<Cost> all_cost;

    Mosts() = default;
    template <class Other>
    explicit Mosts(const Other& narrow)
        : events(narrow.events), cost(narrow.cost), all_events(narrow.all_events), all_cost(narrow.all_cost) {}
  };

  void add(Position position, Cost cost, KeyId key) {
    while (!blocks_.empty() && position - blocks_.front().position[oldest_] >= length_) {
      const Block& block = blocks_.front();
      if (oldest_ % ahead == 0) ask_for(block, oldest_ + ahead);
      take_out(block.position[oldest_], block.key[oldest_], cost_at(block, oldest_), most_);
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
    ++all_held_;
    if (unit_costs_) return;
    held_cost_[key] += cost;
    all_held_cost_ += cost;
  }

  void take_out(Position from, KeyId key, Cost cost, Mosts& most) noexcept {
    most.events.consider(held_[key]--, key, from);
    most.all_events.consider(all_held_--, key, from);
    if (unit_costs_ || cost == 0) return;
    most.cost.consider(held_cost_[key], key, from);
    most.all_cost.consider(all_held_cost_, key, from);
    held_cost_[key] -= cost;
    all_held_cost_ -= cost;
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
  std::uint64_t all_held_ = 0;
  Cost all_held_cost_ = 0;
  Mosts most_;
  std::deque<Block> blocks_;  ///< the row
  Block spare_;
  std::size_t oldest_ = 0;  ///< in the first block
  std::size_t end_ = 0;     ///< of the last block
};

/// The busiest window of a stream of events, by key or without.
template <class Position>
class BusiestScans {
 public:
  BusiestScans(Position length, bool unit_costs, bool keyed)
      : keyed_(keyed), without_keys_(length, unit_costs), by_key_(length, unit_costs) {}

  /// Goes on where one of narrower positions has come to; `length` is the same window.
  template <class Narrow>
  BusiestScans(BusiestScans<Narrow>&& narrow, Position length)
      : keyed_(narrow.keyed_),
        without_keys_(narrow.without_keys_, length),
        by_key_(std::move(narrow.by_key_), length) {}

  bool keyed() const noexcept { return keyed_; }

  /// Adds those of `count` <= 64 events whose bit in `passed` is set, bit 0 the first. `costs`: as many, or empty.
  /// `keys`: as many, where they have keys.
  template <class Source>
  void add_passed(const Source* positions, std::span<const Cost> costs, const KeyId* keys, std::size_t count,
                  std::uint64_t passed) {
    if (keyed_)
      by_key_.add_passed(positions, costs, keys, count, passed);
    else
      without_keys_.add_passed(positions, costs, count, passed);
  }

  BusiestScan<Position>& without_keys() noexcept { return without_keys_; }  ///< empty where events have keys
  BusiestKeyScan<Position>& by_key() noexcept { return by_key_; }           ///< empty where they have none

 private:
  template <class>
  friend class BusiestScans;

  bool keyed_;
  BusiestScan<Position> without_keys_;
  BusiestKeyScan<Position> by_key_;
};

}  // namespace ratereplay
