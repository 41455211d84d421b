#include "limiter/dialect/envoy_local.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "limiter/arithmetic.hpp"
#include "limiter/wording.hpp"

namespace ratereplay {

namespace {

bool waits_too_long(const EnvoyLocal& limiter) {
  return Int128{limiter.max_tokens / limiter.tokens_per_fill + 1} * limiter.own_window().ns > longest_dialect_wait.ns;
}

}  // namespace

EnvoyLocal EnvoyLocal::from(const SpecReader& reader) {
  EnvoyLocal result;
  result.max_tokens = reader.whole("max_tokens", 1);
  if (result.max_tokens > most) reader.fail(fmt::format("max_tokens is taken up to {}", most));
  result.tokens_per_fill = reader.whole_up_to("tokens_per_fill", 1, most);
  if (result.max_tokens + result.tokens_per_fill > most) {
    reader.fail(
        fmt::format("max_tokens and tokens_per_fill are taken up to {} together, where Envoy's sum overflows", most));
  }
  const Duration interval = reader.duration("fill_interval");
  if (interval.ns % ns_per_ms != 0 || interval.ns < Int128{least_interval_ms} * ns_per_ms ||
      interval > longest_dialect_wait) {
    reader.fail("fill_interval is in whole milliseconds, from 50ms up to a century, as Envoy has it");
  }
  result.fill_interval_ms = static_cast<std::int64_t>(interval.ns / ns_per_ms);
  if (waits_too_long(result))
    reader.fail("at this rate the bucket takes more than a century to fill; use a smaller one");
  return result;
}

EnvoyLocal EnvoyLocal::for_comparison(const Rate& rate, const Fraction& burst) {
  // The fewest tokens in a fill that make whole milliseconds, and enough of them: the smaller the lumps the better.
  const Fraction ms_a_token = Fraction(rate.period.ns, ns_per_ms) / Fraction(rate.count);
  const Int128 ms_of_fewest = ms_a_token.numerator();
  const Int128 fills = ceil_div<Int128>(least_interval_ms, ms_of_fewest);
  const Int128 per_fill = fills * ms_a_token.denominator();
  const Int128 interval = fills * ms_of_fewest * ns_per_ms;
  const Int128 held = std::max<Int128>(1, burst.floor());
  if (held > most || per_fill > most - held) throw Error(fmt::format("Envoy counts tokens up to {}", most));
  EnvoyLocal result{static_cast<std::int64_t>(held), static_cast<std::int64_t>(per_fill)};
  if (interval > longest_dialect_wait.ns) throw Error("its fills would be more than a century apart");
  result.fill_interval_ms = static_cast<std::int64_t>(interval / ns_per_ms);
  if (waits_too_long(result)) throw Error("at this rate the bucket takes more than a century to fill");
  return result;
}

EnvoyLocal EnvoyLocal::closest(const Rate& rate, std::int64_t bucket) {
  const Fraction ms_a_token = Fraction(rate.period.ns, ns_per_ms) / Fraction(rate.count);
  // As few as come in the shortest interval, and some more where the bucket holds them: whose rate is least off.
  const Int128 fewest = std::max<Int128>(1, (Fraction(least_interval_ms) / ms_a_token).ceil());
  constexpr Int128 tried = 1000;
  const Int128 last = std::max(fewest, std::min<Int128>(bucket, fewest + tried));
  if (last > most - std::max<Int128>(bucket, last)) throw Error(fmt::format("Envoy counts tokens up to {}", most));
  std::optional<EnvoyLocal> best;
  Fraction least_off;
  for (Int128 tokens = fewest; tokens <= last; ++tokens) {
    const Int128 interval = (ms_a_token * Fraction(tokens) + Fraction(1, 2)).floor();
    if (interval * ns_per_ms > longest_dialect_wait.ns) break;
    const Fraction more = Fraction(tokens) / Fraction(interval) - Fraction(1) / ms_a_token;
    const Fraction off = more < Fraction(0) ? Fraction(0) - more : more;
    if (best && off >= least_off) continue;
    best = {static_cast<std::int64_t>(std::max<Int128>(bucket, tokens)), static_cast<std::int64_t>(tokens),
            static_cast<std::int64_t>(interval)};
    least_off = off;
  }
  if (!best) throw Error("its fills would be more than a century apart");
  if (waits_too_long(*best)) throw Error("at this rate the bucket takes more than a century to fill");
  return *best;
}

std::string EnvoyLocal::stanza(bool each_client) const {
  if (each_client) throw Error("its local bucket is one for all clients; leave --key out");
  return fmt::format(
      "# in the configuration of envoy.filters.http.local_ratelimit:\n"
      "token_bucket:\n"
      "  max_tokens: {}\n"
      "  tokens_per_fill: {}\n"
      "  fill_interval: {}s\n",
      max_tokens, tokens_per_fill, seconds_text(own_window()));
}

std::string EnvoyLocal::text() const {
  std::string text = fmt::format("max_tokens={}", max_tokens);
  if (tokens_per_fill > 1) text += fmt::format(",tokens_per_fill={}", tokens_per_fill);
  return text + ",fill_interval=" + compact_text(own_window());
}

// Between the first and the last of a window the timer goes off no more often than its intervals begin there, and the
// first finds at most a full bucket.
Int128 EnvoyLocal::promise(Duration length) const {
  return max_tokens + tokens_per_fill * ceil_div<Int128>(length.ns - 1, own_window().ns);
}

TokenBucket EnvoyLocal::ideal() const {
  const std::string rate = fmt::format("{}/{}", tokens_per_fill, compact_text(own_window()));
  return {parse_rate(rate), max_tokens, max_tokens};
}

std::string EnvoyLocalRule::describe(const State& state, Instant now) const {
  return share_words(room(state, now), max_tokens_) + " tokens";
}

}  // namespace ratereplay
