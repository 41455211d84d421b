#pragma once

namespace CLI {
class App;
}

namespace ratereplay {

// One file a command. Each adds a subcommand whose callback runs it
// and leaves the exit status of a run that did not fail; errors are thrown as Error.
void add_compare(CLI::App& app, int& status);
void add_replay(CLI::App& app, int& status);
void add_diff(CLI::App& app, int& status);
void add_size(CLI::App& app, int& status);
void add_curve(CLI::App& app, int& status);
void add_sweep(CLI::App& app, int& status);
void add_recommend(CLI::App& app, int& status);
void add_accuracy(CLI::App& app, int& status);
void add_inspect(CLI::App& app, int& status);
void add_convert(CLI::App& app, int& status);
void add_retry(CLI::App& app, int& status);
void add_policy(CLI::App& app, int& status);
void add_fleet(CLI::App& app, int& status);
void add_generate(CLI::App& app, int& status);
void add_limiters(CLI::App& app, int& status);
void add_completions(CLI::App& app, int& status);
void add_manual(CLI::App& app, int& status);

/// The one list, in the order of the help.
inline constexpr auto add_commands = {add_compare,     add_replay,    add_diff,    add_size,     add_curve,
                                      add_sweep,       add_recommend, add_policy,  add_retry,    add_fleet,
                                      add_accuracy,    add_inspect,   add_convert, add_generate, add_limiters,
                                      add_completions, add_manual};

}  // namespace ratereplay
