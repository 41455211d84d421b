#include "report/size_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/text.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

Json witness_json(const std::optional<Witness>& witness) {
  Json json;
  if (witness) put_witness(json, *witness);
  return json;
}

Json bounds_json(const ResolutionBounds& bounds) {
  return {{"lower", bounds.lower.approximate()},
          {"lower_exact", to_text(bounds.lower)},
          {"lower_attainable", bounds.lower_attainable},
          {"upper", bounds.upper.approximate()},
          {"upper_exact", to_text(bounds.upper)}};
}

Json least_bucket_json(const LeastBucket& bucket) {
  Json json;
  put_bucket(json, bucket.exact);
  json["witness"] = witness_json(bucket.witness);
  return json;
}

Json client_sizes_json(const ClientSizes& clients) {
  Json json;
  json["key"] = clients.choice;
  json["clients"] = clients.clients;
  for (std::size_t share = 0; share < client_shares.size(); ++share) {
    Json& keeps = json["keeps"][client_shares[share].name];
    if (!clients.keeps.empty()) put_bucket(keeps, clients.keeps[share]);
  }
  json["largest"] = Json::array();
  for (const ClientBucket& client : clients.largest) {
    Json& largest = json["largest"].emplace_back(Json{{"key", client.key}});
    largest.update(least_bucket_json(client.bucket));
  }
  json["shared"] = least_bucket_json(clients.shared);
  return json;
}

Json size_json(const SizeRow& row) {
  Json json;
  json["rate"] = row.rate.text;
  json.update(least_bucket_json(row.bucket));
  json["resolution_bounds"] = row.bounds ? bounds_json(*row.bounds) : Json();
  if (row.clients) json["clients"] = client_sizes_json(*row.clients);
  return json;
}

/// A fraction and its size, or its size alone where the fraction would burst the table.
struct ExactText {
  std::string cell;
  bool whole;  ///< whether the cell holds the exact value
};

ExactText exact_text(const Fraction& value) {
  constexpr std::size_t widest = 26;
  const std::string exact = to_text(value);
  if (value.denominator() == 1) return {exact, true};
  const std::string both = fmt::format("{} ~ {}", exact, decimal_text(value, 3));
  if (both.size() <= widest) return {both, true};
  return {"~ " + decimal_text(value, 6), false};
}

/// What the resolution leaves open. The bounds are rounded outwards, so that what is said stays true.
std::string bounds_text(const SizeRow& row, Duration resolution) {
  const ResolutionBounds& bounds = *row.bounds;
  const std::string lower = decimal_text(bounds.lower, 6, Rounding::down);
  const std::string upper = decimal_text(bounds.upper, 6, Rounding::up);
  std::string text =
      fmt::format("{}: stamps have {} resolution, so the true value ", row.rate.text, human_text(resolution));
  text += bounds.lower_attainable ? fmt::format("is at least {} and less than {}", lower, upper)
                                  : fmt::format("lies strictly between {} and {}", lower, upper);
  const Int128 safe = bounds.upper.ceil();
  if (safe > row.bucket.exact.ceil())
    text += fmt::format("\n  a bucket of {} is safe whatever the true times", grouped(safe));
  return text + "\n";
}

/// One row for each result.
template <class Row, class ToJson>
Json array_of(const std::vector<Row>& rows, ToJson to_json) {
  Json json = Json::array();
  for (const Row& row : rows) json.push_back(to_json(row));
  return json;
}

/// A row in which nothing is null, for csv_text.
SizeRow full_size_row() {
  SizeRow row;
  row.bucket.witness = Witness();
  row.bounds = ResolutionBounds();
  return row;
}

ClientSizes full_client_sizes() {
  ClientSizes clients;
  clients.keeps.resize(client_shares.size());
  clients.shared.witness = Witness();
  return clients;
}

void add_witness_columns(Table& table, const TraceSummary& trace) {
  table.add_column(trace.has_costs ? "forced by\ncost" : "forced by\nevents", Table::Align::right);
  table.add_column("within", Table::Align::right);
  table.add_column("from", Table::Align::left);
}

