#include "report/diff_report.hpp"

#include <fmt/format.h>

#include <optional>

#include "core/text.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

using Limiters = std::array<DiffedLimiter, 2>;

const std::string& label_of(const Limiters& limiters, std::size_t side) {
  return limiters[0].name == limiters[1].name ? limiters[side].spec : limiters[side].name;
}

Json verdict_json(const DiffedLimiter& limiter, const Verdict& verdict) {
  Json json;
  json["spec"] = limiter.spec;
  json["passed"] = verdict.passed;
  json["state"] = verdict.state;
  put_whole(json, "room", verdict.room);
  put_seconds(json, "retry_after_s", verdict.retry_after);
  return json;
}

/// None where all events have one.
std::optional<std::string> key_text(const TraceSummary& trace, KeyId key) {
  if (!trace.keys) return std::nullopt;
  return std::string(trace.keys->text(0, key));
}

Json key_json(const TraceSummary& trace, KeyId key) {
  const auto text = key_text(trace, key);
  return text ? Json(*text) : Json();
}

Json first_json(const Limiters& limiters, const FirstDifference& first, const TraceSummary& trace) {
  Json json;
  json["event"] = first.number;
  json["line"] = first.line ? Json(*first.line) : Json();
  json["time"] = rfc3339_text(first.time);
  json["key"] = key_json(trace, first.key);
  put_whole(json, "cost", first.cost);
  json["first"] = verdict_json(limiters[0], first.verdicts[0]);
  json["second"] = verdict_json(limiters[1], first.verdicts[1]);
  return json;
}

Json stretches_json(const Limiters& limiters, const DifferenceSummary& difference, const TraceSummary& trace) {
  Json json;
  json["count"] = difference.stretches;
  json["longest"] = Json::array();
  for (const DifferingStretch& stretch : difference.longest) {
    Json each;
    each["event"] = stretch.number;
    each["from"] = rfc3339_text(stretch.from);
    each["to"] = rfc3339_text(stretch.to);
    put_seconds(each, "seconds", stretch.to - stretch.from);
    each["events"] = stretch.count.events;
    put_whole(each, "cost", stretch.count.cost);
    each["passed_by"] = limiters[stretch.passed_by].spec;
    each["key"] = key_json(trace, stretch.key);
    json["longest"].push_back(std::move(each));
  }
  return json;
}

Json difference_json(const Limiters& limiters, const DifferenceSummary& difference, const TraceSummary& trace) {
  Json json;
  json["first"] = limiters[0].spec;
  json["second"] = limiters[1].spec;
  json["both_passed"] = count_json(difference.both_passed);
  json["both_refused"] = count_json(difference.both_refused);
  json["only_first_passed"] = count_json(difference.passed_by_one[0]);
  json["only_second_passed"] = count_json(difference.passed_by_one[1]);
  json["first_difference"] = difference.first ? first_json(limiters, *difference.first, trace) : Json();
  json["stretches"] = stretches_json(limiters, difference, trace);
  return json;
}

/// A row in which nothing is null, for csv_text, which has no place for one stretch after another.
Json full_row() {
  DifferenceSummary difference;
  difference.first.emplace();
  difference.first->line = 1;
  for (Verdict& verdict : difference.first->verdicts) verdict.retry_after = Duration{1};
  Json json = difference_json({}, difference, {});
  json["stretches"].erase("longest");
  return json;
}

std::string first_text(const Limiters& limiters, const FirstDifference& first, const TraceSummary& trace) {
  std::string text = fmt::format("first difference: event {}", grouped(first.number));
  if (first.line) text += fmt::format(", line {}", grouped(*first.line));
  text += ", " + rfc3339_text(first.time);
  if (const auto key = key_text(trace, first.key)) text += ", key " + in_quotes(*key);
  if (trace.has_costs) text += ", cost " + grouped(first.cost);
  text += "\n";
  for (std::size_t side = 0; side < limiters.size(); ++side) {
    const Verdict& verdict = first.verdicts[side];
    text +=
        fmt::format("  {} {} it: {}", label_of(limiters, side), verdict.passed ? "passed" : "refused", verdict.state);
    if (!verdict.passed) {
      text += verdict.retry_after ? "; retry after " + human_text(*verdict.retry_after) : "; it can never pass";
    }
    text += "\n";
  }
  return text;
}

