#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/choices.hpp"
#include "cli/commands.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "simulation/arrivals.hpp"
#include "simulation/distributions.hpp"
#include "trace/timestamp.hpp"

namespace ratereplay {

namespace {

struct GenerateOptions {
  OutputOptions output;
  std::string kind;
  std::string rate;
  std::string events;
  std::string duration;
  std::string start = "2025-01-01";
  std::string seed;
  std::string burst;
  std::string every;
  std::string window;
  std::string on;
  std::string off;
  std::string shape;
  std::string day;
  std::string swing;
  std::string keys;
  std::string zipf;
  std::string cost;
};

/// An option that not every kind has.
struct KindOption {
  std::string_view name;
  std::string GenerateOptions::*value;
  std::string_view kinds;     ///< those that have it, with blanks between
  std::string_view standard;  ///< where it is not given; empty: it has to be
};

constexpr std::array kind_options{
    KindOption{"--rate", &GenerateOptions::rate, "steady poisson burst onoff pareto diurnal", ""},
    KindOption{"--burst", &GenerateOptions::burst, "burst boundary", ""},
    KindOption{"--every", &GenerateOptions::every, "burst", ""},
    KindOption{"--window", &GenerateOptions::window, "boundary", ""},
    KindOption{"--on", &GenerateOptions::on, "onoff", ""},
    KindOption{"--off", &GenerateOptions::off, "onoff", ""},
    KindOption{"--shape", &GenerateOptions::shape, "pareto", "1.5"},
    KindOption{"--day", &GenerateOptions::day, "diurnal", "1d"},
    KindOption{"--swing", &GenerateOptions::swing, "diurnal", "0.8"},
};

Fraction parse_swing(std::string_view text) {
  const Fraction swing = parse_fraction(trimmed(text));
  constexpr Int128 finest = 1'000'000;
  if (swing > Fraction(1)) throw Error(fmt::format("{} is more than all of the rate; give at most 1", in_quotes(text)));
  if (swing.denominator() > finest) {
    throw Error(fmt::format("{} has too many digits; give at most six", in_quotes(text)));
  }
  return swing;
}

Fraction parse_gap_shape(std::string_view text) {
  const Fraction shape = parse_shape(text);
  if (shape <= Fraction(1)) {
    throw Error(fmt::format("{}: gaps of this shape have no mean; give more than 1", in_quotes(text)));
  }
  return shape;
}

Fraction parse_exponent(std::string_view text) {
  const Fraction exponent = parse_fraction(trimmed(text));
  constexpr Int128 finest = 100'000'000;
  if (exponent > Fraction(Int128{Zipf::steepest}) || exponent.denominator() > finest) {
    throw Error(fmt::format("{} is not taken; give at most {}, with at most eight digits behind the point",
                            in_quotes(text), Zipf::steepest));
  }
  return exponent;
}

bool draws_times(std::string_view kind) { return kind != "steady" && kind != "burst" && kind != "boundary"; }

bool is_of_chance(const GenerateOptions& options) {
  return draws_times(options.kind) || !options.keys.empty() || !options.cost.empty();
}

/// Throws Error for an option that the kind does not have, and for one that it lacks. Fills in the others.
void check_kind_options(GenerateOptions& options) {
  check_choice("KIND", options.kind, generate_choices);
  for (const KindOption& each : kind_options) {
    const std::vector<std::string_view> kinds = split(each.kinds, ' ');
    const bool has = std::find(kinds.begin(), kinds.end(), options.kind) != kinds.end();
    std::string& value = options.*each.value;
    if (!has && !value.empty()) {
      throw Error(fmt::format("{} is of {}, not of {}; leave it out", each.name, fmt::join(kinds, ", "), options.kind));
    }
    if (has && value.empty()) value = each.standard;
    if (has && value.empty()) throw Error(fmt::format("generate {} needs {}", options.kind, each.name));
  }
  if (!options.seed.empty() && !is_of_chance(options)) {
    throw Error(
        fmt::format("--seed is about chance, and {} has none without --keys and --cost; leave it out", options.kind));
  }
}

std::unique_ptr<Arrivals> arrivals_of(const GenerateOptions& options, Instant start, std::uint64_t seed) {
  constexpr std::uint64_t most_at_once = 1'000'000'000;
  const auto duration = [](std::string_view name, const std::string& text) {
    return parse_option(name, text, parse_duration).value_or(Duration());
  };
  const Rate rate = parse_option("--rate", options.rate, parse_rate).value_or(Rate());
  if (draws_times(options.kind) && rate.count > rate.period.ns) {
    throw Error(fmt::format("--rate {} is more than one a nanosecond, the finest of times; give a lower one",
                            in_quotes(options.rate)));
  }
  const std::uint64_t burst = parse_option("--burst", options.burst, whole_within(1, most_at_once)).value_or(1);
  if (options.kind == "steady") return steady_arrivals(rate);
  if (options.kind == "poisson") return poisson_arrivals(rate, seed);
  if (options.kind == "burst") return burst_arrivals(rate, burst, duration("--every", options.every));
  if (options.kind == "onoff") {
    const Duration on = duration("--on", options.on);
    constexpr Int128 most_phases = 1'000'000;  // of which each has to be drawn
    if (rate.period.ns / rate.count > on.ns * most_phases) {
      throw Error(fmt::format("--on {} passes more than {} times from one event to the next; give a longer one",
                              options.on, grouped(most_phases)));
    }
    return onoff_arrivals(rate, on, duration("--off", options.off), seed);
  }
  if (options.kind == "pareto") {
    return pareto_arrivals(rate, *parse_option("--shape", options.shape, parse_gap_shape), seed);
  }
  if (options.kind == "diurnal") {
    return diurnal_arrivals(rate, *parse_option("--swing", options.swing, parse_swing), duration("--day", options.day),
                            {start.ns}, seed);
  }
  const Duration window = duration("--window", options.window);
  if (window.ns < 2) throw Error("--window: one of 1 ns has no time before its end; give 2ns or more");
  const Int128 into = start.ns - floor_div<Int128>(start.ns, window.ns) * window.ns;
  return boundary_arrivals(burst, window, {window.ns - into});
}

/// What is generated beside the times.
struct Columns {
  std::optional<Zipf> keys;
  std::optional<CostDistribution> costs;
  Random random_key;
  Random random_cost;
};

Columns columns_of(const GenerateOptions& options, std::uint64_t seed) {
  // Of streams that no kind of arrivals has.
  Columns columns{{}, {}, Random(seed, 100), Random(seed, 101)};
  if (options.keys.empty() && !options.zipf.empty()) throw Error("--zipf is about keys; say how many with --keys");
  if (const auto keys = parse_option("--keys", options.keys, whole_within(1, Zipf::most))) {
    columns.keys.emplace(*keys, parse_option("--zipf", options.zipf, parse_exponent).value_or(Fraction(1)));
  }
  columns.costs = parse_option("--cost", options.cost, CostDistribution::parse);
  return columns;
}

std::string header_of(const Columns& columns) {
  std::string header = "time";
  if (columns.keys) header += ",key";
  if (columns.costs) header += ",cost";
  return header + "\n";
}

void append_row(std::string& out, Instant time, Columns& columns) {
  std::array<char, longest_rfc3339> text{};
  out.append(text.data(), write_rfc3339(text.data(), time));
  if (columns.keys) {
    out += ",k";
    out += fmt::format_int(columns.keys->rank(columns.random_key) + 1).c_str();
  }
  if (columns.costs) {
    out += ',';
    out += fmt::format_int(columns.costs->next(columns.random_cost)).c_str();
  }
  out += '\n';
}

/// The times of the events: the first `most` of them, of those that come before `duration` has passed.
class Times {
 public:
  Times(std::unique_ptr<Arrivals> arrivals, Instant start, std::uint64_t most, const std::optional<Duration>& duration)
      : arrivals_(std::move(arrivals)), start_(start), most_(most), duration_(duration) {}

