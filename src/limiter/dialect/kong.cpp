#include "limiter/dialect/kong.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
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

Kong Kong::closest(const Rate& rate, std::int64_t bucket) {
  const Int128 seconds = (Fraction(bucket) / rate.per_ns() / Fraction(ns_per_second)).ceil();
  if (bucket > largest_count || seconds * ns_per_second > longest_window.ns) {
    throw Error(fmt::format("its limit is taken up to {}, and its window up to {}", largest_count,
                            compact_text(longest_window)));
  }
  // In seconds that were rounded up more come than the bucket holds.
  const Int128 come = (rate.per_ns() * Fraction(seconds * ns_per_second)).floor();
  return {static_cast<std::int64_t>(std::clamp<Int128>(come, bucket, largest_count)),
          static_cast<std::int64_t>(seconds), true};
}

std::string Kong::stanza(bool each_client) const {
  return fmt::format(
      "plugins:\n"
      "- name: rate-limiting-advanced\n"
      "  config:\n"
      "    limit: [{}]\n"
      "    window_size: [{}]\n"
      "    window_type: sliding\n"
      "    identifier: {}\n"
      "    disable_penalty: {}\n",
      limit, window, each_client ? "ip" : "service", disable_penalty);
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
