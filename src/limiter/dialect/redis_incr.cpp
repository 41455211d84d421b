#include "limiter/dialect/redis_incr.hpp"

#include <fmt/format.h>

#include "limiter/wording.hpp"

namespace ratereplay {

RedisIncr RedisIncr::from(const SpecReader& reader) {
  return {reader.whole("limit", 1, largest_count), ticks_of(reader, "window", ns_per_ms, "milliseconds")};
}

RedisIncr RedisIncr::for_comparison(const Rate& rate, const Fraction& /*burst*/) {
  return {rate.count, window_ticks_of(rate, ns_per_ms, "milliseconds")};
}

std::string RedisIncr::text() const { return fmt::format("limit={},window={}", limit, compact_text(own_window())); }

// The ticks of a window and of the next one that is opened are window + 1 apart, and each passes the limit.
std::optional<Int128> RedisIncr::promise(Duration length) const {
  const Int128 ms = ceil_div<Int128>(length.ns - 1, ns_per_ms);
  return checked_mul(limit, ceil_div<Int128>(ms, Int128{window} + 1) + 1);
}

std::string RedisIncrRule::describe(const State& state, Instant now) const {
  if (rested(state, now)) return "no key";
  const Int128 left = (Int128{state.last} + 1) * ns_per_ms - now.ns;
  return share_words(state.count, limit_) + " counted, the key goes in " + time_words(left, 1);
}

}  // namespace ratereplay
