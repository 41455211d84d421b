#include "picture/time_axis.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace ratereplay {

namespace {

constexpr Int128 second = ns_per_second;
constexpr Int128 minute = 60 * second;
constexpr Int128 hour = 60 * minute;
constexpr Int128 day = 24 * hour;

// Below a month. Above it, months are counted.
constexpr std::array<Int128, 18> short_steps = {second,     2 * second, 5 * second,  10 * second, 30 * second, minute,
                                                2 * minute, 5 * minute, 10 * minute, 30 * minute, hour,        2 * hour,
                                                3 * hour,   6 * hour,   12 * hour,   day,         2 * day,     7 * day};
constexpr std::array<std::int64_t, 10> months_steps = {1, 3, 6, 12, 24, 60, 120, 600, 1200, 6000};

/// The least step of at least `least`, of 1, 2 and 5 times a power of ten ns below a second.
std::optional<Int128> step_of(Int128 least) {
  for (Int128 power = 1; power < second; power *= 10) {
    for (const Int128 digit : {1, 2, 5}) {
      if (digit * power >= least) return digit * power;
    }
  }
  const auto* const step = std::lower_bound(short_steps.begin(), short_steps.end(), least);
  return step == short_steps.end() ? std::nullopt : std::optional(*step);
}

std::string label_of(Instant time, Int128 step) {
  const std::string text = rfc3339_text(time);  // 2025-07-29T23:24:52.483Z
  constexpr std::size_t date = 10;
  if (floor_div<Int128>(time.ns, day) * day == time.ns) return text.substr(0, date);
  constexpr std::size_t minutes = 5;
  if (step >= minute) return text.substr(date + 1, minutes);
  return text.substr(date + 1, text.size() - date - 2);
}

/// The first instant of a month, counted from year 0.
std::optional<Instant> start_of(std::int64_t month) {
  const Int128 ns =
      static_cast<Int128>(days_from_civil(floor_div<std::int64_t>(month, 12), static_cast<int>(month % 12) + 1, 1)) *
      day;
  if (ns < std::numeric_limits<std::int64_t>::min() || ns > std::numeric_limits<std::int64_t>::max())
    return std::nullopt;
  return Instant{static_cast<std::int64_t>(ns)};
}

std::vector<TimeMark> month_marks(Instant first, Instant last, std::size_t most) {
  const std::int64_t begin = std::stoll(rfc3339_text(first).substr(0, 4)) * 12;
  const std::int64_t end = std::stoll(rfc3339_text(last).substr(0, 4)) * 12 + 12;
  std::vector<TimeMark> marks;
  for (const std::int64_t step : months_steps) {
    marks.clear();
    for (std::int64_t month = ceil_div(begin, step) * step; month <= end; month += step) {
      const std::optional<Instant> start = start_of(month);
      if (!start || *start < first || *start > last) continue;
      constexpr std::size_t year = 4;
      constexpr std::size_t year_and_month = 7;
      marks.push_back({*start, rfc3339_text(*start).substr(0, step >= 12 ? year : year_and_month)});
    }
    if (marks.size() <= most) break;
  }
  return marks;
}

}  // namespace

std::vector<TimeMark> time_marks(Instant first, Instant last, std::size_t most) {
  const std::optional<Int128> step = step_of(ceil_div((last - first).ns, static_cast<Int128>(most)));
  if (!step) return month_marks(first, last, most);
  std::vector<TimeMark> marks;
  for (Int128 time = ceil_div<Int128>(first.ns, *step) * *step; time <= last.ns && marks.size() < most; time += *step)
    marks.push_back({{static_cast<std::int64_t>(time)}, label_of({static_cast<std::int64_t>(time)}, *step)});
  return marks;
}

}  // namespace ratereplay
