#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/cost.hpp"
#include "core/error.hpp"
#include "core/events.hpp"
#include "core/instant.hpp"
#include "core/int128.hpp"
#include "limiter/arithmetic.hpp"
#include "limiter/catalogue.hpp"

namespace ratereplay {

// Limits as a store keeps them for several instances. Deciding and taking are apart, so that what was let through
// elsewhere is taken too, were it beyond the limit, and a clock may go back, with what the usual scripts make of that.
// Where each event is decided and then taken in order of time, they decide as the limiters of the catalogue. Of each
// limit:
//
//   State start(now)              before the first event
//   bool fits(state, now, cost)   whether the event would pass
//   void take(state, now, cost)   of an event whose cost could fit a new state
//   bool keeps(passed, cost)      whether an event that was decided so is taken
//   void touch(state, now)        what the question alone changes, of an event that is not
//   bool is_as_new(state, now)    whether a new state would say the same, now and later
//   memory()                      after so long a state says as much as a new one, were it full; none: perhaps never
//
// Times are ns since 1970, beyond the range of instants where a clock says so; costs are 1 or more.

/// What was taken in each window of a clock, for as many windows as clocks that go back may ask for.
class CountsByWindow {
 public:
  Cost of(Int128 window) const noexcept {
    const auto found =
        std::find_if(windows_.begin(), windows_.end(), [=](const Window& w) { return w.index == window; });
    return found == windows_.end() ? 0 : found->count;
  }

  /// Forgets those that are `kept` or more windows older than the newest.
  void add(Int128 window, Cost cost, Int128 kept) {
    newest_ = windows_.empty() ? window : std::max(newest_, window);
    const auto too_old = [&](const Window& w) { return newest_ - w.index >= kept; };
    windows_.erase(std::remove_if(windows_.begin(), windows_.end(), too_old), windows_.end());
    const auto found =
        std::find_if(windows_.begin(), windows_.end(), [=](const Window& w) { return w.index == window; });
    if (found != windows_.end())
      found->count += cost;
    else
      windows_.push_back({window, cost});
  }

 private:
  struct Window {
    Int128 index;
    Cost count;
  };

  std::vector<Window> windows_;
  Int128 newest_ = 0;
};

/// A count for each window of the clock, as of a key in Redis that bears the window's number.
class StoredWindows {
 public:
  using State = CountsByWindow;

  /// `back`: how far a clock may go back.
  StoredWindows(const FixedWindow& limiter, Duration back)
      : limit_(limiter.limit),
        window_(limiter.window.ns),
        offset_(limiter.offset.ns),
        kept_(ceil_div(back.ns, window_) + 1) {}

  State start(Int128 /*now*/) const { return {}; }
  bool fits(const State& state, Int128 now, Cost cost) const noexcept {
    return Int128{state.of(index(now))} + cost <= limit_;
  }
  void take(State& state, Int128 now, Cost cost) const { state.add(index(now), cost, kept_); }
  static bool keeps(bool passed, Cost /*cost*/) noexcept { return passed; }
  static void touch(State& /*state*/, Int128 /*now*/) noexcept {}
  bool is_as_new(const State& state, Int128 now) const noexcept { return state.of(index(now)) == 0; }
  Duration memory() const noexcept { return {window_}; }

 private:
  Int128 index(Int128 now) const noexcept { return floor_div(now - offset_, window_); }

  Int128 limit_;
  Int128 window_;
  Int128 offset_;
  Int128 kept_;
};

/// A count that begins with the first event taken and ends a window later, as of a key in Redis that expires.
class StoredOpenedWindow {
 public:
  struct State {
    std::optional<Int128> opened;
    Cost count = 0;
  };

  StoredOpenedWindow(const FixedWindow& limiter, Duration /*back*/)
      : limit_(limiter.limit), window_(limiter.window.ns) {}

  static State start(Int128 /*now*/) { return {}; }
  bool fits(const State& state, Int128 now, Cost cost) const noexcept {
    return Int128{is_as_new(state, now) ? 0 : state.count} + cost <= limit_;
  }
  void take(State& state, Int128 now, Cost cost) const {
    if (is_as_new(state, now)) state = {now, 0};
    state.count += cost;
  }
  static bool keeps(bool passed, Cost /*cost*/) noexcept { return passed; }
  static void touch(State& /*state*/, Int128 /*now*/) noexcept {}
  bool is_as_new(const State& state, Int128 now) const noexcept {
    return !state.opened || now - *state.opened >= window_;
  }
  Duration memory() const noexcept { return {window_}; }

 private:
  Int128 limit_;
  Int128 window_;
};

/// The times of what was taken, as of a sorted set in Redis from which each question removes what is too old.
class StoredLog {
 public:
  struct Entry {
    Int128 at;
    Cost cost;
  };
  struct State {
    std::vector<Entry> entries;  ///< by time
    std::size_t oldest = 0;      ///< those before it are out
    Cost held = 0;
  };