  /// None behind the last. Throws Error for an event that comes too late to be told.
  std::optional<Instant> next() {
    if (count_ == most_) return std::nullopt;
    const std::optional<Duration> after = arrivals_->next();
    if (after && duration_ && *after >= *duration_) return std::nullopt;
    ++count_;
    if (!after || start_.ns + after->ns > std::numeric_limits<std::int64_t>::max()) {
      throw Error(
          fmt::format("event {} comes after 2262, the end of the times that are representable; give an earlier "
                      "--start, a shorter --duration or fewer --events",
                      grouped(count_)));
    }
    return Instant{static_cast<std::int64_t>(start_.ns + after->ns)};
  }

  /// How many there were so far.
  std::uint64_t count() const noexcept { return count_; }

 private:
  std::unique_ptr<Arrivals> arrivals_;
  Instant start_;
  std::uint64_t most_;
  std::optional<Duration> duration_;
  std::uint64_t count_ = 0;
};

/// Throws Error for a name that promises more than CSV.
void check_name(const std::string& path) {
  for (const std::string_view ending : {".gz", ".zst", ".rrt", ".jsonl"}) {
    if (path.size() > ending.size() && path.compare(path.size() - ending.size(), ending.size(), ending) == 0) {
      throw Error(fmt::format("--output {}: a trace is written as CSV; name it so, and compress or convert it then",
                              in_quotes(path)));
    }
  }
}

int run_generate(GenerateOptions options) {
  constexpr std::uint64_t standard_events = 10'000;
  constexpr std::uint64_t most_events = 1'000'000'000'000;
  check_kind_options(options);
  const std::uint64_t seed = seed_option(options.seed);
  const Instant start = *parse_option(
      "--start", options.start, [](std::string_view text) { return parse_time(text, std::nullopt, std::nullopt); });
  const std::optional<Duration> duration = parse_option("--duration", options.duration, parse_duration);
  const std::uint64_t events = parse_option("--events", options.events, whole_within(1, most_events))
                                   .value_or(duration ? most_events : standard_events);
  Columns columns = columns_of(options, seed);
  check_name(options.output.output);

  OutputFile out(options.output.output);
  const auto times_anew = [&] { return Times(arrivals_of(options, start, seed), start, events, duration); };
  if (!out.can_start_over()) {  // what cannot be taken back is written when all of it is known to be good
    Times tried = times_anew();
    while (tried.next()) continue;
  }
  Times times = times_anew();
  std::string rows = header_of(columns);
  constexpr std::size_t enough = std::size_t{64} * 1024;
  Instant last = start;
  while (const std::optional<Instant> time = times.next()) {
    append_row(rows, *time, columns);
    last = *time;
    if (rows.size() < enough) continue;
    out.append(rows);
    rows.clear();
  }
  out.append(rows);
  out.finish();
  if (!options.output.quiet) {
    const std::string chance = is_of_chance(options) ? fmt::format(", seed {}", seed) : "";
    complain(fmt::format("{} in {}{}", counted(times.count(), "event"), human_text(last - start), chance));
  }
  return 0;
}

}  // namespace

void add_generate(CLI::App& app, int& status) {
  auto options = std::make_shared<GenerateOptions>();
  CLI::App* command = app.add_subcommand("generate", "a trace by chance, the same for a seed on every machine");
  const auto text = [&](const char* name, std::string& value, const char* type, const std::string& help) {
    return command->add_option(name, value, help)->type_name(type);
  };
  text("KIND", options->kind, "", "steady, poisson, burst, boundary, onoff, pareto or diurnal")->required();
  text("--rate", options->rate, "RATE", "events in the mean, as 5/h or 100/s; of onoff while it is on");
  text("--events", options->events, "N", "how many events (default: 10,000, or what --duration holds)");
  text("--duration", options->duration, "D", "events before this has passed, as 1h");
  text("--start", options->start, "TIME", "when it begins (default: 2025-01-01)");
  text("--seed", options->seed, "N", "another number, another trace (default: 1)");
  text("--burst", options->burst, "N", "burst, boundary: how many come at once");
  text("--every", options->every, "D", "burst: the time from one burst to the next");
  text("--window", options->window, "W", "boundary: N come just before each end of a window, and N at it");
  text("--on", options->on, "D", "onoff: how long it is on, in the mean");
  text("--off", options->off, "D", "onoff: how long it is off, in the mean");
  text("--shape", options->shape, "A", "pareto: of the gaps, more than 1; the less, the heavier (default: 1.5)");
  text("--day", options->day, "D", "diurnal: the time from one peak to the next (default: 1d)");
  text("--swing", options->swing, "S", "diurnal: the rate at the peak is 1+S times the mean (default: 0.8)");
  text("--keys", options->keys, "N", "a column 'key' of k1 to kN, by Zipf's law: k1 comes most often");
  text("--zipf", options->zipf, "S", "its exponent: kI comes I^-S times as often as k1 (default: 1)");
  text("--cost", options->cost, "COSTS", "a column 'cost': 5, 1..10 or pareto:SHAPE,1..4096");
  text("-o,--output", options->output.output, "FILE", "write the trace to FILE, whole or not at all");
  command->add_flag("--quiet", options->output.quiet, "do not say how many events there are, and the seed");
  command->footer(
      "Examples:\n"
      "  ratereplay generate poisson --rate 50/m --events 5\n"
      "  ratereplay generate pareto --rate 100/s --keys 1000 --duration 1m -o /tmp/pareto.csv");
  command->callback([options, &status] { status = run_generate(*options); });
}

}  // namespace ratereplay
