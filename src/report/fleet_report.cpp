#include "report/fleet_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/text.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

using Align = Table::Align;

Int128 beyond(Int128 value, Int128 limit) { return std::max<Int128>(value - limit, 0); }

/// Per event, in ns rounded up; none without events.
std::optional<Duration> mean_latency(const FleetResult& result, const FleetRow& row) {
  const std::uint64_t events = row.summary.passed + row.summary.dropped;
  if (!result.store_latency || events == 0) return std::nullopt;
  return Duration{ceil_div<Int128>(checked_mul(result.store_latency->ns, row.store.events), events)};
}

Json spread_json(const std::optional<Spread>& spread) {
  return spread ? Json{{"least", spread->least}, {"most", spread->most}} : Json();
}

Json outage_json(const FleetResult& result, const FleetRow& row, std::size_t place) {
  const OutageFigures& figures = row.outages[place];
  const OutageFigures& without = result.summary.rows[shared_row].outages[place];
  Json json;
  json["from"] = instant_json(result.options.outages[place].from);
  json["to"] = instant_json(result.options.outages[place].to);
  json["events"] = figures.events;
  json["passed"] = figures.passed;
  put_whole(json, "passed_cost", figures.passed_cost);
  json["passed_without"] = without.passed;
  put_whole(json, "passed_cost_without", without.passed_cost);
  json["around_end"] = busiest_json(figures.around_end);
  put_whole(json, "around_end_over_promise", beyond(figures.around_end.cost, result.promise));
  return json;
}

Json row_json(const FleetResult& result, const FleetRow& row, const TraceSummary& trace) {
  const ReplaySummary& summary = row.summary;
  Json json;
  json["arrangement"] = row.name;
  put_counts_and_shares(json, summary.passed, summary.dropped, summary.passed_cost, summary.dropped_cost,
                        trace.has_costs);
  json["busiest"] =
      busiest_of_key_json(summary.busiest, summary.keyed ? summary.keyed->busiest : BusiestKeys(), trace.keys.get());
  put_whole(json, "over_promise", beyond(summary.busiest.cost, result.promise));
  json["wrongly_refused"] = row.wrongly_refused;
  json["wrongly_passed"] = row.wrongly_passed;
  json["store_events"] = row.store.events;
  put_whole(json, "store_calls", row.store.calls);
  put_seconds(json, "latency_mean_s", mean_latency(result, row));
  json["spread"]["passed"] = spread_json(row.passed_spread);
  json["spread"]["busiest_cost"] = spread_json(row.busiest_spread);
  json["spread"]["wrongly_refused"] = spread_json(row.wrongly_refused_spread);
  return json;
}

std::string fleet_json(const FleetResult& result, const TraceSummary& trace) {
  const FleetOptions& options = result.options;
  Json json = document("fleet", &trace);
  json["spec"] = result.spec;
  json["local_spec"] = result.local_spec;
  json["instances"] = options.instances;
  json["balance"] = options.balance.text();
  json["limit_of"] = options.each_key ? "key" : "all";
  json["instance_events"] = result.summary.events_of;
  put_seconds(json, "window_s", options.window);
  put_whole(json, "promise", result.promise);
  put_seconds(json, "store_latency_s", result.store_latency);
  json["seed"] = options.seed;
  json["seeds"] = options.seeds;
  const std::optional<HarmlessTtl>& ttl = result.summary.rows[shared_row].harmless_ttl;
  put_seconds(json["harmless_ttl"], "least_s", ttl->least);
  put_seconds(json["harmless_ttl"], "always_s", ttl->always);
  json["arrangements"] = Json::array();
  for (const FleetRow& row : result.summary.rows) {
    Json of_row = row_json(result, row, trace);
    of_row["outages"] = Json::array();
    for (std::size_t place = 0; place < row.outages.size(); ++place)
      of_row["outages"].push_back(outage_json(result, row, place));
    json["arrangements"].push_back(std::move(of_row));
  }
  return json_text(json);
}

std::string fleet_csv(const FleetResult& result, const TraceSummary& trace) {
  Json rows = Json::array();
  for (const FleetRow& row : result.summary.rows) rows.push_back(row_json(result, row, trace));
  FleetResult full_result = result;
  full_result.store_latency = Duration();
  FleetRow full = result.summary.rows.front();
  full.summary.passed = 1;
  full.summary.busiest.from = full.summary.busiest.cost_from = Instant{};
  full.passed_spread = full.busiest_spread = full.wrongly_refused_spread = Spread{};
  return csv_text(rows, row_json(full_result, full, trace));
}

/// `+3`, `-2`, `0`.
std::string signed_text(Int128 number) { return (number > 0 ? "+" : "") + grouped(number); }

std::string conditions_text(const FleetResult& result) {
  const FleetOptions& options = result.options;
  std::string text =
      fmt::format("{} on {}, {}", result.spec, counted(options.instances, "instance"), options.balance.text());
  const bool by_chance = options.balance.kind == Balance::Kind::random;
  if (by_chance) text += fmt::format(", seed {}", options.seed);
  constexpr std::size_t few = 8;
  if (options.instances <= few) {
    std::vector<std::string> events;
    for (const std::uint64_t each : result.summary.events_of) events.push_back(grouped(Int128{each}));
    text += fmt::format(": {} events", fmt::join(events, ", "));
  }
  text += fmt::format("\nwhat the limit promises: {} at most in any half-open {}{}\n", grouped(result.promise),
                      human_text(options.window), options.each_key ? ", for each key" : "");
  if (result.local_spec != result.spec)
    text += fmt::format("before or instead of the shared limit: {}\n", result.local_spec);
  return text;
}

