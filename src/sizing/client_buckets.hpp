#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/events.hpp"
#include "core/fraction.hpp"
#include "core/keys.hpp"
#include "core/rate.hpp"
#include "sizing/least_bucket.hpp"

namespace ratereplay {

/// The least bucket that loses nothing for each client (each key under one choice of them) when all have a bucket of
/// their own at one refill rate: of each what `LeastBucketScan` says of its rows alone. Exact; 40 bytes a client, 56
/// with costs.
class ClientBucketScan {
 public:
  /// `unit_costs`: no event has a cost of its own. `keys`: those that events bear the numbers of; `choice`: of them.
  ClientBucketScan(const Rate& rate, bool unit_costs, std::shared_ptr<const Keys> keys, std::size_t choice);

  /// The next events, in order. Throws Error where the rate and the trace so far need more than 128 bits.
  void feed(const Events& block);

  /// How many clients have an event.
  std::size_t clients() const noexcept { return clients_; }

  /// Of one client; 0 without a witness where it has no event, or none that costs something.
  LeastBucket of(KeyId client) const;

  /// Those with the largest buckets, at most `count`, the largest first, of equal ones the lower number. Only clients
  /// that have an event.
  std::vector<KeyId> largest(std::size_t count) const;

  /// For each share, above 0 and at most 1, the least bucket that is enough for at least that share of the clients that
  /// have an event, by nearest rank. Empty where there are none.
  std::vector<Fraction> quantiles(std::span<const Fraction> shares) const;

 private:
  /// The interval since the level of the bucket last began at 0, up to the latest event, and the interval that has
  /// forced most. What they force follows from their cost and length, so no width of arithmetic is to be chosen here.
  struct Intervals {
    std::int64_t start;
    std::int64_t first;
    std::int64_t last;
    Cost cost_since_start = 0;  ///< 0: no event of cost >= 1 so far
    Cost cost = 0;
  };
  struct Counts {
    std::uint64_t since_start = 0;
    std::uint64_t within = 0;
  };

  template <class Int>
  Int forced(Cost cost, std::int64_t first, std::int64_t last) const noexcept;
  template <class Int, bool unit_costs>
  void scan(const Events& block, std::span<const KeyId> projection);
  /// What forces the bucket of a client, in units of 1/period.
  Int128 most(KeyId client) const noexcept;

  Rate rate_;
  Int128 period_;  ///< of the rate in lowest terms, as `LeastBucketScan` has them
  Int128 count_;
  bool unit_costs_;
  std::shared_ptr<const Keys> keys_;
  std::size_t choice_;
  std::optional<Extent> extent_;
  std::size_t clients_ = 0;
  std::vector<bool> seen_;  ///< by client
  std::vector<Intervals> intervals_;
  std::vector<Counts> counts_;  ///< of events of cost >= 1, in a trace with costs
};

}  // namespace ratereplay
