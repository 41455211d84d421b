#include "limiter/dialect/python_limits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "limiter/arithmetic.hpp"
#include "limiter/wording.hpp"

namespace ratereplay {

namespace {

constexpr std::array strategies{"fixed", "moving", "sliding"};

/// None where limits has no such window.
std::optional<std::int64_t> whole_seconds(Duration window) {
  const Int128 seconds = window.ns / ns_per_second;
  if (window.ns % ns_per_second != 0 || seconds > PythonLimits::longest_s) return std::nullopt;
  return static_cast<std::int64_t>(seconds);
}

}  // namespace

PythonLimits PythonLimits::from(const SpecReader& reader) {
  PythonLimits result;
  result.strategy = static_cast<Strategy>(reader.choice("strategy"));
  result.limit = reader.whole("limit", 1);
  if (result.limit > most) reader.fail(fmt::format("limit is taken up to {}", most));
  const std::optional<std::int64_t> seconds = whole_seconds(reader.duration("window"));
  if (!seconds) reader.fail(fmt::format("window is in whole seconds, up to {} of them, as limits has it", longest_s));
  result.window_s = *seconds;
  return result;
}

PythonLimits PythonLimits::for_comparison(const Rate& rate, const Fraction& /*burst*/) {
  const std::optional<std::int64_t> seconds = whole_seconds(rate.period);
  if (!seconds) {
    throw Error(
        fmt::format("limits has windows of whole seconds, up to {} of them, and {} has none", longest_s, rate.text));
  }
  if (rate.count > most) throw Error(fmt::format("its limit is taken up to {}", most));
  return {Strategy::fixed, rate.count, *seconds};
}

std::string PythonLimits::text() const {
  const std::string_view strategy_text = strategies[static_cast<std::size_t>(strategy)];
  return fmt::format("{}limit={},window={}",
                     strategy == Strategy::fixed ? "" : fmt::format("strategy={},", strategy_text), limit,
                     compact_text(own_window()));
}

// The doubles of two times, and of a time and a window, are within 4 us of them. fixed and sliding: a window passes at
// most the limit, and those after it begin no less than w apart. moving: whatever passed less than w ago is listed.
Int128 PythonLimits::promise(Duration length) const {
  const Int128 apart = own_window().ns - 10'000;
  if (strategy == Strategy::moving) return limit * ceil_div<Int128>(length.ns, apart);
  return limit * (ceil_div<Int128>(length.ns - 1, apart) + 1);
}

std::variant<FixedWindow, SlidingLog, SlidingCounter> PythonLimits::ideal() const {
  switch (strategy) {
    case Strategy::fixed:
      return FixedWindow{limit, own_window(), FixedWindow::Anchor::first};
    case Strategy::moving:
      return SlidingLog{limit, own_window()};
    case Strategy::sliding:
      break;
  }
  return SlidingCounter{limit, own_window()};
}

std::string PythonRule::share(Cost counted) const { return share_words(counted, limit_); }

std::string PythonFixedRule::describe(const State& state, Instant now) const {
  const bool over = state.expires <= seconds(now);
  return (!over && state.count > limit_ ? "more than " + share(limit_) : share(over ? 0 : state.count)) +
         " hit in the window";
}

bool PythonMovingRule::would_admit(const State& state, Instant now, Cost cost) const noexcept {
  if (cost > limit_) return false;
  // The entry that has so much cost newer than it would be the first too many; nothing is as old as the infinite past.
  const auto newer = static_cast<std::uint64_t>(limit_ - cost);
  const auto first = state.list.begin() + static_cast<std::ptrdiff_t>(state.dropped);
  const auto behind = std::partition_point(first, state.list.end(),
                                           [&](const Entry& entry) { return state.listed - entry.before > newer; });
  return behind == first || !counts(*(behind - 1), seconds(now));
}

void PythonMovingRule::list(State& state, double time, std::uint64_t cost) const {
  const auto limit = static_cast<std::uint64_t>(limit_);
  if (!state.list.empty() && state.list.back().time == time) {
    state.listed += cost;
    return;
  }
  state.list.push_back({time, state.listed});
  state.listed += cost;
  // No event looks further back than the limit, and what counts no more is as if it were not there.
  while (state.dropped + 1 < state.list.size() &&
         (state.listed - state.list[state.dropped + 1].before >= limit || !counts(state.list[state.dropped], time))) {
    ++state.dropped;
  }
  if (state.dropped > state.list.size() / 2) {
    state.list.erase(state.list.begin(), state.list.begin() + static_cast<std::ptrdiff_t>(state.dropped));
    state.dropped = 0;
  }
}

std::string PythonMovingRule::describe(const State& state, Instant now) const {
  const double time = seconds(now);
  const auto first = state.list.begin() + static_cast<std::ptrdiff_t>(state.dropped);
  const auto in =
      std::partition_point(first, state.list.end(), [&](const Entry& entry) { return !counts(entry, time); });
  const std::uint64_t counted = in == state.list.end() ? 0 : state.listed - in->before;
  return share(std::min(limit_, static_cast<Cost>(counted))) + " passed in the window";
}

std::string PythonSlidingRule::describe(const State& state, Instant now) const {
  const double time = seconds(now);
  const State then = at(state, time);
  return fmt::format("{} passed in the window, {} in the one before: {} weighted", then.current, then.previous,
                     share(whole(weighted(then, time, then.current))));
}

}  // namespace ratereplay
