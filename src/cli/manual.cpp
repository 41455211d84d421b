#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "limiter/catalogue.hpp"

namespace ratereplay {

namespace {

/// Text that troff takes as it stands: dashes that can be copied, nothing that begins a request.
std::string roff(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n'))
      result += std::string("\\&") + c;
    else
      result += c;
  }
  return result;
}

std::string entry(const OptionEntry& option) {
  std::string names;
  for (const std::string& name : option.names) names += (names.empty() ? "\\fB" : "\\fR, \\fB") + roff(name);
  if (!option.value.empty()) names += "\\fR \\fI" + roff(option.value);
  return ".TP\n" + names + "\\fR\n" + roff(option.help) + "\n";
}

/// Lines that stay as they are.
std::string examples(const std::vector<std::string>& footer) {
  std::string text;
  for (const std::string& line : footer) {
    // The headline of the examples is that of the paragraph.
    text += line == "Examples:" ? ".PP\nExamples:\n.PP\n.nf\n" : roff(line) + "\n";
  }
  return text.empty() ? "" : text + ".fi\n";
}

bool is_common(const OptionEntry& option) { return option.group == "Trace" || option.group == "Output"; }

std::string command_page(const CommandEntry& command) {
  std::string page = fmt::format(".SS \"ratereplay {}", command.name);
  for (const OptionEntry& argument : command.arguments) page += " " + argument.names.front();
  page += " [OPTIONS]\"\n" + roff(command.help) + "\n";
  for (const OptionEntry& argument : command.arguments) page += entry(argument);
  bool common = false;
  for (const OptionEntry& option : command.options) {
    if (is_common(option))
      common = true;
    else if (option.names.back() != "--help")
      page += entry(option);
  }
  if (common)
    page += ".PP\nIt takes the options of all commands too, below, as far as its \\fB\\-\\-help\\fR lists them.\n";
  return page + examples(command.footer);
}

/// Those of all commands, each once.
std::string common_options(const CommandLine& line) {
  std::string page;
  std::vector<std::string> named;
  for (const CommandEntry& command : line.commands) {
    for (const OptionEntry& option : command.options) {
      const std::string& name = option.names.back();
      if (!is_common(option) || std::find(named.begin(), named.end(), name) != named.end()) continue;
      named.push_back(name);
      page += entry(option);
    }
  }
  return page;
}

std::string limiter_page() {
  std::string page;
  for (const Description& each : catalogue()) {
    page += ".TP\n\\fB" + roff(each.name) + "\\fR";
    for (const Parameter& parameter : each.parameters) {
      const std::string text =
          roff(parameter.key) + (parameter.value.empty() ? "" : "=\\fI" + roff(parameter.value) + "\\fR");
      page += parameter.fallback.empty() ? " " + text : " [" + text + "]";
    }
    page += "\n" + roff(each.rule) + "\n";
  }
  return page;
}

std::string manual(const CommandLine& line) {
  std::string page =
      ".TH RATEREPLAY 1 \"\" \"ratereplay " RATEREPLAY_VERSION
      "\" \"User Commands\"\n.SH NAME\nratereplay \\- replay a "
      "recorded trace through rate limiters\n.SH SYNOPSIS\n.B ratereplay\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n"
      ".SH DESCRIPTION\n";
  page += roff(line.help) + "\n" + examples(line.footer);
  page += ".SH COMMANDS\n";
  for (const CommandEntry& command : line.commands) page += command_page(command);
  page += ".SH OPTIONS OF ALL COMMANDS\n" + common_options(line);
  for (const OptionEntry& option : line.options) page += entry(option);
  page += ".SH LIMITERS\nA limiter is given as \\fINAME:KEY=VALUE,...\\fR; what stands in brackets may be left out.\n";
  page += limiter_page();
  return page +
         ".SH EXIT STATUS\n.TP\n0\nAll went well.\n.TP\n1\nWhat a \\-\\-fail\\-on option asks about was "
         "found.\n.TP\n2\n"
         "The command line, a file or the machine did not allow it; one line on standard error says what, and the "
         "mend.\n";
}

}  // namespace

void add_manual(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("manual", "this help, as a page for man");
  command->footer(
      "Examples:\n"
      "  ratereplay manual | man -l -");
  command->callback([&app, &status] {
    write_standard_output(manual(command_line_of(app)));
    status = 0;
  });
}

}  // namespace ratereplay
