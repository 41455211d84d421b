#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/instant.hpp"

namespace ratereplay {

/// A place on an axis of time, and what stands there.
struct TimeMark {
  Instant time;
  std::string label;
};

/// At most `most` >= 1 round times of UTC from `first` to `last`, whole seconds, minutes, hours, days, months or years
/// apart: `14:30`, at midnight `2025-07-30`. Perhaps none.
std::vector<TimeMark> time_marks(Instant first, Instant last, std::size_t most);

}  // namespace ratereplay
