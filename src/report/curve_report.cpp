#include "report/curve_report.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/text.hpp"
#include "report/json.hpp"
#include "report/rows.hpp"
#include "report/text.hpp"

namespace ratereplay {

namespace {

// Of a longer curve the table shows as many vertices, half of them from either end.
constexpr std::size_t most_shown = 64;

Fraction per_second(const Curve& curve, std::size_t vertex) {
  const Fraction per_ns = curve.rate(vertex);
  // A cost is below 2^63.
  return {per_ns.numerator() * ns_per_second, per_ns.denominator()};
}

void put_vertex(Row& row, const Fraction& rate, const Fraction& bucket) {
  set(row, "rate_exact", to_text(rate));
  set(row, "rate_per_s", rate.approximate());
  put_bucket(row, bucket);
}

/// A rate and its exact text, null for none.
void put_rate(Row& row, std::string_view key, std::string_view exact_key, const std::optional<Fraction>& rate) {
  if (rate) {
    set(row, key, rate->approximate());
    set(row, exact_key, to_text(*rate));
  } else {
    set(row, key, nullptr);
    set(row, exact_key, nullptr);
  }
}

/// Whether stamps leave open what the true bucket is.
bool is_open(const Curve& curve, const TraceSummary& trace) {
  return curve.segments() > 0 && trace.resolution && *trace.resolution >= coarse_resolution;
}

/// What coarse stamps leave open, the same for every rate above 0: null where they leave nothing.
template <class Object>
void put_slack(Object& object, const Curve& curve, const TraceSummary& trace) {
  if (is_open(curve, trace)) {
    put_seconds(object, "resolution_slack_s", trace.resolution);
    put_whole(object, "bucket_at_least", trace.extent.largest_cost);
  } else {
    set(object, "resolution_slack_s", nullptr);
    set(object, "bucket_at_least", nullptr);
  }
}

/// The rate per second at which a segment ends; none for the last.
std::optional<Fraction> end_of(const Curve& curve, std::size_t segment) {
  if (segment + 1 == curve.segments()) return std::nullopt;
  return per_second(curve, segment + 1);
}

void write_json(const Curve& curve, const TraceSummary& trace, const Sink& sink) {
  Json head = document("curve", &trace);
  head["vertex_count"] = curve.segments();
  put_slack(head, curve, trace);
  const auto vertex = [&](std::size_t index, Row& row) {
    put_vertex(row, per_second(curve, index), curve.bucket(index));
  };
  std::optional<Fraction> rate = Fraction();
  const auto segment = [&](std::size_t index, Row& row) {
    put_rate(row, "from_rate", "from_rate_exact", rate);
    rate = end_of(curve, index);
    put_rate(row, "to_rate", "to_rate_exact", rate);
    put_witness(row, curve.witness(index));
  };
  write_json_text(head, {{"vertices", curve.segments(), vertex}, {"segments", curve.segments(), segment}}, sink);
}

/// A row for each vertex, with the segment that begins there.
void write_csv(const Curve& curve, const TraceSummary& trace, const Sink& sink) {
  const auto put = [&](Row& row, const Fraction& rate, const Fraction& bucket, const std::optional<Fraction>& end,
                       const Witness& witness) {
    put_vertex(row, rate, bucket);
    put_rate(row, "to_rate", "to_rate_exact", end);
    put_witness(row, witness);
    put_slack(row, curve, trace);
  };
  Row full_row;
  put(full_row, {}, {}, {}, {});
  std::optional<Fraction> rate = Fraction();
  const auto make = [&](std::size_t index, Row& row) {
    const std::optional<Fraction> end = end_of(curve, index);
    put(row, *rate, curve.bucket(index), end, curve.witness(index));
    rate = end;
  };
  write_csv_text(full_row, curve.segments(), make, sink);
}

Table vertices_table(const Curve& curve, const TraceSummary& trace, bool short_form) {
  using Align = Table::Align;
  Table table;
  table.add_column("rate", Align::left);
  table.add_column("per second", Align::left);
  table.add_column("bucket", Align::right);
  table.add_column("unrounded", Align::left);
  table.add_column(trace.has_costs ? "forced by\ncost" : "forced by\nevents", Align::right);
  table.add_column("within", Align::right);
  table.add_column("from", Align::left);
  const std::size_t vertices = curve.segments();
  for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
    if (vertices > most_shown && vertex == most_shown / 2) {
      vertex = vertices - most_shown / 2;
      table.add_row({"...", "", "", "", "", "", ""});
    }
    const Fraction bucket = curve.bucket(vertex);
    const Witness& witness = curve.witness(vertex);
    const std::string unrounded = decimal_text(bucket, 3);
    table.add_row({rate_text(curve.rate(vertex)), to_text(per_second(curve, vertex)), grouped(bucket.ceil()),
                   bucket.denominator() == 1 ? unrounded : "~ " + unrounded, grouped(witness.cost),
                   short_form ? wait_text(witness.length()) : human_text(witness.length()),
                   time_text(witness.first, short_form)});
  }
  return table;
}

std::string curve_text(const Curve& curve, const TraceSummary& trace, const Style& style) {
  const std::size_t vertices = curve.segments();
  if (vertices == 0) {
    return fmt::format("{}: a bucket of 0 loses nothing at any rate\n",
                       trace.events == 0 ? "no events" : "no event costs anything");
  }
  const std::string_view unit = trace.has_costs ? "cost" : "events";
  std::string text = fmt::format(
      "{}; from each rate to the next one the bucket that loses nothing is\n{} - rate * within, of the stretch that "
      "forces it\n\n",
      vertices == 1 ? std::string("1 vertex") : grouped(static_cast<Int128>(vertices)) + " vertices", unit);
  text += fitted([&](bool short_form) { return vertices_table(curve, trace, short_form); }, style);
  if (vertices > most_shown) {
    text += fmt::format("\n{} vertices left out here; --format csv and json have all\n",
                        grouped(static_cast<Int128>(vertices - most_shown)));
  }
  if (is_open(curve, trace)) {
    const std::string resolution = human_text(*trace.resolution);
    text += fmt::format(
        "\nstamps have {} resolution, so at a rate above 0 the true bucket is less than\nthis one + rate * {}, and "
        "more than this one - rate * {}, but at least {},\nthe largest cost of one event\n",
        resolution, resolution, resolution, grouped(trace.extent.largest_cost));
  }
  return text;
}

}  // namespace

void write_curve_report(const Curve& curve, const TraceSummary& trace, Format format, const Style& style,
                        const Sink& sink) {
  switch (format) {
    case Format::table:
      sink(trace_heading(trace, style) + "\n" + curve_text(curve, trace, style));
      break;
    case Format::json:
      write_json(curve, trace, sink);
      break;
    case Format::csv:
      write_csv(curve, trace, sink);
      break;
  }
}

}  // namespace ratereplay
