#include "replay/replay.hpp"

#include <type_traits>
#include <utility>

#include "replay/recorders.hpp"

namespace ratereplay {

ReplaySummary replay(const AnyLimiter& limiter, const Events& events, Duration window) {
  const Extent extent = extent_of(events);
  return with_rule(limiter, extent, [&](const auto& rule) {
    using Rule = std::remove_cvref_t<decltype(rule)>;
    if constexpr (Shaper<Rule>) {
      using Ticks = decltype(rule.departure(std::declval<const typename Rule::State&>(), extent.first));
      ShaperRecorder<Ticks> recorder(window, events, rule.ticks_per_ns());
      replay(rule, events, recorder);
      return recorder.summary();
    } else {
      SummaryRecorder recorder(window, events.unit_costs());
      replay(rule, events, recorder);
      return recorder.summary();
    }
  });
}

}  // namespace ratereplay
