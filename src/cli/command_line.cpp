#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "core/text.hpp"

namespace ratereplay {

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string one_line(const std::string& text) { return joined(lines_of(text), " "); }

OptionEntry entry_of(const CLI::Option& option) {
  OptionEntry entry;
  for (const std::string& name : option.get_snames()) entry.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) entry.names.push_back("--" + name);
  if (option.nonpositional()) {
    const bool is_flag = option.get_items_expected_max() == 0;
    if (!is_flag) entry.value = option.get_type_name();
    entry.group = option.get_group();
  } else {
    entry.names.push_back(option.get_name());
  }
  entry.help = one_line(option.get_description());
  return entry;
}

void put_options(const CLI::App& app, std::vector<OptionEntry>& arguments, std::vector<OptionEntry>& options) {
  for (const CLI::Option* option : app.get_options())
    (option->nonpositional() ? options : arguments).push_back(entry_of(*option));
}

}  // namespace

CommandLine command_line_of(const CLI::App& app) {
  CommandLine line;
  line.help = one_line(app.get_description());
  line.footer = lines_of(app.get_footer());
  std::vector<OptionEntry> none;
  put_options(app, none, line.options);
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    CommandEntry entry;
    entry.name = command->get_name();
    entry.help = one_line(command->get_description());
    entry.footer = lines_of(command->get_footer());
    put_options(*command, entry.arguments, entry.options);
    line.commands.push_back(std::move(entry));
  }
  return line;
}

}  // namespace ratereplay
