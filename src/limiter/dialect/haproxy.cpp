#include "limiter/dialect/haproxy.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "limiter/arithmetic.hpp"
#include "limiter/wording.hpp"

namespace ratereplay {

namespace {

/// None where HAProxy takes no such period.
std::optional<std::int64_t> whole_ms(Duration period) {
  const Int128 ms = period.ns / ns_per_ms;
  if (period.ns % ns_per_ms != 0 || ms < Haproxy::shortest_ms || ms > Haproxy::longest_ms) return std::nullopt;
  return static_cast<std::int64_t>(ms);
}

}  // namespace

Haproxy Haproxy::from(const SpecReader& reader) {
  Haproxy result;
  result.limit = reader.whole("limit", 1);
  if (result.limit > most) reader.fail(fmt::format("limit is taken up to {}", most));
  const std::optional<std::int64_t> ms = whole_ms(reader.duration("period"));
  if (!ms) reader.fail(fmt::format("period is in whole milliseconds, {} to {} of them", shortest_ms, longest_ms));
  result.period_ms = *ms;
  return result;
}

Haproxy Haproxy::for_comparison(const Rate& rate, const Fraction& /*burst*/) {
  const std::optional<std::int64_t> ms = whole_ms(rate.period);
  if (!ms) {
    throw Error(fmt::format("HAProxy has periods of whole milliseconds, {} to {} of them, and {} has none", shortest_ms,
                            longest_ms, rate.text));
  }
  if (rate.count > most) throw Error(fmt::format("HAProxy counts up to {}", most));
  return {rate.count, *ms};
}

Haproxy Haproxy::closest(const Rate& rate, std::int64_t bucket) {
  const Int128 ms = (Fraction(bucket) / rate.per_ns() / Fraction(1'000'000)).ceil();
  if (bucket > most) throw Error(fmt::format("HAProxy counts up to {}", most));
  if (ms > longest_ms) {
    throw Error(fmt::format("the bucket takes {} to fill, and HAProxy's longest period is {}",
                            human_text({ms * 1'000'000}), human_text({Int128{longest_ms} * 1'000'000})));
  }
  const std::int64_t period = std::max(shortest_ms, static_cast<std::int64_t>(ms));
  // In a period that was rounded up more come than the bucket holds.
  const Int128 come = (rate.per_ns() * Fraction(Int128{period} * ns_per_ms)).floor();
  return {static_cast<std::int64_t>(std::clamp<Int128>(come, bucket, most)), period};
}

std::string Haproxy::stanza(bool each_client) const {
  const std::string period =
      period_ms % 1000 == 0 ? fmt::format("{}s", period_ms / 1000) : fmt::format("{}ms", period_ms);
  return fmt::format(
      "# in a frontend:\n"
      "stick-table type {2} expire {0} store http_req_rate({0})\n"
      "http-request track-sc0 {3}\n"
      "http-request deny deny_status 429 if {{ sc_http_req_rate(0) gt {1} }}\n",
      period, limit, each_client ? "ip size 1m" : "integer size 1", each_client ? "src" : "int(1)");
}

std::string Haproxy::text() const { return fmt::format("limit={},period={}", limit, compact_text(own_window())); }

// A window counts all that it passes, so at most the limit; those that follow each other begin a period apart, less the
// millisecond that an even tick takes from an odd one.
Int128 Haproxy::promise(Duration length) const {
  const Int128 ms = ceil_div<Int128>(length.ns - 1, ns_per_ms);
  return limit * (ceil_div<Int128>(ms, period_ms - period_ms % 2) + 1);
}

std::string HaproxyRule::describe(const State& state, Instant now) const {
  const State then = at(state, now);
  const std::uint64_t rate = then.current + carried(then, now);
  return fmt::format("{} requests in the window, {} in the one before: a rate of {}, of {}", then.current,
                     then.previous, rate, limit_);
}

}  // namespace ratereplay
