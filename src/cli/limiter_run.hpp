#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/trace_options.hpp"
#include "core/error.hpp"
#include "limiter/catalogue.hpp"
#include "report/limiter_report.hpp"

namespace ratereplay {

/// Replays each limiter; the busiest window and the promise are of `window`, or of each limiter's own.
std::vector<LimiterRow> replay_all(const std::vector<AnyLimiter>& limiters, const Trace& trace,
                                   const std::optional<Duration>& window);

/// The value of an option through one of core's parsers, or none when it was not given. Throws Error naming the option.
template <class Parse>
auto parse_option(std::string_view option, const std::string& text, Parse parse) {
  std::optional<decltype(parse(text))> value;
  if (text.empty()) return value;
  try {
    value = parse(text);
  } catch (const Error& error) {
    throw Error(std::string(option) + ": " + error.what());
  }
  return value;
}

/// `--window`, or none when it was not given. Throws Error naming the option.
std::optional<Duration> window_option(const std::string& text);

/// 1 when a --fail-on condition holds, else 0.
int failure_status(const std::vector<LimiterRow>& rows, bool fail_on_drop, const Trace& trace,
                   const TraceOptions& options);

}  // namespace ratereplay
