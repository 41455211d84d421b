#include "sizing/curve.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ratereplay {

namespace {

/// The first number below `count` for which `holds` is true, which it is from there on; `count` for none.
template <class Holds>
std::size_t first_that(std::size_t count, Holds holds) {
  std::size_t begin = 0;
  while (begin < count) {
    const std::size_t middle = begin + (count - begin) / 2;
    if (holds(middle)) {
      count = middle;
    } else {
      begin = middle + 1;
    }
  }
  return begin;
}

}  // namespace

Curve::Curve(PairHull hull) : witnesses_(std::move(hull)) {
  std::reverse(witnesses_.begin(), witnesses_.end());
  std::size_t kept = 0;
  for (std::size_t point = 0; point < witnesses_.size(); ++point) {
    const Witness witness = witnesses_[point];
    if (kept > 0 && point + 1 < witnesses_.size() && in_line(witnesses_[point + 1], witness, witnesses_[kept - 1])) {
      ties_.push_back({kept, witness});
    } else {
      witnesses_[kept++] = witness;
    }
  }
  witnesses_.resize(kept);
}

Fraction Curve::rate(std::size_t vertex) const {
  if (vertex == 0) return {};
  const Witness& longer = witnesses_[vertex - 1];
  const Witness& shorter = witnesses_[vertex];
  return {longer.cost - shorter.cost, longer.length().ns - shorter.length().ns};
}

Fraction Curve::bucket(std::size_t vertex) const {
  const Witness& shorter = witnesses_[vertex];
  if (vertex == 0) return {shorter.cost};
  const Witness& longer = witnesses_[vertex - 1];
  // cost - rate * length over one denominator: both products are below 2^127.
  const Int128 cost = longer.cost - shorter.cost;
  const Int128 length = longer.length().ns - shorter.length().ns;
  return {shorter.cost * length - cost * shorter.length().ns, length};
}

const Witness& Curve::lasting_witness_at(std::size_t vertex) const {
  const auto tie = std::lower_bound(ties_.begin(), ties_.end(), vertex,
                                    [](const Tie& a, std::size_t wanted) { return a.vertex < wanted; });
  if (tie != ties_.end() && tie->vertex == vertex) return tie->witness;
  const Witness& longer = witnesses_[vertex - 1];
  const Witness& shorter = witnesses_[vertex];
  return shorter.length().ns > 0 && named_before(shorter, longer) ? shorter : longer;
}

const Witness& Curve::witness_at(std::size_t vertex) const {
  if (vertex == 0) return witnesses_.front();
  const Witness& lasting = lasting_witness_at(vertex);
  return named_before(witnesses_[vertex], lasting) ? witnesses_[vertex] : lasting;
}

LeastBucket Curve::at(const Fraction& per_ns) const {
  if (witnesses_.empty()) return {};
  // The segment begins at the last vertex that is not above the rate; the vertex 0 never is.
  const std::size_t segment = first_that(segments() - 1, [&](std::size_t vertex) { return rate(vertex + 1) > per_ns; });
  const Witness& witness = rate(segment) == per_ns ? witness_at(segment) : witnesses_[segment];
  return {Fraction(witness.cost) - per_ns * Fraction(witness.length().ns), witness};
}

std::optional<LeastRate> Curve::least_rate(const Fraction& bucket) const {
  if (witnesses_.empty() || bucket >= Fraction(witnesses_.front().cost)) return LeastRate{};
  if (bucket < Fraction(witnesses_.back().cost)) return std::nullopt;
  // The first vertex at which the bucket suffices: b falls to it on the segment before.
  const std::size_t vertex =
      1 + first_that(segments() - 2, [&](std::size_t before) { return this->bucket(before + 1) <= bucket; });
  if (this->bucket(vertex) == bucket) return LeastRate{rate(vertex), lasting_witness_at(vertex)};
  const Witness& witness = witnesses_[vertex - 1];
  return LeastRate{(Fraction(witness.cost) - bucket) / Fraction(witness.length().ns), witness};
}

std::optional<LeastRateBounds> Curve::least_rate_bounds(const Fraction& bucket, Duration resolution) const {
  if (witnesses_.empty() || bucket >= Fraction(witnesses_.front().cost)) return std::nullopt;
  // The rate at which an interval forces the bucket if it lasts so much longer.
  const auto forced = [&](std::size_t segment, Int128 longer) {
    const Witness& witness = witnesses_[segment];
    return (Fraction(witness.cost) - bucket) / Fraction(witness.length().ns + longer);
  };
  const Int128 d = resolution.ns;
  // b(r) - r d falls all the way. It comes down to the bucket on the first segment that ends below it.
  const std::size_t lower =
      first_that(segments() - 1, [&](std::size_t segment) { return forced(segment + 1, d) < rate(segment + 1); });
  LeastRateBounds bounds{forced(lower, d), std::nullopt};
  // Costs are whole: no interval that costs less than `next` forces anything, and the hull tells how long one that
  // does must last.
  const Int128 next = bucket.floor() + 1;
  const std::size_t cheaper =
      first_that(segments(), [&](std::size_t segment) { return witnesses_[segment].cost < next; });
  if (cheaper == segments()) return bounds;
  const Fraction least_length = Fraction(witnesses_[cheaper].length().ns) +
                                Fraction(next - witnesses_[cheaper].cost) / rate(cheaper) - Fraction(d);
  if (least_length <= Fraction(0)) return bounds;
  // Of the intervals on the hull the rate rises to one of them and falls from there.
  const std::size_t most =
      first_that(cheaper - 1, [&](std::size_t segment) { return forced(segment, -d) <= rate(segment + 1); });
  bounds.upper = std::max(forced(most, -d), (Fraction(next) - bucket) / least_length);
  return bounds;
}

}  // namespace ratereplay
