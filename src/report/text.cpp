#include "report/text.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "core/fraction.hpp"
#include "core/text.hpp"

namespace ratereplay {

std::string trace_heading(const TraceSummary& trace, const Style& style) {
  std::string text = fmt::format("{}: {}", trace.source == "-" ? "standard input" : printable(trace.source),
                                 counted(trace.events, "event"));
  if (trace.events > 0) {
    const Extent& extent = trace.extent;
    if (trace.has_costs) text += fmt::format(" of cost {}", grouped(extent.total_cost));
    text += fmt::format(" in {}\n  {} to {}", human_text(extent.span()), rfc3339_text(extent.first),
                        rfc3339_text(extent.last));
  }
  text += "\n";
  for (const std::string& note : trace.notes) text += style.dim("  " + note) + "\n";
  return text;
}

std::string share_text(Int128 part, Int128 whole) {
  if (whole == 0) return "-";
  const Fraction percent = Fraction(part * 100, whole);
  if (part != 0 && percent < Fraction(1, 20)) return "<0.1 %";
  if (part != whole && percent >= Fraction(1999, 20)) return ">99.9 %";
  std::string number = decimal_text(percent, 1);
  if (number.find('.') == std::string::npos) number += ".0";
  return number + " %";
}

std::string wait_text(Duration duration) {
  // The coarsest step that leaves two units or three decimals.
  constexpr Int128 minute = 60 * ns_per_second;
  constexpr Int128 hour = 60 * minute;
  Int128 step = 1;
  if (duration.ns >= 1'000'000) step = 1'000;
  if (duration.ns >= ns_per_second) step = 1'000'000;
  if (duration.ns >= minute) step = ns_per_second;
  if (duration.ns >= hour) step = minute;
  if (duration.ns >= 24 * hour) step = hour;
  return human_text({ceil_div(duration.ns, step) * step});
}

std::string rate_text(const Fraction& per_ns) { return rate_text(per_ns, 3, Rounding::nearest, per_ns); }

std::string rate_text(const Fraction& per_ns, int decimals, Rounding rounding, const Fraction& like) {
  if (per_ns == Fraction(0)) return "0";
  struct Unit {
    Int128 ns;
    std::string_view name;
  };
  constexpr std::array<Unit, 4> units = {
      {{ns_per_second, "s"}, {60 * ns_per_second, "min"}, {3'600 * ns_per_second, "h"}, {86'400 * ns_per_second, "d"}}};
  const Unit* unit = units.data();
  while (unit != &units.back() && like < Fraction(1, unit->ns)) ++unit;
  const Fraction count = per_ns * Fraction(unit->ns);
  const int most = decimals + 15;
  for (Int128 scale = 1; decimals < most && count < Fraction(1, scale); scale *= 10) ++decimals;
  return decimal_text(count, decimals, rounding) + "/" + std::string(unit->name);
}

std::string time_text(Instant instant, bool short_form) {
  std::string text = rfc3339_text(instant);
  if (const std::size_t dot = text.find('.'); short_form && dot != std::string::npos) text = text.substr(0, dot) + "Z";
  return text;
}

std::string key_text(std::string_view key) {
  constexpr std::size_t widest = 30;
  std::string quoted = in_quotes(key);
  if (quoted.size() <= widest) return quoted;
  // Cut before the first byte of a character.
  std::size_t end = widest - 4;
  while ((static_cast<unsigned char>(quoted[end]) & 0xC0) == 0x80) --end;
  return quoted.substr(0, end) + "...'";
}

}  // namespace ratereplay
