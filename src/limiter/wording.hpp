#pragma once

#include <string>

#include "core/fraction.hpp"
#include "core/int128.hpp"

namespace ratereplay {

// For what a limiter says of a state: exact, and short.

/// `2.75`, or `17/3 ~ 5.667` where no short decimal is the amount.
std::string amount_words(const Fraction& amount);

/// A length of time >= 0 of which a nanosecond has `ticks_per_ns`: `12.5 s`, `1 h`, `1000/3 ~ 333.333 ms`.
std::string time_words(Int128 ticks, Int128 ticks_per_ns);

/// `4 of 5`
std::string share_words(Int128 part, Int128 whole);

}  // namespace ratereplay
