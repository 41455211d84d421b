#include "report/periods_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/text.hpp"
#include "report/json.hpp"
#include "report/limiter_labels.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

std::vector<LimiterGroup> groups_of(const std::vector<LimiterRow>& rows) {
  return grouped_families(rows, [](const ReplaySummary& a, const ReplaySummary& b) { return a.periods == b.periods; });
}

}  // namespace

PeriodRows::PeriodRows(const std::vector<LimiterRow>& rows, const ByPeriod& by)
    : rows_(rows), by_(by), periods_(rows.front().summary.periods.size()), order_(periods_) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  if (!by.worst) return;
  std::vector<std::uint64_t> dropped(periods_);
  for (const LimiterGroup& group : groups_of(rows)) {
    for (std::size_t period = 0; period < periods_; ++period)
      dropped[period] += group.row->summary.periods[period].dropped;
  }
  std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return dropped[a] > dropped[b]; });
  const auto end = std::find_if(order_.begin(), order_.end(), [&](std::size_t period) { return dropped[period] == 0; });
  order_.resize(std::min(static_cast<std::size_t>(end - order_.begin()), *by.worst));
}

std::string PeriodRows::text(bool has_costs, const Style& style) const {
  const std::vector<LimiterGroup> groups = groups_of(rows_);
  const bool alone = groups.size() == 1;
  std::string text = counted(periods_, "period") + " with events" +
                     (!by_.worst           ? ", others are left out"
                      : order_.empty()     ? "; none dropped any"
                      : order_.size() == 1 ? "; the one that dropped most"
                                           : fmt::format("; the {} that dropped most", grouped(order_.size()))) +
                     fmt::format(" ({}, UTC{})\n\n", by_.period.name(), alone ? "" : "; events dropped");
  if (order_.empty()) return text.substr(0, text.size() - 1);
  if (alone) return text + all_counts(has_costs).text(style);
  const auto drops_of = [&](std::size_t begin, std::size_t end) {
    return drops(std::span(groups).subspan(begin, end - begin));
  };
  return text + side_by_side(groups.size(), drops_of, style);
}

Table PeriodRows::all_counts(bool has_costs) const {
  Table table;
  table.add_column("from", Table::Align::left);
  for (const char* heading : {"events", "passed", "dropped", "share"}) table.add_column(heading, Table::Align::right);
  if (has_costs) {
    for (const char* heading : {"cost", "cost\ndropped"}) table.add_column(heading, Table::Align::right);
  }
  for (const std::size_t period : order_) {
    const PeriodCount& count = rows_.front().summary.periods[period];
    std::vector<std::string> cells{by_.period.label(count.index), grouped(count.events()), grouped(count.passed),
                                   grouped(count.dropped), share_text(count.dropped, count.events())};
    if (has_costs) {
      cells.push_back(grouped(count.cost()));
      cells.push_back(grouped(count.dropped_cost));
    }
    table.add_row(std::move(cells));
  }
  return table;
}

Table PeriodRows::drops(std::span<const LimiterGroup> groups) const {
  Table table;
  table.add_column("from", Table::Align::left);
  table.add_column("events", Table::Align::right);
  for (const LimiterGroup& group : groups) table.add_column(narrow_heading(group.label), Table::Align::right);
  for (const std::size_t period : order_) {
    const PeriodCount& count = rows_.front().summary.periods[period];
    std::vector<std::string> cells{by_.period.label(count.index), grouped(count.events())};
    for (const LimiterGroup& group : groups) cells.push_back(grouped(group.row->summary.periods[period].dropped));
    table.add_row(std::move(cells));
  }
  return table;
}

Json PeriodRows::json() const {
  Json json;
  json["period"] = by_.period.name();
  put_seconds(json, "length_s", by_.period.length());
  json["periods"] = periods_;
  return json;
}

RowArray PeriodRows::array() const {
  return {"periods", order_.size() * rows_.size(), [this](std::size_t index, Row& row) {
            const LimiterRow& limiter = rows_[index % rows_.size()];
            const PeriodCount& count = limiter.summary.periods[order_[index / rows_.size()]];
            set(row, "from", rfc3339_text_since_1970(by_.period.start(count.index)));
            set(row, "spec", limiter.spec);
            put_counts(row, count.passed, count.dropped, count.passed_cost, count.dropped_cost);
          }};
}

}  // namespace ratereplay
