#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/cost.hpp"
#include "core/events.hpp"
#include "core/instant.hpp"

namespace ratereplay {

/// Periods of one length that follow each other, in UTC: from 1970-01-01T00:00:00Z, but weeks begin on Mondays.
class Period {
 public:
  /// Reads `second`, `minute`, `hour`, `day`, `week`, or a duration. Throws Error naming the text.
  static Period parse(std::string_view text);

  const std::string& name() const noexcept { return name_; }  ///< as typed
  Duration length() const noexcept { return length_; }

  /// Which period holds an instant: 0 the one that holds 1970-01-01T00:00:00Z.
  std::int64_t index(Instant instant) const noexcept {
    return static_cast<std::int64_t>(floor_div<Int128>(instant.ns - origin_.ns, length_.ns));
  }
  /// Since 1970; the first period that holds an instant may begin before all of them.
  Duration start(std::int64_t index) const noexcept { return {origin_.ns + index * length_.ns}; }
  /// The last instant of a period that holds any.
  Instant last(std::int64_t index) const noexcept;

  /// As a person would write it: `2025-07-29`, `2025-07-29 23:00`, `week of 2025-07-28`.
  std::string label(std::int64_t index) const;

 private:
  Period(std::string_view name, Duration length, Duration origin) : name_(name), length_(length), origin_(origin) {}

  std::string name_;
  Duration length_;
  Duration origin_;  ///< since 1970, at most a week before
};

/// What passed and what was dropped of the events that arrived within a period.
struct PeriodCount {
  std::int64_t index = 0;  ///< of the period
  std::uint64_t passed = 0;
  std::uint64_t dropped = 0;
  Cost passed_cost = 0;
  Cost dropped_cost = 0;

  std::uint64_t events() const noexcept { return passed + dropped; }
  Cost cost() const noexcept { return passed_cost + dropped_cost; }

  friend bool operator==(const PeriodCount&, const PeriodCount&) = default;
};

/// Counts of each period that holds an event, in the order of time.
class PeriodCounts {
 public:
  /// `memory`: bytes that the counts may take.
  PeriodCounts(Period period, std::size_t memory) : period_(std::move(period)), memory_(memory) {}

  /// The decisions on the next 1 to 64 events, whose times never decrease: bit i of `passed` says that event i passed.
  /// Throws Error when there are more periods than fit.
  void record(const Events& events, std::uint64_t passed);

  const std::vector<PeriodCount>& counts() const noexcept { return counts_; }

 private:
  void begin_period(Instant now);

  Period period_;
  std::size_t memory_;
  std::vector<PeriodCount> counts_;
  Instant last_{std::numeric_limits<std::int64_t>::min()};  ///< of the latest period
};

}  // namespace ratereplay
