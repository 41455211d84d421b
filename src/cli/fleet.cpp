#include "simulation/fleet.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/choices.hpp"
#include "cli/commands.hpp"
#include "cli/limiter_runs.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/pictures.hpp"
#include "cli/trace_options.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "limiter/spec.hpp"
#include "picture/page.hpp"
#include "picture/scene.hpp"
#include "picture/scene_svg.hpp"
#include "report/fleet_report.hpp"
#include "trace/collector.hpp"
#include "trace/timestamp.hpp"

namespace ratereplay {

namespace {

struct FleetCommand {
  TraceOptions trace;
  OutputOptions output;
  std::string limiter;
  std::string instances;
  std::string balance = "round-robin";
  bool one_limit = false;
  std::string window;
  std::string local;
  std::string sync;
  std::string race;
  std::string store_latency;
  std::string skew;
  std::vector<std::string> outages;
  std::vector<std::string> on_outage;
  std::vector<std::string> restarts;
  std::string ttl;
  std::string seed;
  std::string seeds;
  PictureFlags pictures;
};

AnyLimiter parse_algorithm(const std::string& text) {
  AnyLimiter limiter = parse_limiter(text);
  const std::span<const Description> known = algorithms();
  if (std::none_of(known.begin(), known.end(),
                   [&](const Description& each) { return each.name == name_of(limiter); })) {
    const std::optional<AnyLimiter> ideal = ideal_of(limiter);
    throw Error(fmt::format("limiter {}: how {} is not known; give an algorithm{}", in_quotes(text),
                            ideal ? "this product shares its state" : "a marker shares its two buckets",
                            ideal ? fmt::format(", as {}", spec_text(*ideal)) : ""));
  }
  return limiter;
}

/// A bare number is in the unit of --time-unit, else in that of its own magnitude.
class MomentReader {
 public:
  /// Throws Error for a unit that is none.
  explicit MomentReader(const std::string& time_unit) {
    if (!time_unit.empty()) unit_ = parse_time_unit(time_unit);
  }

  Instant operator()(std::string_view text) const { return parse_time(trimmed(text), unit_, std::nullopt); }

