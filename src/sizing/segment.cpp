#include "sizing/segment.hpp"

#include <algorithm>

namespace ratereplay {

Segment segment_of(const Events& events) {
  SegmentChain chain;
  for (std::size_t event = 0; event < events.size(); ++event) {
    const Cost cost = events.cost_of(event);
    if (cost == 0) continue;
    const Instant at = events.time(event);
    Segment single{cost, 1, {}, {}, {{at, at, 1, cost}}};
    single.starts.add({at, 0, 0});
    single.ends.add({at, cost, 1});
    chain.add(std::move(single));
  }
  return chain.take();
}

void SegmentChain::add(Segment next, Envelope* known) {
  if (next.events == 0) return;
  next.starts.shift(cost_, events_);
  next.ends.shift(cost_, events_);
  cost_ += next.cost;
  events_ += next.events;
  links_.push_back({0, std::move(next)});
  while (links_.size() >= 2 && links_.end()[-2].level == links_.back().level) join_last_two(known);
}

Segment SegmentChain::take(Envelope* known) {
  while (links_.size() >= 2) join_last_two(known);
  Segment whole = links_.empty() ? Segment() : std::move(links_.front().segment);
  links_.clear();
  cost_ = 0;
  events_ = 0;
  return whole;
}

void SegmentChain::join_last_two(Envelope* known) {
  const Segment later = std::move(links_.back().segment);
  links_.pop_back();
  Link& link = links_.back();
  Segment& joined = link.segment;
  joined.pairs = united(joined.pairs, later.pairs);
  if (known == nullptr || known->reached_by(joined.starts, later.ends)) {
    const PairHull found = across(joined.starts, later.ends);
    joined.pairs = united(joined.pairs, found);
    if (known != nullptr) known->add(found);
  }
  joined.starts.append(later.starts);
  joined.ends.append(later.ends);
  joined.cost += later.cost;
  joined.events += later.events;
  ++link.level;
}

}  // namespace ratereplay
