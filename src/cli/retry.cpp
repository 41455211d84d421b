#include "simulation/retry.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.hpp"
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
#include "replay/limiter_run.hpp"
#include "report/retry_report.hpp"
#include "trace/collector.hpp"

namespace ratereplay {

namespace {

struct RetryCommand {
  TraceOptions trace;
  OutputOptions output;
  std::string limiter;
  std::vector<std::string> policies;
  std::string jitter = "none";
  std::string max_attempts;
  std::string max_wait;
  std::string window = "1s";
  std::string seed;
  PictureFlags pictures;
};

std::vector<RetryPolicy> policies_of(const RetryCommand& command, const AnyLimiter& limiter, Jitter jitter) {
  std::vector<std::string> texts = command.policies;
  if (texts.empty())
    texts = jitter == Jitter::decorrelated ? std::vector<std::string>{"backoff"} : RetryPolicy::names();
  std::vector<RetryPolicy> policies;
  policies.reserve(texts.size());
  for (const std::string& text : texts) {
    policies.push_back(parse_option("--policy", text, RetryPolicy::parse)->fitted_to(limiter));
    parse_option("--jitter", command.jitter, [&](const std::string& /*text*/) {
      check_jitter(policies.back(), jitter);
      return true;
    });
  }
  return policies;
}

Jitter jitter_of(const RetryCommand& command) {
  const std::vector<std::string> names = jitter_names();
  check_choice("--jitter", command.jitter, names);
  return static_cast<Jitter>(std::find(names.begin(), names.end(), command.jitter) - names.begin());
}

/// Throws Error for an option that makes no difference.
void check_options(const RetryCommand& command, const std::vector<RetryPolicy>& policies, Jitter jitter) {
  const bool none_comes_back =
      std::none_of(policies.begin(), policies.end(), [](const RetryPolicy& policy) { return policy.comes_back(); });
  const auto refuse = [&](bool given, std::string_view option) {
    if (!given || !none_comes_back) return;
    throw Error(
        fmt::format("{} is about clients that come back, and of these policies none does; leave it out", option));
  };
  refuse(jitter != Jitter::none, "--jitter");
  refuse(!command.max_attempts.empty(), "--max-attempts");
  if (!command.seed.empty() && jitter == Jitter::none) {
    throw Error("--seed is about --jitter; give one, or leave it out");
  }
}

Duration parse_peak_window(const std::string& text) {
  const Duration window = parse_duration(text);
  if (window > RetryOptions::longest_window) {
    throw Error(fmt::format("{} is longer than 292 years; give a shorter one", in_quotes(text)));
  }
  return window;
}

/// Puts the attempts of a policy in a row, which must stay where it is: of those in a queue the one that ends the wait.
auto recorder(SceneRow& row, const Events& events, const RetryPolicy& policy) {
  row.name = policy.text();
  row.own.emplace();
  const bool is_queue = policy.kind == RetryPolicy::Kind::queue;
  const bool keyed = !events.key.empty();
  return [&row, &events, is_queue, keyed](std::size_t event, Instant now, const Answer& answer) {
    if (is_queue && !answer.passed && answer.retry_after) return;
    const Cost cost = events.cost_of(event);
    (answer.passed ? row.passed : row.dropped) += 1;
    (answer.passed ? row.passed_cost : row.dropped_cost) += cost;
    row.own->add({{&now.ns, 1}, {&cost, 1}});
    // Each client has a level of its own, and here nothing says whose an attempt is.
    if (keyed)
      row.decisions.add(now, answer.passed);
    else
      row.decisions.add(now, answer);
  };
}

void put_peak(SceneRow& row, const RetryRow& result) {
  row.busiest = result.summary.peak;
  row.busiest_of = "attempt";
}

int run_retry(const RetryCommand& command) {
  const Format format = command.output.checked_format();
  need_one_choice(command.trace, "retry");
  constexpr std::uint64_t most_attempts = 1'000'000;
  const AnyLimiter limiter = parse_limiter(command.limiter);
  RetryOptions options;
  options.jitter = jitter_of(command);
  const std::vector<RetryPolicy> policies = policies_of(command, limiter, options.jitter);
  check_options(command, policies, options.jitter);
  options.max_attempts =
      parse_option("--max-attempts", command.max_attempts, whole_within(1, most_attempts)).value_or(10);
  options.max_wait = parse_option("--max-wait", command.max_wait, parse_duration);
  options.window = *parse_option("--window", command.window, parse_peak_window);
  options.seed = seed_option(command.seed);
  options.memory = resources_of(command.trace).for_runs;

  PictureFiles pictures(command.pictures, command.output, command.trace.load.source);
  OutputFile out(command.output.output);
  EventColumns columns;
  Collector collector(columns);
  const TraceSummary trace = read_trace(command.trace, command.output, collector);
  RetryResult result{
      spec_text(limiter), command.jitter, options.max_attempts, options.max_wait, options.window, options.seed, {}};
  const bool drawn = command.pictures.any();
  const Events events = columns.events();
  Scene scene{{}, !trace.has_costs, trace.keys};
  scene.rows.reserve(policies.size());
  if (drawn) scene.events.add(events);
  naming(limiter, [&] {
    for (const RetryPolicy& policy : policies) {
      if (drawn) options.on_attempt = recorder(scene.rows.emplace_back(), events, policy);
      result.rows.push_back({policy.text(), simulate_retries(columns.events(), {!trace.has_costs, trace.keys}, limiter,
                                                             policy, options)});
      if (drawn) put_peak(scene.rows.back(), result.rows.back());
    }
  });
  if (drawn) {
    pictures.write(
        [&] {
          return page_html({"retry", trace, retry_report(result, trace, Format::table, {}), &scene, nullptr, {}});
        },
        [&] { return scene_svg(scene); });
  }
  out.append(retry_report(result, trace, format, command.output.style()));
  out.flush();
  pictures.finish();
  out.finish();
  return bad_rows_status(command.trace, trace);
}

}  // namespace

void add_retry(CLI::App& app, int& status) {
  auto options = std::make_shared<RetryCommand>();
  CLI::App* command = app.add_subcommand("retry", "what comes of it when clients that are refused come back");
  add_trace_options(*command, options->trace);
  command->add_option("-l,--limiter", options->limiter, "the limiter, NAME:KEY=VALUE,... (see 'ratereplay limiters')")
      ->required()
      ->type_name("SPEC");
  command
      ->add_option("--policy", options->policies,
                   "none, immediate[:WAIT], retry-after[:UNIT], backoff[:BASE,FACTOR,CAP], client-bucket[:RATE,BURST] "
                   "or queue; repeatable (default: each of them)")
      ->type_name("POLICY")
      ->allow_extra_args(false);
  const auto text = [&](const char* name, std::string& value, const char* type, const char* help) {
    command->add_option(name, value, help)->type_name(type);
  };
  text("--jitter", options->jitter, "JITTER", "what chance makes of a wait: none (default), full, equal, decorrelated");
  text("--max-attempts", options->max_attempts, "K", "attempts of an event before its client gives up (default: 10)");
  text("--max-wait", options->max_wait, "D", "how long an event may take to leave the limiter (default: any time)");
  text("--window", options->window, "W", "window of the peak of attempts (default: 1s)");
  text("--seed", options->seed, "N", "another number, other chances (default: 1)");
  add_picture_options(*command, options->pictures, "the attempts of each policy over time");
  add_output_options(*command, options->output);
  command->footer(
      "Examples:\n"
      "  ratereplay retry data/kamchatka-2025-07-29.csv -l fixed-window:rate=5/h\n"
      "  ratereplay retry data/kamchatka-2025-07-29.csv -l fixed-window:rate=5/h --policy retry-after --jitter full");
  command->callback([options, &status] { status = run_retry(*options); });
}

}  // namespace ratereplay
