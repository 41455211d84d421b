#include "cli/completion.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>

#include "cli/choices.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "limiter/catalogue.hpp"
#include "simulation/retry.hpp"
#include "trace/load.hpp"

namespace ratereplay {

namespace {

struct Candidate {
  std::string word;
  std::string help = {};
};

struct Candidates {
  std::vector<Candidate> words = {};
  bool files = false;
  bool goes_on = false;  ///< more comes behind each of the words
};

Candidates of(const std::vector<std::string>& words) {
  Candidates candidates;
  for (const std::string& word : words) candidates.words.push_back({word});
  return candidates;
}

/// Whether a name can be shown, stand in a line and not be taken for something else there.
bool is_plain(std::string_view name) {
  if (name.empty() || name.front() == ':') return false;
  while (!name.empty()) {
    const std::size_t length = utf8_length(name);
    if (length == 0 || is_unprintable(name.substr(0, length))) return false;
    name.remove_prefix(length);
  }
  return true;
}

const OptionEntry* find_option(const CommandEntry& command, std::string_view name) {
  const auto has = [&](const OptionEntry& option) {
    return std::find(option.names.begin(), option.names.end(), name) != option.names.end();
  };
  const auto found = std::find_if(command.options.begin(), command.options.end(), has);
  return found == command.options.end() ? nullptr : &*found;
}

std::string long_name(const OptionEntry& option) { return option.names.back(); }

/// The words of a command that are neither options nor their values, those that say how a trace is read, and which
/// option the last word is the value of.
struct Read {
  std::vector<std::string> arguments;
  LoadOptions trace;
  const OptionEntry* valued = nullptr;
};

Read read(const CommandEntry& command, const std::vector<std::string>& words) {
  Read result;
  for (std::size_t word = 1; word + 1 < words.size(); ++word) {
    const OptionEntry* const option = find_option(command, words[word]);
    if (option != nullptr && !option->value.empty()) {
      if (word + 2 == words.size()) result.valued = option;
      ++word;
      for (const auto& [name, value] :
           {std::pair("--columns", &LoadOptions::columns), std::pair("--input", &LoadOptions::input),
            std::pair("--delimiter", &LoadOptions::delimiter)}) {
        if (option->names.back() == name) result.trace.*value = words[word];
      }
    } else if (words[word].substr(0, 1) != "-" || words[word] == "-") {
      result.arguments.push_back(words[word]);
    }
  }
  return result;
}

/// Reads no pipe, which would be empty for the command then.
std::vector<std::string> columns_of(const Read& read) {
  std::error_code unknown;
  if (read.arguments.empty() || !std::filesystem::is_regular_file(read.arguments.front(), unknown)) return {};
  try {
    LoadOptions options = read.trace;
    options.source = read.arguments.front();
    return column_names(options);
  } catch (const Error&) {
    return {};
  }
}

/// Of a list, the last item is completed, of a condition its column.
Candidates column_candidates(const Read& read, const std::string& value_form, const std::string& word) {
  Candidates candidates;
  const std::size_t comma = value_form == "COLUMN[,COLUMN]" ? word.rfind(',') : std::string::npos;
  const std::string before = comma == std::string::npos ? "" : word.substr(0, comma + 1);
  for (const std::string& column : columns_of(read)) {
    if (is_plain(column) && ("," + before).find("," + column + ",") == std::string::npos)
      candidates.words.push_back({before + column});
  }
  candidates.goes_on = value_form == "CONDITION";
  return candidates;
}

/// `NAME`, then `NAME:KEY=`, then what is missing of the parameters.
Candidates spec_candidates(const std::string& word, std::string_view behind_name) {
  Candidates candidates;
  const std::size_t colon = word.find(':');
  candidates.goes_on = colon != std::string::npos || !behind_name.empty();
  if (colon == std::string::npos) {
    for (const Description& each : catalogue())
      candidates.words.push_back({std::string(each.name).append(behind_name), std::string(each.rule)});
    return candidates;
  }
  const auto descriptions = catalogue();
  const auto found = std::find_if(descriptions.begin(), descriptions.end(),
                                  [&](const Description& each) { return each.name == word.substr(0, colon); });
  if (found == descriptions.end()) return candidates;
  const std::size_t comma = word.rfind(',');
  const std::string before = word.substr(0, (comma == std::string::npos ? colon : comma) + 1);
  const std::string item = word.substr(before.size());
  const std::string given = "," + before.substr(colon + 1);
  for (const Parameter& parameter : found->parameters) {
    const std::string key(parameter.key);
    if (item.substr(0, key.size() + 1) == key + "=" && parameter.value.find('|') != std::string_view::npos) {
      candidates.words.clear();
      for (const std::string_view choice : split(parameter.value, '|'))
        candidates.words.push_back({before + key + "=" + std::string(choice)});
      candidates.goes_on = false;
      return candidates;
    }
    if (given.find("," + key + (parameter.value.empty() ? "," : "=")) != std::string::npos) continue;
    candidates.words.push_back({before + key + (parameter.value.empty() ? "" : "="), std::string(parameter.help)});
  }
  return candidates;
}

Candidates value_candidates(const OptionEntry& option, const Read& read, const std::string& word) {
  static const std::map<std::string, std::vector<std::string>> choices = {
      {"--format", format_choices},
      {"--color", color_choices},
      {"--order", order_choices},
      {"--bad-rows", bad_rows_choices},
      {"--decisions-format", decisions_format_choices},
      {"--on-outage", on_outage_choices},
      {"--jitter", jitter_names()},
      {"--policy", RetryPolicy::names()},
      {"--input", input_choices},
      {"--time-unit", time_unit_choices},
      {"--delimiter", delimiter_choices},
      {"--by", period_choices},
      {"--balance", balance_choices},
      {"--fail-on", {}},
  };
  if (const auto found = choices.find(long_name(option)); found != choices.end()) return of(found->second);
  const std::string& form = option.value;
  if (form == "FILE") return {.files = true};
  if (form == "SPEC") return spec_candidates(word, ":");
  if (form == "NAME") return spec_candidates(word, "");
  if (form == "COLUMN" || form == "COLUMN[,COLUMN]" || form == "CONDITION") return column_candidates(read, form, word);
  return {};
}

Candidates argument_candidates(const CommandEntry& command, const Read& read) {
  if (read.arguments.size() >= command.arguments.size()) return {};
  const std::string& name = command.arguments[read.arguments.size()].names.front();
  if (name == "KIND") return of(generate_choices);
  if (name == "SHELL") return of(shell_choices);
  return {.files = true};
}

Candidates option_candidates(const std::vector<OptionEntry>& options) {
  Candidates candidates;
  for (const OptionEntry& option : options) candidates.words.push_back({long_name(option), option.help});
  return candidates;
}

Candidates candidates_for(const CommandLine& line, const std::vector<std::string>& words) {
  const std::string& word = words.back();
  if (words.size() == 1) {
    if (word.substr(0, 1) == "-") return option_candidates(line.options);
    Candidates candidates;
    for (const CommandEntry& command : line.commands) candidates.words.push_back({command.name, command.help});
    return candidates;
  }
  const auto command = std::find_if(line.commands.begin(), line.commands.end(),
                                    [&](const CommandEntry& each) { return each.name == words.front(); });
  if (command == line.commands.end()) return {};
  const Read so_far = read(*command, words);
  if (so_far.valued != nullptr) return value_candidates(*so_far.valued, so_far, word);
  if (const std::size_t equals = word.find('='); word.substr(0, 2) == "--" && equals != std::string::npos) {
    const OptionEntry* const option = find_option(*command, word.substr(0, equals));
    if (option == nullptr || option->value.empty()) return {};
    Candidates candidates = value_candidates(*option, so_far, word.substr(equals + 1));
    for (Candidate& each : candidates.words) each.word.insert(0, word, 0, equals + 1);
    return candidates;
  }
  return word.substr(0, 1) == "-" ? option_candidates(command->options) : argument_candidates(*command, so_far);
}

}  // namespace

std::string completion_lines(const CommandLine& line, const std::vector<std::string>& words) {
  if (words.empty()) return "";
  const Candidates candidates = candidates_for(line, words);
  std::string text;
  bool any = false;
  for (const Candidate& each : candidates.words) {
    if (each.word.substr(0, words.back().size()) != words.back()) continue;
    text += each.word + (each.help.empty() ? "" : "\t" + each.help) + "\n";
    any = true;
  }
  if (candidates.files) text += ":files\n";
  if (candidates.goes_on && any) text += ":nospace\n";
  return text;
}

std::string completion_script(const std::string& shell) {
  if (shell == "bash") {
    return R"(# bash completion of ratereplay, made by 'ratereplay completions bash'.
# The program says what may stand where the cursor is; bash cuts words at = and :, which are put together again here.
_ratereplay() {
  local rest=${COMP_LINE:0:COMP_POINT} words=() word index line
  for ((index = 0; index <= COMP_CWORD; ++index)); do
    word=${COMP_WORDS[index]}
    local trimmed=${rest#"${rest%%[![:space:]]*}"}
    ((index == COMP_CWORD)) && word=$trimmed
    if ((${#words[@]} == 0)) || [[ $trimmed != "$rest" ]]; then
      words+=("$word")
    else
      words[-1]+=$word
    fi
    rest=${trimmed#"$word"}
  done
  local current=${words[-1]} plain=() cut=''
  for word in "${words[@]:1}"; do
    word=${word//[\'\"\\]/}
    [[ $word == '~/'* ]] && word=$HOME/${word:2}
    plain+=("$word")
  done
  # What stands before the last = or : is not bash's word any more.
  [[ $COMP_WORDBREAKS == *:* && $current == *:* ]] && cut=${current%"${current##*:}"}
  [[ $COMP_WORDBREAKS == *=* && ${current#"$cut"} == *=* ]] && cut=${current%"${current##*=}"}
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files)
        compopt -o filenames 2>/dev/null
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "${plain[-1]#"$cut"}")
        ;;
      :nospace) compopt -o nospace 2>/dev/null ;;
      *)
        word=${line%%$'\t'*}
        word=${word#"${cut//[\'\"\\]/}"}
        [[ $word == *[![:alnum:]_.,:=@%/+-]* ]] && printf -v word '%q' "$word"
        COMPREPLY+=("$word")
        ;;
    esac
  done < <("${COMP_WORDS[0]/#\~\//$HOME/}" --complete "${plain[@]}" 2>/dev/null)
}
complete -F _ratereplay ratereplay
)";
  }
  if (shell == "zsh") {
    return R"(#compdef ratereplay
# zsh completion of ratereplay, made by 'ratereplay completions zsh'.
# The program says what may stand where the cursor is.
_ratereplay() {
  local line files= more=(-S ' ')
  local -a names shown
  for line in "${(@f)$(ratereplay --complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      '') ;;
      :files) files=1 ;;
      :nospace) more=(-S '') ;;
      *)
        names+=("${line%%$'\t'*}")
        if [[ $line == *$'\t'* ]]; then
          shown+=("${line%%$'\t'*}  -- ${line#*$'\t'}")
        else
          shown+=("$line")
        fi
        ;;
    esac
  done
  (($#names)) && compadd "${more[@]}" -l -d shown -a names
  [[ -n $files ]] && _files
}
if [[ $funcstack[1] == _ratereplay ]]; then
  _ratereplay "$@"
else
  compdef _ratereplay ratereplay
fi
)";
  }
  return R"(# fish completion of ratereplay, made by 'ratereplay completions fish'.
# The program says what may stand where the cursor is.
function __ratereplay_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    command -q ratereplay; or return
    for line in (ratereplay --complete $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path "$current"
            case ':nospace'
            case '*'
                echo -- $line
        end
    end
end
complete -c ratereplay -f -a '(__ratereplay_complete)'
)";
}

}  // namespace ratereplay
