#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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

/// A client and the least bucket of its own.
struct ClientBucket {
  std::string key;
  LeastBucket bucket;
};

/// The shares of clients that `size` says a bucket for.
struct ClientShare {
  std::string_view text;  ///< for a heading
  std::string_view name;  ///< in JSON
  Fraction share;
};
inline const std::array<ClientShare, 5> client_shares = {{{"50 %", "p50", Fraction(1, 2)},
                                                          {"90 %", "p90", Fraction(9, 10)},
                                                          {"99 %", "p99", Fraction(99, 100)},
                                                          {"99.9 %", "p99_9", Fraction(999, 1000)},
                                                          {"100 %", "p100", Fraction(1)}}};

/// What buckets clients need where each has one of its own.
struct ClientSizes {
  std::string choice;  ///< of key
  std::uint64_t clients = 0;
  std::vector<Fraction> keeps;        ///< whole as many clients as each of `client_shares` says; empty without clients
  std::vector<ClientBucket> largest;  ///< the largest first
  LeastBucket shared;                 ///< one bucket for all
};

/// One rate's line in `size`.
struct SizeRow {
  Rate rate;
  LeastBucket bucket;                      ///< with clients: of the one that needs most
  std::optional<ResolutionBounds> bounds;  ///< none where stamps are finer than 1 ms
  std::optional<ClientSizes> clients = {};
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
