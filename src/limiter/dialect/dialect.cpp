#include "limiter/dialect/dialect.hpp"

#include <limits>

#include "core/error.hpp"

namespace ratereplay {

void check_dialect_extent(const Extent& extent, Duration longest_wait, bool counts_requests) {
  if (counts_requests && !extent.unit_costs) {
    throw Error("it counts requests and knows no costs; leave --cost out");
  }
  constexpr Int128 last = std::numeric_limits<std::int64_t>::max();
  if (extent.span().ns > last - longest_wait.ns) {
    throw Error("the trace lasts " + human_text(extent.span()) +
                ", too long for the 64-bit clock of a product; choose a part with --from and --to");
  }
  if (extent.last.ns > last - longest_wait.ns) {
    throw Error("its waits lead beyond 2262, the end of the times that are representable; choose a part with --to");
  }
}

}  // namespace ratereplay
