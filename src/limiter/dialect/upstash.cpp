#include "limiter/dialect/upstash.hpp"

#include <fmt/format.h>

#include "limiter/wording.hpp"

namespace ratereplay {

Upstash Upstash::from(const SpecReader& reader) {
  return {count_of(reader, "limit"), ticks_of(reader, "window", ns_per_ms, "milliseconds")};
}

Upstash Upstash::for_comparison(const Rate& rate, const Fraction& /*burst*/) {
  const std::int64_t window = window_ticks_of(rate, ns_per_ms, "milliseconds");
  return {rate.count, window};
}

std::string Upstash::text() const { return fmt::format("limit={},window={}", limit, compact_text(own_window())); }

Fraction Upstash::long_run_per_ns() const {
  const UpstashRule rule(*this);
  const Instant last_tick{(window - 1) * ns_per_ms};
  return steady_count(limit,
                      [&](std::int64_t previous) {
                        return rule.room({0, 0, previous}, last_tick);
                      }) /
         Fraction(own_window().ns);
}

std::string UpstashRule::describe(const State& state, Instant now) const {
  const State counts = state.in(windows_.window_of(now));
  const auto limit = static_cast<Int128>(limit_);
  return share_words(Int128{counts.current} + static_cast<Int128>(weighted(counts, now)), limit) + " counted";
}

}  // namespace ratereplay
