#pragma once

#include <string>
#include <vector>

#include "cli/command_line.hpp"

namespace ratereplay {

/// What a shell may offer for the last of these words, behind the program's own name: a line for each, a tab and some
/// help behind it. A line `:files` says that files may stand there too, one of `:nospace` that more comes behind each.
/// Names from a trace that a terminal or a line would not bear are left out, as is all that needs a file that cannot be
/// read. Throws nothing of its own.
std::string completion_lines(const CommandLine& line, const std::vector<std::string>& words);

/// The script that has a shell ask for these: "bash", "zsh" or "fish".
std::string completion_script(const std::string& shell);

}  // namespace ratereplay
