#include "sizing/client_buckets.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/error.hpp"

namespace ratereplay {

ClientBucketScan::ClientBucketScan(const Rate& rate, bool unit_costs, std::shared_ptr<const Keys> keys,
                                   std::size_t choice)
    : rate_(rate),
      period_(rate.per_ns().denominator()),
      count_(rate.per_ns().numerator()),
      unit_costs_(unit_costs),
      keys_(std::move(keys)),
      choice_(choice) {}

// In units of 1/period of a cost unit. Both products were checked to fit for all that the trace has cost and lasted.
template <class Int>
Int ClientBucketScan::forced(Cost cost, std::int64_t first, std::int64_t last) const noexcept {
  const auto length = static_cast<Int>(static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first));
  return static_cast<Int>(period_) * static_cast<Int>(cost) - static_cast<Int>(count_) * length;
}

// A level that has just sunk to 0 goes on, and no interval is replaced by an equal one: that keeps the earliest first
// and last event.
template <class Int, bool unit_costs>
void ClientBucketScan::scan(const Events& block, std::span<const KeyId> projection) {
  constexpr std::size_t ahead = 32;
  const auto client_of = [&](std::size_t event) {
    return projection.empty() ? block.key[event] : projection[block.key[event]];
  };
  for (std::size_t event = 0; event < block.size(); ++event) {
    if (event + ahead < block.size()) __builtin_prefetch(&intervals_[client_of(event + ahead)], 1);
    const KeyId client = client_of(event);
    if (!seen_[client]) [[unlikely]] {
      seen_[client] = true;
      ++clients_;
    }
    const Cost cost = unit_costs ? 1 : block.cost[event];
    if (!unit_costs && cost == 0) continue;
    const std::int64_t now = block.arrival[event];
    Intervals& of = intervals_[client];
    if (of.cost_since_start == 0 || forced<Int>(of.cost_since_start, of.start, now) < 0) {
      of.start = now;
      of.cost_since_start = 0;
      if constexpr (!unit_costs) counts_[client].since_start = 0;
    }
    of.cost_since_start += cost;
    if constexpr (!unit_costs) ++counts_[client].since_start;
    if (of.cost == 0 || forced<Int>(of.cost_since_start, of.start, now) > forced<Int>(of.cost, of.first, of.last)) {
      of.first = of.start;
      of.last = now;
      of.cost = of.cost_since_start;
      if constexpr (!unit_costs) counts_[client].within = counts_[client].since_start;
    }
  }
}

void ClientBucketScan::feed(const Events& block) {
  if (block.empty()) return;
  extent_ = extent_ ? joined(*extent_, extent_of(block)) : extent_of(block);
  const bool wide = largest_in_sizing(rate_, *extent_) > std::numeric_limits<std::int64_t>::max();

  const std::size_t clients = keys_->size(choice_);
  if (intervals_.size() < clients) {
    seen_.resize(clients);
    intervals_.resize(clients);
    if (!unit_costs_) counts_.resize(clients);
  }
  const std::span<const KeyId> projection = keys_->projection(choice_);
  if (wide)
    unit_costs_ ? scan<Int128, true>(block, projection) : scan<Int128, false>(block, projection);
  else
    unit_costs_ ? scan<std::int64_t, true>(block, projection) : scan<std::int64_t, false>(block, projection);
}

Int128 ClientBucketScan::most(KeyId client) const noexcept {
  const Intervals& of = intervals_[client];
  return of.cost == 0 ? 0 : forced<Int128>(of.cost, of.first, of.last);
}

LeastBucket ClientBucketScan::of(KeyId client) const {
  if (client >= intervals_.size() || intervals_[client].cost == 0) return {};
  const Intervals& of = intervals_[client];
  const std::uint64_t events = unit_costs_ ? static_cast<std::uint64_t>(of.cost) : counts_[client].within;
  return {Fraction(most(client), period_), Witness{{of.first}, {of.last}, events, of.cost}};
}

std::vector<KeyId> ClientBucketScan::largest(std::size_t count) const {
  std::vector<KeyId> clients;
  for (KeyId client = 0; client < seen_.size(); ++client) {
    if (seen_[client]) clients.push_back(client);
  }
  const auto end = clients.begin() + static_cast<std::ptrdiff_t>(std::min(count, clients.size()));
  std::partial_sort(clients.begin(), end, clients.end(), [this](KeyId a, KeyId b) {
    const Int128 most_of_a = most(a);
    const Int128 most_of_b = most(b);
    return most_of_a != most_of_b ? most_of_a > most_of_b : a < b;
  });
  clients.erase(end, clients.end());
  return clients;
}

std::vector<Fraction> ClientBucketScan::quantiles(std::span<const Fraction> shares) const {
  std::vector<Fraction> quantiles;
  if (clients_ == 0) return quantiles;
  std::vector<Int128> buckets;
  buckets.reserve(clients_);
  for (KeyId client = 0; client < seen_.size(); ++client) {
    if (seen_[client]) buckets.push_back(most(client));
  }
  for (const Fraction& share : shares) {
    const Int128 rank = (share * Fraction(static_cast<Int128>(clients_))).ceil();
    const auto ranked = buckets.begin() + static_cast<std::ptrdiff_t>(rank - 1);
    std::nth_element(buckets.begin(), ranked, buckets.end());
    quantiles.emplace_back(*ranked, period_);
  }
  return quantiles;
}

}  // namespace ratereplay
