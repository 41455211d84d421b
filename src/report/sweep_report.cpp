#include "report/sweep_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "core/text.hpp"
#include "report/json.hpp"
#include "report/sweep_parameters.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

std::uint64_t dropped(const SweepRow& row, const TraceSummary& trace) { return trace.events - row.counts.passed; }
Cost dropped_cost(const SweepRow& row, const TraceSummary& trace) {
  return trace.extent.total_cost - row.counts.passed_cost;
}

/// The rows of a series, and in them those of one rate or window, which differ in their burst, queue or limit.
template <class Same>
std::vector<std::span<const SweepRow>> runs_of(std::span<const SweepRow> rows, Same same) {
  std::vector<std::span<const SweepRow>> runs;
  for (std::size_t begin = 0; begin < rows.size();) {
    std::size_t end = begin + 1;
    while (end < rows.size() && same(rows[begin], rows[end])) ++end;
    runs.push_back(rows.subspan(begin, end - begin));
    begin = end;
  }
  return runs;
}

std::vector<std::span<const SweepRow>> series_of(std::span<const SweepRow> rows) {
  return runs_of(rows, [](const SweepRow& a, const SweepRow& b) { return a.series == b.series; });
}

std::vector<std::span<const SweepRow>> paces_of(std::span<const SweepRow> series) {
  return runs_of(series, [](const SweepRow& a, const SweepRow& b) {
    return SweptParameters(a.limiter).pace_text() == SweptParameters(b.limiter).pace_text();
  });
}

/// The row of a pace with the least burst, queue or limit for which `holds`, or none.
template <class Holds>
const SweepRow* least_where(std::span<const SweepRow> pace, Holds holds) {
  const SweepRow* least = nullptr;
  for (const SweepRow& row : pace) {
    if (!holds(row)) continue;
    if (least == nullptr || SweptParameters(row.limiter).size() < SweptParameters(least->limiter).size()) least = &row;
  }
  return least;
}

/// None of a trace without events, of which nothing is dropped whatever the size.
const SweepRow* least_lossless(std::span<const SweepRow> pace, const TraceSummary& trace) {
  if (trace.events == 0) return nullptr;
  return least_where(pace, [&](const SweepRow& row) { return dropped(row, trace) == 0; });
}

Json amount_json(const Fraction& amount) {
  const bool fits = amount.denominator() == 1 && amount.numerator() <= INT64_MAX;
  return fits ? Json(static_cast<std::int64_t>(amount.numerator())) : Json(amount.approximate());
}

Json outcome_json(const Alignments::Outcome& outcome) {
  Json json;
  json["dropped"] = outcome.dropped;
  put_seconds(json, "offset_s", outcome.offset);
  json["offset"] = compact_text(outcome.offset);
  return json;
}

Json alignments_json(const Alignments& alignments) {
  Json json;
  json["offsets"] = alignments.tried;
  json["least"] = outcome_json(alignments.least);
  json["mean"] = alignments.mean.approximate();
  json["mean_exact"] = to_text(alignments.mean);
  json["most"] = outcome_json(alignments.most);
  return json;
}

void put_if(Json& json, std::string_view key, const std::optional<std::int64_t>& whole) {
  if (whole)
    put_whole(json, key, *whole);
  else
    json[std::string(key)] = nullptr;
}

Json row_json(const SweepRow& row, bool is_least_lossless, const TraceSummary& trace) {
  const SweptParameters parameters(row.limiter);
  Json json;
  json["spec"] = spec_text(row.limiter);
  json["name"] = name_of(row.limiter);
  json["rate"] = parameters.rate ? Json(parameters.rate->text) : Json();
  json["burst"] = parameters.burst ? amount_json(*parameters.burst) : Json();
  json["burst_exact"] = parameters.burst ? Json(to_text(*parameters.burst)) : Json();
  put_if(json, "queue", parameters.queue);
  put_if(json, "limit", parameters.limit);
  put_seconds(json, "window_s", parameters.window);
  put_counts_and_shares(json, row.counts.passed, dropped(row, trace), row.counts.passed_cost, dropped_cost(row, trace),
                        trace.has_costs);
  json["least_lossless"] = is_least_lossless;
  json["busiest"] = row.counts.busiest ? busiest_json(*row.counts.busiest) : Json();
  json["align"] = row.alignments ? alignments_json(*row.alignments) : Json();
  return json;
}

