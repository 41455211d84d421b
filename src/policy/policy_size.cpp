#include "policy/policy_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "core/error.hpp"
#include "core/text.hpp"
#include "replay/limiter_run.hpp"
#include "sizing/tolerance.hpp"

namespace ratereplay {

namespace {

/// The events that reach each rule, a bit for each.
std::vector<std::vector<bool>> reaching(const PreparedPolicy& prepared, const Events& events, const Extent& extent) {
  const std::size_t rules = prepared.policy.rules.size();
  std::vector<std::vector<bool>> reached(rules, std::vector<bool>(events.size()));
  decide_policy(prepared.policy, prepared.columns, prepared.matches, events, extent,
                [&](const PolicyDecision& decision) {
                  const KeyId number = events.key.empty() ? 0 : events.key[decision.event];
                  const std::uint64_t* const matching = prepared.matches.of(number);
                  for (std::size_t rule = 0; rule < decision.reached_before; ++rule)
                    reached[rule][decision.event] = (matching[rule / 64] >> rule % 64 & 1) != 0;
                });
  return reached;
}

/// Those of a rule, with what they cost it.
EventColumns events_of(const PolicyRule& rule, const Events& events, const std::vector<bool>& reached) {
  EventColumns columns;
  const bool own_costs = rule.cost_column && !events.unit_costs();
  for (std::size_t event = 0; event < events.size(); ++event) {
    if (!reached[event]) continue;
    columns.arrival.push_back(events.arrival[event]);
    if (own_costs || rule.cost != 1) columns.cost.push_back(own_costs ? events.cost[event] : rule.cost);
    if (!events.key.empty()) columns.key.push_back(events.key[event]);
  }
  return columns;
}

Int128 held_by(const AnyLimiter& limiter) {
  return std::visit(
      []<class Limiter>(const Limiter& each) -> Int128 {
        if constexpr (std::is_same_v<Limiter, TwoRateMarker>)
          return each.peak_burst.ceil();
        else if constexpr (requires { each.queue; })
          return each.queue;
        else if constexpr (requires { each.burst.ceil(); } && !std::is_same_v<Limiter, SingleRateMarker>)
          return each.burst.ceil();
        else
          return each.quota();
      },
      limiter);
}

/// What a queue holds is one less than leaves without delay and waits.
bool is_queue(const AnyLimiter& limiter) { return std::holds_alternative<LeakyQueue>(limiter); }

RuleSize size_rule(const PolicyRule& rule, const std::optional<std::size_t>& choice,
                   const std::shared_ptr<const Keys>& keys, const EventColumns& columns, std::uint64_t allowed,
                   Workers& workers) {
  const Events events = columns.events();
  RuleSize size;
  size.events = events.size();
  size.held = held_by(rule.limiter);
  if (!holding(rule.limiter, 1)) return size;
  RunOptions options{.outline = {events.unit_costs(), choice ? keys : nullptr}, .choice = choice};
  const CountDrops count = [&](const std::vector<std::int64_t>& sizes) {
    std::vector<std::uint64_t> dropped(sizes.size());
    workers.for_each(sizes.size(), [&](std::size_t turn) {
      const std::unique_ptr<LimiterRun> run = start_counting(*holding(rule.limiter, sizes[turn]), options);
      run->feed(events);
      dropped[turn] = run->summary().dropped;
    });
    return dropped;
  };
  Cost all = 0;
  for (std::size_t event = 0; event < events.size(); ++event) all += events.cost_of(event);
  const std::int64_t ceiling = std::max<std::int64_t>(all, 1);
  if (count({ceiling}).front() > 0) return size;  // as a bucket that begins with less
  const auto at_once = static_cast<std::int64_t>(workers.threads());
  const auto told = [&](std::int64_t found) { return is_queue(rule.limiter) ? found - 1 : found; };
  const std::int64_t lossless = std::max<std::int64_t>(least_tolerated(ceiling, 0, count, at_once).bucket, 1);
  size.lossless = size.within = told(lossless);
  if (allowed == 0) return size;
  const ToleratedBucket tolerated = events.unit_costs() ? least_tolerated(lossless, allowed, count, at_once)
                                                        : least_tolerated_of_grid(lossless, allowed, count);
  const std::int64_t within = std::max<std::int64_t>(tolerated.bucket, 1);
  size.within = told(within);
  size.refused = count({within}).front();
  return size;
}

}  // namespace

std::optional<AnyLimiter> holding(const AnyLimiter& limiter, std::int64_t size) {
  return std::visit(
      [&]<class Limiter>(Limiter each) -> std::optional<AnyLimiter> {
        if constexpr (is_dialect<Limiter> || std::is_same_v<Limiter, Pacer> ||
                      std::is_same_v<Limiter, SingleRateMarker>) {
          return std::nullopt;
        } else if constexpr (std::is_same_v<Limiter, TwoRateMarker>) {
          each.peak_burst = Int128{size};  // the other decides of what passes nothing but the colour
          return each;
        } else {
          if constexpr (requires { each.initial; }) {
            const bool full = each.initial == each.burst;
            each.initial = full ? Fraction(Int128{size}) : std::min(each.initial, Fraction(Int128{size}));
          }
          if constexpr (requires { each.burst; }) each.burst = Int128{size};
          if constexpr (requires { each.queue; }) each.queue = size - 1;
          if constexpr (requires { each.limit; }) each.limit = size;
          return each;
        }
      },
      limiter);
}

std::vector<RuleSize> size_policy(const PreparedPolicy& prepared, const std::shared_ptr<const Keys>& keys,
                                  const Events& events, const Extent& extent,
                                  const std::function<std::uint64_t(std::uint64_t)>& allowed, Workers& workers) {
  const std::vector<std::vector<bool>> reached = reaching(prepared, events, extent);
  std::vector<RuleSize> sizes;
  for (std::size_t index = 0; index < prepared.policy.rules.size(); ++index) {
    const PolicyRule& rule = prepared.policy.rules[index];
    const EventColumns columns = events_of(rule, events, reached[index]);
    try {
      sizes.push_back(
          size_rule(rule, prepared.columns.key(index), keys, columns, allowed(columns.arrival.size()), workers));
    } catch (const Error& error) {
      throw Error(fmt::format("{}: rule {}: {}", rule.where, in_quotes(rule.name), error.what()));
    }
  }
  return sizes;
}

}  // namespace ratereplay
