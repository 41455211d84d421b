#pragma once

#include <string>
#include <vector>

namespace ratereplay {

// The words that options take one of: what offers them to a shell reads them here, and what checks them where that is
// done in this folder. The tests hold the others against the program.

inline const std::vector<std::string> format_choices = {"table", "json", "csv"};
inline const std::vector<std::string> color_choices = {"auto", "always", "never"};
inline const std::vector<std::string> order_choices = {"sort", "file", "strict"};
inline const std::vector<std::string> bad_rows_choices = {"fail", "skip"};
inline const std::vector<std::string> decisions_format_choices = {"csv", "jsonl"};
inline const std::vector<std::string> on_outage_choices = {"open", "closed", "local"};
inline const std::vector<std::string> generate_choices = {"steady", "poisson", "burst",  "boundary",
                                                          "onoff",  "pareto",  "diurnal"};
inline const std::vector<std::string> input_choices = {"csv", "clf", "jsonl"};
inline const std::vector<std::string> time_unit_choices = {"s", "ms", "us", "ns"};
inline const std::vector<std::string> delimiter_choices = {"comma", "tab", "semicolon", "pipe"};
inline const std::vector<std::string> period_choices = {"second", "minute", "hour", "day", "week"};
inline const std::vector<std::string> balance_choices = {"round-robin", "random", "hash", "least"};
inline const std::vector<std::string> shell_choices = {"bash", "zsh", "fish"};

}  // namespace ratereplay