Json grid_json(std::span<const SweepRow> rows, const TraceSummary& trace) {
  Json json = Json::array();
  for (const auto series : series_of(rows)) {
    for (const auto pace : paces_of(series)) {
      const SweepRow* const least = least_lossless(pace, trace);
      for (const SweepRow& row : pace) json.push_back(row_json(row, &row == least, trace));
    }
  }
  return json;
}

/// A row in which nothing is null but what was not asked for, which has no columns.
Json full_row(const SweepRow& like) {
  TraceSummary trace;
  trace.events = 1;
  trace.has_costs = true;
  trace.extent.total_cost = 1;
  Json json = row_json(like, false, trace);
  if (json["align"].is_null()) json.erase("align");
  if (json["busiest"].is_null()) json.erase("busiest");
  return json;
}

std::string mean_text(const Alignments& alignments) { return decimal_text(alignments.mean, 3); }

/// What is said below of each rate: where its drops end.
std::string lossless_text(std::span<const SweepRow> pace, const TraceSummary& trace) {
  const SweptParameters parameters(pace.front().limiter);
  if (parameters.size_name().empty() || trace.events == 0) return "";
  std::string text = fmt::format("{} {}: ", parameters.pace_name(), parameters.pace_text());
  const auto size_of = [](const SweepRow& row) { return SweptParameters(row.limiter).size_text(); };
  if (const SweepRow* const least = least_lossless(pace, trace))
    text += fmt::format("{} {} is the least here that drops nothing", parameters.size_name(), size_of(*least));
  else
    text += fmt::format("every {} here drops events", parameters.size_name());
  if (pace.front().alignments) {
    const SweepRow* const least =
        least_where(pace, [](const SweepRow& row) { return row.alignments->most.dropped == 0; });
    // Where the offset as it stands is not lossless, neither are all.
    if (least != nullptr) text += fmt::format("; at every offset, {} is", size_of(*least));
    if (least == nullptr && least_lossless(pace, trace)) text += "; at every offset, none is";
  }
  return text + "\n";
}

std::string list_text(std::span<const SweepRow> series, const TraceSummary& trace, const Style& style) {
  using Align = Table::Align;
  const SweepRow& first = series.front();
  const SweptParameters parameters(first.limiter);
  const bool sized = !parameters.size_name().empty();
  Table table;
  table.add_column(parameters.pace_name(), Align::left);
  if (sized) table.add_column(parameters.size_name(), Align::right);
  table.add_column("passed", Align::right);
  table.add_column("dropped", Align::right);
  table.add_column("share", Align::right);
  if (trace.has_costs) {
    table.add_column("cost\ndropped", Align::right);
    table.add_column("share", Align::right);
  }
  if (first.counts.busiest) {
    table.add_column("busiest", Align::right);
    table.add_column("within", Align::right);
    table.add_column("from", Align::left);
  }
  if (first.alignments) {
    table.add_column("dropped\nleast", Align::right);
    table.add_column("mean", Align::right);
    table.add_column("most", Align::right);
    table.add_column("at offset\nleast", Align::right);
    table.add_column("most", Align::right);
  }
  for (const SweepRow& row : series) {
    const SweptParameters here(row.limiter);
    std::vector<std::string> cells{here.pace_text()};
    if (sized) cells.push_back(here.size_text());
    cells.push_back(grouped(row.counts.passed));
    cells.push_back(grouped(dropped(row, trace)));
    cells.push_back(share_text(dropped(row, trace), trace.events));
    if (trace.has_costs) {
      cells.push_back(grouped(dropped_cost(row, trace)));
      cells.push_back(share_text(dropped_cost(row, trace), trace.extent.total_cost));
    }
    if (row.counts.busiest) {
      cells.push_back(grouped(row.counts.busiest->events));
      cells.push_back(compact_text(row.counts.busiest->length));
      cells.push_back(row.counts.busiest->from ? time_text(*row.counts.busiest->from, false) : "-");
    }
    if (row.alignments) {
      cells.push_back(grouped(row.alignments->least.dropped));
      cells.push_back(mean_text(*row.alignments));
      cells.push_back(grouped(row.alignments->most.dropped));
      cells.push_back(human_text(row.alignments->least.offset));
      cells.push_back(human_text(row.alignments->most.offset));
    }
    table.add_row(std::move(cells));
  }
  std::string below;
  for (const auto pace : paces_of(series)) below += lossless_text(pace, trace);
  return table.text(style) + (below.empty() ? "" : "\n" + below);
}