void add_witness_cells(std::vector<std::string>& cells, const std::optional<Witness>& witness) {
  cells.push_back(witness ? grouped(witness->cost) : "-");
  cells.push_back(witness ? human_text(witness->length()) : "-");
  cells.push_back(witness ? rfc3339_text(witness->first) : "-");
}

/// The table and, if there are any, the lines below it.
std::string with_lines_below(const Table& table, const std::string& below, const Style& style) {
  const std::string text = table.text(style);
  return below.empty() ? text : text + "\n" + below;
}

/// The buckets of clients, and whose are the largest.
std::string client_sizes_text(const std::vector<SizeRow>& rows, const TraceSummary& trace, const Style& style) {
  using Align = Table::Align;
  Table table;
  table.add_column("rate", Align::left);
  for (const ClientShare& share : client_shares) table.add_column(share.text, Align::right);
  table.add_column("one bucket\nfor all", Align::right);
  for (const SizeRow& row : rows) {
    std::vector<std::string> cells{row.rate.text};
    for (std::size_t share = 0; share < client_shares.size(); ++share) {
      cells.push_back(row.clients->keeps.empty() ? "-" : grouped(row.clients->keeps[share].ceil()));
    }
    cells.push_back(grouped(row.clients->shared.exact.ceil()));
    table.add_row(std::move(cells));
  }
  const ClientSizes& first = *rows.front().clients;
  std::string text =
      fmt::format("{} by {}, each with a bucket of its own: the one that is enough for so many of them\n\n{}",
                  counted(first.clients, "client"), printable(first.choice), table.text(style));
  for (const SizeRow& row : rows) {
    if (row.clients->largest.empty()) continue;
    Table largest;
    largest.add_column(rows.size() == 1 ? "the largest" : "the largest at " + row.rate.text, Align::left);
    largest.add_column("bucket", Align::right);
    largest.add_column("exactly", Align::left);
    add_witness_columns(largest, trace);
    for (const ClientBucket& client : row.clients->largest) {
      std::vector<std::string> cells{key_text(client.key), grouped(client.bucket.exact.ceil()),
                                     exact_text(client.bucket.exact).cell};
      add_witness_cells(cells, client.bucket.witness);
      largest.add_row(std::move(cells));
    }
    text += "\n" + largest.text(style);
  }
  std::string below;
  for (const SizeRow& row : rows) {
    if (row.bounds) below += bounds_text(row, *trace.resolution);
  }
  return below.empty() ? text : text + "\n" + below;
}

std::string sizes_text(const std::vector<SizeRow>& rows, const TraceSummary& trace, const Style& style) {
  Table table;
  table.add_column("rate", Table::Align::left);
  table.add_column("bucket", Table::Align::right);
  table.add_column("exactly", Table::Align::left);
  add_witness_columns(table, trace);
  std::string below;
  for (const SizeRow& row : rows) {
    const ExactText exact = exact_text(row.bucket.exact);
    std::vector<std::string> cells{row.rate.text, grouped(row.bucket.exact.ceil()), exact.cell};
    add_witness_cells(cells, row.bucket.witness);
    table.add_row(std::move(cells));
    if (!exact.whole) below += fmt::format("{}: exactly {}\n", row.rate.text, to_text(row.bucket.exact));
    if (row.bounds) below += bounds_text(row, *trace.resolution);
  }
  return with_lines_below(table, below, style);
}

/// A rate to configure: as short as a table needs, and enough.
std::string configured_text(const Fraction& per_ns) { return rate_text(per_ns, 3, Rounding::up, per_ns); }

