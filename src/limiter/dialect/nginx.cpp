#include "limiter/dialect/nginx.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "limiter/arithmetic.hpp"
#include "limiter/wording.hpp"

namespace ratereplay {

namespace {

/// What it takes to drain a full bucket and two requests more, in ms.
Int128 drain_ms(const Nginx& limiter) {
  return (Int128{limiter.burst} * 1000 + 2000) * 1000 / limiter.thousandths() + 2;
}

bool waits_too_long(const Nginx& limiter) { return drain_ms(limiter) * ns_per_ms > longest_dialect_wait.ns; }

}  // namespace

Nginx Nginx::from(const SpecReader& reader) {
  Nginx result;
  const std::string_view rate = reader.typed("rate");
  const std::string_view unit = rate.size() < 3 ? "" : rate.substr(rate.size() - 3);
  const std::optional<std::int64_t> number =
      unit == "r/s" || unit == "r/m" ? parse_whole(rate.substr(0, rate.size() - 3)) : std::nullopt;
  if (!number || *number < 1 || *number > most) {
    reader.fail("rate is written as nginx has it, 10r/s or 30r/m, a whole number up to " + std::to_string(most) +
                ", not " + in_quotes(rate));
  }
  result.rate = *number;
  result.per = unit == "r/s" ? Per::second : Per::minute;
  result.burst = reader.whole_up_to("burst", 0, most);
  result.nodelay = reader.has("nodelay");
  if (result.nodelay && reader.has("delay")) reader.fail("give either nodelay or delay, not both");
  result.delay = reader.whole_up_to("delay", 0, most);
  if (waits_too_long(result)) reader.fail("at this rate the burst takes more than a century; use a smaller one");
  return result;
}

Nginx Nginx::for_comparison(const Rate& rate, const Fraction& burst) {
  Nginx result{.nodelay = true};
  const Fraction a_second = rate.per_ns() * Fraction(ns_per_second);
  const Fraction a_minute = a_second * Fraction(60);
  const bool whole_a_second = a_second.denominator() == 1;
  const Fraction& number = whole_a_second ? a_second : a_minute;
  if (number.denominator() != 1) {
    throw Error("it counts whole requests a second or a minute, and " + rate.text + " is neither");
  }
  if (number > Fraction(most) || burst > Fraction(most)) {
    throw Error(fmt::format("its numbers are taken up to {}", most));
  }
  result.rate = static_cast<std::int64_t>(number.floor());
  result.per = whole_a_second ? Per::second : Per::minute;
  result.burst = static_cast<std::int64_t>(std::max<Int128>(1, burst.floor()) - 1);
  if (waits_too_long(result)) throw Error("at this rate the burst takes more than a century");
  return result;
}

Nginx Nginx::closest(const Rate& rate, std::int64_t bucket) {
  const Fraction a_second = rate.per_ns() * Fraction(ns_per_second);
  if (a_second > Fraction(most) || bucket > most) throw Error(fmt::format("its numbers are taken up to {}", most));
  const auto off_by = [&](const Nginx& limiter) {
    const Fraction off = Fraction(limiter.thousandths(), 1000) - a_second;
    return off < Fraction(0) ? Fraction(0) - off : off;
  };
  std::optional<Nginx> best;
  for (const Per per : {Per::second, Per::minute}) {
    const Int128 below = (per == Per::second ? a_second : a_second * Fraction(60)).floor();
    for (const Int128 number : {below + 1, below}) {
      if (number < 1 || number > most) continue;
      Nginx limiter{.rate = static_cast<std::int64_t>(number), .per = per, .burst = bucket - 1, .nodelay = true};
      if (!best || off_by(limiter) < off_by(*best)) best = limiter;
    }
  }
  if (waits_too_long(*best)) throw Error("at this rate the burst takes more than a century");
  return *best;
}

std::string Nginx::stanza(bool each_client) const {
  std::string use = "limit_req zone=limited";
  if (burst > 0) use += fmt::format(" burst={}", burst);
  if (burst > 0 && nodelay) use += " nodelay";
  if (delay > 0) use += fmt::format(" delay={}", delay);
  return fmt::format(
      "# in http:\n"
      "limit_req_zone {} zone=limited:10m rate={};\n"
      "# in server or location:\n"
      "{};\n"
      "limit_req_status 429;\n",
      each_client ? "$binary_remote_addr" : "$server_name", rate_text(), use);
}

std::string Nginx::rate_text() const { return fmt::format("{}r/{}", rate, per == Per::second ? 's' : 'm'); }

std::string Nginx::text() const {
  std::string text = "rate=" + rate_text();
  if (burst > 0) text += fmt::format(",burst={}", burst);
  if (nodelay) text += ",nodelay";
  if (delay > 0) text += fmt::format(",delay={}", delay);
  return text;
}

// Between the first and the last of a window the clock ticks no more often than its milliseconds begin in it. Each tick
// makes room for at most a thousandth of the rate, and the first leaves room for the burst. A delayed request leaves up
// to a millisecond too early.
std::optional<Int128> Nginx::promise(Duration length) const {
  const Int128 ms = ceil_div<Int128>(length.ns - 1, ns_per_ms);
  const Int128 ahead = nodelay ? burst : std::min(delay, burst);
  return ahead + 1 + thousandths() * (ms + (nodelay ? 0 : 1)) / 1'000'000;
}

std::optional<Int128> Nginx::admission_promise(Duration length) const {
  if (nodelay) return std::nullopt;
  return Int128{burst} + 1 + thousandths() * ceil_div<Int128>(length.ns - 1, ns_per_ms) / 1'000'000;
}

Gcra Nginx::ideal() const {
  const std::string text = fmt::format("{}/{}", rate, per == Per::second ? 's' : 'm');
  return {parse_rate(text), Fraction(Int128{burst} + 1)};
}

std::string NginxRule::describe(const State& state, Instant now) const {
  const std::int64_t excess = std::max<std::int64_t>(0, state.excess - refilled(elapsed_at(state, now)));
  return amount_words({excess, request}) + " of " + amount_words({burst_, request}) + " requests ahead";
}

}  // namespace ratereplay
