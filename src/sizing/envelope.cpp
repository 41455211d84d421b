#include "sizing/envelope.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace ratereplay {

namespace {

// Kernels take whole numbers below 2^53; what is added up has one bit to spare.
constexpr Int128 kernel_limit = Int128{1} << 52;

/// An interval in double precision: to choose which ones to keep, which changes no result.
struct Point {
  double length;
  double cost;
  std::size_t place;
};

/// How much of what b(r) is above b(infinity) is lost without the point between two others, at the rate where that is
/// most: 0 to 1.
double loss(const Point& shorter, const Point& point, const Point& longer, double at_infinity) noexcept {
  const double rate = (longer.cost - shorter.cost) / (longer.length - shorter.length);
  const double with = point.cost - rate * point.length;
  const double without = shorter.cost - rate * shorter.length;
  return with > at_infinity ? (with - without) / (with - at_infinity) : 0;
}

}  // namespace

void Envelope::add(const PairHull& found) {
  intervals_ = united(intervals_, found);
  thin_out();
  count_ = intervals_.size() - 1;
  for (std::size_t vertex = 0; vertex < count_; ++vertex) {
    const Witness& shorter = intervals_[vertex];
    const Witness& longer = intervals_[vertex + 1];
    const Int128 length = longer.length().ns - shorter.length().ns;
    const Int128 cost = longer.cost - shorter.cost;
    const Int128 emission = ceil_div(length, cost);
    vertices_[vertex] = {static_cast<std::uint64_t>(emission), emission * shorter.cost - shorter.length().ns,
                         shorter.cost};
  }
}

bool Envelope::bounds_all_rates() const noexcept {
  return !intervals_.empty() && intervals_.front().length() == Duration{0};
}

void Envelope::thin_out() {
  constexpr std::size_t at_first = 4 * most_vertices;
  std::vector<Point> points;
  // A hull may be huge: an even choice of it first.
  const std::size_t every = std::max<std::size_t>(1, intervals_.size() / at_first);
  for (std::size_t place = 0; place < intervals_.size(); ++place) {
    if (place % every != 0 && place + 1 != intervals_.size()) continue;
    const Witness& interval = intervals_[place];
    points.push_back({static_cast<double>(interval.length().ns), static_cast<double>(interval.cost), place});
  }
  while (points.size() > most_vertices + 1) {
    std::size_t least = 1;
    double least_loss = std::numeric_limits<double>::infinity();
    for (std::size_t point = 1; point + 1 < points.size(); ++point) {
      const double lost = loss(points[point - 1], points[point], points[point + 1], points.front().cost);
      if (lost < least_loss) {
        least = point;
        least_loss = lost;
      }
    }
    points.erase(points.begin() + static_cast<std::ptrdiff_t>(least));
  }
  for (std::size_t kept = 0; kept < points.size(); ++kept) intervals_[kept] = intervals_[points[kept].place];
  intervals_.resize(points.size());
}

bool Envelope::reached_by(const StartHull& starts, const EndHull& ends) const noexcept {
  const std::vector<Corner>& from = starts.corners();
  const std::vector<Corner>& to = ends.corners();
  const Cost whole = to.back().cost - from.front().cost;
  const auto further = [](const Corner& a, const Corner& b, std::uint64_t emission) {
    return static_cast<UInt128>(emission) * static_cast<std::uint64_t>(b.cost - a.cost) >
           static_cast<UInt128>((b.at - a.at).ns);
  };
  if (!bounds_all_rates()) return true;
  std::size_t start = from.size() - 1;
  std::size_t end = 0;
  for (std::size_t vertex = 0; vertex < count_; ++vertex) {
    const auto& [emission, most, cost_from] = vertices_[vertex];
    if (cost_from > whole) return false;  // nor is it at any lower rate
    while (start > 0 && further(from[start - 1], from[start], emission)) --start;
    while (end + 1 < to.size() && further(to[end], to[end + 1], emission)) ++end;
    const Int128 cost = to[end].cost - from[start].cost;
    if (cost * emission - (to[end].at - from[start].at).ns >= most) return true;
  }
  return whole >= intervals_.back().cost;
}

bool Envelope::exceeded_by(std::span<const double> times, const double* costs, Cost cost,
                           const BlockKernels& kernels) const noexcept {
  if (!bounds_all_rates()) return true;
  std::array<double, most_vertices> emission{};
  std::array<double, most_vertices> most{};
  std::size_t lanes = 0;
  for (; lanes < count_; ++lanes) {
    const Vertex& vertex = vertices_[lanes];
    if (vertex.cost_from >= cost) break;  // and at all lower rates
    if (static_cast<Int128>(vertex.emission) * cost >= kernel_limit) return true;
    emission[lanes] = static_cast<double>(vertex.emission);
    most[lanes] = static_cast<double>(vertex.most);
  }
  if (lanes == count_ && intervals_.back().cost < cost) return true;
  const std::size_t filled_up = (lanes + rates_at_once - 1) / rates_at_once * rates_at_once;
  return kernels.forces_more(times.data(), costs, times.size(), emission.data(), most.data(), filled_up);
}

}  // namespace ratereplay
