#pragma once

#include <string>
#include <vector>

namespace ratereplay {

/// Runs one command line (without the program's name) and returns the exit status: 0, or 1 when a --fail-on condition
/// held. Throws Error for everything that ends in exit status 2.
int run(std::vector<std::string> arguments);

}  // namespace ratereplay