/// Events dropped, bursts down and rates across; none where there is but one of either, where there is more to show, as
/// costs, or where it is too wide.
std::optional<Table> matrix(std::span<const SweepRow> series, const TraceSummary& trace) {
  using Align = Table::Align;
  const std::vector<std::span<const SweepRow>> paces = paces_of(series);
  const SweptParameters parameters(series.front().limiter);
  if (paces.size() < 2 || paces.front().size() < 2) return std::nullopt;
  if (trace.has_costs || series.front().counts.busiest || series.front().alignments) return std::nullopt;
  const auto same_size = [](const SweepRow& a, const SweepRow& b) {
    return SweptParameters(a.limiter).size() == SweptParameters(b.limiter).size();
  };
  for (const auto pace : paces) {
    if (!std::equal(pace.begin(), pace.end(), paces.front().begin(), paces.front().end(), same_size)) {
      return std::nullopt;
    }
  }
  Table table;
  table.add_column(parameters.size_name(), Align::left);
  for (const auto pace : paces) {
    const bool is_first = pace.data() == paces.front().data();
    table.add_column(
        (is_first ? parameters.pace_name() + "\n" : "") + SweptParameters(pace.front().limiter).pace_text(),
        Align::right);
  }
  for (std::size_t size = 0; size < paces.front().size(); ++size) {
    std::vector<std::string> cells{SweptParameters(paces.front()[size].limiter).size_text()};
    for (const auto pace : paces) cells.push_back(grouped(dropped(pace[size], trace)));
    table.add_row(std::move(cells));
  }
  std::vector<std::string> least{"no drops from"};
  for (const auto pace : paces) {
    const SweepRow* const lossless = least_lossless(pace, trace);
    least.push_back(lossless == nullptr ? "-" : SweptParameters(lossless->limiter).size_text());
  }
  table.add_row(std::move(least));
  if (table.width() > report_width) return std::nullopt;
  return table;
}

std::string grid_text(std::span<const SweepRow> rows, const TraceSummary& trace, const Style& style) {
  std::string text;
  for (const auto series : series_of(rows)) {
    text += "\n" + style.bold(series.front().series);
    if (const std::optional<Table> table = matrix(series, trace)) {
      text += fmt::format(": events dropped of {}\n\n", grouped(trace.events)) + table->text(style);
    } else {
      text += "\n\n" + list_text(series, trace, style);
    }
  }
  return text;
}

}  // namespace

std::string sweep_report(const std::vector<SweepRow>& rows, const TraceSummary& trace, Format format,
                         const Style& style) {
  if (format == Format::table) return trace_heading(trace, style) + grid_text(rows, trace, style);
  if (format == Format::csv) return csv_text(grid_json(rows, trace), full_row(rows.front()));
  Json json = document("sweep", &trace);
  json["grid"] = grid_json(rows, trace);
  return json_text(json);
}

}  // namespace ratereplay
