#include "sweep/alignment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"
#include "sweep/pass_counts.hpp"

namespace ratereplay {

namespace {

/// The outcomes of rising offsets, one after another.
class Outcomes {
 public:
  /// `weight`: of the offset, in the mean.
  void add(std::uint64_t dropped, Duration offset, Int128 weight) {
    if (result_.tried == 0 || dropped < result_.least.dropped) result_.least = {dropped, offset};
    if (result_.tried == 0 || dropped > result_.most.dropped) result_.most = {dropped, offset};
    ++result_.tried;
    weighted_ += static_cast<Int128>(dropped) * weight;
    weight_ += weight;
  }

  Alignments result() const {
    Alignments result = result_;
    result.mean = Fraction(weighted_, weight_);
    return result;
  }

 private:
  Alignments result_;
  Int128 weighted_ = 0;
  Int128 weight_ = 0;
};

/// The windows of a trace while their boundaries move: an event that a boundary passes is no longer the first of its
/// window but the last of the one before.
class MovingWindows {
 public:
  MovingWindows(const Events& events, const FixedWindow& limiter) : events_(events), limit_(limiter.limit) {
    Int128 window = 0;
    for (std::size_t event = 0; event < events.size(); ++event) {
      const Int128 at = floor_div<Int128>(events.arrival[event], limiter.window.ns);
      // Each window has the one before as its neighbour.
      if (windows_.empty() || at > window + 1) windows_.push_back({event, event});
      if (windows_.size() == 1 || at > window) windows_.push_back({event, event});
      window = at;
      append(windows_.size() - 1);
      place_.push_back(windows_.size() - 1);
      phase_.push_back(static_cast<std::uint64_t>(events.arrival[event] - at * limiter.window.ns));
    }
  }

  /// How far into its window an event is, in ns.
  std::uint64_t phase(std::size_t event) const noexcept { return phase_[event]; }

  std::uint64_t dropped() const noexcept { return dropped_; }

  /// Upper bound of the events that are replayed while all of them move; without costs none are.
  Int128 work() const noexcept {
    Int128 work = 0;
    for (std::size_t i = 0; i + 1 < windows_.size(); ++i) {
      const Int128 later = i + 2 < windows_.size() ? windows_[i + 2].size() : 0;
      work += static_cast<Int128>(windows_[i + 1].size()) * (static_cast<Int128>(windows_[i + 1].size()) + later);
    }
    return work;
  }

  /// Moves the first event of its window.
  void move(std::size_t event) {
    Window& from = windows_[place_[event]];
    dropped_ -= from.dropped;
    ++from.begin;
    const Cost cost = events_.cost_of(event);
    if (events_.unit_costs()) {
      from.dropped = over_limit(from);
    } else if (cost > limit_) {
      --from.dropped;
    } else if (cost > 0) {
      replay(from);
    }
    dropped_ += from.dropped;
    append(place_[event] - 1);
  }

 private:
  struct Window {
    std::size_t begin;  ///< events
    std::size_t end;
    Cost passed_cost = 0;
    std::uint64_t dropped = 0;

    std::size_t size() const noexcept { return end - begin; }
  };

  std::uint64_t over_limit(const Window& window) const noexcept {
    const std::uint64_t size = window.size();
    const auto limit = static_cast<std::uint64_t>(limit_);
    return size > limit ? size - limit : 0;
  }

  void decide(Window& window, std::size_t event) const noexcept {
    const Cost cost = events_.cost_of(event);
    if (cost <= limit_ - window.passed_cost)
      window.passed_cost += cost;
    else
      ++window.dropped;
  }

  void replay(Window& window) const noexcept {
    window.passed_cost = 0;
    window.dropped = 0;
    for (std::size_t event = window.begin; event < window.end; ++event) decide(window, event);
  }

  void append(std::size_t place) {
    Window& window = windows_[place];
    dropped_ -= window.dropped;
    ++window.end;
    if (events_.unit_costs())
      window.dropped = over_limit(window);
    else
      decide(window, window.end - 1);
    dropped_ += window.dropped;
  }

  Events events_;
  Cost limit_;
  std::vector<Window> windows_;
  std::vector<std::size_t> place_;  ///< of an event's window at offset 0
  std::vector<std::uint64_t> phase_;
  std::uint64_t dropped_ = 0;
};

}  // namespace

Alignments align_at(const Events& events, const FixedWindow& limiter, std::uint64_t count, Workers& workers) {
  std::vector<AnyLimiter> limiters;
  for (std::uint64_t k = 0; k < count; ++k) {
    FixedWindow shifted = limiter;
    shifted.offset = Duration{limiter.window.ns * static_cast<Int128>(k) / static_cast<Int128>(count)};
    limiters.emplace_back(shifted);
  }
  const std::vector<PassCounts> counts = count_passes(events, limiters, workers);
  Outcomes outcomes;
  for (std::size_t k = 0; k < counts.size(); ++k)
    outcomes.add(events.size() - counts[k].passed, std::get<FixedWindow>(limiters[k]).offset, 1);
  return outcomes.result();
}

void check_align_everywhere(const Events& events, std::span<const FixedWindow> limiters) {
  constexpr Int128 most_work = 100'000'000'000;
  std::map<Int128, Int128> replayed;  // of each window
  Int128 work = 0;
  for (const FixedWindow& limiter : limiters) {
    const auto [place, is_new] = replayed.try_emplace(limiter.window.ns, 0);
    if (is_new && !events.unit_costs()) place->second = MovingWindows(events, limiter).work();
    work += place->second + static_cast<Int128>(events.size());
    if (work <= most_work) continue;
    throw Error(
        fmt::format("all offsets of {}, one of windows of {}, would take more than {} decisions; try a number of them",
                    counted(limiters.size(), "configuration"), human_text(limiter.window), grouped(most_work)));
  }
}

Alignments align_everywhere(const Events& events, const FixedWindow& limiter) {
  MovingWindows windows(events, limiter);
  std::vector<std::size_t> order(events.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return windows.phase(a) < windows.phase(b); });
  Outcomes outcomes;
  Int128 offset = 0;
  // An event stays in its window up to the offset that is its phase.
  for (std::size_t next = 0; offset < limiter.window.ns;) {
    const Int128 stays = next < order.size() ? static_cast<Int128>(windows.phase(order[next])) : limiter.window.ns - 1;
    // All offsets from here to `stays` have this outcome. The last of them is how far an event is into its window, and
    // as round as the stamps of the trace.
    outcomes.add(windows.dropped(), {offset == 0 ? 0 : stays}, stays + 1 - offset);
    offset = stays + 1;
    while (next < order.size() && static_cast<Int128>(windows.phase(order[next])) < offset) windows.move(order[next++]);
  }
  return outcomes.result();
}

}  // namespace ratereplay
