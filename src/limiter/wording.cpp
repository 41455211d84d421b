#include "limiter/wording.hpp"

#include <fmt/format.h>

#include <array>

#include "core/instant.hpp"
#include "limiter/spec_reader.hpp"

namespace ratereplay {

std::string amount_words(const Fraction& amount) {
  std::string words = amount_text(amount);
  if (words.find('/') != std::string::npos) words += " ~ " + decimal_text(amount, 3);
  return words;
}

std::string time_words(Int128 ticks, Int128 ticks_per_ns) {
  if (ticks % ticks_per_ns == 0) return human_text({ticks / ticks_per_ns});
  constexpr std::array<const char*, 4> units = {"ns", "us", "ms", "s"};
  std::size_t unit = 0;
  Int128 ticks_a_unit = ticks_per_ns;
  // In this order nothing overflows.
  while (unit + 1 < units.size() && ticks / 1'000 >= ticks_a_unit) {
    ticks_a_unit *= 1'000;
    ++unit;
  }
  return fmt::format("{} {}", amount_words(Fraction(ticks, ticks_a_unit)), units[unit]);
}

std::string share_words(Int128 part, Int128 whole) { return to_text(part) + " of " + to_text(whole); }

}  // namespace ratereplay
