#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "metrics/periods.hpp"
#include "report/limiter_labels.hpp"
#include "report/limiter_report.hpp"
#include "report/rows.hpp"
#include "report/table.hpp"

namespace ratereplay {

/// The periods of a report in the order in which it shows them.
class PeriodRows {
 public:
  /// `rows`, which stay where they are, have counts of `by.period`, all of the same periods.
  PeriodRows(const std::vector<LimiterRow>& rows, const ByPeriod& by);

  /// For people: of one limiter all counts, of several what each dropped.
  std::string text(bool has_costs, const Style& style) const;

  /// The `by` of the README, and its rows: the periods, each with a row for every limiter.
  Json json() const;
  RowArray array() const;

 private:
  Table all_counts(bool has_costs) const;
  Table drops(std::span<const LimiterGroup> groups) const;

  const std::vector<LimiterRow>& rows_;
  const ByPeriod& by_;
  std::size_t periods_;             ///< that hold events
  std::vector<std::size_t> order_;  ///< those shown, by their places in time
};

}  // namespace ratereplay
