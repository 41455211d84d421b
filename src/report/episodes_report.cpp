#include "report/episodes_report.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "report/json.hpp"
#include "report/limiter_labels.hpp"
#include "report/text.hpp"

namespace ratereplay {

Json episodes_json(const ReplaySummary& summary, const TraceSummary& trace) {
  Json json;
  json["count"] = summary.episodes.count;
  json["days"] = summary.episodes.days;
  json["worst"] = Json::array();
  for (const Episode& episode : summary.episodes.worst) {
    Json worst;
    worst["from"] = rfc3339_text(episode.from);
    worst["to"] = rfc3339_text(episode.to);
    put_seconds(worst, "seconds", episode.to - episode.from);
    worst["dropped"] = episode.dropped;
    put_whole(worst, "dropped_cost", episode.dropped_cost);
    worst["drop_share"] = share_json(episode.dropped, summary.dropped);
    worst["key"] = summary.keyed ? Json(trace.keys->text(0, episode.key)) : Json();
    json["worst"].push_back(std::move(worst));
  }
  return json;
}

std::string episodes_text(const std::vector<LimiterRow>& rows, const TraceSummary& trace, std::size_t most,
                          const Style& style) {
  using Align = Table::Align;
  const auto groups =
      grouped_families(rows, [](const ReplaySummary& a, const ReplaySummary& b) { return a.episodes == b.episodes; });
  if (std::all_of(groups.begin(), groups.end(),
                  [](const auto& group) { return group.row->summary.episodes.worst.empty(); }))
    return "";
  const bool keyed = rows.front().summary.keyed.has_value();
  return fitted(
      [&](bool short_times) {
        Table table;
        table.add_column("drops of", Align::left);
        table.add_column("days", Align::right);
        table.add_column("episodes", Align::right);
        table.add_column("the worst", Align::right);
        table.add_column("within", Align::right);
        table.add_column("from", Align::left);
        if (keyed) table.add_column("key", Align::left);
        for (const auto& [label, row] : groups) {
          const ReplaySummary& summary = row->summary;
          const std::vector<Episode>& worst = summary.episodes.worst;
          for (std::size_t place = 0; place < std::min(most, worst.size()); ++place) {
            const Episode& episode = worst[place];
            const bool first = place == 0;
            std::vector<std::string> cells{first ? label : "",
                                           first ? grouped(summary.episodes.days) : "",
                                           first ? grouped(summary.episodes.count) : "",
                                           grouped(episode.dropped) + " of " + grouped(summary.dropped),
                                           wait_text(episode.to - episode.from),
                                           time_text(episode.from, short_times)};
            if (keyed) cells.push_back(key_text(trace.keys->text(0, episode.key)));
            table.add_row(std::move(cells));
          }
        }
        return table;
      },
      style);
}

}  // namespace ratereplay
