#include "picture/log_axis.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string_view>

namespace ratereplay {

double LogAxis::place_of(double value) const { return std::log(value / least_) / std::log(most_ / least_); }

std::vector<LogAxis::Mark> LogAxis::marks(double unit, const std::string& name) const {
  std::vector<Mark> marks;
  // A little beyond either end: a power may be missed by a last digit.
  constexpr double slack = 1e-9;
  const int first = static_cast<int>(std::ceil(std::log10(least_ / unit) - slack));
  const int last = static_cast<int>(std::floor(std::log10(most_ / unit) + slack));
  marks.reserve(last < first ? 0 : static_cast<std::size_t>(last - first) + 1);
  for (int power = first; power <= last; ++power) {
    const double value = std::pow(10.0, power);
    constexpr int most_digits = 6;
    marks.push_back(
        {value * unit, power > most_digits ? fmt::format("1e{}{}", power, name) : fmt::format("{:g}{}", value, name)});
  }
  return marks;
}

std::vector<LogAxis::Mark> rate_marks(double least, double most) {
  struct Unit {
    double seconds;
    std::string_view name;
  };
  constexpr std::array<Unit, 4> units = {{{1, "/s"}, {60, "/min"}, {3'600, "/h"}, {86'400, "/d"}}};
  const double middle = std::sqrt(least * most);
  const Unit* unit = units.data();
  while (unit != &units.back() && middle * unit->seconds < 1) ++unit;
  return LogAxis(least, most).marks(1 / unit->seconds, std::string(unit->name));
}

}  // namespace ratereplay
