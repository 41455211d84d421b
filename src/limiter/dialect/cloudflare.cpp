#include "limiter/dialect/cloudflare.hpp"

#include <fmt/format.h>

#include "limiter/wording.hpp"

namespace ratereplay {

namespace {

constexpr auto second = static_cast<std::int64_t>(ns_per_second);

}  // namespace

Cloudflare Cloudflare::from(const SpecReader& reader) {
  return {count_of(reader, "limit"), ticks_of(reader, "window", second, "seconds")};
}

Cloudflare Cloudflare::for_comparison(const Rate& rate, const Fraction& /*burst*/) {
  const std::int64_t window = window_ticks_of(rate, second, "seconds");
  return {rate.count, window};
}

std::string Cloudflare::text() const { return fmt::format("limit={},window={}", limit, compact_text(own_window())); }

Fraction Cloudflare::long_run_per_ns() const {
  const CloudflareRule rule(*this);
  const Instant last_tick{(window - 1) * second};
  return steady_count(limit,
                      [&](std::int64_t previous) {
                        return rule.room({0, 0, previous}, last_tick);
                      }) /
         Fraction(own_window().ns);
}

std::string CloudflareRule::describe(const State& state, Instant now) const {
  const State counts = state.in(windows_.window_of(now));
  const Int128 ticks = windows_.ticks();
  return "an estimate of " + amount_words({counts.current * ticks + weighted(counts, now), ticks}) + " of " +
         std::to_string(limit_);
}

}  // namespace ratereplay
