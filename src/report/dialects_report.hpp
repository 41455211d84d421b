#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "core/json.hpp"
#include "replay/difference.hpp"
#include "replay/summary.hpp"
#include "report/table.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// A dialect beside the algorithm that it comes close to.
struct DialectRow {
  std::string spec;
  std::string name;
  std::string ideal_spec;
  std::string ideal_name;
  ReplaySummary summary;         ///< what passed, what was dropped, and the busiest window
  DifferenceSummary difference;  ///< to the ideal, which is the second
  std::optional<Int128> promise;
  Fraction drift;  ///< of its long-run rate from the ideal's, as a share of that: 0 for none, -1/25 for 4 % less
};

/// A dialect that was not replayed.
struct DialectLeftOut {
  std::string name;
  std::string why;
};

/// What `compare --dialects` adds.
struct DialectResult {
  Duration window;  ///< of the busiest window and the promise
  std::vector<DialectRow> rows;
  std::vector<DialectLeftOut> left_out;
};

/// `-4 %`, `+0.1 %`, to three decimals, so that `+<0.001 %` is more than none; `0`.
std::string drift_text(const Fraction& drift);

/// An array of `name` and `why` under `key`.
void put_left_out(Json& json, std::string_view key, const std::vector<DialectLeftOut>& left_out);

/// The members `dialects` and `dialects_left_out` of the document of `compare`.
void put_dialects(Json& json, const DialectResult& result, const TraceSummary& trace);

/// A table, and below it which dialects were left out and why.
std::string dialects_text(const DialectResult& result, const TraceSummary& trace, const Style& style);

}  // namespace ratereplay