  StoredLog(const SlidingLog& limiter, Duration /*back*/)
      : limit_(limiter.limit), window_(limiter.window.ns), all_(limiter.count == SlidingLog::Count::all) {}

  static State start(Int128 /*now*/) { return {}; }
  bool fits(State& state, Int128 now, Cost cost) const noexcept {
    remove_old(state, now);
    return Int128{state.held} + cost <= limit_;
  }
  void take(State& state, Int128 now, Cost cost) const {
    remove_old(state, now);
    if (state.oldest > state.entries.size() / 2) {
      state.entries.erase(state.entries.begin(), state.entries.begin() + static_cast<std::ptrdiff_t>(state.oldest));
      state.oldest = 0;
    }
    const auto place =
        std::upper_bound(state.entries.begin() + static_cast<std::ptrdiff_t>(state.oldest), state.entries.end(), now,
                         [](Int128 time, const Entry& entry) { return time < entry.at; });
    state.entries.insert(place, {now, cost});
    state.held += cost;
  }
  bool keeps(bool passed, Cost cost) const noexcept { return passed || (all_ && cost <= limit_); }
  void touch(State& state, Int128 now) const noexcept { remove_old(state, now); }
  bool is_as_new(State& state, Int128 now) const noexcept {
    remove_old(state, now);
    return state.held == 0;
  }
  Duration memory() const noexcept { return {window_}; }

 private:
  void remove_old(State& state, Int128 now) const noexcept {
    for (; state.oldest < state.entries.size() && state.entries[state.oldest].at <= now - window_; ++state.oldest)
      state.held -= state.entries[state.oldest].cost;
  }

  Int128 limit_;
  Int128 window_;
  bool all_;
};

/// The counts of this window and the one before it.
class StoredCounter {
 public:
  using State = CountsByWindow;

  StoredCounter(const SlidingCounter& limiter, Duration back)
      : limit_(limiter.limit),
        window_(limiter.window.ns),
        slack_(limiter.rounding == SlidingCounter::Rounding::floor ? window_ - 1 : 0),
        kept_(ceil_div(back.ns, window_) + 2) {}

  State start(Int128 /*now*/) const { return {}; }
  bool fits(const State& state, Int128 now, Cost cost) const noexcept {
    const Int128 left = limit_ - state.of(index(now)) - cost;
    return left >= 0 && weighted(state, now) - slack_ <= left * window_;
  }
  void take(State& state, Int128 now, Cost cost) const { state.add(index(now), cost, kept_); }
  static bool keeps(bool passed, Cost /*cost*/) noexcept { return passed; }
  static void touch(State& /*state*/, Int128 /*now*/) noexcept {}
  bool is_as_new(const State& state, Int128 now) const noexcept {
    return state.of(index(now)) == 0 && weighted(state, now) <= slack_;
  }
  Duration memory() const noexcept { return {2 * window_}; }

 private:
  Int128 index(Int128 now) const noexcept { return floor_div(now, window_); }
  /// What is left of the window before, in cost times ns.
  Int128 weighted(const State& state, Int128 now) const noexcept {
    return state.of(index(now) - 1) * (window_ - (now - index(now) * window_));
  }

  Int128 limit_;
  Int128 window_;
  Int128 slack_;
  Int128 kept_;
};

/// Tokens and the time at which there were so many, as of a hash in Redis: each question refills and notes its time;
/// one by a clock that is behind refills nothing. A leaky bucket's level is what lacks of a burst of tokens.
class StoredBucket {
 public:
  struct State {
    Int128 tokens;  ///< in units of BucketScale; below 0 where more was let through than there were
    Int128 at;
  };

  StoredBucket(const Rate& rate, const Fraction& burst, const Fraction& initial)
      : scale_(bucket_scale(rate, burst)), initial_(in_units(initial, scale_.per_cost, "initial")) {}
  StoredBucket(const TokenBucket& limiter, Duration /*back*/)
      : StoredBucket(limiter.rate, limiter.burst, limiter.initial) {}
  StoredBucket(const LeakyBucket& limiter, Duration /*back*/)
      : StoredBucket(limiter.rate, limiter.burst, limiter.burst) {}

  State start(Int128 now) const noexcept { return {initial_, now}; }
  bool fits(const State& state, Int128 now, Cost cost) const {
    return cost <= scale_.largest_cost && tokens_at(state, now) >= cost * scale_.per_cost;
  }
  void take(State& state, Int128 now, Cost cost) const {
    state = {checked_add(tokens_at(state, now), -cost * scale_.per_cost), now};
  }
  static bool keeps(bool passed, Cost /*cost*/) noexcept { return passed; }
  void touch(State& state, Int128 now) const { state = {tokens_at(state, now), now}; }
  bool is_as_new(const State& state, Int128 now) const { return tokens_at(state, now) == initial_; }
  std::optional<Duration> memory() const noexcept {
    if (initial_ < scale_.capacity) return std::nullopt;
    return Duration{ceil_div(scale_.capacity, scale_.per_ns)};
  }

