#include "sizing/hull.hpp"

#include <algorithm>
#include <compare>
#include <iterator>

#include "core/int128.hpp"

namespace ratereplay {

namespace {

/// From one point to another that is not left of it and not below.
struct Step {
  std::uint64_t right;  ///< ns
  std::uint64_t up;     ///< cost
};

Step step(const Corner& from, const Corner& to) noexcept {
  return {ns_between(from.at.ns, to.at), static_cast<std::uint64_t>(to.cost - from.cost)};
}

std::uint64_t length_ns(const Witness& interval) noexcept { return ns_between(interval.first.ns, interval.last); }

Step step(const Witness& from, const Witness& to) noexcept {
  return {length_ns(to) - length_ns(from), static_cast<std::uint64_t>(to.cost - from.cost)};
}

/// Which step is steeper. Neither is of no size.
std::strong_ordering steepness(const Step& a, const Step& b) noexcept {
  return static_cast<UInt128>(a.up) * b.right <=> static_cast<UInt128>(b.up) * a.right;
}

}  // namespace

/// Removes the corners that are none with `corner` behind them; whether `corner` is one.
template <Side side>
bool CornerHull<side>::drop_behind(const Corner& corner) {
  while (!corners_.empty()) {
    const Corner& back = corners_.back();
    if (back.at == corner.at) {
      if (side == Side::start) return false;  // the earlier of two starts at one time holds more
    } else if (corners_.size() == 1) {
      return true;
    } else {
      const Corner& before = corners_.end()[-2];
      const std::strong_ordering turn = steepness(step(before, back), step(back, corner));
      if (side == Side::start ? turn < 0 : turn > 0) return true;
      const auto first_on_edge = [&] {
        return corners_.size() == 2 || steepness(step(corners_.end()[-3], before), step(before, back)) != 0;
      };
      if (side == Side::end && turn == 0 && first_on_edge()) return true;
    }
    corners_.pop_back();
  }
  return true;
}

template <Side side>
void CornerHull<side>::add(const Corner& corner) {
  if (drop_behind(corner)) corners_.push_back(corner);
}

template <Side side>
void CornerHull<side>::append(const CornerHull& later) {
  // What stands depends on two corners before it: once three of `later` stand behind each other, so do all others.
  int standing = 0;
  std::size_t next = 0;
  while (next < later.corners_.size() && standing < 3) {
    const std::size_t size = corners_.size();
    add(later.corners_[next++]);
    standing = corners_.size() == size + 1 ? standing + 1 : 1;
  }
  corners_.insert(corners_.end(), later.corners_.begin() + static_cast<std::ptrdiff_t>(next), later.corners_.end());
}

template <Side side>
void CornerHull<side>::shift(Cost cost, std::uint64_t events) noexcept {
  for (Corner& corner : corners_) {
    corner.cost += cost;
    corner.events += events;
  }
}

template class CornerHull<Side::start>;
template class CornerHull<Side::end>;

void add(PairHull& hull, const Witness& interval) {
  while (!hull.empty()) {
    const Witness& back = hull.back();
    const Step further = step(back, interval);
    if (interval.cost <= back.cost) {
      if (interval.cost < back.cost || further.right != 0 || !named_before(interval, back)) return;
    } else if (further.right != 0) {
      if (hull.size() == 1) break;
      const Witness& before = hull.end()[-2];
      const std::strong_ordering turn = steepness(step(before, back), further);
      if (turn > 0) break;
      const bool named = named_before(back, interval) && (length_ns(before) == 0 || named_before(back, before));
      if (turn == 0 && named) break;
    }
    hull.pop_back();
  }
  hull.push_back(interval);
}

bool in_line(const Witness& a, const Witness& b, const Witness& c) noexcept {
  return steepness(step(a, b), step(b, c)) == 0;
}

PairHull united(const PairHull& a, const PairHull& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  PairHull hull;
  hull.reserve(a.size() + b.size());
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() && right != b.end()) add(hull, length_ns(*right) < length_ns(*left) ? *right++ : *left++);
  std::for_each(left, a.end(), [&](const Witness& interval) { add(hull, interval); });
  std::for_each(right, b.end(), [&](const Witness& interval) { add(hull, interval); });
  return hull;
}

PairHull across(const StartHull& starts, const EndHull& ends) {
  // The sum of two convex chains is their steps, the steepest first.
  const std::vector<Corner>& from = starts.corners();
  const std::vector<Corner>& to = ends.corners();
  PairHull hull;
  hull.reserve(from.size() + to.size() - 1);
  auto start = from.rbegin();
  auto end = to.begin();
  while (true) {
    add(hull, {start->at, end->at, end->events - start->events, end->cost - start->cost});
    const bool starts_left = std::next(start) != from.rend();
    const bool ends_left = std::next(end) != to.end();
    if (!starts_left && !ends_left) return hull;
    // Of two steps alike the start goes first: that reaches the earliest start with the earliest end, the one to name.
    if (!ends_left || (starts_left && steepness(step(start[1], start[0]), step(end[0], end[1])) >= 0)) {
      ++start;
    } else {
      ++end;
    }
  }
}

}  // namespace ratereplay
