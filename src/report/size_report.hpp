#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/fraction.hpp"
#include "core/rate.hpp"
#include "report/format.hpp"
#include "report/table.hpp"
#include "sizing/curve.hpp"
#include "sizing/least_bucket.hpp"
#include "sizing/tolerance.hpp"
#include "sizing/witness.hpp"
#include "trace/trace.hpp"

namespace ratereplay {

/// One rate's line in `size`.
struct SizeRow {
  Rate rate;
  LeastBucket bucket;
  std::optional<ResolutionBounds> bounds;  ///< none where stamps are finer than 1 ms
};

/// The result of `size --rate`: the `sizes` of SPEC §8, or a table with the bounds of a coarse resolution below.
std::string size_report(const std::vector<SizeRow>& rows, const TraceSummary& trace, Format format, const Style& style);

/// One bucket's line in `size --burst`.
struct BurstRow {
  std::string text;  ///< as typed
  Fraction burst;
  std::optional<LeastRate> rate;          ///< none where no rate helps
  std::optional<Witness> witness;         ///< of the rate, or the instant that no rate helps
  std::optional<LeastRateBounds> bounds;  ///< none where stamps are finer than 1 ms, or say nothing
};

std::string burst_report(const std::vector<BurstRow>& rows, const TraceSummary& trace, Format format,
                         const Style& style);

/// The result of `size` without a rate or a bucket.
struct SuggestionRows {
  std::optional<Fraction> mean_per_ns;
  std::vector<SizeRow> sizes;
  std::optional<SizeRow> knee;
};

std::string suggestion_report(const SuggestionRows& rows, const TraceSummary& trace, Format format, const Style& style);

/// One rate's line in `size --allow-drops`.
struct ToleranceRow {
  SizeRow lossless;
  ToleratedBucket tolerated;
};

/// `allowed`: events that may be dropped.
std::string tolerance_report(std::uint64_t allowed, const std::vector<ToleranceRow>& rows, const TraceSummary& trace,
                             Format format, const Style& style);

}  // namespace ratereplay
