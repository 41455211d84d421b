#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/instant.hpp"
#include "core/rate.hpp"
#include "core/selected.hpp"
#include "limiter/arithmetic.hpp"
#include "limiter/description.hpp"
#include "limiter/limiter.hpp"
#include "limiter/spec_reader.hpp"
#include "limiter/wording.hpp"

namespace ratereplay {

class UnitLogRule;
class CostLogRule;

/// At most `limit` cost in any half-open window (t - window, t]: every event passed is remembered until it leaves the
/// window.
/// Source: ClassDojo, "Better rate limiting with Redis sorted sets" (2015), which counts all; passed alone is the exact
/// form.
struct SlidingLog {
  enum class Count { passed, all };

  std::int64_t limit = 1;  ///< >= 1
  Duration window;         ///< 1 ns to `longest_parameter`
  Count count = Count::passed;

  static constexpr std::array parameters{
      Parameter{"limit", "N", "cost that a window holds"},
      Parameter{"window", "DURATION", "length of a window"},
      Parameter{"rate", "RATE", "5/h in place of limit=5,window=1h", {}, true},
      Parameter{"count", "passed|all", "whether refused events that could have fitted are logged too", "passed"},
  };
  static constexpr Description description{
      .name = "sliding-log",
      .rule = "passes while the cost logged in the window that ends with the event, with its own, is within the limit",
      .parameters = parameters,
      .promise = "limit*ceil(T/window)",
      .memory = "8 bytes an event logged (16 with costs), at most limit of them, and a header",
      .source = "ClassDojo, Better rate limiting with Redis sorted sets (2015)",
  };

  static SlidingLog from(const SpecReader& reader) {
    const auto [limit, window] = reader.limit_and_window();
    return {limit, window, static_cast<Count>(reader.choice("count"))};
  }

  static SlidingLog for_comparison(const Rate& rate, const Fraction& /*burst*/) { return {rate.count, rate.period}; }

  std::string text() const {
    return "limit=" + std::to_string(limit) + ",window=" + compact_text(window) +
           (count == Count::all ? ",count=all" : "");
  }

  Duration own_window() const { return window; }

  Int128 quota() const { return limit; }

  Int128 promise(Duration length) const { return checked_mul(limit, ceil_div(length.ns, window.ns)); }

  using Rules = std::tuple<UnitLogRule, CostLogRule>;

  template <class F>
  decltype(auto) with_rule(const Extent& extent, F&& f) const;
};

/// What both forms of the log know. Times are compared by their difference in unsigned 64 bits, exact over the whole
/// range.
class LogRule {
 public:
  explicit LogRule(const SlidingLog& parameters) noexcept
      : window_(static_cast<std::uint64_t>(parameters.window.ns)),
        limit_(static_cast<std::uint64_t>(parameters.limit)),
        log_refused_(parameters.count == SlidingLog::Count::all) {}

 protected:
  bool in_window(std::int64_t logged, Instant now) const noexcept { return ns_between(logged, now) < window_; }

  /// An entry younger than this is still in the window when `wait`, at most the window, is over.
  std::uint64_t window_after(Duration wait) const noexcept { return window_ - static_cast<std::uint64_t>(wait.ns); }

  RetryAfter until_out(std::int64_t logged, Instant now) const noexcept {
    return Duration{static_cast<Int128>(logged) + window_ - now.ns};
  }

  std::string words(std::uint64_t logged, const std::optional<std::int64_t>& oldest, Instant now) const {
    return share_words(logged, limit_) + " in the window" +
           (oldest ? ", the oldest leaves in " + human_text(*until_out(*oldest, now)) : "");
  }

  /// Twice the size, at least 1 and at most the limit.
  std::size_t grown(std::size_t size) const noexcept {
    return static_cast<std::size_t>(std::min<std::uint64_t>(limit_, std::max<std::uint64_t>(1, 2 * size)));
  }

  std::uint64_t window_;
  std::uint64_t limit_;
  bool log_refused_;
};

/// The log of a trace without costs. An event passes unless `limit` entries are in the window, which
/// needs one comparison: a full ring whose oldest entry is out has room, and a full ring of `limit` entries whose
/// oldest is in has none. Entries that have left the window stay until their place is needed. With count=all the newest
/// `limit` entries suffice: they alone fill the window, and the next event waits for the oldest of them.
class UnitLogRule : public LogRule {
 public:
  struct State {
    std::vector<std::int64_t> ring;
    std::size_t next = 0;  ///< the place of the next entry; of the oldest one in a full ring
    std::size_t held = 0;
    std::int64_t oldest = 0;  ///< the entry at `next`, so that deciding need not wait for the ring

    friend bool operator==(const State&, const State&) = default;
  };

  using LogRule::LogRule;

