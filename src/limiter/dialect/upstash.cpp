#include "limiter/dialect/upstash.hpp"

#include <fmt/format.h>

#include "limiter/wording.hpp"

namespace ratereplay {

Upstash Upstash::from(const SpecReader& reader) {
  return {reader.whole("limit", 1, largest_count), ticks_of(reader, "window", ns_per_ms, "milliseconds")};
}

Upstash Upstash::for_comparison(const Rate& rate, const Fraction& /*burst*/) {
  return {rate.count, window_ticks_of(rate, ns_per_ms, "milliseconds")};
}

std::string Upstash::text() const { return fmt::format("limit={},window={}", limit, compact_text(own_window())); }

Fraction Upstash::long_run_per_ns() const { return steady_rate<UpstashRule>(*this, ns_per_ms); }

std::string UpstashRule::describe(const State& state, Instant now) const {
  const State counts = state.in(windows_.window_of(now));
  const auto limit = static_cast<Int128>(limit_);
  return share_words(Int128{counts.current} + static_cast<Int128>(weighted(counts, now)), limit) + " counted";
}

}  // namespace ratereplay
