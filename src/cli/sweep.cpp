#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cli/commands.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/pictures.hpp"
#include "cli/trace_options.hpp"
#include "core/error.hpp"
#include "core/fraction.hpp"
#include "core/instant.hpp"
#include "core/rate.hpp"
#include "core/text.hpp"
#include "core/workers.hpp"
#include "limiter/catalogue.hpp"
#include "picture/grid_picture.hpp"
#include "picture/page.hpp"
#include "report/sweep_report.hpp"
#include "sweep/alignment.hpp"
#include "sweep/grid.hpp"
#include "sweep/pass_counts.hpp"
#include "trace/collector.hpp"

namespace ratereplay {

namespace {

struct SweepOptions {
  TraceOptions trace;
  OutputOptions output;
  std::vector<std::string> rates;
  std::vector<std::string> bursts;
  std::vector<std::string> limits;
  std::vector<std::string> windows;
  std::vector<std::string> limiters;
  std::string align;
  bool busiest = false;
  PictureFlags pictures;
};

/// The lists of an option that was given any number of times, as one.
std::string as_one(const std::vector<std::string>& texts) { return joined(texts, ","); }

/// Each item of a list once, as typed, checked by one of core's parsers; `same` compares what it parses to.
template <class Parse, class Same>
std::vector<std::string> checked_items(std::string_view option, const std::vector<std::string>& texts, Parse parse,
                                       Same same) {
  std::vector<std::string> items;
  std::vector<decltype(parse(std::string_view()))> values;
  for (const std::string& text : texts) {
    for (const std::string_view item : split(text, ',')) {
      if (item.empty()) throw Error(fmt::format("{}: {} has an empty place", option, in_quotes(text)));
      auto value = *parse_option(option, std::string(item), parse);
      if (std::any_of(values.begin(), values.end(), [&](const auto& each) { return same(each, value); })) continue;
      values.push_back(std::move(value));
      items.emplace_back(item);
    }
  }
  return items;
}

GridAxes axes_of(const SweepOptions& options) {
  GridAxes axes;
  axes.rates = checked_items("--rate", options.rates, parse_rate,
                             [](const Rate& a, const Rate& b) { return a.count == b.count && a.period == b.period; });
  axes.windows = checked_items("--window", options.windows, parse_duration, std::equal_to<>());
  axes.bursts = parse_option("--burst", as_one(options.bursts), parse_amounts).value_or(std::vector<Fraction>());
  axes.limits = parse_option("--limit", as_one(options.limits), parse_wholes).value_or(std::vector<Fraction>());
  return axes;
}

/// `--align`: how many offsets, 0 for all of them.
std::uint64_t parse_offsets(std::string_view text) {
  if (text == "all") return 0;
  const std::optional<std::int64_t> number = parse_whole(text);
  if (!number || *number < 1 || *number > static_cast<std::int64_t>(most_configurations)) {
    throw Error(fmt::format("{} is neither 'all' nor a whole number from 1 to {}", in_quotes(text),
                            grouped(most_configurations)));
  }
  return static_cast<std::uint64_t>(*number);
}

void check_alignable(const std::vector<SweepRow>& rows) {
  for (const SweepRow& row : rows) {
    const auto* const window = std::get_if<FixedWindow>(&row.limiter);
    if (window == nullptr || window->anchor != FixedWindow::Anchor::clock) {
      throw Error(
          fmt::format("--align moves the boundaries of fixed-window on the clock, which {} has not; give --limit "
                      "and --window, with -l fixed-window or without -l",
                      in_quotes(spec_text(row.limiter))));
    }
    if (window->offset != Duration{}) {
      throw Error(
          fmt::format("--align tries offsets of its own; leave that of {} out", in_quotes(spec_text(row.limiter))));
    }
  }
}

/// What takes too long or too much memory, before the trace is read.
void check_size(const SweepOptions& options, std::size_t configurations, const std::optional<std::uint64_t>& offsets) {
  constexpr std::size_t most_busiest = 10'000;
  if (options.busiest && configurations > most_busiest) {
    throw Error(
        fmt::format("the grid has {} configurations, more than the {} of --busiest, which replays each; leave it out, "
                    "or give fewer values or larger steps",
                    grouped(configurations), grouped(most_busiest)));
  }
  const Int128 replays = static_cast<Int128>(offsets.value_or(0)) * static_cast<Int128>(configurations);
  if (replays > static_cast<Int128>(most_configurations)) {
    throw Error(fmt::format("--align: {} offsets of {} are {} replays, more than {}; give fewer of either",
                            grouped(*offsets), counted(configurations, "configuration"), grouped(replays),
                            grouped(most_configurations)));
  }
}

std::vector<FixedWindow> windows_of(const std::vector<SweepRow>& rows) {
  std::vector<FixedWindow> windows;
  windows.reserve(rows.size());
  for (const SweepRow& row : rows) windows.push_back(std::get<FixedWindow>(row.limiter));
  return windows;
}

void align(std::vector<SweepRow>& rows, const Events& events, std::uint64_t offsets, Workers& workers) {
  if (offsets == 0) {
    workers.for_each(rows.size(), [&](std::size_t row) {
      rows[row].alignments = align_everywhere(events, std::get<FixedWindow>(rows[row].limiter));
    });
    return;
  }
  for (SweepRow& row : rows) row.alignments = align_at(events, std::get<FixedWindow>(row.limiter), offsets, workers);
}

int run_sweep(const SweepOptions& options) {
  const Format format = options.output.checked_format();
  need_one_key(options.trace, "sweep");
  const Resources resources = resources_of(options.trace);
  const std::optional<std::uint64_t> offsets = parse_option("--align", options.align, parse_offsets);
  std::vector<SweepRow> rows;
  std::vector<AnyLimiter> limiters;
  for (GridSeries& series : grid_of(options.limiters, axes_of(options))) {
    for (AnyLimiter& limiter : series.configurations) {
      limiters.push_back(limiter);
      rows.push_back({std::move(limiter), series.limiter, {}, std::nullopt});
    }
  }
  if (offsets) check_alignable(rows);
  check_size(options, rows.size(), offsets);

  PictureFiles pictures(options.pictures, options.output, options.trace.load.source);
  OutputFile out(options.output.output);
  PassCounter counter(limiters, resources.threads,
                      options.busiest ? PassCounter::Of::busiest : PassCounter::Of::passes);
  TraceSummary trace;
  if (offsets) {
    EventColumns columns;
    Collector collector(columns);
    trace = read_trace(options.trace, options.output, collector);
    if (*offsets == 0) check_align_everywhere(columns.events(), windows_of(rows));
    Workers workers(resources.threads);
    consume(columns.events(), counter, workers);
    align(rows, columns.events(), *offsets, workers);
  } else {
    trace = read_trace(options.trace, options.output, counter);
  }
  const std::vector<PassCounts> counts = counter.counts();
  for (std::size_t row = 0; row < rows.size(); ++row) rows[row].counts = counts[row];
  pictures.write(
      [&] {
        return page_html({"sweep", trace, sweep_report(rows, trace, Format::table, {}), nullptr, nullptr,
                          grid_pictures(rows, trace)});
      },
      {});
  out.append(sweep_report(rows, trace, format, options.output.style()));
  out.flush();
  pictures.finish();
  out.finish();
  return bad_rows_status(options.trace, trace);
}

}  // namespace

void add_sweep(CLI::App& app, int& status) {
  auto options = std::make_shared<SweepOptions>();
  CLI::App* command = app.add_subcommand("sweep", "what every configuration of a grid drops");
  add_trace_options(*command, options->trace);
  const auto list = [&](const char* flag, std::vector<std::string>& values, const char* type, const char* help) {
    command->add_option(flag, values, help)->type_name(type)->allow_extra_args(false);
  };
  list("--rate", options->rates, "RATE[,RATE]", "rates, as 5/h,10/h; repeatable");
  list("--burst", options->bursts, "LIST", "bursts: 5,10,20 or 1..100 or 2.5..4:0.5 (a step); repeatable");
  list("--limit", options->limits, "LIST", "limits of windows, whole numbers; repeatable");
  list("--window", options->windows, "W[,W]", "lengths of windows, as 1m,1h; repeatable");
  list("-l,--limiter", options->limiters, "NAME",
       "a limiter, NAME or NAME:KEY=VALUE,... with what is fixed; repeatable\n"
       "(default: token-bucket for bursts, fixed-window for limits)");
  command->add_flag("--busiest", options->busiest, "the busiest window too, each limiter's own; slower");
  command->add_option("--align", options->align, "of fixed-window: drops over N offsets of its boundaries, or over all")
      ->type_name("N|all");
  add_picture_options(*command, options->pictures, "");
  add_output_options(*command, options->output);
  command->footer(
      "Examples:\n"
      "  ratereplay sweep data/kamchatka-2025-07-29.csv --rate 5/h,10/h,20/h --burst 10..80:10\n"
      "  ratereplay sweep data/kamchatka-2025-07-29.csv --limit 5..40:5 --window 1h --align all");
  command->callback([options, &status] { status = run_sweep(*options); });
}

}  // namespace ratereplay