  State start(Instant /*now*/) const { return {}; }

  bool admit(State& state, Instant now, Cost /*always 1*/) const {
    if (state.held < limit_) {
      make_room(state, now);
      log(state, now);
      return true;
    }
    const bool passes = !in_window(state.oldest, now);
    const bool logs = passes | log_refused_;
    const std::size_t following = after(state);
    state.ring[state.next] = selected(logs, now.ns, state.oldest);
    state.oldest = selected(logs, state.ring[following], state.oldest);
    state.next = selected(logs, following, state.next);
    return passes;
  }

  /// Whether `admit` would pass it: what a state that is too long to be copied is asked first.
  bool fits(const State& state, Instant now, Cost /*always 1*/) const noexcept {
    return state.held != limit_ || !in_window(state.oldest, now);
  }

  RetryAfter retry_after(const State& state, Instant now, Cost /*always 1*/) const noexcept {
    return until_out(state.oldest, now);
  }

  bool waits_longer(const State& state, Instant now, Cost /*always 1*/, Duration wait) const noexcept {
    return ns_between(state.oldest, now) < window_after(wait);
  }

  Cost room(const State& state, Instant now) const noexcept {
    return static_cast<Cost>(limit_ - in_window_of(state, now));
  }

  std::optional<Duration> until_settled(const State& state, Instant now) const noexcept {
    if (in_window_of(state, now) == 0) return Duration{0};
    return until_out(entry(state, 0), now);
  }

  bool rested(const State& state, Instant now) const noexcept {
    return state.held == 0 || !in_window(entry(state, 0), now);
  }

  std::string describe(const State& state, Instant now) const {
    const std::size_t logged = in_window_of(state, now);
    return words(logged, logged > 0 ? std::optional(entry(state, logged - 1)) : std::nullopt, now);
  }

  std::size_t state_bytes(const State& state) const noexcept {
    return sizeof(State) + state.held * sizeof(std::int64_t);
  }

 private:
  /// The entry that has `newer` newer ones, fewer than are held.
  static std::int64_t entry(const State& state, std::size_t newer) noexcept {
    const std::size_t place = state.next > newer ? state.next : state.next + state.ring.size();
    return state.ring[place - newer - 1];
  }

  /// How many entries are in the window: the newest of those held.
  std::size_t in_window_of(const State& state, Instant now) const noexcept {
    std::size_t in = 0;
    for (std::size_t out = state.held; in < out;) {
      const std::size_t middle = in + (out - in) / 2;
      if (in_window(entry(state, middle), now))
        in = middle + 1;
      else
        out = middle;
    }
    return in;
  }

  static std::size_t after(const State& state) noexcept {
    return state.next + 1 == state.ring.size() ? 0 : state.next + 1;
  }

  static void log(State& state, Instant now) noexcept {
    state.ring[state.next] = now.ns;
    state.next = after(state);
    state.oldest = state.ring[state.next];
  }

  /// Takes the ring as a span: a state whose address is not passed on stays in registers.
  static std::vector<std::int64_t> moved(std::span<const std::int64_t> ring, std::size_t oldest, std::size_t size) {
    std::vector<std::int64_t> larger(size);
    std::rotate_copy(ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(oldest), ring.end(), larger.begin());
    return larger;
  }

  void make_room(State& state, Instant now) const {
    if (state.held < state.ring.size()) {
      ++state.held;
    } else if (state.held == 0 || in_window(state.oldest, now)) {
      state.ring = moved(state.ring, state.next, grown(state.held));
      state.next = state.held++;
    }
  }
};

/// The log of a trace with costs. An entry holds the cost logged before it, modulo 2^64, so the cost in the window is a
/// difference, found by a search for its first entry, and a refusal need not remove what has left it.
/// The ring never needs more than `limit` places: entries cost at least 1, so those of the events passed that are in
/// the window are at most `limit`. With count=all an entry is dropped once the newer ones alone fill the limit: until
/// they leave the window, later than it, nothing passes whatever it cost. The entries but the oldest then cost less
/// than the limit, so they are at most `limit` with it.
class CostLogRule : public LogRule {
 public:
  struct Entry {
    std::int64_t time;
    std::uint64_t before;  ///< cost logged before

    friend bool operator==(const Entry&, const Entry&) = default;
  };
  struct State {
    std::vector<Entry> ring;
    std::size_t oldest = 0;
    std::size_t held = 0;
    std::uint64_t logged = 0;  ///< cost of all entries there ever were, modulo 2^64

    friend bool operator==(const State&, const State&) = default;
  };

  using LogRule::LogRule;

  State start(Instant /*now*/) const { return {}; }

