#include "limiter/dialect/governor.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "limiter/wording.hpp"

namespace ratereplay {

namespace {

bool takes_too_long(const Governor& limiter) { return limiter.interval_ns() * limiter.burst > longest_dialect_wait.ns; }

}  // namespace

Governor Governor::from(const SpecReader& reader) {
  Governor result{reader.rate()};
  if (result.rate.count > most) reader.fail(fmt::format("the count of rate is taken up to {}", most));
  result.burst = reader.has("burst") ? reader.whole("burst", 1, most) : result.rate.count;
  if (takes_too_long(result)) {
    reader.fail("at this rate the burst takes more than a century to refill; use a smaller one");
  }
  return result;
}

Governor Governor::for_comparison(const Rate& rate, const Fraction& burst) {
  if (rate.count > most || burst > Fraction(most)) throw Error(fmt::format("its numbers are taken up to {}", most));
  Governor result{rate, static_cast<std::int64_t>(std::max<Int128>(1, burst.floor()))};
  if (takes_too_long(result)) throw Error("at this rate the burst takes more than a century to refill");
  return result;
}

std::string Governor::text() const {
  return "rate=" + rate.text + (burst == rate.count ? "" : fmt::format(",burst={}", burst));
}

std::string GovernorRule::describe(const State& state, Instant now) const {
  return "arrival time " + time_words(std::max<std::int64_t>(0, ahead(state, now)), 1) +
         " ahead, a cell passes up to " + time_words(tolerance_, 1);
}

}  // namespace ratereplay
