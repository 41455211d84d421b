#pragma once

#include <cstdint>
#include <type_traits>

#include "core/instant.hpp"
#include "core/int128.hpp"

namespace ratereplay {

/// A bucket that is refilled continuously, in units of BucketScale, for a limiter that has several. What it holds is
/// kept as the token bucket keeps its tokens: less the refill since 1970, modulo the width of Int. Their sum is exact
/// until the time to fill an empty bucket has passed, where Int holds twice the capacity and the refill of one ns.
template <class Int>
class Refill {
 public:
  using Base = std::conditional_t<std::is_same_v<Int, std::int64_t>, std::uint64_t, UInt128>;

  Refill(Int128 per_ns, Int128 capacity) noexcept
      : per_ns_(static_cast<Int>(per_ns)),
        capacity_(static_cast<Int>(capacity)),
        time_to_fill_(static_cast<Base>(ceil_div(capacity, per_ns))) {}

  /// Of a bucket that holds so much at `now`.
  Base base(Int held, Instant now) const noexcept { return static_cast<Base>(held) - refilled(now); }

  /// What it holds at `now` when nothing was taken since `updated`, in ns since 1970.
  Int held(Base base, std::int64_t updated, Instant now) const noexcept {
    const Int held = static_cast<Int>(base + refilled(now));
    const bool full = (ns_between(updated, now) >= time_to_fill_) | (held > capacity_);
    return full ? capacity_ : held;
  }

  /// In ns, rounded up.
  Duration time_for(Int missing) const noexcept { return {ceil_div<Int>(missing, per_ns_)}; }

  /// Costs no division.
  bool takes_longer(Int missing, Duration wait) const noexcept { return missing > static_cast<Int>(wait.ns) * per_ns_; }

  Int capacity() const noexcept { return capacity_; }

 private:
  Base refilled(Instant now) const noexcept { return static_cast<Base>(now.ns) * static_cast<Base>(per_ns_); }

  Int per_ns_;
  Int capacity_;
  Base time_to_fill_;
};

}  // namespace ratereplay
