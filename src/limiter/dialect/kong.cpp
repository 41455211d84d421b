#include "limiter/dialect/kong.hpp"

#include <fmt/format.h>

#include "limiter/wording.hpp"

namespace ratereplay {

namespace {

constexpr auto second = static_cast<std::int64_t>(ns_per_second);

}  // namespace

Kong Kong::from(const SpecReader& reader) {
  return {reader.whole("limit", 1, largest_count), ticks_of(reader, "window", second, "seconds"),
          reader.has("disable_penalty")};
}

Kong Kong::for_comparison(const Rate& rate, const Fraction& /*burst*/) {
  return {rate.count, window_ticks_of(rate, second, "seconds")};
}

std::string Kong::text() const {
  return fmt::format("limit={},window={}{}", limit, compact_text(own_window()),
                     disable_penalty ? ",disable_penalty" : "");
}

Fraction Kong::long_run_per_ns() const { return steady_rate<KongRule>(*this, second); }

std::string KongRule::describe(const State& state, Instant now) const {
  const State counts = state.in(windows_.window_of(now));
  const Int128 ticks = windows_.ticks();
  const Int128 weighted = counts.previous * (ticks - windows_.elapsed(counts.window, now));
  return amount_words({counts.current * ticks + weighted, ticks}) + " of " +
         amount_words(Fraction(static_cast<Int128>(limit_))) + " counted";
}

}  // namespace ratereplay
