#include "limiter/dialect/cloudflare.hpp"

#include <fmt/format.h>

#include "limiter/wording.hpp"

namespace ratereplay {

namespace {

constexpr auto second = static_cast<std::int64_t>(ns_per_second);

}  // namespace

Cloudflare Cloudflare::from(const SpecReader& reader) {
  return {reader.whole("limit", 1, largest_count), ticks_of(reader, "window", second, "seconds")};
}

Cloudflare Cloudflare::for_comparison(const Rate& rate, const Fraction& /*burst*/) {
  return {rate.count, window_ticks_of(rate, second, "seconds")};
}

std::string Cloudflare::text() const { return fmt::format("limit={},window={}", limit, compact_text(own_window())); }

Fraction Cloudflare::long_run_per_ns() const { return steady_rate<CloudflareRule>(*this, second); }

std::string CloudflareRule::describe(const State& state, Instant now) const {
  const State counts = state.in(windows_.window_of(now));
  const Int128 ticks = windows_.ticks();
  return "an estimate of " + amount_words({counts.current * ticks + weighted(counts, now), ticks}) + " of " +
         std::to_string(limit_);
}

}  // namespace ratereplay
