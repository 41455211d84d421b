#include "cli/decision_runs.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <utility>

#include "cli/choices.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

namespace {

// Few enough that a core's cache holds the answers of several limiters to them.
constexpr std::size_t events_at_once = 1024;

bool cut_suffix(std::string_view& name, std::string_view suffix) {
  if (name.size() < suffix.size() || !equal_ignoring_case(name.substr(name.size() - suffix.size()), suffix))
    return false;
  name.remove_suffix(suffix.size());
  return true;
}

}  // namespace

void add_decisions_options(CLI::App& command, DecisionsFlags& flags, const std::string& what) {
  command.add_option("--decisions", flags.file, fmt::format("write {} to FILE, .csv or .jsonl, perhaps .gz", what))
      ->type_name("FILE");
  command.add_option("--decisions-format", flags.format, "csv or jsonl (default: by the name of the file)")
      ->type_name("FORMAT");
}

std::optional<LogForm> log_form(const DecisionsFlags& flags, const std::string& output, const std::string& trace) {
  if (flags.file.empty()) {
    if (!flags.format.empty()) throw Error("--decisions-format is that of a log; name its file with --decisions");
    return std::nullopt;
  }
  std::string_view name = flags.file;
  LogForm form{LogFormat::csv, cut_suffix(name, ".gz")};
  if (!flags.format.empty()) {
    check_choice("--decisions-format", flags.format, decisions_format_choices);
    if (flags.format == "jsonl") form.format = LogFormat::json_lines;
  } else if (cut_suffix(name, ".jsonl") || cut_suffix(name, ".ndjson")) {
    form.format = LogFormat::json_lines;
  } else if (!cut_suffix(name, ".csv")) {
    throw Error(fmt::format(
        "--decisions {}: the name ends in none of .csv, .jsonl and .ndjson; give --decisions-format csv or jsonl",
        in_quotes(flags.file)));
  }
  if (is_standard_output(flags.file) && is_standard_output(output)) {
    throw Error(fmt::format("--decisions {}: the report goes to standard output too; send it elsewhere with --output",
                            in_quotes(flags.file)));
  }
  check_apart_from_report("--decisions", flags.file, output);
  check_apart("--decisions", flags.file, "the trace", trace);
  check_apart("--output", output, "--decisions", flags.file);
  return form;
}

DecisionRuns::DecisionRuns(std::vector<AnyLimiter> limiters, LogForm form, OutputFile& out)
    : limiters_(std::move(limiters)), form_(form), out_(out), answers_(limiters_.size()) {}

void DecisionRuns::begin(const TraceOutline& outline) {
  if (log_) out_.start_over();
  const Sink to_file = [this](std::string_view bytes) { out_.append(bytes); };
  gzip_.reset();
  if (form_.compressed) gzip_.emplace(to_file);
  log_.emplace(form_.format, limiters_,
               form_.compressed ? [this](std::string_view bytes) { gzip_->write(bytes); } : to_file);
  keys_ = outline.keys;
  RunOptions options{.outline = outline};
  if (keys_) options.choice = 0;
  runs_.clear();
  for (std::size_t index = 0; index < limiters_.size(); ++index) {
    naming(limiters_[index], [&] { runs_.push_back(start_answering(limiters_[index], options, answers_[index])); });
  }
}

void DecisionRuns::take(std::size_t /*part*/, const Events& block) {
  for (std::size_t begin = 0; begin < block.size(); begin += events_at_once) {
    const Events events = block.part(begin, std::min(events_at_once, block.size() - begin));
    for (std::size_t index = 0; index < limiters_.size(); ++index) {
      answers_[index].clear();
      naming(limiters_[index], [&] { runs_[index]->feed(events); });
    }
    for (std::size_t event = 0; event < events.size(); ++event) {
      log_->begin_event(events.line.empty() ? std::nullopt : std::optional(events.line[event]), events.time(event),
                        keys_ ? std::optional(keys_->text(0, events.key[event])) : std::nullopt, events.cost_of(event));
      for (std::size_t index = 0; index < limiters_.size(); ++index) log_->add(index, answers_[index][event]);
    }
  }
}

std::uint64_t DecisionRuns::replaced_keys() const noexcept { return log_->replaced_keys(); }

void DecisionRuns::finish() {
  log_->finish();
  if (gzip_) gzip_->finish();
}

}  // namespace ratereplay
