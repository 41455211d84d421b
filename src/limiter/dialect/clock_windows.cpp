#include "limiter/dialect/clock_windows.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

std::int64_t ticks_of(const SpecReader& reader, std::string_view key, std::int64_t tick, std::string_view unit) {
  const Duration length = reader.duration(key);
  if (length > longest_window || length.ns % tick != 0) {
    reader.fail(fmt::format("{} is whole {}, up to {}, not {}", key, unit, compact_text(longest_window),
                            in_quotes(reader.typed(key))));
  }
  return static_cast<std::int64_t>(length.ns / tick);
}

std::int64_t window_ticks_of(const Rate& rate, std::int64_t tick, std::string_view unit) {
  if (rate.period > longest_window || rate.period.ns % tick != 0) {
    throw Error(fmt::format("its windows are whole {}, up to {}, and the period of {} is not", unit,
                            compact_text(longest_window), rate.text));
  }
  if (rate.count > largest_count) throw Error(fmt::format("its limit is taken up to {}", largest_count));
  return static_cast<std::int64_t>(rate.period.ns / tick);
}

Int128 clock_window_promise(std::int64_t limit, Duration window, Duration length) {
  return checked_mul(limit, ceil_div(length.ns - 1, window.ns) + 1);
}

}  // namespace ratereplay