Table arrangements_table(const FleetResult& result, bool has_costs) {
  const FleetRow& shared = result.summary.rows[shared_row];
  Table table;
  table.add_column("arrangement", Align::left);
  const auto number = [&](const std::string& heading) { table.add_column(heading, Align::right); };
  number("passed");
  number("beyond\nshared");
  if (has_costs) number("passed\ncost");
  number((has_costs ? "busiest\ncost " : "busiest\n") + compact_text(result.options.window));
  number("over\npromise");
  number("wrongly\nrefused");
  number("wrongly\npassed");
  number("store\ncalls");
  if (result.store_latency) number("latency\nmean");
  for (const FleetRow& row : result.summary.rows) {
    const ReplaySummary& summary = row.summary;
    std::vector<std::string> cells{row.name, grouped(Int128{summary.passed}),
                                   signed_text(Int128{summary.passed} - shared.summary.passed)};
    if (has_costs) cells.push_back(grouped(summary.passed_cost));
    cells.push_back(grouped(summary.busiest.cost));
    cells.push_back(grouped(beyond(summary.busiest.cost, result.promise)));
    cells.push_back(grouped(Int128{row.wrongly_refused}));
    cells.push_back(grouped(Int128{row.wrongly_passed}));
    cells.push_back(grouped(row.store.calls));
    if (const std::optional<Duration> latency = mean_latency(result, row)) cells.push_back(wait_text(*latency));
    table.add_row(std::move(cells));
  }
  return table;
}

Table spreads_table(const FleetResult& result) {
  Table table;
  table.add_column(fmt::format("over {} seeds", grouped(Int128{result.options.seeds})), Align::left);
  for (const std::string& heading :
       {std::string("passed"), "busiest " + compact_text(result.options.window), std::string("wrongly refused")}) {
    table.add_column(heading, Align::right);
  }
  const auto text = [](const std::optional<Spread>& spread) {
    return spread->least == spread->most
               ? grouped(Int128{spread->least})
               : fmt::format("{} to {}", grouped(Int128{spread->least}), grouped(Int128{spread->most}));
  };
  for (const FleetRow& row : result.summary.rows) {
    table.add_row({row.name, text(row.passed_spread), text(row.busiest_spread), text(row.wrongly_refused_spread)});
  }
  return table;
}

/// Of the arrangements that an outage meets, and of the shared limit without it.
Table outage_table(const FleetResult& result, std::size_t place, bool has_costs) {
  const std::vector<FleetRow>& rows = result.summary.rows;
  const OutageFigures& without = rows[shared_row].outages[place];
  Table table;
  table.add_column(
      fmt::format("outage of {}", human_text(result.options.outages[place].to - result.options.outages[place].from)),
      Align::left);
  for (const std::string& heading :
       {std::string(has_costs ? "passed\ncost" : "passed"), std::string("beyond\nshared"),
        "around its end\nbusiest " + compact_text(result.options.window), std::string("over\npromise")}) {
    table.add_column(heading, Align::right);
  }
  for (const FleetRow& row : rows) {
    if (&row != &rows[shared_row] && row.name.rfind("outage", 0) != 0) continue;
    const OutageFigures& figures = row.outages[place];
    const Int128 passed = has_costs ? Int128{figures.passed_cost} : Int128{figures.passed};
    const Int128 of_shared = has_costs ? Int128{without.passed_cost} : Int128{without.passed};
    table.add_row({row.name, grouped(passed), signed_text(passed - of_shared), grouped(figures.around_end.cost),
                   grouped(beyond(figures.around_end.cost, result.promise))});
  }
  return table;
}

std::string ttl_text(const HarmlessTtl& ttl) {
  const std::string always =
      ttl.always ? fmt::format("harmless on every trace: {}", human_text(*ttl.always)) : "none is on every trace";
  return fmt::format("least harmless --ttl on this trace: {}; {}\n", ttl.least.ns == 0 ? "any" : human_text(ttl.least),
                     always);
}

}  // namespace

std::string fleet_report(const FleetResult& result, const TraceSummary& trace, Format format, const Style& style) {
  if (format == Format::json) return fleet_json(result, trace);
  if (format == Format::csv) return fleet_csv(result, trace);
  const FleetOptions& options = result.options;
  std::string text = trace_heading(trace, style) + "\n" + conditions_text(result) + "\n";
  text += arrangements_table(result, trace.has_costs).text(style);
  if (options.seeds > 1) text += "\n" + spreads_table(result).text(style);
  for (std::size_t place = 0; place < options.outages.size(); ++place) {
    text += fmt::format("\n{} to {}, {}\n", rfc3339_text(options.outages[place].from),
                        rfc3339_text(options.outages[place].to),
                        counted(result.summary.rows[shared_row].outages[place].events, "event"));
    text += outage_table(result, place, trace.has_costs).text(style);
  }
  if (options.ttl) text += "\n" + ttl_text(*result.summary.rows[shared_row].harmless_ttl);
  return text;
}

}  // namespace ratereplay