 private:
  Int128 tokens_at(const State& state, Int128 now) const {
    const Int128 elapsed = std::max<Int128>(now - state.at, 0);
    const Int128 until_full = ceil_div(checked_add(scale_.capacity, -state.tokens), scale_.per_ns);
    return elapsed >= until_full ? scale_.capacity : state.tokens + elapsed * scale_.per_ns;
  }

  BucketScale scale_;
  Int128 initial_;
};

/// The theoretical arrival time. A queue's last departure is an interval before it, and a pacer has a burst of 1.
class StoredGcra {
 public:
  /// Ticks since `origin`, `per_ns` a ns; none: long ago.
  using State = std::optional<Int128>;

  StoredGcra(const Rate& rate, const Fraction& burst)
      : origin_(std::numeric_limits<std::int64_t>::min()), scale_(bucket_scale(rate, burst)) {
    // The ticks of the latest time that a clock may show, and a capacity.
    product_plus(Int128{1} << 65, scale_.per_ns, scale_.capacity, "rate");
  }
  StoredGcra(const Gcra& limiter, Duration /*back*/) : StoredGcra(limiter.rate, limiter.burst) {}
  StoredGcra(const Pacer& limiter, Duration /*back*/) : StoredGcra(limiter.rate, Fraction(1)) {}
  StoredGcra(const LeakyQueue& limiter, Duration /*back*/)
      : StoredGcra(limiter.rate, Fraction(Int128{limiter.queue} + 1)) {}

  static State start(Int128 /*now*/) noexcept { return std::nullopt; }
  bool fits(const State& state, Int128 now, Cost cost) const {
    if (cost > scale_.largest_cost) return false;
    return !state || *state <= ticks(now) + (scale_.capacity - cost * scale_.per_cost);
  }
  void take(State& state, Int128 now, Cost cost) const {
    const Int128 from = state ? std::max(*state, ticks(now)) : ticks(now);
    state = checked_add(from, cost * scale_.per_cost);
  }
  static bool keeps(bool passed, Cost /*cost*/) noexcept { return passed; }
  static void touch(State& /*state*/, Int128 /*now*/) noexcept {}
  bool is_as_new(const State& state, Int128 now) const noexcept { return !state || *state <= ticks(now); }
  Duration memory() const noexcept { return {ceil_div(scale_.capacity, scale_.per_ns)}; }

 private:
  Int128 ticks(Int128 now) const noexcept { return (now - origin_) * scale_.per_ns; }

  Int128 origin_;
  BucketScale scale_;
};

/// Calls `f` with these limiters, which are of one kind, as they are stored: a vector of StoredWindows, or of another.
/// `back`: how far a clock may go back. Throws Error where a number does not fit, and for what is no algorithm.
template <class F>
decltype(auto) with_stored(const std::vector<AnyLimiter>& limiters, Duration back, F&& f) {
  const auto stored_as = [&]<class Stored, class Limiter>(std::type_identity<Stored>, const Limiter& /*any*/) {
    std::vector<Stored> stored;
    stored.reserve(limiters.size());
    for (const AnyLimiter& limiter : limiters) stored.emplace_back(std::get<Limiter>(limiter), back);
    return std::forward<F>(f)(std::move(stored));
  };
  using Result = decltype(f(std::vector<StoredLog>()));
  return std::visit(
      [&]<class Limiter>(const Limiter& first) -> Result {
        if constexpr (std::is_same_v<Limiter, FixedWindow>) {
          if (first.anchor == FixedWindow::Anchor::first)
            return stored_as(std::type_identity<StoredOpenedWindow>{}, first);
          return stored_as(std::type_identity<StoredWindows>{}, first);
        } else if constexpr (std::is_same_v<Limiter, SlidingLog>) {
          return stored_as(std::type_identity<StoredLog>{}, first);
        } else if constexpr (std::is_same_v<Limiter, SlidingCounter>) {
          return stored_as(std::type_identity<StoredCounter>{}, first);
        } else if constexpr (std::is_same_v<Limiter, TokenBucket> || std::is_same_v<Limiter, LeakyBucket>) {
          return stored_as(std::type_identity<StoredBucket>{}, first);
        } else if constexpr (is_dialect<Limiter>) {
          throw Error(
              fmt::format("{} is a product's dialect, and how its state is shared is not known; give an algorithm",
                          Limiter::description.name));
        } else if constexpr (is_marker<Limiter>) {
          throw Error(fmt::format("{} is a marker, and how its two buckets are shared is not known; give an algorithm",
                                  Limiter::description.name));
        } else {
          return stored_as(std::type_identity<StoredGcra>{}, first);
        }
      },
      limiters.front());
}

}  // namespace ratereplay
