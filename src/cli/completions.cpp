#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/choices.hpp"
#include "cli/commands.hpp"
#include "cli/completion.hpp"
#include "cli/output.hpp"

namespace ratereplay {

void add_completions(CLI::App& app, int& status) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("completions", "a script that has bash, zsh or fish complete command lines");
  command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->type_name("");
  command->footer(
      "Examples:\n"
      "  source <(ratereplay completions bash)\n"
      "  ratereplay completions fish > ~/.config/fish/completions/ratereplay.fish");
  command->callback([shell, &status] {
    check_choice("SHELL", *shell, shell_choices);
    write_standard_output(completion_script(*shell));
    status = 0;
  });
}

}  // namespace ratereplay