Fraction per_second(const Fraction& per_ns) { return per_ns * Fraction(ns_per_second); }
double hourly(const Fraction& per_ns) { return (per_ns * Fraction(3'600 * ns_per_second)).approximate(); }

Json rate_bounds_json(const LeastRateBounds& bounds) {
  const std::optional<Fraction>& upper = bounds.upper;
  return {{"lower_per_hour", hourly(bounds.lower)},
          {"lower_exact", to_text(per_second(bounds.lower))},
          {"upper_per_hour", upper ? Json(hourly(*upper)) : Json()},
          {"upper_exact", upper ? Json(to_text(per_second(*upper))) : Json()}};
}

Json burst_json(const BurstRow& row) {
  Json json;
  if (row.burst.denominator() == 1) {
    put_whole(json, "burst", row.burst.numerator());
  } else {
    json["burst"] = row.burst.approximate();
  }
  json["burst_exact"] = to_text(row.burst);
  json["rate_exact"] = row.rate ? Json(to_text(per_second(row.rate->per_ns))) : Json();
  json["rate_per_hour"] = row.rate ? Json(hourly(row.rate->per_ns)) : Json();
  json["witness"] = witness_json(row.witness);
  json["resolution_bounds"] = row.bounds ? rate_bounds_json(*row.bounds) : Json();
  return json;
}

BurstRow full_burst_row() { return {"", {}, LeastRate(), Witness(), LeastRateBounds{{}, Fraction()}}; }

/// What the resolution leaves open of the least rate, rounded outwards.
std::string rate_bounds_text(const BurstRow& row, Duration resolution) {
  const LeastRateBounds& bounds = *row.bounds;
  const Fraction& like = row.rate ? row.rate->per_ns : bounds.lower;
  const std::string lower = rate_text(bounds.lower, 6, Rounding::down, like);
  std::string text =
      fmt::format("{}: stamps have {} resolution, so the true least rate ", row.text, human_text(resolution));
  if (!bounds.upper) return text + fmt::format("is more than {}; no upper bound follows from the curve\n", lower);
  const std::string upper = rate_text(*bounds.upper, 6, Rounding::up, like);
  text += fmt::format("lies strictly between {} and {}\n", lower, upper);
  const std::string safe = configured_text(*bounds.upper);
  if (safe != configured_text(row.rate->per_ns))
    text += fmt::format("  a rate of {} is safe whatever the true times\n", safe);
  return text;
}

std::string bursts_text(const std::vector<BurstRow>& rows, const TraceSummary& trace, const Style& style) {
  Table table;
  table.add_column("burst", Table::Align::left);
  table.add_column("least rate", Table::Align::left);
  table.add_column("exactly", Table::Align::left);
  add_witness_columns(table, trace);
  std::string below;
  for (const BurstRow& row : rows) {
    std::vector<std::string> cells{row.text, "no rate", "-"};
    if (!row.rate) {
      below += fmt::format("{}: no rate helps: {} at once at {}\n", row.text, grouped(row.witness->cost),
                           rfc3339_text(row.witness->first));
    } else if (row.rate->per_ns == Fraction(0)) {
      cells[1] = "none needed";
    } else {
      cells[1] = configured_text(row.rate->per_ns);
      cells[2] = exact_rate_text(row.rate->per_ns);
    }
    add_witness_cells(cells, row.witness);
    table.add_row(std::move(cells));
    if (row.bounds) below += rate_bounds_text(row, *trace.resolution);
  }
  return with_lines_below(table, below, style);
}

Json knee_json(const SizeRow& row) {
  const Fraction rate = per_second(row.rate.per_ns());
  Json json;
  json["rate_exact"] = to_text(rate);
  json["rate_per_s"] = rate.approximate();
  put_bucket(json, row.bucket.exact);
  json["witness"] = witness_json(row.bucket.witness);
  return json;
}

/// A CSV row, with the mean rate, as every one has it.
Json suggestion_csv_row(const SizeRow& row, bool is_knee, const std::optional<Fraction>& mean_per_ns) {
  Json json = size_json(row);
  json["knee"] = is_knee;
  json["mean_rate_per_s"] = mean_per_ns ? Json(per_second(*mean_per_ns).approximate()) : Json();
  json["mean_rate_per_s_exact"] = mean_per_ns ? Json(to_text(per_second(*mean_per_ns))) : Json();
  return json;
}

/// The sizes and the knee by rising rate, each with whether it is the knee.
std::vector<std::pair<SizeRow, bool>> with_knee(const SuggestionRows& rows) {
  std::vector<std::pair<SizeRow, bool>> all;
  for (const SizeRow& row : rows.sizes) all.emplace_back(row, false);
  if (!rows.knee) return all;
  const auto place = std::find_if(
      all.begin(), all.end(), [&](const auto& entry) { return entry.first.rate.per_ns() >= rows.knee->rate.per_ns(); });
  if (place != all.end() && place->first.rate.per_ns() == rows.knee->rate.per_ns()) {
    place->second = true;
  } else {
    all.insert(place, {*rows.knee, true});
  }
  return all;
}

std::string suggestion_text(const SuggestionRows& rows, const TraceSummary& trace, const Style& style) {
  if (rows.sizes.empty() && !rows.knee) return "nothing to pass: every bucket will do\n";
  std::string text;
  if (rows.mean_per_ns && *rows.mean_per_ns > Fraction(0)) {
    text += fmt::format("mean rate {}: below it a bucket has to grow with the length of the trace\n\n",
                        rate_text(*rows.mean_per_ns));
  }
  const std::vector<std::pair<SizeRow, bool>> all = with_knee(rows);
  // What is enough at a rate is enough at a higher one.
  std::vector<Int128> safe;
  bool unsafe = false;
  for (const auto& [row, is_knee] : all) {
    if (!row.bounds) continue;
    const Int128 upper = row.bounds->upper.ceil();
    safe.push_back(safe.empty() ? upper : std::min(upper, safe.back()));
    unsafe = unsafe || safe.back() > row.bucket.exact.ceil();
  }
  Table table;
  table.add_column("rate", Table::Align::left);
  table.add_column("bucket", Table::Align::right);
  if (unsafe) table.add_column("safe", Table::Align::right);
  add_witness_columns(table, trace);
  for (std::size_t place = 0; place < all.size(); ++place) {
    const auto& [row, is_knee] = all[place];
    std::vector<std::string> cells{is_knee ? configured_text(row.rate.per_ns()) + " (knee)" : row.rate.text,
                                   grouped(row.bucket.exact.ceil())};
    if (unsafe) cells.push_back(grouped(safe[place]));
    add_witness_cells(cells, row.bucket.witness);
    table.add_row(std::move(cells));
  }
  std::string below;
  const std::optional<Witness>& witness = all.front().first.bucket.witness;
  if (rows.knee) {
    below = "knee: the least rate * bucket of all vertices of the curve from the mean up\n";
  } else if (witness->length() == Duration{0} && witness->cost == trace.extent.total_cost) {
    below = "all cost comes at one instant: every rate needs the same bucket\n";
  }
  if (!safe.empty()) {
    below += fmt::format("stamps have {} resolution: {}\n", human_text(*trace.resolution),
                         unsafe ? "the buckets under 'safe' are enough whatever the true times"
                                : "these buckets are enough whatever the true times");
  }
  return text + with_lines_below(table, below, style);
}

Json tolerance_json(const ToleranceRow& row, std::uint64_t allowed, const TraceSummary& trace) {
  const ToleratedBucket& tolerated = row.tolerated;
  Json json;
  json["rate"] = row.lossless.rate.text;
  put_whole(json, "bucket", tolerated.bucket);
  json["dropped"] = tolerated.dropped;
  json["drop_share"] = share_json(tolerated.dropped, trace.events);
  json["allowed"] = allowed;
  put_whole(json, "step", tolerated.step);
  json["larger_beyond"] = tolerated.larger_beyond;
  json["lossless"] = size_json(row.lossless);
  json["lossless"].erase("rate");
  return json;
}

std::string tolerance_text(std::uint64_t allowed, const std::vector<ToleranceRow>& rows, const TraceSummary& trace,
                           const Style& style) {
  Table table;
  table.add_column("rate", Table::Align::left);
  table.add_column("bucket", Table::Align::right);
  table.add_column("dropped", Table::Align::right);
  table.add_column("share", Table::Align::right);
  table.add_column("loses\nnothing", Table::Align::right);
  std::string below;
  for (const ToleranceRow& row : rows) {
    const ToleratedBucket& tolerated = row.tolerated;
    table.add_row({row.lossless.rate.text, grouped(tolerated.bucket), grouped(tolerated.dropped),
                   share_text(tolerated.dropped, trace.events), grouped(row.lossless.bucket.exact.ceil())});
    if (!trace.has_costs || tolerated.bucket == 0) continue;
    below += fmt::format("{}: ", row.lossless.rate.text);
    below += tolerated.step == 1 ? "every whole bucket was tried"
                                 : fmt::format("found on a grid of step {}", grouped(tolerated.step));
    below += tolerated.larger_beyond == 0
                 ? "; no larger one of them drops more than is allowed\n"
                 : fmt::format("; {} of the larger ones {} more than is allowed\n", grouped(tolerated.larger_beyond),
                               tolerated.larger_beyond == 1 ? "drops" : "drop");
  }
  if (!below.empty()) below = "with costs, a larger bucket can drop more events\n" + below;
  return fmt::format("at most {} of {} may be dropped\n\n", grouped(allowed), counted(trace.events, "event")) +
         with_lines_below(table, below, style);
}

}  // namespace

std::string size_report(const std::vector<SizeRow>& rows, const TraceSummary& trace, Format format,
                        const Style& style) {
  const bool has_clients = !rows.empty() && rows.front().clients;
  if (format == Format::table) {
    return trace_heading(trace, style) + "\n" +
           (has_clients ? client_sizes_text(rows, trace, style) : sizes_text(rows, trace, style));
  }
  const Json sizes = array_of(rows, size_json);
  if (format == Format::csv) {
    SizeRow full = full_size_row();
    if (has_clients) full.clients = full_client_sizes();
    Json full_json = size_json(full);
    if (has_clients) full_json["clients"].erase("largest");
    return csv_text(sizes, full_json);
  }
  Json json = document("size", &trace);
  json["sizes"] = sizes;
  return json_text(json);
}

std::string burst_report(const std::vector<BurstRow>& rows, const TraceSummary& trace, Format format,
                         const Style& style) {
  if (format == Format::table) return trace_heading(trace, style) + "\n" + bursts_text(rows, trace, style);
  const Json sizes = array_of(rows, burst_json);
  if (format == Format::csv) return csv_text(sizes, burst_json(full_burst_row()));
  Json json = document("size", &trace);
  json["sizes"] = sizes;
  return json_text(json);
}

std::string suggestion_report(const SuggestionRows& rows, const TraceSummary& trace, Format format,
                              const Style& style) {
  if (format == Format::table) return trace_heading(trace, style) + "\n" + suggestion_text(rows, trace, style);
  if (format == Format::csv) {
    const Json sizes = array_of(with_knee(rows), [&](const auto& entry) {
      return suggestion_csv_row(entry.first, entry.second, rows.mean_per_ns);
    });
    return csv_text(sizes, suggestion_csv_row(full_size_row(), false, Fraction()));
  }
  Json json = document("size", &trace);
  json["sizes"] = array_of(rows.sizes, size_json);
  json["mean_rate_per_s"] = rows.mean_per_ns ? Json(per_second(*rows.mean_per_ns).approximate()) : Json();
  json["mean_rate_per_s_exact"] = rows.mean_per_ns ? Json(to_text(per_second(*rows.mean_per_ns))) : Json();
  json["knee"] = rows.knee ? knee_json(*rows.knee) : Json();
  return json_text(json);
}

std::string tolerance_report(std::uint64_t allowed, const std::vector<ToleranceRow>& rows, const TraceSummary& trace,
                             Format format, const Style& style) {
  if (format == Format::table) {
    return trace_heading(trace, style) + "\n" + tolerance_text(allowed, rows, trace, style);
  }
  const auto to_json = [&](const ToleranceRow& row) { return tolerance_json(row, allowed, trace); };
  const Json sizes = array_of(rows, to_json);
  if (format == Format::csv) return csv_text(sizes, to_json({full_size_row(), {}}));
  Json json = document("size", &trace);
  json["sizes"] = sizes;
  return json_text(json);
}

}  // namespace ratereplay
