#include "core/rate.hpp"

#include <fmt/format.h>

#include <optional>

#include "core/decimal.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

Rate parse_rate(std::string_view text) {
  const auto fail = [&](std::string_view why) {
    return Error(fmt::format("{} is not a rate: {}; write it as 5/h, 100/s or 10/13s", in_quotes(text), why));
  };
  const std::string_view typed = trimmed(text);
  const std::size_t slash = typed.find('/');
  if (typed.empty()) throw fail("it is empty");
  if (slash == std::string_view::npos) {
    const std::optional<DecimalPrefix> number = read_decimal(typed);
    throw fail(number && number->length == typed.size() ? "the period is missing" : "it is not COUNT/PERIOD");
  }

  const std::string_view count_text = trimmed(typed.substr(0, slash));
  const std::string_view period_text = trimmed(typed.substr(slash + 1));
  if (count_text.empty()) throw fail("the count is missing");
  if (count_text.front() == '-') throw fail("it is negative");
  const std::optional<DecimalPrefix> count = read_decimal(count_text);
  if (!count) {
    const bool digits = count_text.front() >= '0' && count_text.front() <= '9';
    throw fail(digits ? "the count has too many digits" : fmt::format("{} is not a count", in_quotes(count_text)));
  }
  if (count->length != count_text.size()) {
    throw fail(fmt::format("the count {} is not a decimal number", in_quotes(count_text)));
  }
  if (count->digits == 0) throw fail("the count must be above 0");

  if (period_text.empty()) throw fail("the period is missing");
  const bool bare_unit = period_text.find_first_of("0123456789.") == std::string_view::npos;
  Duration period;
  if (bare_unit) {
    period = unit_of(period_text);
    if (period.ns == 0) throw fail(fmt::format("{} is not a unit (ns us ms s m h d)", in_quotes(period_text)));
  } else {
    const char last = period_text.back();
    if ((last >= '0' && last <= '9') || last == '.')
      throw fail(fmt::format("the period {} has no unit", in_quotes(period_text)));
    try {
      period = parse_duration(period_text);
    } catch (const Error& error) {
      throw Error(fmt::format("{} is not a rate: its period {}", in_quotes(text), error.what()));
    }
  }

  const Fraction exact(count->digits, count->scale);
  Int128 scaled_period = 0;
  if (exact.numerator() > INT64_MAX) throw fail("the count is too large");
  if (!multiply(period.ns, exact.denominator(), scaled_period) || scaled_period > longest_parameter.ns) {
    throw fail("the period is longer than 584 years");
  }
  std::string compact;
  for (const char c : typed) {
    if (c != ' ' && c != '\t') compact.push_back(c);
  }
  return {static_cast<std::int64_t>(exact.numerator()), Duration{scaled_period}, compact};
}

std::string exact_rate_text(const Fraction& per_ns) {
  const Int128 count = per_ns.numerator();
  const Int128 period = per_ns.denominator();
  for (const char* unit : {"s", "min", "h", "d"}) {
    const Int128 periods = unit_of(unit).ns / period;
    if (periods * period == unit_of(unit).ns && count <= INT64_MAX / periods)
      return to_text(count * periods) + "/" + unit;
  }
  const std::string text = compact_text({period});
  const bool is_unit = text[0] == '1' && !is_digit(text[1]);
  return to_text(count) + "/" + (is_unit ? text.substr(1) : text);
}

}  // namespace ratereplay