 private:
  std::optional<TimeStyle> unit_;
};

std::uint32_t instances_of(const FleetCommand& command, const Balance& balance) {
  const std::optional<std::uint64_t> given =
      parse_option("--instances", command.instances, whole_within(1, FleetOptions::most_instances));
  if (balance.kind != Balance::Kind::weights) {
    if (!given) throw Error("fleet needs --instances, how many there are");
    return static_cast<std::uint32_t>(*given);
  }
  const std::size_t weights = balance.weights.size();
  if (given && *given != weights) {
    throw Error(fmt::format("--balance {}: {} for {}; give one for each", balance.text(), counted(weights, "weight"),
                            counted(*given, "instance")));
  }
  if (weights > FleetOptions::most_instances) {
    throw Error(fmt::format("--balance: {} are more than the {} that are taken; give fewer",
                            counted(weights, "instance"), grouped(Int128{FleetOptions::most_instances})));
  }
  return static_cast<std::uint32_t>(weights);
}

std::vector<Duration> clocks_of(const FleetCommand& command, std::uint32_t instances) {
  const auto parse = [&](const std::string& text) {
    std::vector<Duration> clocks;
    for (const std::string_view part : split(text, ',')) {
      clocks.push_back(parse_signed_duration(part));
    }
    if (clocks.size() != instances) {
      throw Error(fmt::format("{} for {}; give one for each, as 0s,2s,-500ms", counted(clocks.size(), "clock"),
                              counted(instances, "instance")));
    }
    return clocks;
  };
  return parse_option("--skew", command.skew, parse).value_or(std::vector<Duration>());
}

Outage parse_outage(const std::string& text, const MomentReader& moment) {
  constexpr std::string_view between = "..";
  const std::size_t dots = text.find(between);
  if (dots == std::string::npos)
    throw Error(fmt::format("{} is no time from a moment to another; write FROM..TO", in_quotes(text)));
  const Outage outage{moment(text.substr(0, dots)), moment(text.substr(dots + between.size()))};
  if (outage.to <= outage.from)
    throw Error(fmt::format("{} ends no later than it begins; write FROM..TO", in_quotes(text)));
  return outage;
}

std::vector<Outage> outages_of(const FleetCommand& command) {
  const MomentReader moment(command.trace.load.time_unit);
  std::vector<Outage> outages;
  outages.reserve(command.outages.size());
  for (const std::string& each : command.outages) {
    outages.push_back(
        *parse_option("--outage", each, [&](const std::string& text) { return parse_outage(text, moment); }));
  }
  std::sort(outages.begin(), outages.end(), [](const Outage& a, const Outage& b) { return a.from < b.from; });
  for (std::size_t later = 1; later < outages.size(); ++later) {
    if (outages[later].from < outages[later - 1].to) {
      throw Error(fmt::format("--outage: one begins at {}, before the one before it has ended; give one for both",
                              rfc3339_text(outages[later].from)));
    }
  }
  return outages;
}

std::vector<OnOutage> on_outage_of(const FleetCommand& command) {
  const std::vector<std::string>& names = on_outage_choices;
  if (command.outages.empty()) {
    if (!command.on_outage.empty()) throw Error("--on-outage is about --outage; give one, or leave it out");
    return {};
  }
  std::vector<OnOutage> chosen;
  for (const std::string& name : command.on_outage.empty() ? names : command.on_outage) {
    check_choice("--on-outage", name, names);
    const auto then = static_cast<OnOutage>(std::find(names.begin(), names.end(), name) - names.begin());
    if (std::find(chosen.begin(), chosen.end(), then) == chosen.end()) chosen.push_back(then);
  }
  return chosen;
}

/// `TIME`, or of another instance than the first `I@TIME`.
Restart parse_restart(const std::string& text, std::uint32_t instances, const MomentReader& moment) {
  const std::size_t at = text.find('@');
  Restart restart;
  if (at != std::string::npos)
    restart.instance = static_cast<std::uint32_t>(whole_within(1, instances)(text.substr(0, at)) - 1);
  restart.time = moment(at == std::string::npos ? text : text.substr(at + 1));
  return restart;
}

std::vector<Restart> restarts_of(const FleetCommand& command, std::uint32_t instances) {
  const MomentReader moment(command.trace.load.time_unit);
  std::vector<Restart> restarts;
  restarts.reserve(command.restarts.size());
  for (const std::string& each : command.restarts) {
    restarts.push_back(*parse_option("--restart", each,
                                     [&](const std::string& text) { return parse_restart(text, instances, moment); }));
  }
  std::stable_sort(restarts.begin(), restarts.end(),
                   [](const Restart& a, const Restart& b) { return a.time < b.time; });
  return restarts;
}

/// Throws Error for options that make no difference, or contradict each other.
void check_options(const FleetCommand& command, const Balance& balance) {
  const bool keys = key_choices(command.trace) > 0;
  if (balance.kind == Balance::Kind::hash && !keys) throw Error("--balance hash is by the key; give --key");
  if (command.one_limit && !keys) throw Error("--one-limit is about keys; without --key there is one limit already");
  const bool by_chance = balance.kind == Balance::Kind::random;
  if (!by_chance && !command.seed.empty()) throw Error("--seed is about --balance random; leave it out");
  if (!by_chance && !command.seeds.empty()) throw Error("--seeds is about --balance random; leave it out");
}

/// By arrival: what a queue lets depart is not looked at.
Int128 promise_of(const AnyLimiter& limiter, Duration window) {
  const std::optional<Int128> admitted = admission_promise(limiter, window);
  return admitted ? *admitted : promise(limiter, window).value_or(0);
}

FleetOptions options_of(const FleetCommand& command, const AnyLimiter& limiter) {
  FleetOptions options;
  options.balance = *parse_option("--balance", command.balance, Balance::parse);
  check_options(command, options.balance);
  options.instances = instances_of(command, options.balance);
  options.each_key = key_choices(command.trace) > 0 && !command.one_limit;
  options.window = window_option(command.window).value_or(default_window(limiter));
  options.local = parse_option("--local", command.local, parse_algorithm);
  options.sync = parse_option("--sync", command.sync, parse_duration);
  options.race = parse_option("--race", command.race, parse_duration);
  options.clocks = clocks_of(command, options.instances);
  options.outages = outages_of(command);
  options.on_outage = on_outage_of(command);
  options.restarts = restarts_of(command, options.instances);
  options.ttl = parse_option("--ttl", command.ttl, parse_duration);
  options.seed = seed_option(command.seed);
  options.seeds = parse_option("--seeds", command.seeds, whole_within(1, FleetOptions::most_seeds)).value_or(1);
  return options;
}

/// What each arrangement let through.
Scene scene_of(FleetResult& result, const Events& events, const TraceSummary& trace) {
  Scene scene{{}, !trace.has_costs, trace.keys};
  scene.events.add(events);
  for (FleetRow& each : result.summary.rows) {
    SceneRow row{.name = each.name,
                 .passed = each.summary.passed,
                 .dropped = each.summary.dropped,
                 .passed_cost = each.summary.passed_cost,
                 .dropped_cost = each.summary.dropped_cost,
                 .promise = result.promise,
                 .busiest = each.summary.busiest};
    for (std::size_t event = 0; event < events.size(); ++event)
      row.decisions.add(events.time(event), (each.passed[event / 64] >> event % 64 & 1) != 0);
    each.passed = {};
    scene.rows.push_back(std::move(row));
  }
  return scene;
}

int run_fleet(const FleetCommand& command) {
  const Format format = command.output.checked_format();
  need_one_choice(command.trace, "fleet");
  const AnyLimiter limiter = parse_algorithm(command.limiter);
  FleetResult result;
  result.options = options_of(command, limiter);
  result.spec = spec_text(limiter);
  result.local_spec = spec_text(result.options.local.value_or(limiter));
  result.promise = promise_of(limiter, result.options.window);
  result.store_latency = parse_option("--store-latency", command.store_latency, parse_duration);

  result.options.keep_decisions = command.pictures.any();
  PictureFiles pictures(command.pictures, command.output, command.trace.load.source);
  OutputFile out(command.output.output);
  EventColumns columns;
  Collector collector(columns);
  const TraceSummary trace = read_trace(command.trace, command.output, collector);
  Workers workers(resources_of(command.trace).threads);
  naming(limiter, [&] {
    result.summary = simulate_fleet(columns.events(), {!trace.has_costs, trace.keys}, limiter, result.options, workers);
  });
  if (command.pictures.any()) {
    const Scene scene = scene_of(result, columns.events(), trace);
    pictures.write(
        [&] {
          return page_html({"fleet", trace, fleet_report(result, trace, Format::table, {}), &scene, nullptr, {}});
        },
        [&] { return scene_svg(scene); });
  }
  out.append(fleet_report(result, trace, format, command.output.style()));
  out.flush();
  pictures.finish();
  out.finish();
  return bad_rows_status(command.trace, trace);
}

}  // namespace

void add_fleet(CLI::App& app, int& status) {
  auto options = std::make_shared<FleetCommand>();
  CLI::App* command = app.add_subcommand("fleet", "what becomes of one limit on several instances");
  add_trace_options(*command, options->trace);
  const auto text = [&](const char* name, std::string& value, const char* type, const char* help) {
    return command->add_option(name, value, help)->type_name(type);
  };
  const auto texts = [&](const char* name, std::vector<std::string>& values, const char* type, const char* help) {
    command->add_option(name, values, help)->type_name(type)->allow_extra_args(false);
  };
  text("-l,--limiter", options->limiter, "SPEC", "the limit, NAME:KEY=VALUE,... (see 'ratereplay limiters')")
      ->required();
  text("--instances", options->instances, "N", "how many there are; needed but with --balance weights");
  text("--balance", options->balance, "HOW",
       "who takes an event: round-robin (default), random, hash (by --key), least[:IN-FLIGHT], weights:3,1,1");
  command->add_flag("--one-limit", options->one_limit, "with --key: one limit for all keys");
  text("--window", options->window, "W", "window of 'busiest' and the promise (default: the limiter's own)");
  text("--local", options->local, "SPEC",
       "the limit of each instance before the shared one, and in outages (default: the same)");
  text("--sync", options->sync, "D", "instances that tell each other their totals each D");
  text("--race", options->race, "D", "a store that is read, checked and, D later, written");
  text("--store-latency", options->store_latency, "D", "what an answer of the store takes");
  text("--skew", options->skew, "D,D,...", "how far each instance's clock is ahead, as 0s,2s,-500ms");
  texts("--outage", options->outages, "FROM..TO", "the store cannot be reached; repeatable");
  texts("--on-outage", options->on_outage, "WHAT",
        "open, closed or local: what instances do then; repeatable (default: each of them)");
  texts("--restart", options->restarts, "[I@]TIME", "instance I (the first: 1, the default) forgets; repeatable");
  text("--ttl", options->ttl, "D", "shared state that nobody asks for as long is forgotten");
  text("--seed", options->seed, "N", "another number, other chances (default: 1)");
  text("--seeds", options->seeds, "K", "so many seeds, and how far their results spread");
  add_picture_options(*command, options->pictures, "what each arrangement did over time");
  add_output_options(*command, options->output);
  command->footer(
      "Examples:\n"
      "  ratereplay fleet data/kamchatka-2025-07-29.csv -l sliding-log:rate=5/h --instances 3\n"
      "  ratereplay fleet data/kamchatka-2025-07-29.csv -l token-bucket:rate=5/h,burst=5 --instances 2 \\\n"
      "    --skew 0s,-10m --ttl 30m");
  command->callback([options, &status] { status = run_fleet(*options); });
}

}  // namespace ratereplay