  bool admit(State& state, Instant now, Cost cost) const {
    const auto taken = static_cast<std::uint64_t>(cost);
    if (taken > limit_) return false;
    const std::size_t out = out_of_window(state, now);
    const bool passes = cost_from(state, out) <= limit_ - taken;
    if (!passes && !log_refused_) return false;
    drop_oldest(state, out);
    if (!passes) {
      while (cost_from(state, 1) + taken >= limit_ && state.held > 0) drop_oldest(state, 1);
    }
    if (state.held == state.ring.size()) grow(state);
    ++state.held;
    state.ring[place(state, state.held - 1)] = {now.ns, state.logged};
    state.logged += taken;
    return passes;
  }

  /// Whether `admit` would pass it.
  bool fits(const State& state, Instant now, Cost cost) const noexcept {
    const auto taken = static_cast<std::uint64_t>(cost);
    return taken <= limit_ && cost_from(state, out_of_window(state, now)) <= limit_ - taken;
  }

  RetryAfter retry_after(const State& state, Instant now, Cost cost) const noexcept {
    const auto taken = static_cast<std::uint64_t>(cost);
    if (taken > limit_) return std::nullopt;
    // The last entry that has to leave: with it and all newer ones in the window the event does not fit.
    const std::size_t leaving =
        leading(state, [&](const Entry& entry) { return state.logged - entry.before > limit_ - taken; });
    return until_out(state.ring[place(state, leaving - 1)].time, now);
  }

  bool waits_longer(const State& state, Instant now, Cost cost, Duration wait) const noexcept {
    const auto taken = static_cast<std::uint64_t>(cost);
    const std::size_t out =
        leading(state, [&](const Entry& entry) { return ns_between(entry.time, now) >= window_after(wait); });
    return taken > limit_ || cost_from(state, out) > limit_ - taken;
  }

  Cost room(const State& state, Instant now) const noexcept {
    const std::uint64_t logged = cost_from(state, out_of_window(state, now));
    return logged < limit_ ? static_cast<Cost>(limit_ - logged) : 0;
  }

  std::optional<Duration> until_settled(const State& state, Instant now) const noexcept {
    if (out_of_window(state, now) == state.held) return Duration{0};
    return until_out(state.ring[place(state, state.held - 1)].time, now);
  }

  bool rested(const State& state, Instant now) const noexcept {
    return state.held == 0 || !in_window(state.ring[place(state, state.held - 1)].time, now);
  }

  std::string describe(const State& state, Instant now) const {
    const std::size_t out = out_of_window(state, now);
    const bool any = out < state.held;
    return words(cost_from(state, out), any ? std::optional(state.ring[place(state, out)].time) : std::nullopt, now);
  }

  std::size_t state_bytes(const State& state) const noexcept { return sizeof(State) + state.held * sizeof(Entry); }

 private:
  /// How many of the oldest entries have left the window.
  std::size_t out_of_window(const State& state, Instant now) const noexcept {
    return leading(state, [&](const Entry& entry) { return !in_window(entry.time, now); });
  }

  /// Where the entry with `index` older ones is.
  static std::size_t place(const State& state, std::size_t index) noexcept {
    const std::size_t straight = state.oldest + index;
    return straight < state.ring.size() ? straight : straight - state.ring.size();
  }

  /// The cost of all entries but the `index` oldest.
  static std::uint64_t cost_from(const State& state, std::size_t index) noexcept {
    return index < state.held ? state.logged - state.ring[place(state, index)].before : 0;
  }

  /// How many of the oldest entries, and no newer ones, `holds` is true of. Gallops: few leave at a time.
  template <class Predicate>
  static std::size_t leading(const State& state, Predicate holds) noexcept {
    std::size_t known = 0;
    std::size_t step = 1;
    while (known + step <= state.held && holds(state.ring[place(state, known + step - 1)])) {
      known += step;
      step *= 2;
    }
    for (; step > 0; step /= 2) {
      if (known + step <= state.held && holds(state.ring[place(state, known + step - 1)])) known += step;
    }
    return known;
  }

  static void drop_oldest(State& state, std::size_t count) noexcept {
    state.oldest += count;
    if (state.oldest >= state.ring.size()) state.oldest -= state.ring.size();
    state.held -= count;
  }

  void grow(State& state) const {
    std::vector<Entry> larger(grown(state.held));
    const auto oldest = state.ring.begin() + static_cast<std::ptrdiff_t>(state.oldest);
    std::rotate_copy(state.ring.begin(), oldest, state.ring.end(), larger.begin());
    state.ring = std::move(larger);
    state.oldest = 0;
  }
};

template <class F>
decltype(auto) SlidingLog::with_rule(const Extent& extent, F&& f) const {
  if (extent.unit_costs) return std::forward<F>(f)(UnitLogRule(*this));
  return std::forward<F>(f)(CostLogRule(*this));
}

}  // namespace ratereplay
