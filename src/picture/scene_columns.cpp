#include "picture/scene_columns.hpp"

#include <algorithm>

namespace ratereplay {

namespace {

/// Calls `f` with a time and a count for each event, or for each bin where events are not there one by one.
template <class F>
void for_each_count(const SceneEvents& events, F&& f) {
  if (events.has_each()) {
    for (const std::int64_t time : events.columns().arrival) f(Instant{time}, 1);
    return;
  }
  const Bins& bins = events.bins();
  for (std::size_t bin = 0; bin < bins.counts().size(); ++bin) f(bins.begin_of(bin), bins.counts()[bin]);
}

/// The bounds of all events, as far as they are known.
void join(std::optional<std::pair<Instant, Instant>>& bounds, const SceneEvents& events) {
  for_each_count(events, [&](Instant time, std::uint64_t) {
    if (!bounds) bounds = {time, time};
    bounds->second = std::max(bounds->second, time);
    bounds->first = std::min(bounds->first, time);
  });
}

void count(SceneColumns::Row& row, const SceneColumns& columns, const SceneEvents& events,
           const SceneDecisions& decisions) {
  if (events.has_each() && decisions.has_each()) {
    for (std::size_t event = 0; event < events.columns().arrival.size(); ++event) {
      const std::size_t column = columns.column_of(events.columns().arrival[event]);
      ++(decisions.passed(event) ? row.passed : row.dropped)[column];
    }
    return;
  }
  // Both have seen the same events, so that their bins are the same.
  const std::vector<std::uint64_t>& passed = decisions.bins().counts();
  std::size_t bin = 0;
  for_each_count(events, [&](Instant time, std::uint64_t arrivals) {
    const std::size_t column = columns.column_of(time.ns);
    row.passed[column] += passed[bin];
    row.dropped[column] += arrivals - passed[bin];
    ++bin;
  });
}

}  // namespace

std::size_t SceneColumns::column_of(Int128 ns_since_1970) const noexcept {
  const auto width = static_cast<Int128>(arrivals.size());
  const Int128 span = (last - first).ns + 1;
  const Int128 since = std::clamp<Int128>(ns_since_1970 - first.ns, 0, span - 1);
  return static_cast<std::size_t>(since * width / span);
}

SceneColumns columns_of(const Scene& scene, std::size_t width) {
  std::optional<std::pair<Instant, Instant>> bounds;
  join(bounds, scene.events);
  for (const SceneRow& row : scene.rows) {
    if (row.own) join(bounds, *row.own);
  }
  SceneColumns columns;
  columns.arrivals.resize(width);
  if (bounds) {
    columns.first = bounds->first;
    columns.last = bounds->second;
  }
  for_each_count(scene.events,
                 [&](Instant time, std::uint64_t events) { columns.arrivals[columns.column_of(time.ns)] += events; });
  for (const SceneRow& each : scene.rows) {
    SceneColumns::Row row{std::vector<std::uint64_t>(width), std::vector<std::uint64_t>(width), std::nullopt};
    count(row, columns, each.own ? *each.own : scene.events, each.decisions);
    if (each.busiest && each.busiest->from) {
      const Int128 from = each.busiest->from->ns;
      row.busiest = {columns.column_of(from), columns.column_of(from + each.busiest->length.ns - 1)};
    }
    columns.rows.push_back(std::move(row));
  }
  const auto see = [&](std::uint64_t events) { columns.most = std::max(columns.most, events); };
  std::for_each(columns.arrivals.begin(), columns.arrivals.end(), see);
  for (const SceneColumns::Row& row : columns.rows) {
    for (std::size_t column = 0; column < width; ++column) see(row.passed[column] + row.dropped[column]);
  }
  return columns;
}

}  // namespace ratereplay
