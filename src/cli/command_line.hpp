#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ratereplay {

/// An option, or an argument in a place of its own, as the parser knows it.
struct OptionEntry {
  std::vector<std::string> names;  ///< "--limiter", "-l"; of an argument: "TRACE"
  std::string value;               ///< of what form: "RATE", "FILE"; empty: it takes none
  std::string help;                ///< one line
  std::string group;               ///< of the help: "Trace"; empty for an argument
};

/// A command as the parser knows it.
struct CommandEntry {
  std::string name;
  std::string help;
  std::vector<OptionEntry> arguments;
  std::vector<OptionEntry> options;
  std::vector<std::string> footer;  ///< lines, the examples among them
};

/// All that the program takes.
struct CommandLine {
  std::string help;
  std::vector<std::string> footer;
  std::vector<OptionEntry> options;  ///< without a command
  std::vector<CommandEntry> commands;
};

/// What --help is made from too.
CommandLine command_line_of(const CLI::App& app);

}  // namespace ratereplay