Table counts_table(const Limiters& limiters, const DifferenceSummary& difference, bool has_costs) {
  using Align = Table::Align;
  Table table;
  table.add_column("passed by", Align::left);
  table.add_column("events", Align::right);
  table.add_column("share", Align::right);
  if (has_costs) table.add_column("cost", Align::right);
  const auto& [only_first, only_second] = difference.passed_by_one;
  const Int128 all = static_cast<Int128>(difference.both_passed.events) + difference.both_refused.events +
                     only_first.events + only_second.events;
  const auto row = [&](const std::string& label, const EventCount& count) {
    std::vector<std::string> cells{label, grouped(count.events), share_text(count.events, all)};
    if (has_costs) cells.push_back(grouped(count.cost));
    table.add_row(std::move(cells));
  };
  row("both", difference.both_passed);
  row(label_of(limiters, 0), only_first);
  row(label_of(limiters, 1), only_second);
  row("none", difference.both_refused);
  return table;
}

Table stretches_table(const Limiters& limiters, const DifferenceSummary& difference, const TraceSummary& trace,
                      bool short_times) {
  const bool has_costs = trace.has_costs;
  using Align = Table::Align;
  Table table;
  table.add_column("passed by", Align::left);
  table.add_column("events", Align::right);
  if (has_costs) table.add_column("cost", Align::right);
  table.add_column("within", Align::right);
  table.add_column("from", Align::left);
  if (trace.keys) table.add_column("key", Align::left);
  for (const DifferingStretch& stretch : difference.longest) {
    std::vector<std::string> cells{label_of(limiters, stretch.passed_by), grouped(stretch.count.events)};
    if (has_costs) cells.push_back(grouped(stretch.count.cost));
    cells.push_back(human_text(stretch.to - stretch.from));
    cells.push_back(time_text(stretch.from, short_times));
    if (const auto key = key_text(trace, stretch.key)) cells.push_back(in_quotes(*key));
    table.add_row(std::move(cells));
  }
  return table;
}

std::string difference_text(const Limiters& limiters, const DifferenceSummary& difference, const TraceSummary& trace,
                            const Style& style) {
  const bool has_costs = trace.has_costs;
  if (!difference.first) {
    return fmt::format("no difference: {} passed and {} refused by both\n",
                       counted(difference.both_passed.events, "event"), grouped(difference.both_refused.events));
  }
  const std::string stretches =
      fmt::format("{} {}", grouped(difference.stretches), difference.stretches == 1 ? "stretch" : "stretches");
  const std::size_t listed = difference.longest.size();
  const std::string which =
      difference.stretches > listed ? fmt::format("the longest {} of {}", grouped(listed), stretches) : stretches;
  return first_text(limiters, *difference.first, trace) + "\n" +
         counts_table(limiters, difference, has_costs).text(style) + "\n" + which +
         " of events passed by one alone\n\n" +
         fitted([&](bool short_times) { return stretches_table(limiters, difference, trace, short_times); }, style);
}

}  // namespace

std::string diff_report(const std::array<DiffedLimiter, 2>& limiters, const DifferenceSummary& difference,
                        const TraceSummary& trace, Format format, const Style& style) {
  if (format == Format::table) {
    return trace_heading(trace, style) + "\n" + difference_text(limiters, difference, trace, style);
  }
  Json result = difference_json(limiters, difference, trace);
  if (format == Format::csv) return csv_text(Json::array({std::move(result)}), full_row());
  Json json = document("diff", &trace);
  json.update(result);
  return json_text(json);
}

}  // namespace ratereplay
