#include "limiter/dialect/resilience4j.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "limiter/wording.hpp"

namespace ratereplay {

namespace {

/// What cannot be; empty where there is nothing.
std::string wrong_with(const Resilience4j& limiter) {
  if (limiter.limit > Resilience4j::most) {
    return fmt::format("limit is taken up to {}, not {}", Resilience4j::most, limiter.limit);
  }
  if (2 * limiter.longest_wait().ns > longest_dialect_wait.ns) {
    return "it would wait for more than half a century; use a shorter period and timeout";
  }
  if (limiter.most_at_once() > Resilience4j::most) {
    return fmt::format("limit and timeout would reserve more than {} permissions; use a shorter timeout",
                       Resilience4j::most);
  }
  return {};
}

}  // namespace

Resilience4j Resilience4j::from(const SpecReader& reader) {
  Resilience4j result{reader.whole("limit", 1), reader.duration("period")};
  if (reader.has("timeout")) result.timeout = reader.signed_duration("timeout");
  if (result.timeout.ns < 0) reader.fail("timeout must not be below 0");
  if (const std::string why = wrong_with(result); !why.empty()) reader.fail(why);
  return result;
}

Resilience4j Resilience4j::for_comparison(const Rate& rate, const Fraction& /*burst*/) {
  Resilience4j result{rate.count, rate.period};
  if (const std::string why = wrong_with(result); !why.empty()) throw Error(why);
  return result;
}

std::string Resilience4j::text() const {
  return fmt::format("limit={},period={}", limit, compact_text(period)) +
         (may_delay() ? ",timeout=" + compact_text(timeout) : "");
}

// The permissions of a cycle leave in it, but for those of its first event to leave, which may have waited for some of
// earlier ones.
std::optional<Int128> Resilience4j::promise(Duration length, Cost largest_cost) const {
  const Int128 surplus = may_delay() ? std::clamp<Int128>(largest_cost - 1, 0, limit - 1) : Int128{0};
  return checked_add(checked_mul(limit, ceil_div<Int128>(length.ns - 1, period.ns) + 1), surplus);
}

// What is admitted takes permissions of the cycles of the window and of those that begin within the timeout after it.
std::optional<Int128> Resilience4j::admission_promise(Duration length) const {
  if (!may_delay()) return std::nullopt;
  return checked_mul(limit, ceil_div<Int128>(length.ns - 1, period.ns) + 2 + cycles_further());
}

void Resilience4j::check(const Extent& extent) const {
  if (may_delay() && extent.largest_cost > limit) {
    throw Error(
        fmt::format("with a timeout a cost above the limit passes in one part of a cycle and not in another, "
                    "and there is one of {}; raise limit, or leave timeout out",
                    extent.largest_cost));
  }
  const Int128 cycles = (extent.span().ns + longest_wait().ns) / period.ns + 1;
  if (cycles > longest_dialect_wait.ns / limit) {
    throw Error(
        "the trace has more permissions than its 64 bits hold; use a longer period, or choose a part with "
        "--from and --to");
  }
}

std::string Resilience4jRule::describe(const State& state, Instant now) const {
  const std::int64_t cycle = cycle_at(state, now);
  const std::int64_t available = permissions_in(state, cycle);
  return (available < 0 ? std::to_string(-available) + " permissions reserved"
                        : share_words(available, limit_) + " permissions left") +
         ", the next cycle begins in " + time_words(to_next(state, now, cycle), 1);
}

}  // namespace ratereplay
