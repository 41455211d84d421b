#include "metrics/periods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

namespace {

constexpr Int128 minute = 60 * ns_per_second;
constexpr Int128 day = 1'440 * minute;
constexpr Duration a_week{7 * day};
constexpr Duration monday{-3 * day};  ///< the one before 1970-01-01, a Thursday

}  // namespace

Period Period::parse(std::string_view text) {
  const std::string_view typed = trimmed(text);
  if (equal_ignoring_case(typed, "week")) return {typed, a_week, monday};
  if (const Duration unit = unit_of(typed); unit.ns != 0) return {typed, unit, {}};
  if (typed.empty() || is_digit(typed.front()) || typed.front() == '-') return {typed, parse_duration(typed), {}};
  const std::array<std::string, 5> words{"second", "minute", "hour", "day", "week"};
  throw Error(fmt::format("{} is not a period; write second, minute, hour, day, week, or a duration as 15m{}",
                          in_quotes(text), suggestion(typed, words)));
}

Instant Period::last(std::int64_t index) const noexcept {
  const Int128 last = start(index).ns + length_.ns - 1;
  return {static_cast<std::int64_t>(std::min<Int128>(last, std::numeric_limits<std::int64_t>::max()))};
}

std::string Period::label(std::int64_t index) const {
  constexpr std::size_t date = 10;
  constexpr std::size_t to_the_minute = 16;
  std::string text = rfc3339_text_since_1970(start(index));
  text.pop_back();  // the Z
  text[date] = ' ';
  if (length_.ns % day == 0) {
    text.resize(date);
  } else if (length_.ns % minute == 0) {
    text.resize(to_the_minute);
  }
  return origin_ == monday ? "week of " + text : text;
}

void PeriodCounts::record(const Events& events, std::uint64_t passed) {
  std::size_t begin = 0;
  while (begin < events.size()) {
    if (counts_.empty() || events.time(begin) > last_) begin_period(events.time(begin));
    std::size_t end = events.size();
    if (events.time(end - 1) > last_) {
      end = begin + 1;
      while (events.time(end) <= last_) ++end;
    }
    PeriodCount& count = counts_.back();
    const std::uint64_t passes = passed >> begin & ~std::uint64_t{0} >> (64 - (end - begin));
    const auto passing = static_cast<std::uint64_t>(std::popcount(passes));
    count.passed += passing;
    count.dropped += end - begin - passing;
    if (events.unit_costs()) {
      count.passed_cost = static_cast<Cost>(count.passed);
      count.dropped_cost = static_cast<Cost>(count.dropped);
    } else {
      for (std::size_t event = begin; event < end; ++event)
        (passed >> event & 1 ? count.passed_cost : count.dropped_cost) += events.cost[event];
    }
    begin = end;
  }
}

void PeriodCounts::begin_period(Instant now) {
  if (counts_.size() == counts_.capacity()) {
    const std::size_t most = memory_ / sizeof(PeriodCount);
    const std::size_t next = std::min(most, std::max<std::size_t>(64, counts_.size() * 2));
    if (next <= counts_.size()) {
      throw Error(fmt::format(
          "--by {}: more than {} hold events, for which there is no memory; take longer ones, or raise --max-memory",
          in_quotes(period_.name()), counted(counts_.size(), "period")));
    }
    counts_.reserve(next);
  }
  PeriodCount count;
  count.index = period_.index(now);
  last_ = period_.last(count.index);
  counts_.push_back(count);
}

}  // namespace ratereplay
