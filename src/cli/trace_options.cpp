#include "cli/trace_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "cli/choices.hpp"
#include "cli/progress.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

namespace {

constexpr std::int64_t most_threads = 256;
constexpr std::size_t default_memory = std::size_t{1} << 30;
constexpr std::size_t least_memory = std::size_t{64} << 20;

// `256M`, `4G`, `1GiB`: powers of 1024.
std::size_t parse_memory(const std::string& text) {
  const auto refuse = [&](std::string_view why) -> Error {
    return Error(fmt::format("--max-memory {}: {}", in_quotes(text), why));
  };
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::optional<std::int64_t> number = parse_whole(text.substr(0, digits));
  std::string unit = lower_case(text.substr(digits));
  if (unit.size() > 1 && unit.back() == 'b') unit.pop_back();
  if (unit.size() > 1 && unit.back() == 'i') unit.pop_back();
  const std::size_t power = std::string_view("kmgt").find(unit);
  if (!number || unit.size() != 1 || power == std::string_view::npos) throw refuse("not a size; write 256M or 4G");
  const std::size_t shift = 10 * (power + 1);
  const auto count = static_cast<std::size_t>(*number);
  if (count > std::numeric_limits<std::size_t>::max() >> shift) throw refuse("more than can be counted");
  if (count << shift < least_memory) throw refuse("less than it takes to work; give at least 64M");
  return count << shift;
}

}  // namespace

void add_trace_options(CLI::App& command, TraceOptions& options) {
  const char* const group = trace_group;
  LoadOptions& load = options.load;
  command
      .add_option("TRACE", load.source,
                  "CSV, an access log, JSON lines (.gz and .zst too) or a binary trace; - is stdin")
      ->required()
      ->type_name("");
  const auto text = [&](const char* flag, std::string& value, const char* type, const char* help) {
    command.add_option(flag, value, help)->group(group)->type_name(type);
  };
  text("--input", load.input, "KIND", "csv, clf (an access log) or jsonl (default: judged by the first line)");
  text("--columns", load.columns, "NAMES", "names for the columns of CSV without a header line, as time,client");
  text("--time", load.time_column, "COLUMN", "the time column; guessed among time, timestamp, ts, date, ...");
  text("--time-unit", load.time_unit, "UNIT",
       "unit of epoch times: s, ms, us or ns (default: judged by the first row)");
  text("--cost", load.cost_column, "COLUMN", "the cost of each event, a whole number (default: 1)");
  command.add_option("--key", load.keys, "a limiter for each value of these columns, as host or host,user")
      ->group(group)
      ->type_name("COLUMN[,COLUMN]")
      ->allow_extra_args(false);
  command.add_option("--only-key", load.only_key, "keep only the rows of this one --key")
      ->group(group)
      ->type_name("KEY");
  command.add_option("--where", load.where, "keep only matching rows, as 'mag>=5'; = != < <= > >=; repeatable")
      ->group(group)
      ->type_name("CONDITION")
      ->allow_extra_args(false);
  text("--from", load.from, "TIME", "keep events at or after TIME");
  text("--to", load.to, "TIME", "keep events before TIME");
  text("--dedupe", load.dedupe_column, "COLUMN", "keep one row for each value: the newest 'updated', or the last");
  text("--delimiter", load.delimiter, "CHAR",
       "comma, tab, semicolon, pipe or any byte (default: judged by the header)");
  text("--order", options.order, "ORDER", "sort (default), file (keep file order), strict (refuse an unsorted file)");
  text("--bad-rows", options.bad_rows, "WHAT", "fail (default) or skip, at rows that cannot be read");
  command.add_flag("--fail-on-bad-rows", options.fail_on_bad_rows, "exit with 1 when --bad-rows skip skipped any")
      ->group(group);
  text("--threads", options.threads, "N", "threads that share the work (default: as many as the machine runs)");
  text("--max-memory", options.max_memory, "SIZE",
       "memory for what grows with a trace, as 256M (default 1G); more goes to disk");
}

std::size_t key_choices(const TraceOptions& options) noexcept {
  return options.load.only_key ? 0 : options.load.keys.size();
}

void need_one_key(const TraceOptions& options, std::string_view what) {
  if (key_choices(options) == 0) return;
  throw Error(
      fmt::format("--key: {} takes all events as one stream; leave --key out, or keep one with --only-key", what));
}

void need_one_choice(const TraceOptions& options, std::string_view what) {
  if (key_choices(options) > 1) throw Error(fmt::format("{} takes one --key; give columns with a comma between", what));
}

Resources resources_of(const TraceOptions& options) {
  std::size_t threads = available_threads();
  if (!options.threads.empty()) {
    const std::optional<std::int64_t> number = parse_whole(options.threads);
    if (!number || *number < 1 || *number > most_threads) {
      throw Error(
          fmt::format("--threads {}: not a whole number from 1 to {}", in_quotes(options.threads), most_threads));
    }
    threads = static_cast<std::size_t>(*number);
  }
  const std::size_t memory = options.max_memory.empty() ? default_memory : parse_memory(options.max_memory);
  return {threads, memory / 2, memory / 4, memory / 4};
}

TraceSummary read_trace(const TraceOptions& options, const OutputOptions& output, EventConsumer& consumer, bool once) {
  output.check_apart_from(options.load.source);
  LoadOptions load_options = options.load;
  if (options.order == "file") {
    load_options.order = Order::file;
  } else if (options.order == "strict") {
    load_options.order = Order::strict;
  } else {
    check_choice("--order", options.order, order_choices);
  }
  check_choice("--bad-rows", options.bad_rows, bad_rows_choices);
  if (options.bad_rows == "skip") load_options.bad_rows = BadRows::skip;

  const Resources resources = resources_of(options);
  Workers workers(resources.threads);
  ReadingMeans reading{workers, resources.for_sorting};
  reading.key_memory = resources.for_keys;
  reading.once = once;
  TraceSummary trace = [&] {
    Progress progress(output);  // erased before anything else is said
    reading.progress = [&progress](std::uint64_t done, std::uint64_t total) { progress.update(done, total); };
    return read_trace(load_options, reading, consumer);
  }();
  // Those that an option asks for tell no clients apart.
  if (!load_options.key_columns.empty()) trace.keys = nullptr;
  print_warnings(trace, output);
  return trace;
}

void print_warnings(const TraceSummary& trace, const OutputOptions& output) {
  for (const std::string& warning : trace.warnings) warn(output, "warning: " + warning);
  if (output.checked_format() == Format::csv) {
    for (const std::string& note : trace.notes) warn(output, "note: " + note);
    if (trace.keys) warn(output, "note: CSV has no place for single clients and further keys; --format json has them");
  }
}

int bad_rows_status(const TraceOptions& options, const TraceSummary& trace) {
  return options.fail_on_bad_rows && trace.rows.bad > 0 ? 1 : 0;
}

}  // namespace ratereplay
