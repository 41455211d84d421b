#include "limiter/dialect/redis_cell.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "limiter/wording.hpp"

namespace ratereplay {

namespace {

/// What is wrong with one, and its mend; empty for one that is in order.
std::string fault(const RedisCell& limiter) {
  if (limiter.interval() == 0) return "redis-cell takes at most one a nanosecond; use a smaller count";
  if (Int128{limiter.interval()} * (Int128{limiter.max_burst} + 1) > longest_dialect_wait.ns) {
    return "at this rate the burst takes more than a century; use a smaller one";
  }
  return {};
}

}  // namespace

RedisCell RedisCell::from(const SpecReader& reader) {
  const RedisCell result{reader.whole("max_burst", 0), reader.whole("count", 1, largest_count),
                         ticks_of(reader, "period", static_cast<std::int64_t>(ns_per_second), "seconds")};
  if (result.max_burst > largest_count) reader.fail(fmt::format("max_burst is taken up to {}", largest_count));
  if (const std::string wrong = fault(result); !wrong.empty()) reader.fail(wrong);
  return result;
}

RedisCell RedisCell::for_comparison(const Rate& rate, const Fraction& burst) {
  const bool whole = rate.period.ns % ns_per_second == 0;
  const Fraction a_second = rate.per_ns() * Fraction(ns_per_second);
  const Int128 count = whole ? rate.count : a_second.numerator();
  const Int128 period = whole ? rate.period.ns / ns_per_second : a_second.denominator();
  if (count > largest_count || period > longest_window.ns / ns_per_second || burst > Fraction(largest_count)) {
    throw Error(fmt::format("its numbers are taken up to {}, and its period up to {}", largest_count,
                            compact_text(longest_window)));
  }
  const RedisCell result{static_cast<std::int64_t>(std::max<Int128>(1, burst.floor()) - 1),
                         static_cast<std::int64_t>(count), static_cast<std::int64_t>(period)};
  if (const std::string wrong = fault(result); !wrong.empty()) throw Error(wrong);
  return result;
}

RedisCell RedisCell::closest(const Rate& rate, std::int64_t bucket) { return for_comparison(rate, Fraction(bucket)); }

std::string RedisCell::stanza(bool each_client) const {
  return fmt::format("CL.THROTTLE {} {} {} {} 1\n", each_client ? "client:ADDRESS" : "all", max_burst, count, period);
}

std::string RedisCell::text() const {
  return fmt::format("max_burst={},count={},period={}", max_burst, count, compact_text(own_window()));
}

std::int64_t RedisCell::interval() const noexcept {
  const auto ns = static_cast<double>(static_cast<std::int64_t>(period * ns_per_second));
  return static_cast<std::int64_t>(ns / static_cast<double>(count));
}

// What passes moves the arrival on by its intervals, from at or after the first of the window to at most the tolerance
// behind the last. A key that is gone gives less than a millisecond away, and none goes sooner than a tick of the clock
// after it was written, nor sooner than a millisecond before an interval is over.
std::optional<Int128> RedisCell::promise(Duration length) const {
  const Int128 span = length.ns - 1;
  const Int128 most_forgotten = ns_per_ms - 1;
  const Int128 by_tick = ceil_div<Int128>(span, ns_per_ms);
  const Int128 by_interval = span / std::max<Int128>(1, interval() - most_forgotten);
  const Int128 forgotten = checked_mul(std::min(by_tick, by_interval), most_forgotten);
  return checked_add(checked_add(span, forgotten) / interval(), Int128{max_burst} + 1);
}

// Where requests always come, a key goes before it is due only with one that passes at once, or where all that pass at
// once take less than a millisecond.
Fraction RedisCell::long_run_per_ns() const {
  const Int128 interval = this->interval();
  if ((Int128{max_burst} + 1) * interval < ns_per_ms) {
    return Fraction(max_burst + ceil_div<Int128>(ns_per_ms, interval), ns_per_ms);
  }
  const Int128 beyond_ms = interval % ns_per_ms;
  if (max_burst > 0 || beyond_ms == 0) return Fraction(1, interval);
  // Each leaves the clock's tick that much farther behind, until it would be passed.
  const Int128 passes = ceil_div<Int128>(ns_per_ms, beyond_ms);
  return Fraction(passes, passes * (interval - beyond_ms) + ns_per_ms);
}

Gcra RedisCell::ideal() const {
  return {parse_rate(fmt::format("{}/{}s", count, period)), Fraction(Int128{max_burst} + 1)};
}

std::string RedisCellRule::describe(const State& state, Instant now) const {
  return time_words(ahead(state, now), 1) + " of " + time_words(tolerance_, 1) + " ahead";
}

}  // namespace ratereplay
