#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/cost.hpp"
#include "core/int128.hpp"

namespace ratereplay::test {

inline constexpr std::int64_t passes = 0;
inline constexpr std::int64_t never = -1;
inline constexpr std::int64_t ms = 1'000'000;
inline constexpr std::int64_t s = 1'000'000'000;
inline constexpr std::int64_t hour = 3600 * s;

/// An event and what becomes of it: `passes`, `never`, or the retry-after in ns. Times in ns since 1970.
struct Row {
  std::int64_t at;
  Cost cost;
  Int128 outcome;
};

/// Replays the rows through the rule that is chosen for them and through its widest form. A refusal must leave the
/// state as it was (but for count=all, or a dialect whose `refusals_count`) and a retry-after must be tight: the same
/// event passes then, and not 1 ns before.
void check_table(const std::string& spec, const std::vector<Row>& rows, bool refusals_count = false);

/// The same for token-bucket, gcra and leaky-bucket, the three names of one algorithm.
void check_buckets(const std::string& parameters, const std::vector<Row>& rows);

}  // namespace ratereplay::test
