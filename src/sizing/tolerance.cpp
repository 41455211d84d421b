#include "sizing/tolerance.hpp"

#include <algorithm>
#include <cstddef>

#include "core/int128.hpp"

namespace ratereplay {

ToleratedBucket least_tolerated(std::int64_t lossless, std::uint64_t allowed, const CountDrops& count,
                                std::int64_t bursts_a_pass) {
  ToleratedBucket found{lossless, 0, 1, 0};
  std::int64_t beyond = 0;  // the largest burst known to drop too many
  while (found.bucket - beyond > 1) {
    const std::int64_t between = found.bucket - beyond - 1;
    const std::int64_t sections = std::min(between, bursts_a_pass) + 1;
    std::vector<std::int64_t> bursts;
    for (std::int64_t section = 1; section < sections; ++section) {
      bursts.push_back(beyond + static_cast<std::int64_t>(Int128{between + 1} * section / sections));
    }
    const std::vector<std::uint64_t> dropped = count(bursts);
    const auto first =
        std::find_if(dropped.begin(), dropped.end(), [&](std::uint64_t drops) { return drops <= allowed; });
    const auto index = static_cast<std::size_t>(first - dropped.begin());
    if (index > 0) beyond = bursts[index - 1];
    if (first != dropped.end()) {
      found.bucket = bursts[index];
      found.dropped = *first;
    }
  }
  return found;
}

ToleratedBucket least_tolerated_of_grid(std::int64_t lossless, std::uint64_t allowed, const CountDrops& count,
                                        std::int64_t grid) {
  if (lossless == 0) return {};
  const std::int64_t step = ceil_div(lossless, grid);
  std::vector<std::int64_t> bursts;
  for (std::int64_t burst = (lossless - 1) % step + 1; burst < lossless; burst += step) bursts.push_back(burst);
  const std::vector<std::uint64_t> dropped = count(bursts);
  const auto within = [&](std::uint64_t drops) { return drops <= allowed; };
  const auto first = std::find_if(dropped.begin(), dropped.end(), within);
  if (first == dropped.end()) return {lossless, 0, step, 0};
  return {bursts[static_cast<std::size_t>(first - dropped.begin())], *first, step,
          static_cast<std::uint64_t>((dropped.end() - first) - std::count_if(first, dropped.end(), within))};
}

}  // namespace ratereplay
