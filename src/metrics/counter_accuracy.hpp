#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "core/key_id.hpp"
#include "core/rate.hpp"

namespace ratereplay {

/// Keys by where the exact count and the estimate have put them, each at any event of its own.
struct PlacedKeys {
  std::uint64_t over = 0;           ///< by the estimate, at least once
  std::uint64_t wrongly_over = 0;   ///< at least once
  std::uint64_t wrongly_under = 0;  ///< at least once
  std::uint64_t only_log = 0;       ///< over by the exact count at least once, by the estimate never
  std::uint64_t only_estimate = 0;  ///< over by the estimate at least once, by the exact count never

  friend bool operator==(const PlacedKeys&, const PlacedKeys&) = default;
};

/// On which side of the limit the estimate puts events, beside the exact count.
struct Placement {
  std::uint64_t wrongly_over = 0;   ///< events that the estimate puts over the limit and the exact count does not
  std::uint64_t wrongly_under = 0;  ///< the reverse
  std::optional<Cost> least_over;   ///< the least exact count of those wrongly over
  std::optional<Cost> most_under;   ///< the largest exact count of those wrongly under
  PlacedKeys keys;

  std::uint64_t wrong() const noexcept { return wrongly_over + wrongly_under; }

  friend bool operator==(const Placement&, const Placement&) = default;
};

/// How far the estimate lies from the exact count, as a share of the exact count. Each event's share, and then the mean
/// over all events, is rounded down to a multiple of 2^-64.
struct EstimateError {
  Fraction mean_above;  ///< of the events whose estimate is too high; the others count as 0
  Fraction mean_below;  ///< of those whose estimate is too low; the others count as 0
  Fraction most_above;
  Fraction most_below;

  Fraction mean() const { return mean_above + mean_below; }
  Fraction signed_mean() const { return mean_above - mean_below; }

  friend bool operator==(const EstimateError&, const EstimateError&) = default;
};

/// What the estimate of a sliding counter makes of a trace of which nothing is refused. At an event at time t, itself
/// counted, n is the cost in (t - W, t], and the estimate e = previous * (W - elapsed) / W + current, of the clock
/// windows as `SlidingCounter` has them; over the limit is what is more than it. Events of cost 0 count for nothing.
struct CounterAccuracy {
  std::uint64_t events = 0;  ///< those that cost something
  std::uint64_t over = 0;    ///< by the exact count
  Cost most = 0;             ///< the largest exact count
  Fraction most_estimated;   ///< the largest estimate
  EstimateError error;
  Placement by_floor;  ///< with the weighted previous count rounded down
  Placement by_exact;
  std::uint64_t keys = 0;       ///< that have an event which costs something; 1 where all have one
  std::uint64_t keys_over = 0;  ///< by the exact count, at least once

  friend bool operator==(const CounterAccuracy&, const CounterAccuracy&) = default;
};

/// The accuracy of the sliding counter for a limit and a window, each key with counts of its own: its events are kept,
/// over all keys in one row, until the window has passed. Exact over the whole range of times, costs and rates. Memory:
/// 33 bytes a key, and 24 for each event in the fullest window of all keys together.
/// Source: Cloudflare, "How we built rate limiting capable of scaling to millions of domains" (2017).
class CounterAccuracyScan {
 public:
  /// The limit is the rate's count, the window its period.
  explicit CounterAccuracyScan(const Rate& rate)
      : limit_(rate.count), window_(static_cast<std::uint64_t>(rate.period.ns)) {}

  /// The next events, in order.
  void feed(const Events& block);

  /// Of the events so far.
  CounterAccuracy result() const;

 private:
  /// A sum of shares: `whole` + `parts` / 2^64.
  struct Sum {
    UInt128 whole = 0;
    UInt128 parts = 0;
  };
  /// Shares above 0, and the largest of them, in 2^-64.
  struct Shares {
    Sum sum;
    UInt128 most = 0;

    void add(UInt128 over, UInt128 under) noexcept;
    Fraction mean(std::uint64_t events) const;
  };
  /// The counts of a key.
  struct Counts {
    std::int64_t index = 0;  ///< of the clock window that `current` is of
    Cost previous = 0;
    Cost current = 0;
    Cost held = 0;  ///< in the row
  };
  struct Held {
    std::uint64_t time;
    Cost cost;
    KeyId key;
  };

  void begin_window(Instant now) noexcept;
  void forget_old(std::uint64_t now) noexcept;
  void add(Instant now, Cost cost, KeyId key);
  void place(const Counts& counts, UInt128 weighted, KeyId key) noexcept;
  PlacedKeys keys_of(unsigned rounding) const noexcept;

  Cost limit_;
  std::uint64_t window_;
  std::int64_t index_ = 0;            ///< of the current clock window
  std::uint64_t start_ = 0;           ///< of it, modulo 2^64: it may begin before all instants
  std::optional<Instant> last_ = {};  ///< of it; none before the first event
  std::vector<Counts> counts_;        ///< by key
  std::vector<std::uint8_t> placed_;  ///< by key, how its events were placed so far, a bit for each way
  std::vector<Held> row_;
  std::size_t oldest_ = 0;  ///< in the row
  Shares above_;
  Shares below_;
  UInt128 most_estimated_ = 0;  ///< times the window
  CounterAccuracy result_;      ///< but for what is found from the above
};

}  // namespace ratereplay
