#pragma once

#include <cstdint>

namespace ratereplay {

/// Cost of an event in the trace's own unit: a whole number >= 0, 1 where no cost column is named.
/// The costs of one trace add up to at most INT64_MAX (the loader refuses more), so sums stay in 64 bits.
using Cost = std::int64_t;

}  // namespace ratereplay
