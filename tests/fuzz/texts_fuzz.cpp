// What people write on the command line, of the kind that the first letter names: what can be read is printed as a text
// that reads the same, and what cannot is an error that names it.

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "core/int128.hpp"
#include "core/rate.hpp"
#include "fuzz/fuzz.hpp"
#include "limiter/catalogue.hpp"
#include "limiter/spec.hpp"
#include "limiter/spec_reader.hpp"
#include "metrics/periods.hpp"
#include "sweep/grid.hpp"
#include "trace/input_kind.hpp"

using namespace ratereplay;
using namespace ratereplay::test;

namespace {

bool same(const Rate& a, const Rate& b) { return a.count == b.count && a.period == b.period; }

void check_rate(std::string_view text) {
  const Rate rate = parse_rate(text);
  require(rate.count >= 1 && rate.period.ns >= 1 && rate.period <= longest_parameter, "a rate is within its bounds");
  require(same(parse_rate(rate.text), rate), "a rate reads the same as it is printed", rate.text);
  const std::string exact = exact_rate_text(rate.per_ns());
  require(parse_rate(exact).per_ns() == rate.per_ns(), "a rate reads the same in lowest terms", exact);
}

void check_printed(Duration duration) {
  for (const std::string& printed : {compact_text(duration), seconds_text(duration), human_text(duration)}) {
    require(parse_signed_duration(printed) == duration, "a duration reads the same as it is printed", printed);
  }
}

void check_duration(std::string_view text) {
  const Duration duration = parse_duration(text);
  require(duration.ns >= 1 && duration <= longest_parameter, "a duration is within its bounds", text);
  require(parse_signed_duration(text) == duration, "a duration with a sign may have none", text);
  check_printed(duration);
}

void check_signed_duration(std::string_view text) {
  const Duration duration = parse_signed_duration(text);
  require(duration <= longest_parameter && Duration{-duration.ns} <= longest_parameter,
          "a duration is within its bounds", text);
  check_printed(duration);
}

void check_fraction(std::string_view text) {
  const Fraction value = parse_fraction(text);
  require(value >= Fraction(0) && gcd(value.numerator(), value.denominator()) == 1, "a fraction is in lowest terms",
          text);
  // More digits than a number may be typed with can come about by a division.
  const auto typed = [](Int128 number) { return to_text(number).size() <= 36; };
  if (typed(value.numerator()) && typed(value.denominator())) {
    require(parse_fraction(to_text(value)) == value, "a fraction reads the same as it is printed", to_text(value));
    require(parse_fraction(amount_text(value)) == value, "an amount reads the same as it is printed",
            amount_text(value));
  }
  const std::string down = decimal_text(value, 6, Rounding::down);
  const std::string up = decimal_text(value, 6, Rounding::up);
  if (value.ceil() < 1'000'000'000'000) {
    require(parse_fraction(down) <= value && value <= parse_fraction(up), "a decimal is rounded as asked for", down);
    require(parse_fraction(up) - parse_fraction(down) <= Fraction(1, 1'000'000), "a decimal is near", up);
  }
}

void check_limiter(std::string_view text) {
  const AnyLimiter limiter = parse_limiter(text);
  const std::string spec = spec_text(limiter);
  require_shown(spec);
  const AnyLimiter again = parse_limiter(spec);
  require(spec_text(again) == spec && again.index() == limiter.index(), "a limiter reads the same as it is printed",
          spec);
  require(quota(again) == quota(limiter) && default_window(again) == default_window(limiter),
          "a limiter is the same as it is printed", spec);
  try {
    const std::optional<Int128> window = promise(limiter, default_window(limiter));
    require(promise(again, default_window(again)) == window && window.value_or(0) >= 0,
            "a limiter keeps its promise printed", spec);
  } catch (const Error& error) {
    require_shown(error.what());
  }
}

void check_amounts(std::string_view text) {
  const std::vector<Fraction> amounts = parse_amounts(text);
  require(!amounts.empty() && amounts.size() <= most_configurations, "amounts are some, but not too many", text);
  std::vector<std::string> printed;
  for (std::size_t i = 0; i < amounts.size(); ++i) {
    require(i == 0 ? amounts[i] > Fraction(0) : amounts[i - 1] < amounts[i], "amounts are sorted, each once", text);
    if (amounts.size() <= 100) printed.push_back(amount_text(amounts[i]));
  }
  if (!printed.empty()) {
    require(parse_amounts(joined(printed, ",")) == amounts, "amounts read the same as they are printed", text);
  }
}

void check_period(std::string_view text) {
  const Period period = Period::parse(text);
  for (const std::int64_t ns : {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1}, std::int64_t{0},
                                std::int64_t{1'753'831'492'483'000'000}, std::numeric_limits<std::int64_t>::max()}) {
    const std::int64_t index = period.index({ns});
    const Instant last = period.last(index);
    require(period.start(index) <= Duration{ns} && last.ns >= ns && period.index(last) == index,
            "a period holds what it is of", text);
    require_shown(period.label(index));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input = text_of(data, size);
  const std::string_view kind = input.substr(0, 1);
  const OwnText own(input.substr(kind.size()));
  const std::string_view text = own.view();
  try {
    if (kind == "r") check_rate(text);
    if (kind == "d") check_duration(text);
    if (kind == "s") check_signed_duration(text);
    if (kind == "f") check_fraction(text);
    if (kind == "l") check_limiter(text);
  } catch (const Error& error) {
    require_names(error, text);
  }
  // These name the part of the text that is wrong.
  try {
    if (kind == "a") check_amounts(text);
    if (kind == "w") parse_wholes(text);
    if (kind == "p") check_period(text);
    if (kind == "t") parse_delimiter(std::string(text));
    if (kind == "i") parse_input_kind(std::string(text));
  } catch (const Error& error) {
    require_shown(error.what());
  }
  return 0;
}
