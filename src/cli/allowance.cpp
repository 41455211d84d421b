#include "cli/allowance.hpp"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"
#include "limiter/catalogue.hpp"
#include "sweep/lane_kernels.hpp"
#include "sweep/pass_counts.hpp"

namespace ratereplay {

std::uint64_t Allowance::of(std::uint64_t all) const {
  return events + static_cast<std::uint64_t>((share * Fraction(static_cast<Int128>(all))).floor());
}

Allowance parse_allowance(std::string_view text) {
  const std::string_view typed = trimmed(text);
  if (typed.empty() || typed.back() != '%') {
    const std::optional<std::int64_t> events = parse_whole(typed);
    if (!events) throw Error(fmt::format("{} is neither a share, as 0.1%, nor a whole number", in_quotes(text)));
    return {{}, static_cast<std::uint64_t>(*events)};
  }
  const Fraction share = parse_fraction(typed.substr(0, typed.size() - 1)) / Fraction(100);
  if (share > Fraction(1)) throw Error(fmt::format("{} is more than all events; give at most 100%", in_quotes(text)));
  constexpr Int128 finest = 1'000'000'000'000'000'000;
  if (share.denominator() > finest)
    throw Error(fmt::format("{} has too many digits; give at most 16 behind the point", in_quotes(text)));
  return {share, 0};
}

SizedWithin size_within(const Events& events, const Rate& rate, std::uint64_t allowed, Workers& workers) {
  const auto bursts_a_pass = static_cast<std::int64_t>(lanes_at_once * workers.threads());
  const CountDrops count = [&](const std::vector<std::int64_t>& bursts) {
    std::vector<AnyLimiter> limiters;
    limiters.reserve(bursts.size());
    for (const std::int64_t burst : bursts) limiters.emplace_back(Gcra::for_comparison(rate, Fraction(burst)));
    std::vector<std::uint64_t> dropped;
    for (const PassCounts& passes : count_passes(events, limiters, workers)) {
      dropped.push_back(events.size() - passes.passed);
    }
    return dropped;
  };
  SizedWithin result{least_bucket(events, rate), {}};
  // At most what the trace costs.
  const auto ceiling = static_cast<std::int64_t>(result.lossless.exact.ceil());
  result.tolerated = events.unit_costs() ? least_tolerated(ceiling, allowed, count, bursts_a_pass)
                                         : least_tolerated_of_grid(ceiling, allowed, count);
  return result;
}

}  // namespace ratereplay
