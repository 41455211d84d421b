#include "limiter/dialect/redis_log.hpp"

#include <fmt/format.h>

#include "limiter/wording.hpp"

namespace ratereplay {

RedisLog RedisLog::from(const SpecReader& reader) {
  return {reader.whole("limit", 1, largest_count), ticks_of(reader, "window", ns_per_ms, "milliseconds"),
          static_cast<Count>(reader.choice("count"))};
}

RedisLog RedisLog::for_comparison(const Rate& rate, const Fraction& /*burst*/) {
  return {rate.count, window_ticks_of(rate, ns_per_ms, "milliseconds")};
}

std::string RedisLog::text() const {
  return fmt::format("limit={},window={}{}", limit, compact_text(own_window()),
                     count == Count::all ? ",count=all" : "");
}

// No `window` ticks of the clock in a row pass more than the limit.
std::optional<Int128> RedisLog::promise(Duration length) const {
  const Int128 ms = ceil_div<Int128>(length.ns - 1, ns_per_ms);
  return checked_mul(limit, ceil_div<Int128>(ms + 1, window));
}

std::string RedisLogRule::describe(const State& state, Instant now) const {
  return share_words(logged(state, now), limit_) + " logged in the window";
}

}  // namespace ratereplay
