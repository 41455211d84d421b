#include "cli/run.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/completion.hpp"
#include "cli/output.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace ratereplay {

namespace {

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  return names;
}

/// Every --option of a command, as typed.
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

constexpr std::string_view takes_nothing = "--only-key";  // an empty key is one

/// CLI11 takes the word behind `--only-key=` as its value.
void part_empty_key(std::vector<std::string>& arguments) {
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  const auto word = std::find(arguments.begin(), end, "--only-key=");
  if (word == end) return;
  *word = takes_nothing;
  arguments.insert(word + 1, "");
}

/// CLI11 says of a mistyped command only that one is required, and takes the word behind `--option=` as its value.
void check_words(const CLI::App& app, const std::vector<std::string>& arguments) {
  if (arguments.empty()) throw Error("no command was given; see 'ratereplay --help'");
  const std::string& command = arguments.front();
  const std::vector<std::string> names = command_names(app);
  if (command.empty() || command.front() != '-') {
    if (std::find(names.begin(), names.end(), command) == names.end()) {
      throw Error(
          fmt::format("unknown command {}{}; see 'ratereplay --help'", in_quotes(command), suggestion(command, names)));
    }
  }
  std::string_view before;
  for (const std::string& word : arguments) {
    if (word == "--") break;
    if (word.empty() && before.substr(0, 1) == "-" && before != takes_nothing)
      throw Error(fmt::format("{} needs a value, not ''", before));
    before = word;
    if (word.size() > 3 && word.compare(0, 2, "--") == 0 && word.back() == '=' && word.find('=') == word.size() - 1) {
      throw Error(fmt::format("{} needs a value after the '='", word.substr(0, word.size() - 1)));
    }
  }
}

/// What CLI11 found wrong, as one line that says how to mend it.
Error usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  const std::string help = fmt::format("see 'ratereplay {}--help'", chosen.empty() ? "" : command.get_name() + " ");
  // A word that nothing takes comes first: an option that is missing may be the one that was mistyped.
  if (const std::vector<std::string> extras = command.remaining(); !extras.empty()) {
    const std::string& word = extras.front();
    if (word.empty() || word.front() != '-') {
      return Error(fmt::format("unexpected argument {}; {}", in_quotes(word), help));
    }
    const std::string name = word.substr(0, word.find('='));
    return Error(
        fmt::format("unknown option {}{}; {}", in_quotes(name), suggestion(name, option_names(command)), help));
  }
  const std::string text = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    const std::string option = text.substr(0, text.find(':'));
    const bool missing = text.find("missing") != std::string::npos;
    return Error(fmt::format("{} {}; {}", option, missing ? "needs a value" : "may be given only once", help));
  }
  return Error(fmt::format("{}; {}", text, help));
}

}  // namespace

int run(std::vector<std::string> arguments) {
  CLI::App app(
      "Replay a recorded trace through rate limiters: what each passes and drops, the busiest window,\n"
      "and the least bucket that loses nothing. Exact arithmetic throughout.",
      "ratereplay");
  app.set_version_flag("--version", "ratereplay " RATEREPLAY_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(30);
  app.footer(
      "Examples:\n"
      "  ratereplay compare data/kamchatka-2025-07-29.csv --rate 5/h\n"
      "  ratereplay size data/kamchatka-2025-07-29.csv --rate 5/h");
  int status = 0;
  for (const auto add : add_commands) add(app, status);

  // For a shell, about a line that is not whole yet.
  if (!arguments.empty() && arguments.front() == "--complete") {
    arguments.erase(arguments.begin());
    write_standard_output(completion_lines(command_line_of(app), arguments));
    return 0;
  }
  part_empty_key(arguments);
  check_words(app, arguments);
  std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
  try {
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    write_standard_output(app.help());
  } catch (const CLI::CallForVersion& version) {
    write_standard_output(std::string(version.what()) + "\n");
  } catch (const CLI::ParseError& error) {
    throw usage_error(app, error);
  }
  return status;
}

}  // namespace ratereplay
