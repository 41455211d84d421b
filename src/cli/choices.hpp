#pragma once

#include <string>
#include <vector>

namespace ratereplay {

// The words that options take one of: what checks them, and what offers them to a shell, read them here.

inline const std::vector<std::string> format_choices = {"table", "json", "csv"};
inline const std::vector<std::string> color_choices = {"auto", "always", "never"};
inline const std::vector<std::string> order_choices = {"sort", "file", "strict"};
inline const std::vector<std::string> bad_rows_choices = {"fail", "skip"};
inline const std::vector<std::string> decisions_format_choices = {"csv", "jsonl"};
inline const std::vector<std::string> on_outage_choices = {"open", "closed", "local"};
inline const std::vector<std::string> generate_choices = {"steady", "poisson", "burst",  "boundary",
                                                          "onoff",  "pareto",  "diurnal"};
inline const std::vector<std::string> shell_choices = {"bash", "zsh", "fish"};

}  // namespace ratereplay
