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

/// A rate > 0 in cost units per ns as an option takes it: `5/h` where it is whole in a unit, else in lowest terms,
/// `31/22339203ms`. `parse_rate` of it gives the same rate where those are within the bounds of a Rate.
std::string exact_rate_text(const Fraction& per_ns);

}  // namespace ratereplay
