#include "limiter/dialect/envoy_ratelimit.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "limiter/wording.hpp"

namespace ratereplay {

namespace {

constexpr std::array unit_names{"second", "minute", "hour", "day"};
constexpr std::array<std::int64_t, 4> unit_seconds{1, 60, 3600, 86'400};

}  // namespace

EnvoyRatelimit EnvoyRatelimit::from(const SpecReader& reader) {
  return {reader.whole("requests_per_unit", 1, most), static_cast<Unit>(reader.choice("unit"))};
}

EnvoyRatelimit EnvoyRatelimit::for_comparison(const Rate& rate, const Fraction& /*burst*/) {
  // The unit that is the period, else the first in which the rate is whole.
  std::optional<EnvoyRatelimit> found;
  for (std::size_t unit = 0; unit < unit_seconds.size(); ++unit) {
    const Int128 length = unit_seconds[unit] * ns_per_second;
    const Fraction requests = rate.per_ns() * Fraction(length);
    if (requests.denominator() != 1 || requests > Fraction(most)) continue;
    if (!found || length == rate.period.ns) {
      found = EnvoyRatelimit{static_cast<std::int64_t>(requests.floor()), static_cast<Unit>(unit)};
    }
  }
  if (!found) {
    throw Error(fmt::format(
        "it counts whole requests, up to {}, a second, minute, hour or day, and {} is none of these", most, rate.text));
  }
  return *found;
}

std::string EnvoyRatelimit::text() const {
  return fmt::format("requests_per_unit={}", requests_per_unit) +
         (unit == Unit::second ? "" : fmt::format(",unit={}", unit_names[static_cast<std::size_t>(unit)]));
}

std::int64_t EnvoyRatelimit::seconds() const noexcept { return unit_seconds[static_cast<std::size_t>(unit)]; }

std::string EnvoyRatelimitRule::describe(const State& state, Instant now) const {
  return share_words(windows_.window_of(now) > state.window ? 0 : state.count, limit_) + " counted in the window";
}

}  // namespace ratereplay
