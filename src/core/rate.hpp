#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/fraction.hpp"
#include "core/instant.hpp"

namespace ratereplay {

/// A rate: `count` cost units per `period`, the pair kept as it was typed (120/60s is a limit of 120 in
/// windows of 60 s, not 2 per second). count >= 1, period >= 1 ns and at most `longest_parameter`.
struct Rate {
  std::int64_t count = 1;
  Duration period{ns_per_second};
  std::string text;  ///< As typed, without spaces; what reports print.

  /// Cost units per nanosecond, in lowest terms.
  Fraction per_ns() const { return {static_cast<Int128>(count), period.ns}; }
};

/// Reads `5/h`, `5 / hour`, `100/s`, `1/2h`, `10/13s`, `1/500ms`, `0.5/s` (scaled by its denominator: 1 per 2 s).
/// Throws Error naming the text and the mend.
Rate parse_rate(std::string_view text);

}  // namespace ratereplay
