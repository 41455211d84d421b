#pragma once

#include <cstdint>

#include "core/cost.hpp"
#include "core/instant.hpp"

namespace ratereplay {

/// An interval of the trace that forces an answer: its first and last event (of several: the earliest first, then the
/// earliest last), how many events of cost >= 1 it holds, their cost, and how long it lasts.
struct Witness {
  Instant first;
  Instant last;
  std::uint64_t events = 0;
  Cost cost = 0;

  Duration length() const noexcept { return last - first; }

  friend bool operator==(const Witness&, const Witness&) = default;
};

/// Whether `a` is the one to name where both force the same.
inline bool named_before(const Witness& a, const Witness& b) noexcept {
  return a.first != b.first ? a.first < b.first : a.last < b.last;
}

}  // namespace ratereplay
